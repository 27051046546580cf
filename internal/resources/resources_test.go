package resources_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// crowded is a store whose team keeps as much as it says.
type crowded struct {
	resources.ResourceStore
	have resources.Holdings
}

func (c crowded) HoldingsOf(context.Context, string) (resources.Holdings, error) { return c.have, nil }

// member returns a context in which the first user acts in the first team.
func member(t *testing.T, w *stacktest.World) context.Context {
	t.Helper()
	return access.WithPrincipal(t.Context(), access.Principal{
		Kind: access.TokenAccess, KeyID: "k", UserID: w.Home.User.ID, TeamID: w.Home.TeamID,
		OrganizationID: w.Home.OrganizationID, Roles: []org.Role{org.RoleAdmin},
	})
}

func wantKind(t *testing.T, what string, err error, want fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); got != want {
		t.Errorf("%s: %v (%q), want %q", what, err, got, want)
	}
}

const webhookBody = `{"name":"w","service":"generic","url":"https://hooks.example.com/"}`

// TestFullTeamIsAConflict hits every limit on what a team may keep.
func TestFullTeamIsAConflict(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	ctx := member(t, w)
	sources, err := w.Resources.Sources(ctx)
	if err != nil {
		t.Fatal(err)
	}
	hook, err := w.Resources.CreateWebhook(ctx, []byte(webhookBody))
	if err != nil {
		t.Fatal(err)
	}
	search, err := w.Resources.CreateSavedSearch(ctx, fmt.Appendf(nil, `{"name":"s","sourceId":%q}`, sources[0].ID))
	if err != nil {
		t.Fatal(err)
	}
	alert := fmt.Appendf(nil, `{"source":"search","savedSearchId":%q,"threshold":1,"thresholdType":"above","interval":"5m",
		"channel":{"type":"webhook","webhookId":%q}}`, search.ID, hook.ID)
	tests := []struct {
		name string
		have resources.Holdings
		make func(r *resources.Resources) error
	}{
		{"dashboards", resources.Holdings{Dashboards: resources.DashboardsMax + 1}, func(r *resources.Resources) error {
			_, err := r.CreateDashboard(ctx, []byte(`{"name":"d","tiles":[]}`))
			return err
		}},
		{"bytes of dashboards", resources.Holdings{DashboardBytes: resources.DashboardBytesMax + 1}, func(r *resources.Resources) error {
			_, err := r.CreateDashboard(ctx, []byte(`{"name":"d","tiles":[]}`))
			return err
		}},
		{"alerts", resources.Holdings{Alerts: resources.AlertsMax}, func(r *resources.Resources) error {
			_, err := r.CreateAlert(ctx, alert)
			return err
		}},
		{"sources", resources.Holdings{Sources: resources.SourcesMax}, func(r *resources.Resources) error {
			_, err := r.CreateSource(ctx, fmt.Appendf(nil, `{"name":"s","kind":"promql","connection":%q,"timestampValueExpression":"t","from":{"databaseName":"d","tableName":"t"}}`, sources[0].Connection))
			return err
		}},
		{"connections", resources.Holdings{Connections: resources.ConnectionsMax}, func(r *resources.Resources) error {
			_, err := r.CreateConnection(ctx, []byte(`{"name":"c","host":"https://db.example.com","username":""}`))
			return err
		}},
		{"webhooks", resources.Holdings{Webhooks: resources.WebhooksMax}, func(r *resources.Resources) error {
			_, err := r.CreateWebhook(ctx, []byte(strings.Replace(webhookBody, `"w"`, `"x"`, 1)))
			return err
		}},
		{"saved searches", resources.Holdings{SavedSearches: resources.SavedSearchesMax + 1}, func(r *resources.Resources) error {
			_, err := r.CreateSavedSearch(ctx, fmt.Appendf(nil, `{"name":"t","sourceId":%q}`, sources[0].ID))
			return err
		}},
		{"bytes of saved searches", resources.Holdings{SavedSearchBytes: resources.SavedSearchBytesMax + 1}, func(r *resources.Resources) error {
			_, err := r.UpdateSavedSearch(ctx, resources.Ref{ID: search.ID}, fmt.Appendf(nil, `{"name":"t","sourceId":%q}`, sources[0].ID))
			return err
		}},
		{"invitations", resources.Holdings{Invitations: resources.InvitationsMax}, func(r *resources.Resources) error {
			_, err := r.Invite(ctx, []byte(`{"email":"a@example.com"}`))
			return err
		}},
	}
	for _, tt := range tests {
		full := *w.Resources
		full.Store = crowded{w.Store, tt.have}
		wantKind(t, tt.name, tt.make(&full), fault.Conflict)
		if err := tt.make(w.Resources); err != nil {
			t.Errorf("%s with room left: %v", tt.name, err)
		}
	}
	have, err := w.Store.HoldingsOf(ctx, w.Home.TeamID)
	if err != nil || have.Dashboards != 2 || have.Alerts != 1 {
		t.Errorf("what was refused is stored: %+v, %v", have, err)
	}
}

