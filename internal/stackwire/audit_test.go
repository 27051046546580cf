package stackwire_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// auditRecord is a record as clients read it.
type auditRecord struct {
	ID        string
	Sequence  int64
	Operation string
	Door      string
	Outcome   string
	Count     int64
	Actor     struct{ Kind, UserID, Name, KeyID, KeyName, Address, UserAgent string }
	Subject   struct{ Kind, ID, Name string }
	Changes   []struct {
		Field         string
		Before, After any
	}
	ChangesCut bool
}

// auditOf returns the newest records of a team.
func auditOf(t *testing.T, d stacktest.Door, query string) []auditRecord {
	t.Helper()
	var records []auditRecord
	answer := d.Must(t, http.MethodGet, "/audit"+query, "")
	if err := json.Unmarshal(answer.Value, &records); err != nil {
		t.Fatal(err)
	}
	return records
}

// changesNothing lists the writing methods that write nothing of a team's, and
// why.
func changesNothing() map[string]string {
	return map[string]string{
		"POST /teams":               "begins the log of the new team",
		"DELETE /team":              "ends the log; the activities of the organization have it",
		"POST /dashboards/validate": "asks",
		"POST /dashboards/grafana":  "asks",
		"POST /alerts/backtest":     "asks",
		"POST /alerts/preview":      "asks",
		"POST /charts/tile":         "asks",
		"POST /shared":              "asks",
		"POST /shared/tile":         "asks",
		"POST /connections/test":    "keeps nothing",
		"POST /alerts/test":         "keeps nothing but what was sent, which the deliveries show",
		"POST /webhooks/{id}/test":  "keeps nothing but what was sent, which the deliveries show",
	}
}

// TestEveryWriteLeavesARecord sends every writing operation of both documents
// with a body that is good, and wants a record of each with who, through which
// door, what it is about and what changed.
func TestEveryWriteLeavesARecord(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		for _, deployment := range []struct {
			door   func(*stacktest.World) stacktest.Door
			api    func(*stacktest.World) *httpx.API
			prefix string
			name   string
		}{
			{(*stacktest.World).SelfHosted, func(w *stacktest.World) *httpx.API { return w.Stack }, "/api/v2", "stack_api"},
			{(*stacktest.World).Managed, func(w *stacktest.World) *httpx.API { return w.Cloud }, "/v1/organizations/{organizationId}/services/{serviceId}/stack", "managed_api"},
		} {
			w := stacktest.New(t, o)
			own := belongings(t, w, w.SelfHosted(), w.Home)
			ids := operationIDs(t, deployment.api(w), deployment.prefix)
			m, table := matrix{door: deployment.door(w), own: own}, rows()
			table["PUT /alerts/{id}"] = row{noun: "alert", body: with(search(), "threshold", "77")} // those of the table change nothing
			table["PUT /connections/{id}"] = row{noun: "far", body: `{"name":"d","host":"https://db.example.com","username":""}`}
			for _, op := range operations(t, deployment.api(w), deployment.prefix) {
				if strings.HasPrefix(op, "GET ") || changesNothing()[op] != "" {
					continue
				}
				if op == "DELETE /alerts/{id}/silence" { // there is one to end
					m.send(t, "POST /alerts/{id}/silence", own["alert"], table["POST /alerts/{id}/silence"].body)
				}
				before := auditOf(t, m.door, "?limit=1")
				body := fill(t, table[op].body, own)
				if got := m.send(t, op, own[table[op].noun], body); got.Status != http.StatusOK {
					t.Fatalf("%s: %d %s", op, got.Status, got.Body)
				}
				fresh := slices.DeleteFunc(auditOf(t, m.door, ""), func(r auditRecord) bool { return r.Sequence <= before[0].Sequence })
				checkRecords(t, op, fresh, ids[op], deployment.name)
			}
			if got := m.door.Must(t, http.MethodGet, "/audit/chain", "").Value; !strings.Contains(string(got), `"whole":true`) {
				t.Errorf("the chain: %s", got)
			}
		}
	})
}

