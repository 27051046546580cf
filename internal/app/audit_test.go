package app_test

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// auditRecord is a record of the audit log as clients read it.
type auditRecord struct {
	Operation, Door, Outcome, Reason string
	Count                            int64
	Actor                            struct{ Kind, Name, Address string }
	Subject                          struct{ Kind, ID, Name string }
	Changes                          []struct{ Field string }
}

// auditOf returns the audit log of the first team, newest first.
func auditOf(t *testing.T, s *apptest.Server, query string) []auditRecord {
	t.Helper()
	got := testkit.Scenario{Path: "/api/v2/audit" + query, Headers: bearer(s.Installation.AccessKey)}.Send(t, s.URL(app.RoleStack))
	var answer struct{ Data []auditRecord }
	if err := json.Unmarshal([]byte(got.Body), &answer); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return answer.Data
}

// uiWalk goes through the writing operations of the interface as an admin and
// a member do.
type uiWalk struct {
	t          *testing.T
	s          *apptest.Server
	member     person
	admin, ann map[string]string // headers of their sessions
	tried      map[string]bool
}

// do sends an operation of the interface, and returns the answer.
func (w *uiWalk) do(id, call string, headers map[string]string, body string) testkit.Answer {
	w.t.Helper()
	method, path, _ := strings.Cut(call, " ")
	got := testkit.Scenario{Method: method, Path: "/ui/api" + path, Headers: headers, Body: body}.Send(w.t, w.s.URL(app.RoleUI))
	if got.Status != http.StatusOK {
		w.t.Fatalf("%s: %d %s", id, got.Status, got.Body)
	}
	w.tried[id] = true
	return got
}

func (w *uiWalk) arrangeTeam() {
	w.do("setRetention", "PUT /retention", w.admin, `{"logDays":7,"traceDays":7,"metricDays":7}`)
}

// passwords resets the member's password, and sets it by a link.
func (w *uiWalk) passwords() {
	w.do("resetMemberPassword", "POST /members/"+w.member.id+"/password", w.admin, "")
	made := w.do("createPasswordLink", "POST /members/"+w.member.id+"/password-link", w.admin, "")
	_, token, _ := strings.Cut(dataOf(w.t, made)["url"].(string), "token=")
	w.do("usePasswordLink", "POST /password-link/use", nil, `{"token":"`+token+`","password":"`+apptest.Password+`"}`)
	w.ann = signIn(w.t, w.s, w.member.email, apptest.Password)
}

// twoFactors turns the member's second factor on and off in all ways.
func (w *uiWalk) twoFactors() {
	proof := `{"currentPassword":"` + apptest.Password + `"}`
	enroll := func() {
		begun := w.do("beginSecondFactor", "POST /second-factor", w.ann, proof)
		code := testkit.TOTP(w.t, dataOf(w.t, begun)["secret"].(string), time.Now())
		w.do("confirmSecondFactor", "POST /second-factor/confirm", w.ann, `{"code":"`+code+`"}`)
	}
	enroll()
	codes := dataOf(w.t, w.do("renewRecoveryCodes", "POST /second-factor/recovery-codes", w.ann, proof))["recoveryCodes"].([]any)
	w.do("signIn", "POST /session", nil, `{"email":"`+w.member.email+`","password":"`+apptest.Password+`","code":"`+codes[0].(string)+`"}`)
	w.do("removeMemberSecondFactor", "DELETE /members/"+w.member.id+"/second-factor", w.admin, "")
	enroll()
	w.do("removeSecondFactor", "POST /second-factor/remove", w.ann, proof)
}

// sessions ends the admin's in all ways.
func (w *uiWalk) sessions() {
	signIn(w.t, w.s, "admin@localhost", apptest.Password)
	var open struct {
		Data []struct {
			ID        string
			IsCurrent bool
		}
	}
	if err := json.Unmarshal([]byte(w.do("listSessions", "GET /sessions", w.admin, "").Body), &open); err != nil || len(open.Data) < 2 {
		w.t.Fatalf("%v %+v", err, open)
	}
	w.do("endSession", "DELETE /sessions/"+open.Data[1].ID, w.admin, "")
	signIn(w.t, w.s, "admin@localhost", apptest.Password)
	w.do("endOtherSessions", "DELETE /sessions", w.admin, "")
	w.do("changePassword", "PUT /password", w.admin, `{"currentPassword":"`+apptest.Password+`","password":"another horse battery"}`)
	w.do("signOut", "DELETE /session", w.admin, "")
}

// dataOf returns the data of an answer.
func dataOf(t *testing.T, a testkit.Answer) map[string]any {
	t.Helper()
	data, isObject := a.JSON(t)["data"].(map[string]any)
	if !isObject {
		t.Fatalf("no data: %s", a.Body)
	}
	return data
}

// TestEveryWriteOfTheInterfaceLeavesARecord walks the writing operations of the
// interface's own API.
func TestEveryWriteOfTheInterfaceLeavesARecord(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		w := &uiWalk{t: t, s: s, member: newPerson(t, s, "ann", org.RoleDeveloper), tried: map[string]bool{}}
		w.admin = signIn(t, s, "admin@localhost", apptest.Password)
		w.arrangeTeam()
		w.passwords()
		w.twoFactors()
		w.sessions()
		for _, id := range uiWrites(t) {
			if !w.tried[id] {
				t.Errorf("%s is not tried", id)
			}
			records := auditOf(t, s, "?operation="+id)
			if len(records) == 0 {
				t.Errorf("%s leaves no record", id)
			}
			for _, r := range records {
				if r.Actor.Kind != "person" || r.Actor.Name == "" || r.Actor.Address != "127.0.0.1" || r.Door != "web" || r.Subject.Kind == "" || r.Subject.ID == "" || len(r.Changes) == 0 {
					t.Errorf("%s: %+v", id, r)
				}
			}
		}
	})
}