func TestRawSQLTilesNeedTheOperator(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{Adjust: func(r *resources.Resources) { r.SQL = nil }})
	ctx := member(t, w)
	sources, err := w.Resources.Sources(ctx)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Appendf(nil, `{"name":"d","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,
		"config":{"configType":"sql","displayType":"table","connectionId":%q,"sqlTemplate":"SELECT 1"}}]}`, sources[0].Connection)
	_, err = w.Resources.CreateDashboard(ctx, body)
	wantKind(t, "create", err, fault.Invalid)
	if !strings.Contains(err.Error(), "its operator has to allow them") {
		t.Errorf("the message does not say why: %v", err)
	}
	verdict, err := w.Resources.ValidateDashboard(ctx, body)
	if err != nil || verdict.Valid || len(verdict.Errors) != 1 || verdict.Errors[0].Path != "tiles.0.config.configType" {
		t.Errorf("validate: %+v, %v", verdict, err)
	}
}

// strictSQL takes one template.
type strictSQL struct{}

func (strictSQL) CheckSQLTile(_ context.Context, _ string, q stack.SQLQuery) error {
	if q.SQLTemplate == "SELECT 1" {
		return nil
	}
	return fault.New(fault.Invalid, "is not a SELECT")
}

func TestRawSQLTilesAreCompiledUnlessTheyAreStored(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{Adjust: func(r *resources.Resources) { r.SQL = strictSQL{} }})
	ctx := member(t, w)
	sources, err := w.Resources.Sources(ctx)
	if err != nil {
		t.Fatal(err)
	}
	body := func(template string) []byte {
		return fmt.Appendf(nil, `{"name":"d","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,
			"config":{"configType":"sql","displayType":"table","connectionId":%q,"sqlTemplate":%q}}]}`, sources[0].Connection, template)
	}
	_, err = w.Resources.CreateDashboard(ctx, body("DROP TABLE x"))
	wantKind(t, "a bad template", err, fault.Invalid)
	if err == nil || !strings.Contains(err.Error(), "tiles.0.config.sqlTemplate: is not a SELECT") {
		t.Errorf("the message does not say where: %v", err)
	}
	made, err := w.Resources.CreateDashboard(ctx, body("SELECT 1"))
	if err != nil {
		t.Fatal(err)
	}
	w.Resources.SQL = nil
	next, _, err := w.Resources.UpdateDashboard(ctx, resources.Ref{ID: made.ID}, []byte(strings.Replace(string(body("SELECT 1")), `"d"`, `"e"`, 1)))
	if err != nil || next.Name != "e" {
		t.Errorf("a stored template must stay: %v", err)
	}
}