func checkRecords(t *testing.T, op string, fresh []auditRecord, id, door string) {
	t.Helper()
	if len(fresh) == 0 {
		t.Errorf("%s leaves no record", op)
	}
	for _, r := range fresh {
		kind := map[string]string{"stack_api": "access_key", "managed_api": "cloud_key"}[door]
		if op == "POST /team/join" {
			kind = "person"
		}
		if r.Actor.Kind != kind || kind != "person" && (r.Actor.KeyID == "" || r.Actor.KeyName != "default") || r.Actor.Address != "127.0.0.1" {
			t.Errorf("%s was done by %+v, want a %s", op, r.Actor, kind)
		}
		if r.Operation != id || r.Door != door || r.Outcome != "done" {
			t.Errorf("%s is the %s %s by %s", op, r.Outcome, r.Operation, r.Door)
		}
		hasName := r.Subject.Name != "" || r.Subject.Kind == "alert" || r.Subject.Kind == "delivery" // those need none
		if r.Subject.Kind == "" || r.Subject.ID == "" || !hasName || len(r.Changes) == 0 {
			t.Errorf("%s is about %+v with the changes %v", op, r.Subject, r.Changes)
		}
	}
}

// operationIDs returns the ids of the operations of a document.
func operationIDs(t *testing.T, api *httpx.API, prefix string) map[string]string {
	t.Helper()
	text, err := api.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for path, methods := range document.Paths {
		below, _ := strings.CutPrefix(path, prefix)
		for method, op := range methods {
			ids[strings.ToUpper(method)+" "+below] = op.OperationID
		}
	}
	return ids
}

// TestAuditHasNoSecret makes and changes what has secrets, and looks for them
// in the log and in the whole database of it.
func TestAuditHasNoSecret(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		d := w.SelfHosted()
		secrets := []string{"hdr-s3cret", "prm-s3cret", "pth-s3cret", "pwd-s3cret", "correct horse battery"}
		hook := d.Must(t, http.MethodPost, "/webhooks", `{"name":"w","service":"generic","url":"https://hooks.example.com/pth-s3cret","headers":{"X-Key":"hdr-s3cret"},"queryParams":{"k":"prm-s3cret"}}`)
		rotated := d.Must(t, http.MethodPost, "/webhooks/"+hook.Field(t, "id")+"/rotate-secret", "")
		d.Must(t, http.MethodPost, "/connections", `{"name":"c","host":"https://db.example.com","username":"u","password":"pwd-s3cret"}`)
		key := d.Must(t, http.MethodPost, "/access-keys", `{"name":"k"}`)
		secrets = append(secrets, hook.Field(t, "secret"), rotated.Field(t, "secret"), key.Field(t, "key"))
		if _, err := w.Access.ResetPassword(t.Context(), w.Home.User); err != nil {
			t.Fatal(err)
		}
		user, err := w.Store.UserByID(t.Context(), w.Home.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, user.PasswordHash)
		all := d.Must(t, http.MethodGet, "/audit?limit=1000", "").Body
		for _, secret := range secrets {
			if strings.Contains(all, secret) {
				t.Errorf("the log has the secret %s", secret)
			}
		}
		rotation := auditOf(t, d, "?operation=rotateWebhookSecret")
		if len(rotation) != 1 || len(rotation[0].Changes) != 1 || rotation[0].Changes[0].Field != "signingSecret" || rotation[0].Changes[0].After != "********" {
			t.Errorf("the rotation: %+v", rotation)
		}
	})
}

// TestAuditIsOneChainUnderConcurrency lets writers of one team race.
func TestAuditIsOneChainUnderConcurrency(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		d := w.SelfHosted()
		d.Must(t, http.MethodGet, "/sources", "") // furnishes the team
		before := len(auditOf(t, d, "?limit=1000"))
		const writers, each = 8, 5
		done := make(chan struct{})
		for range writers {
			go func() {
				defer func() { done <- struct{}{} }()
				for range each {
					if _, _, err := w.Access.CreateIngestionKey(access.AsSystem(t.Context(), "test"), w.Home.TeamID, "k"); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		for range writers {
			<-done
		}
		if got := len(auditOf(t, d, "?limit=1000")) - before; got != writers*each {
			t.Errorf("the log has %d more records, want %d", got, writers*each)
		}
		if got := d.Must(t, http.MethodGet, "/audit/chain", "").Value; !strings.Contains(string(got), `"whole":true`) {
			t.Errorf("the chain: %s", got)
		}
	})
}
