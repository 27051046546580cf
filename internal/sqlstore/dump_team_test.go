package sqlstore_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// staysBehind are the tables of which the backup of a service has no rows: what
// belongs to the installation, to the organization and to people, the ways in,
// and what was evaluated, sent and billed.
func staysBehind() []string {
	return []string{
		"installation", "users", "teams", "team_members", "organizations", "organization_members", "services", "released_teams",
		"access_keys", "ingestion_keys", "cloud_keys", "sessions", "password_links", "second_factors", "recovery_codes",
		"identities", "sign_in_returns", "provider_sessions",
		"team_invitations", "organization_invitations", "share_links",
		"idempotency_keys", "service_passwords", "reverse_endpoints", "activities", "audit_records", "seals", "backups", "leases",
		"usage_owners", "usage_readings", "usage_locked_days", "usage_locked_costs",
		"alert_evaluators", "alert_shards", "alert_progress", "alert_groups", "alert_history", "alert_evaluations",
		"outbox_messages", "outbox_attempts", "outbox_endpoints",
	}
}

// TestEveryTableIsDecidedOn fails for a new table until somebody has said
// whether the backup of a service takes its rows along.
func TestEveryTableIsDecidedOn(t *testing.T) {
	t.Parallel()
	decided := append(sqlstore.TeamTables(), staysBehind()...)
	all := sqlstore.DumpTables()
	slices.Sort(decided)
	slices.Sort(all)
	if diff := cmp.Diff(all, decided); diff != "" {
		t.Errorf("list it in teamTables, or here in staysBehind (-present +decided):\n%s", diff)
	}
}

// TestSealedColumnsOfATeamAreMoved fails for a new sealed column of a resource
// that would be copied as it is: sealed for the row that it came from.
func TestSealedColumnsOfATeamAreMoved(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	ok(t, err)
	var sealed []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		ok(t, err)
		for _, found := range regexp.MustCompile(`sealedText\{[^,]+, "([a-z_]+)\.([a-z_]+)"`).FindAllStringSubmatch(string(text), -1) {
			if slices.Contains(sqlstore.TeamTables(), found[1]) {
				sealed = append(sealed, found[1]+"."+found[2])
			}
		}
	}
	moved := sqlstore.SealedTeamColumns()
	slices.Sort(sealed)
	slices.Sort(moved)
	if diff := cmp.Diff(sealed, moved); diff != "" || len(sealed) == 0 {
		t.Errorf("columns (-sealed +moved):\n%s", diff)
	}
}

// TestTeamDumpHasNothingOfAnotherTeam loads two teams and dumps one.
func TestTeamDumpHasNothingOfAnotherTeam(t *testing.T) {
	t.Parallel()
	const mine, foreign = "000000000000000000000030", "000000000000000000000031"
	o := patiently(backends()[sqlstore.KindSQLite](t))
	ok(t, sqlstore.LoadAt(t.Context(), o, 18, bytes.NewReader(sample(t, "0018"))))
	var dump bytes.Buffer
	m, err := sqlstore.TeamDump{Store: open(t, o), TeamID: mine}.Dump(t.Context(), &dump)
	ok(t, err)
	if len(m.Tables) != len(sqlstore.TeamTables())+1 || m.Tables[0].Name != "teams" {
		t.Errorf("%+v", m.Tables)
	}
	if text := dump.String(); !strings.Contains(text, mine) || strings.Contains(text, foreign) {
		t.Errorf("the dump of %s is\n%s", mine, text)
	}
}

// TestNobodySeesMoreInARestoredTeam restores a team in which one person has a
// custom role, one the role that follows from the organization, and one no seat.
func TestNobodySeesMoreInARestoredTeam(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		const from, to, role, later = "000000000000000000000a30", "000000000000000000000a31", "000000000000000000000af0", "000000000000000000000af1"
		run := func(format string, args ...any) {
			t.Helper()
			ok(t, s.WriterExec(t.Context(), fmt.Sprintf(format, args...)))
		}
		for _, id := range []string{from, to} {
			run("INSERT INTO teams (id, name, created_at, version, default_role_id) VALUES ('%s', 'T', 1, 1, '%s')", id, map[string]string{from: role}[id])
		}
		roles := "INSERT INTO roles (id, team_id, name_key, spec, created_at, updated_at, version) VALUES ('%s', '%s', '%s', '{}', 1, 1, 1)"
		run(roles, role, from, "scoped")
		for _, user := range []string{"scoped", "plain", "stranger", "later"} {
			run("INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('%s', '%s@example.com', 'U', '', 1)", user, user)
			run("INSERT INTO team_members (team_id, user_id, created_at) VALUES ('%s', '%s', 1)", to, user)
		}
		seat := "INSERT INTO team_members (team_id, user_id, created_at, role_id) VALUES ('%s', '%s', 1, '%s')"
		run(seat, from, "scoped", role)
		run(seat, from, "plain", "")
		var dump bytes.Buffer
		m, err := sqlstore.TeamDump{Store: s, TeamID: from}.Dump(t.Context(), &dump)
		ok(t, err)
		run(roles, later, from, "made after the backup")
		run(seat, from, "later", later)
		rows, err := s.ReadTeamDump(t.Context(), &dump, m)
		ok(t, err)
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.AddTeamRows(ctx, to, rows) }))
		moved, err := s.Text(t.Context(), "SELECT id FROM roles WHERE team_id = '"+to+"'")
		ok(t, err)
		seats, err := s.Text(t.Context(), "SELECT (SELECT default_role_id FROM teams WHERE id = '"+to+"') || ' ' || "+
			"(SELECT role_id FROM team_members WHERE team_id = '"+to+"' AND user_id = 'scoped') || ' ' || count(*) FROM team_members WHERE team_id = '"+to+"'")
		ok(t, err)
		if want := moved + " " + moved + " 2"; seats != want || moved == role {
			t.Errorf("%q, want %q", seats, want)
		}
	})
}