func TestInvitedPersonJoinsOnce(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	ctx := member(t, w)
	invitation, err := w.Resources.Invite(ctx, []byte(`{"email":"new@example.com","name":"New"}`))
	if err != nil {
		t.Fatal(err)
	}
	person := access.NewUser{Email: "somebody-else@example.com", Name: "New", Password: "a long enough password"}
	if _, err := w.Resources.Accept(t.Context(), "0000", person); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a made-up token: %v", err)
	}
	w.Clock.Advance(time.Minute)
	user, err := w.Resources.Accept(t.Context(), invitation.Token, person)
	if err != nil || user.Email != "new@example.com" {
		t.Fatalf("%+v, %v", user, err)
	}
	if _, err := w.Resources.Accept(t.Context(), invitation.Token, person); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the token worked twice: %v", err)
	}
	members, err := w.Resources.Members(ctx)
	if err != nil || len(members) != 2 || members[1].UserID != user.ID {
		t.Errorf("%v, %v", members, err)
	}
}

func TestInvitationExpires(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	ctx := member(t, w)
	first, err := w.Resources.Invite(ctx, []byte(`{"email":"new@example.com"}`))
	if err != nil {
		t.Fatal(err)
	}
	wantState := func(token string, want org.InvitationState) {
		t.Helper()
		if got, err := w.Resources.InvitationState(t.Context(), token); err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	wantState(first.Token, org.InvitationOpen)
	w.Clock.Advance(org.TeamInvitationLife)
	wantState(first.Token, org.InvitationExpired)
	wantState("made up", org.InvitationGone)
	person := access.NewUser{Name: "New", Password: "a long enough password"}
	if _, err := w.Resources.Accept(t.Context(), first.Token, person); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an expired token: %v", err)
	}
	second, err := w.Resources.Invite(ctx, []byte(`{"email":"new@example.com"}`))
	if err != nil || second.ID == first.ID || second.Token == first.Token {
		t.Errorf("inviting again: %+v, %v", second, err)
	}
	wantState(first.Token, org.InvitationGone)
	wantState(second.Token, org.InvitationOpen)
}

