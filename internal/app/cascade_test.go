package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// cascade is a team in which everything has something that hangs on it.
type cascade struct {
	t        *testing.T
	s        *apptest.Server
	ann, bob person            // each with a key and a link
	ids      map[string]string // by the operation that deletes it
	boards   []string
}

// call sends an operation of an admin and returns the id of what it makes.
func (c *cascade) call(method, path, body string) string {
	c.t.Helper()
	return c.as(bearer(c.s.Installation.AccessKey), method, path, body)
}

func (c *cascade) as(who map[string]string, method, path, body string) string {
	c.t.Helper()
	got := testkit.Scenario{Method: method, Path: "/api/v2" + path, Headers: who, Body: body}.Send(c.t, c.s.URL(app.RoleStack))
	if got.Status >= http.StatusBadRequest {
		c.t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
	}
	var made struct{ Data struct{ ID string } }
	_ = json.Unmarshal([]byte(got.Body), &made)
	return made.Data.ID
}

// furnish makes one of everything that can be deleted.
func (c *cascade) furnish() {
	c.t.Helper()
	source := c.things("/sources", bearer(c.s.Installation.AccessKey))
	logs := slices.Sorted(maps.Keys(source))[0]
	webhook := c.call(http.MethodPost, "/webhooks", `{"name":"w","service":"generic","url":"https://example.com/a"}`)
	search := c.call(http.MethodPost, "/saved-searches", `{"name":"s","sourceId":"`+logs+`"}`)
	alert := func() string {
		return c.call(http.MethodPost, "/alerts", `{"source":"saved_search","savedSearchId":"`+search+`","interval":"1m","threshold":1,"thresholdType":"above","channel":{"type":"webhook","webhookId":"`+webhook+`"}}`)
	}
	board := c.call(http.MethodPost, "/dashboards", `{"name":"d","tiles":[]}`)
	theirs := c.call(http.MethodPost, "/dashboards", `{"name":"e","tiles":[]}`)
	c.boards = []string{board, theirs}
	link := func(who map[string]string, board string) string {
		return c.as(who, http.MethodPost, "/dashboards/"+board+"/share-links", `{"expiresIn":"1h"}`)
	}
	link(bearer(c.s.Installation.AccessKey), board)
	link(c.ann.bearer, theirs)
	link(c.bob.bearer, theirs)
	alert()
	c.call(http.MethodPost, "/team/invitation", `{"email":"new@example.com"}`)
	invitations := c.things("/team/invitations", bearer(c.s.Installation.AccessKey))
	c.ids = map[string]string{
		"deleteAccessKey":    c.call(http.MethodPost, "/access-keys", `{"name":"k"}`),
		"deleteAlert":        alert(),
		"deleteConnection":   c.call(http.MethodPost, "/connections", `{"name":"c","host":"https://example.com","username":"u"}`),
		"revokeShareLink":    link(bearer(c.s.Installation.AccessKey), theirs),
		"deleteDashboard":    board,
		"deleteIngestionKey": c.call(http.MethodPost, "/ingestion-keys", `{"name":"i"}`),
		"deleteRole":         c.call(http.MethodPost, "/roles", `{"name":"r","permissions":[{"action":"read","subject":"Dashboard"}]}`),
		"deleteSavedSearch":  search,
		"deleteSource":       logs,
		"deleteInvitation":   slices.Collect(maps.Keys(invitations))[0],
		"removeMemberRole":   c.bob.id,
		"removeMember":       c.ann.id,
		"deleteWebhook":      c.call(http.MethodPost, "/webhooks", `{"name":"v","service":"generic","url":"https://example.com/b"}`),
	}
}

// things returns what a list has, by id.
func (c *cascade) things(path string, who map[string]string) map[string]string {
	c.t.Helper()
	got := testkit.Scenario{Path: "/api/v2" + path, Headers: who}.Send(c.t, c.s.URL(app.RoleStack))
	var list struct{ Data []map[string]any }
	if got.Status != http.StatusOK || json.Unmarshal([]byte(got.Body), &list) != nil {
		return nil // another form, or it is gone
	}
	found := map[string]string{}
	for _, thing := range list.Data {
		id, _ := thing["id"].(string)
		if id == "" {
			id, _ = thing["_id"].(string)
		}
		if revoked := thing["revokedAt"]; id != "" && revoked == nil {
			found[id] = path
		}
	}
	return found
}

// all returns everything that lists of the document show, to the admin and to
// the members.
func (c *cascade) all(lists []string) map[string]string {
	c.t.Helper()
	found := map[string]string{}
	for _, path := range lists {
		for _, who := range []map[string]string{bearer(c.s.Installation.AccessKey), c.ann.bearer, c.bob.bearer} {
			maps.Copy(found, c.things(path, who))
		}
	}
	return found
}

// TestWhatGoesWithSomethingElseLeavesARecord calls every operation that deletes,
// and compares what can be read before and after with the audit log.
func TestWhatGoesWithSomethingElseLeavesARecord(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	c := &cascade{t: t, s: s, ann: newPerson(t, s, "ann", org.RoleDeveloper), bob: newPerson(t, s, "bob", org.RoleDeveloper)}
	c.furnish()
	api := roleAPI{"/api/v2", access.StackOperations(), []string{"joinTeam", "getShared", "drawSharedTile", "listSharedValues"}, []app.Role{app.RoleStack}}
	var deletes []roleOperation
	var lists []string
	for _, board := range c.boards {
		lists = append(lists, "/dashboards/"+board+"/share-links")
	}
	for _, op := range api.operations(t, s) {
		path := strings.TrimPrefix(op.path, "/api/v2")
		switch {
		case op.id == "unsilenceAlert", op.id == "deleteTeam": // deletes nothing; takes the log along
		case op.method == http.MethodDelete:
			deletes = append(deletes, op)
		case op.method == http.MethodGet && !strings.Contains(path, "0123456789abcdef01234567") && !strings.Contains(path, "audit") && !strings.Contains(path, "tail"):
			lists = append(lists, path)
		}
	}
	slices.SortFunc(deletes, func(a, b roleOperation) int { return strings.Compare(a.id, b.id) }) // an alert before what it watches
	went := 0
	for _, op := range deletes {
		id, made := c.ids[op.id]
		if !made {
			t.Errorf("%s deletes, and there is nothing to delete", op.id)
			continue
		}
		before := c.all(lists)
		c.call(op.method, strings.TrimPrefix(deletePath(op, id), "/api/v2"), "")
		after := c.all(lists)
		recorded := map[string]bool{}
		for _, r := range auditOf(t, s, "?operation="+op.id) {
			recorded[r.Subject.ID] = true
		}
		for id, list := range before {
			if _, stays := after[id]; stays {
				continue
			}
			went++
			if !recorded[id] {
				t.Errorf("%s takes %s of %s along and leaves no record of it", op.id, id, list)
			}
		}
	}
	if want := len(deletes) + 6; went < want { // an alert, three links and two keys go along
		t.Errorf("%d things went, want %d", went, want)
	}
}

// deletePath returns the path of an operation with the id of what it deletes.
func deletePath(op roleOperation, id string) string {
	const unknown = "0123456789abcdef01234567"
	head, _, _ := strings.Cut(op.path, unknown)
	if op.id == "removeMemberRole" {
		return head + id + "/role"
	}
	return head + id
}
