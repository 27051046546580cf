package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// listed is a list and how something new gets into it.
type listed struct {
	path  string
	body  string // %d is replaced by a number
	paged bool
	made  int                     // how many; 0: thirty
	add   func(number int) string // nil: by POST of the body
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
		{path: "/webhooks", body: `{"name":"` + d.name + ` %d","service":"generic","url":"https://example.com/%[1]d"}`, paged: true},
		{path: "/saved-searches", body: `{"name":"s%d","sourceId":"` + source + `","where":"boom"}`, paged: true},
		{path: "/alerts", body: alert, paged: true},
		{path: "/roles", body: `{"name":"` + d.name + ` %d","permissions":[{"action":"read","subject":"all"}]}`},
		{path: "/dashboards", body: `{"name":"a","tags":["%d"],"tiles":[]}`}, // by name, then in this order
		{path: "/sources", body: `{"name":"Logs %d","kind":"log","connection":"` + connectionOf(t, d, source) + `","from":{"databaseName":"default","tableName":"otel_logs"},"timestampValueExpression":"Timestamp","defaultTableSelectExpression":"Timestamp, Body"}`},
	}
	if d.name == "self-hosted" {
		lists = append(lists, listed{path: "/access-keys", body: `{"name":"k%d"}`}, listed{path: "/ingestion-keys", body: `{"name":"i%d"}`},
			listed{path: "/team/invitations", body: `{"email":"p%d@example.com"}`},
			listed{path: "/connections", body: `{"name":"c%d","host":"https://db.example.com","username":"u","password":"p"}`})
	}
	return lists
}

// memberLists are the lists that people get into by joining.
func memberLists(t *testing.T, s *apptest.Server) map[string]listed {
	t.Helper()
	join := func(kind string) func(int) string {
		return func(number int) string {
			made, err := s.Access().CreateMember(t.Context(), access.NewUser{
				Email: fmt.Sprintf("%s%d@example.com", kind, number), Name: "Member", Password: apptest.Password,
			}, access.Membership{TeamID: s.Installation.TeamID, Role: org.RoleDeveloper})
			if err != nil {
				t.Fatal(err)
			}
			return made.ID
		}
	}
	return map[string]listed{
		"/api/v2/team/members":                       {path: "/team/members", made: 5, add: join("team")},
		"/v1/organizations/{organizationId}/members": {path: "/members", made: 5, add: join("cloud")},
	}
}

func connectionOf(t *testing.T, d deployment, source string) string {
	t.Helper()
	found, _ := record(t, d.send(t, http.MethodGet, "/sources/"+source, ""))["connection"].(string)
	return found
}

// cloudLists are the lists of an organization that clients add to.
func cloudLists(s *apptest.Server) []listed {
	return []listed{
		{path: "/keys", body: `{"name":"k%d","roles":["developer"]}`},
		{path: "/invitations", body: `{"email":"p%d@example.com","role":"developer"}`},
		{path: "/roles", body: `{"name":"r%d","actors":[],"policies":[]}`},
		{path: "/services", body: `{"name":"s%d","provider":"aws","region":"us-east-1"}`, made: 5},
		{
			path: "/services/" + s.Installation.ServiceID + "/pipesReversePrivateEndpoints",
			body: `{"description":"d","type":"VPC_ENDPOINT_SERVICE","vpcEndpointServiceName":"com.amazonaws.vpce.us-east-1.vpce-svc-%017d"}`,
		},
	}
}

// otherLists are lists that clients can't add to, or that hold what happened;
// the tests of those hold their order, newest first.
func otherLists() []string {
	return []string{"listOrganizations", "listActivities", "AlertDeliveries", "AlertEvaluations", "AlertHistory", "WebhookDeliveries", "DashboardVersions", "ShareLinks", "AuditRecords", "listBackups", "listOrganizationBackups"}
}

// TestListsAreInTheOrderOfCreation makes things as quickly as it can and reads
// every list of the documents back, part by part where it has parts: each is
// there once, and in the order in which they were made.
func TestListsAreInTheOrderOfCreation(t *testing.T) {
	t.Parallel()
	for _, postgres := range []bool{false, true} {
		t.Run(fmt.Sprintf("postgres=%t", postgres), func(t *testing.T) {
			t.Parallel()
			s := apptest.Start(t, apptest.Options{Postgres: postgres})
			var checked []string
			check := func(d deployment, l listed) {
				t.Run(d.name+l.path, func(t *testing.T) { checkOrder(t, d, l) })
				checked = append(checked, d.prefix+l.path)
			}
			for _, d := range deployments(s) {
				for _, l := range stackLists(t, d) {
					check(d, l)
				}
			}
			organization := deployments(s)[1]
			organization.name, organization.prefix = "organization", "/v1/organizations/"+s.Installation.OrganizationID
			for _, l := range cloudLists(s) {
				check(organization, l)
			}
			members := memberLists(t, s)
			check(deployments(s)[0], members["/api/v2/team/members"])
			check(organization, members["/v1/organizations/{organizationId}/members"])
			checkAllLists(t, s, checked)
		})
	}
}

// checkAllLists holds that every list of the documents is among those that were
// checked.
func checkAllLists(t *testing.T, s *apptest.Server, checked []string) {
	t.Helper()
	for base, prefix := range map[string]string{s.URL(app.RoleStack): "/api/v2", s.URL(app.RoleCloud): "/v1"} {
		var document struct {
			Paths map[string]map[string]struct{ OperationID string }
		}
		answer := testkit.Scenario{Path: prefix + "/openapi.json"}.Send(t, base)
		if err := json.Unmarshal([]byte(answer.Body), &document); err != nil {
			t.Fatal(err)
		}
		for path, methods := range document.Paths {
			id := methods["get"].OperationID
			isOther := slices.ContainsFunc(otherLists(), func(name string) bool { return strings.HasSuffix(id, name) })
			if strings.HasPrefix(id, "list") && !isOther && !slices.Contains(checked, withUnknownIDs(path, s)) {
				t.Errorf("nothing holds the order of %s (%s)", id, path)
			}
		}
	}
}

func checkOrder(t *testing.T, d deployment, l listed) {
	t.Helper()
	const part = 7
	made := cmp.Or(l.made, 30)
	var want []string
	for i := range made {
		if l.add != nil {
			want = append(want, l.add(i))
			continue
		}
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
		t.Error(gocmp.Diff(want, got[max(0, before):]))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(got) {
		t.Errorf("something is there twice: %v", got)
	}
}

// madeID returns the id of what an answer says was made. Keys and services have
// theirs beside the secret.
func madeID(t *testing.T, answer testkit.Answer) string {
	t.Helper()
	if answer.Status != http.StatusOK && answer.Status != http.StatusCreated {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	value := answer.JSON(t)
	for _, name := range []string{"data", "result"} {
		if found, ok := value[name].(map[string]any); ok {
			for _, inner := range []string{"key", "service"} {
				if record, isInside := found[inner].(map[string]any); isInside {
					found = record
				}
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
	var body struct{ Data, Result []struct{ ID, UserID string } }
	if err := json.Unmarshal([]byte(answer.Body), &body); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %v %s", answer.Status, err, answer.Body)
	}
	var ids []string
	for _, item := range append(body.Data, body.Result...) {
		ids = append(ids, cmp.Or(item.ID, item.UserID))
	}
	return ids
}
