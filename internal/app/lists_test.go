package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// listed is a list and how something new gets into it.
type listed struct {
	path  string
	body  string // %d is replaced by a number
	paged bool
}

// stackLists are the lists of a stack that clients add to.
func stackLists(t *testing.T, d deployment) []listed {
	t.Helper()
	source := logSource(t, d)
	dashboard := record(t, d.send(t, http.MethodPost, "/dashboards", `{"name":"watched by `+d.name+`","tiles":[{"id":"t1","name":"Booms","x":0,"y":0,"w":6,"h":4,
		"config":{"displayType":"line","sourceId":"`+source+`","select":[{"aggFn":"count","where":"boom"}]}}]}`))
	webhook := record(t, d.send(t, http.MethodPost, "/webhooks", `{"name":"told by `+d.name+`","service":"generic","url":"https://example.com/told"}`))
	alert := fmt.Sprintf(`{"name":"a%%d","source":"tile","dashboardId":%q,"tileId":%q,"threshold":%%[1]d,"thresholdType":"above","interval":"1h","channel":{"type":"webhook","webhookId":%q}}`,
		dashboard["id"], tileID(t, dashboard), webhook["id"])
	lists := []listed{
		{"/webhooks", `{"name":"` + d.name + ` %d","service":"generic","url":"https://example.com/%[1]d"}`, true},
		{"/saved-searches", `{"name":"s%d","sourceId":"` + source + `","where":"boom"}`, true},
		{"/alerts", alert, true},
		{"/dashboards", `{"name":"a","tags":["%d"],"tiles":[]}`, false}, // by name, then in this order
		{"/sources", `{"name":"Logs %d","kind":"log","connection":"` + connectionOf(t, d, source) + `","from":{"databaseName":"default","tableName":"otel_logs"},"timestampValueExpression":"Timestamp","defaultTableSelectExpression":"Timestamp, Body"}`, false},
	}
	if d.name == "self-hosted" {
		lists = append(lists, listed{"/access-keys", `{"name":"k%d"}`, false}, listed{"/ingestion-keys", `{"name":"i%d"}`, false},
			listed{"/team/invitations", `{"email":"p%d@example.com"}`, false})
	}
	return lists
}

func connectionOf(t *testing.T, d deployment, source string) string {
	t.Helper()
	found, _ := record(t, d.send(t, http.MethodGet, "/sources/"+source, ""))["connection"].(string)
	return found
}

// cloudLists are the lists of an organization that clients add to.
func cloudLists() []listed {
	return []listed{{"/keys", `{"name":"k%d","roles":["developer"]}`, false}, {"/invitations", `{"email":"p%d@example.com","role":"developer"}`, false}}
}

// TestListsAreInTheOrderOfCreation makes things as quickly as it can and reads
// every list back, part by part where it has parts: each is there once, and in
// the order in which they were made.
func TestListsAreInTheOrderOfCreation(t *testing.T) {
	t.Parallel()
	for _, postgres := range []bool{false, true} {
		t.Run(fmt.Sprintf("postgres=%t", postgres), func(t *testing.T) {
			t.Parallel()
			s := apptest.Start(t, apptest.Options{Postgres: postgres})
			for _, d := range deployments(s) {
				for _, l := range stackLists(t, d) {
					t.Run(d.name+l.path, func(t *testing.T) { checkOrder(t, d, l) })
				}
			}
			organization := deployments(s)[1]
			organization.prefix = "/v1/organizations/" + s.Installation.OrganizationID
			for _, l := range cloudLists() {
				t.Run("organization"+l.path, func(t *testing.T) { checkOrder(t, organization, l) })
			}
		})
	}
}

func checkOrder(t *testing.T, d deployment, l listed) {
	t.Helper()
	const made, part = 30, 7
	var want []string
	for i := range made {
		want = append(want, madeID(t, d.send(t, http.MethodPost, l.path, fmt.Sprintf(l.body, i))))
	}
	var got []string
	for offset := 0; ; offset += part {
		query := ""
		if l.paged {
			query = fmt.Sprintf("?limit=%d&offset=%d", part, offset)
		}
		ids := listedIDs(t, d.send(t, http.MethodGet, l.path+query, ""))
		got = append(got, ids...)
		if !l.paged || len(ids) < part {
			break
		}
	}
	before := len(got) - made
	if before < 0 || !slices.Equal(want, got[before:]) {
		t.Error(cmp.Diff(want, got[max(0, before):]))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(got) {
		t.Errorf("something is there twice: %v", got)
	}
}

// madeID returns the id of what an answer says was made. Keys have theirs
// beside the secret.
func madeID(t *testing.T, answer testkit.Answer) string {
	t.Helper()
	if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	value := answer.JSON(t)
	for _, name := range []string{"data", "result"} {
		if found, ok := value[name].(map[string]any); ok {
			if key, isKey := found["key"].(map[string]any); isKey {
				found = key
			}
			if id, isInvitation := found["invitationId"].(string); isInvitation {
				return id
			}
			return found["id"].(string)
		}
	}
	t.Fatalf("no id in %s", answer.Body)
	return ""
}

func listedIDs(t *testing.T, answer testkit.Answer) []string {
	t.Helper()
	var body struct{ Data, Result []struct{ ID string } }
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %v %s", answer.Status, err, answer.Body)
	}
	var ids []string
	for _, item := range append(body.Data, body.Result...) {
		ids = append(ids, item.ID)
	}
	return ids
}
