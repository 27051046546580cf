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
	"github.com/cairnstack/cairn/internal/stack"
)

// staysBehind are the tables of which the backup of a service has no rows: what
// belongs to the installation, to the organization and to people, the ways in,
// and what was evaluated, sent and billed.
func staysBehind() []string {
	return []string{
		"installation", "users", "teams", "team_members", "organizations", "organization_members", "services", "released_teams",
		"access_keys", "ingestion_keys", "cloud_keys", "sessions", "password_links", "second_factors", "recovery_codes",
		"identities", "sign_in_returns", "provider_sessions",
		"team_invitations", "organization_invitations", "share_links", "cloud_roles", "cloud_role_actors",
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

// sinceBackup are things that are done to a team after its backup was made.
func sinceBackup() map[string][]string {
	const setRole = "UPDATE team_members SET role_id = '%s' WHERE team_id = '{from}' AND user_id = 'custom'"
	narrowed := "UPDATE roles SET spec = '{\"name\":\"custom\",\"permissions\":[]}', version = 2 WHERE id = '{custom}'"
	later := "INSERT INTO roles (id, team_id, name_key, spec, created_at, updated_at, version) VALUES ('{later}', '{from}', '%s', '{\"name\":\"%[1]s\",\"permissions\":[]}', 1, 1, 1)"
	return map[string][]string{
		"nothing happened":               nil,
		"the role allows less":           {narrowed},
		"the role has another name":      {"UPDATE roles SET name_key = 'renamed' WHERE id = '{custom}'", fmt.Sprintf(later, "custom")},
		"demoted to ReadOnly":            {fmt.Sprintf(setRole, stack.RoleReadOnlyID)},
		"demoted to a newer role":        {fmt.Sprintf(later, "later"), fmt.Sprintf(setRole, "{later}")},
		"demoted to a role that is gone": {fmt.Sprintf(setRole, "000000000000000000000aff")},
		"removed from the team":          {"DELETE FROM team_members WHERE team_id = '{from}' AND user_id = 'custom'"},
		"the role is deleted":            {fmt.Sprintf(setRole, stack.RoleReadOnlyID), "DELETE FROM roles WHERE id = '{custom}'"},
		"the default role allows less":   {narrowed, "UPDATE teams SET default_role_id = '{custom}' WHERE id = '{from}'"},
		"the default role is newer":      {fmt.Sprintf(later, "later"), "UPDATE teams SET default_role_id = '{later}' WHERE id = '{from}'"},
		"the default role is ReadOnly":   {"UPDATE teams SET default_role_id = '" + stack.RoleReadOnlyID + "' WHERE id = '{from}'"},
	}
}

// TestNobodySeesMoreInARestoredTeam restores a team after each of sinceBackup:
// everybody with a seat in the new team has the role that they have in the old one
// now, as it is now, and so has the default.
func TestNobodySeesMoreInARestoredTeam(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		at := 0
		for name, changes := range sinceBackup() {
			at++
			place := restorable{s: s, at: at}
			place.furnish(t)
			var dump bytes.Buffer
			m, err := sqlstore.TeamDump{Store: s, TeamID: place.id("from")}.Dump(t.Context(), &dump)
			ok(t, err)
			for _, change := range changes {
				place.run(t, change)
			}
			rows, err := s.ReadTeamDump(t.Context(), &dump, m)
			ok(t, err)
			ok(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.AddTeamRows(ctx, place.id("to"), rows) }))
			place.compare(t, name)
		}
	})
}

// restorable is a team, and an empty one that gets its data: one person has a
// custom role, one the role that follows from the organization, one has none.
type restorable struct {
	s  *sqlstore.Store
	at int
}

func (r restorable) id(name string) string {
	place := map[string]int{"from": 1, "to": 2, "custom": 3, "later": 4}[name]
	return fmt.Sprintf("%024x", 0xa000+r.at*16+place)
}

func (r restorable) run(t *testing.T, text string) {
	t.Helper()
	for _, name := range []string{"from", "to", "custom", "later"} {
		text = strings.ReplaceAll(text, "{"+name+"}", r.id(name))
	}
	for _, user := range r.people() {
		text = strings.ReplaceAll(text, "'"+user+"'", fmt.Sprintf("'%s%d'", user, r.at))
	}
	ok(t, r.s.WriterExec(t.Context(), text))
}

func (r restorable) people() []string { return []string{"custom", "plain", "stranger"} }

func (r restorable) furnish(t *testing.T) {
	t.Helper()
	for _, team := range []string{"from", "to"} {
		r.run(t, "INSERT INTO teams (id, name, created_at, version, default_role_id) VALUES ('{"+team+"}', 'T', 1, 1, '')")
	}
	r.run(t, "INSERT INTO roles (id, team_id, name_key, spec, created_at, updated_at, version) VALUES ('{custom}', '{from}', 'role', "+
		`'{"name":"role","permissions":[{"action":"manage","subject":"all","integration":"mongodb"}]}', 1, 1, 1)`)
	for _, user := range r.people() {
		r.run(t, fmt.Sprintf("INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('%s', '%[1]s%d@example.com', 'U', '', 1)", user, r.at))
		r.run(t, "INSERT INTO team_members (team_id, user_id, created_at) VALUES ('{to}', '"+user+"', 1)")
	}
	r.run(t, "UPDATE teams SET default_role_id = '{custom}' WHERE id = '{from}'")
	r.run(t, "INSERT INTO team_members (team_id, user_id, created_at, role_id) VALUES ('{from}', 'custom', 1, '{custom}')")
	r.run(t, "INSERT INTO team_members (team_id, user_id, created_at, role_id) VALUES ('{from}', 'plain', 1, '')")
}

// compare fails for a difference between the two teams.
func (r restorable) compare(t *testing.T, name string) {
	t.Helper()
	if diff := cmp.Diff(r.rights(t, "from"), r.rights(t, "to")); diff != "" {
		t.Errorf("%s (-the team +the restored one):\n%s", name, diff)
	}
}

// rights returns what each person may do in a team, and those who are invited.
func (r restorable) rights(t *testing.T, team string) map[string]string {
	t.Helper()
	found := map[string]string{}
	read := func(who, column, table, where string) {
		text, err := r.s.Text(t.Context(), fmt.Sprintf("SELECT COALESCE((SELECT COALESCE((SELECT spec FROM roles WHERE id = %[1]s AND team_id = '%[2]s'), %[1]s) "+
			"FROM %[3]s WHERE %[4]s), 'no seat')", column, r.id(team), table, where))
		ok(t, err)
		found[who] = text
	}
	for _, user := range r.people() {
		read(user, "role_id", "team_members", fmt.Sprintf("team_id = '%s' AND user_id = '%s%d'", r.id(team), user, r.at))
	}
	read("invited", "default_role_id", "teams", "id = '"+r.id(team)+"'")
	return found
}