func TestAlertsOfAMemberWhoLeavesBecomeTheCallers(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	ctx := member(t, w)
	left, err := w.Access.CreateMember(ctx, access.NewUser{Email: "left@example.com", Name: "L", Password: "a long enough password"},
		access.Membership{TeamID: w.Home.TeamID, Role: "developer"})
	if err != nil {
		t.Fatal(err)
	}
	theirs := access.WithPrincipal(t.Context(), access.Principal{Kind: access.TokenAccess, UserID: left.ID, TeamID: w.Home.TeamID, OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	sources, err := w.Resources.Sources(theirs)
	if err != nil {
		t.Fatal(err)
	}
	hook, hookErr := w.Resources.CreateWebhook(theirs, []byte(webhookBody))
	search, searchErr := w.Resources.CreateSavedSearch(theirs, fmt.Appendf(nil, `{"name":"s","sourceId":%q}`, sources[0].ID))
	if err := errors.Join(hookErr, searchErr); err != nil {
		t.Fatal(err)
	}
	alert, err := w.Resources.CreateAlert(theirs, fmt.Appendf(nil, `{"source":"search","savedSearchId":%q,"threshold":1,
		"thresholdType":"above","interval":"5m","channel":{"type":"webhook","webhookId":%q}}`, search.ID, hook.ID))
	if err != nil || alert.CreatedBy != left.ID {
		t.Fatalf("%+v, %v", alert, err)
	}
	if err := w.Resources.RemoveMember(ctx, left.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Resources.Alert(ctx, alert.ID); err != nil || got.CreatedBy != w.Home.User.ID {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSilenceEndsByItself(t *testing.T) {
	t.Parallel()
	a := stack.Alert{AlertStatus: stack.AlertStatus{Silence: &stack.Silence{Until: stacktest.Noon()}}}
	if a.Silenced(stacktest.Noon()) || !a.Silenced(stacktest.Noon().Add(-time.Millisecond)) {
		t.Error("a silence ends at its end")
	}
}

// TestEveryUseCaseAsksWhoCalls calls use cases without a caller, and with one
// that may only send telemetry.
func TestEveryUseCaseAsksWhoCalls(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	r, ref := w.Resources, resources.Ref{ID: "0123456789abcdef01234567"}
	calls := map[string]func(ctx context.Context) error{
		"Sources":           func(ctx context.Context) error { _, err := r.Sources(ctx); return err },
		"Source":            func(ctx context.Context) error { _, err := r.Source(ctx, ref.ID); return err },
		"DeleteSource":      func(ctx context.Context) error { return r.DeleteSource(ctx, ref) },
		"Connections":       func(ctx context.Context) error { _, err := r.Connections(ctx); return err },
		"Connection":        func(ctx context.Context) error { _, err := r.Connection(ctx, ref.ID); return err },
		"TestConnection":    func(ctx context.Context) error { _, err := r.TestConnection(ctx, nil); return err },
		"CreateConnection":  func(ctx context.Context) error { _, err := r.CreateConnection(ctx, nil); return err },
		"UpdateConnection":  func(ctx context.Context) error { _, err := r.UpdateConnection(ctx, ref, nil); return err },
		"DeleteConnection":  func(ctx context.Context) error { return r.DeleteConnection(ctx, ref) },
		"Webhooks":          func(ctx context.Context) error { _, _, err := r.Webhooks(ctx, resources.Part{}); return err },
		"Webhook":           func(ctx context.Context) error { _, err := r.Webhook(ctx, ref.ID); return err },
		"RotateWebhook":     func(ctx context.Context) error { _, err := r.RotateWebhookSecret(ctx, ref); return err },
		"DeleteWebhook":     func(ctx context.Context) error { return r.DeleteWebhook(ctx, ref) },
		"CreateWebhook":     func(ctx context.Context) error { _, err := r.CreateWebhook(ctx, []byte(webhookBody)); return err },
		"SavedSearches":     func(ctx context.Context) error { _, _, err := r.SavedSearches(ctx, resources.Part{}); return err },
		"SavedSearch":       func(ctx context.Context) error { _, err := r.SavedSearch(ctx, ref.ID); return err },
		"DeleteSavedSearch": func(ctx context.Context) error { return r.DeleteSavedSearch(ctx, ref) },
		"Dashboards":        func(ctx context.Context) error { _, err := r.Dashboards(ctx); return err },
		"Dashboard":         func(ctx context.Context) error { _, err := r.Dashboard(ctx, ref.ID); return err },
		"ValidateDashboard": func(ctx context.Context) error { _, err := r.ValidateDashboard(ctx, nil); return err },
		"DeleteDashboard":   func(ctx context.Context) error { return r.DeleteDashboard(ctx, ref) },
		"Alerts":            func(ctx context.Context) error { _, _, err := r.Alerts(ctx, resources.Part{}); return err },
		"Alert":             func(ctx context.Context) error { _, err := r.Alert(ctx, ref.ID); return err },
		"DeleteAlert":       func(ctx context.Context) error { return r.DeleteAlert(ctx, ref) },
		"UnsilenceAlert":    func(ctx context.Context) error { _, err := r.UnsilenceAlert(ctx, ref); return err },
		"Team":              func(ctx context.Context) error { _, err := r.Team(ctx); return err },
		"Members":           func(ctx context.Context) error { _, err := r.Members(ctx); return err },
		"RemoveMember":      func(ctx context.Context) error { return r.RemoveMember(ctx, ref.ID) },
		"Invitations":       func(ctx context.Context) error { _, err := r.Invitations(ctx); return err },
		"Uninvite":          func(ctx context.Context) error { return r.Uninvite(ctx, ref.ID) },
		"AccessKeys":        func(ctx context.Context) error { _, err := r.AccessKeys(ctx); return err },
		"RevokeAccessKey":   func(ctx context.Context) error { return r.RevokeAccessKey(ctx, ref.ID) },
		"IngestionKeys":     func(ctx context.Context) error { _, err := r.IngestionKeys(ctx); return err },
		"RevokeIngestion":   func(ctx context.Context) error { return r.RevokeIngestionKey(ctx, ref.ID) },
	}
	collector := access.WithPrincipal(t.Context(), access.Principal{Kind: access.TokenIngestion, TeamID: w.Home.TeamID})
	for name, call := range calls {
		wantKind(t, name+" without a caller", call(t.Context()), fault.Unauthenticated)
		wantKind(t, name+" as a collector", call(collector), fault.Forbidden)
	}
}