// changesNothing lists the operations of the interface that are sent like
// writing ones, and where to look for their records instead.
func changesNothing() map[string]string {
	return map[string]string{
		"getInvitation":    "asks",
		"getPasswordLink":  "asks",
		"beginSSO":         "sends somebody away to a provider",
		"finishSSO":        "needs a provider; it opens a session as signIn does",
		"claimAccount":     "needs an account without a password; TestFirstLinkSetsUpAndSignsIn",
		"useSignInLink":    "opens a session as signIn does; TestFirstLinkSetsUpAndSignsIn",
		"setUp":            "the installation is there already; internal/audit has its test",
		"mailPasswordLink": "the link is made later; internal/audit has its test",
	}
}

// uiWrites returns the ids of the writing operations of the interface's
// document.
func uiWrites(t *testing.T) []string {
	t.Helper()
	document, err := os.ReadFile("../uiapi/testdata/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	method := ""
	for line := range strings.Lines(string(document)) {
		switch indent := len(line) - len(strings.TrimLeft(line, " ")); {
		case indent == 4:
			method = strings.TrimSpace(line)
		case indent == 6 && method != "get:":
			if id, found := strings.CutPrefix(strings.TrimSpace(line), "operationId: "); found && changesNothing()[id] == "" {
				ids = append(ids, id)
			}
		}
	}
	if !slices.Contains(ids, "signOut") || slices.Contains(ids, "getSession") {
		t.Fatalf("can't read the document: %v", ids)
	}
	return ids
}

// TestOperatorsAndStrangersAreInTheAuditLog makes changes by commands, and
// refusals that are known and unknown.
func TestOperatorsAndStrangersAreInTheAuditLog(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		s := apptest.Start(t, options)
		developer := newPerson(t, s, "dev", org.RoleDeveloper)
		if got := clitest.Beside(t, s, "key", "create", "--kind", "ingestion", "--name", "made"); got.Code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
		made := auditOf(t, s, "?subjectKind=ingestion_key&limit=1")[0]
		if made.Door != "cli" || made.Operation != "cairn key create" || made.Actor.Kind != "operator" || made.Subject.Name != "made" {
			t.Errorf("by a command: %+v", made)
		}
		if got := signInAnswer(t, s, "dev@example.com", "wrong horse battery"); got.Status != http.StatusUnauthorized {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		refused := testkit.Scenario{Path: "/api/v2/audit", Headers: developer.bearer}.Send(t, s.URL(app.RoleStack))
		if refused.Status != http.StatusForbidden || !strings.Contains(refused.Body, "this needs the role admin") {
			t.Fatalf("%d %s", refused.Status, refused.Body)
		}
		wanted := map[string]string{"signIn": "the e-mail address or the password is wrong", "listAuditRecords": "this needs the role admin"}
		s.Access().Refusals.WriteDue(t.Context(), 0)
		for _, r := range auditOf(t, s, "?outcome=refused") {
			if r.Actor.Name == "dev@example.com" && r.Count == 1 && r.Reason == wanted[r.Operation] {
				delete(wanted, r.Operation)
			}
		}
		if len(wanted) > 0 {
			t.Errorf("no record of the refusals %v", wanted)
		}
	})
}

// TestAuditVerify alters a record behind the back of the server.
func TestAuditVerify(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	newPerson(t, s, "ann", org.RoleDeveloper)
	if got := clitest.Beside(t, s, "audit", "verify"); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, s.Installation.TeamID) {
		t.Errorf("a whole log: %+v", got)
	}
	headers := bearer(s.Installation.AccessKey)
	headers["Accept"] = "application/x-ndjson"
	lines := testkit.Scenario{Path: "/api/v2/audit", Headers: headers}.Send(t, s.URL(app.RoleStack))
	if got, want := strings.Count(lines.Body, "\n"), len(auditOf(t, s, "?limit=1000")); got != want || lines.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("the export has %d lines, want %d", got, want)
	}
	file, err := sql.Open("sqlite", filepath.Join(s.Config.DataDir, sqlstore.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := file.ExecContext(t.Context(), "UPDATE audit_records SET user_name = 'somebody@example.com' WHERE sequence = 2"); err != nil {
		t.Fatal(err)
	}
	if got := clitest.Beside(t, s, "audit", "verify"); got.Code != cli.ExitFail || !strings.Contains(got.Stdout, "audit log entry 2") {
		t.Errorf("an altered log: %+v", got)
	}
	chain := testkit.Scenario{Path: "/api/v2/audit/chain", Headers: bearer(s.Installation.AccessKey)}.Send(t, s.URL(app.RoleStack))
	if !strings.Contains(chain.Body, `"whole":false`) || !strings.Contains(chain.Body, `"broken":{"sequence":2,`) {
		t.Errorf("an altered log: %s", chain.Body)
	}
}
