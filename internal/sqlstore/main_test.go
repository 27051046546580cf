package sqlstore_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

// openVariable makes this test binary open a store and close it again, as one
// of the processes of TestProcessesMigrateOneAtATime. Its value is the URL,
// or the folder of a SQLite file.
const openVariable = "SQLSTORE_OPEN"

// now is the time of all test objects; the stores keep milliseconds.
var now = time.Date(2026, 11, 1, 12, 30, 15, 250_000_000, time.UTC)

// patience keeps tests of other things than time from failing on a machine
// that is busy.
const patience = time.Minute

func TestMain(m *testing.M) {
	if place := os.Getenv(openVariable); place != "" {
		os.Exit(openOnce(place))
	}
	if place := os.Getenv(halfVariable); place != "" {
		os.Exit(migrateHalf(place, os.Getenv(halfVersionVariable)))
	}
	code := pgtest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// backends is the table of databases that every test of the store runs on.
func backends() map[string]func(t testing.TB) sqlstore.Options {
	return map[string]func(t testing.TB) sqlstore.Options{
		sqlstore.KindSQLite: func(t testing.TB) sqlstore.Options { return sqlstore.Options{Dir: t.TempDir()} },
		sqlstore.KindPostgres: func(t testing.TB) sqlstore.Options {
			return sqlstore.Options{URL: pgtest.NewDatabase(t), ConnsMax: 8}
		},
	}
}

// eachBackend runs the test on the options of an empty database of each kind.
func eachBackend(t *testing.T, test func(t *testing.T, o sqlstore.Options)) {
	t.Helper()
	t.Parallel()
	for kind, options := range backends() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, patiently(options(t)))
		})
	}
}

// eachStore runs the test on an open, empty store of each kind. The schema is
// a copy: to make it takes longer than most tests.
func eachStore(t *testing.T, test func(t *testing.T, s *sqlstore.Store)) {
	t.Helper()
	t.Parallel()
	for kind, options := range copies() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, patiently(options(t))))
		})
	}
}

// copies is the table of databases whose schema is up to date.
func copies() map[string]func(t testing.TB) sqlstore.Options {
	return map[string]func(t testing.TB) sqlstore.Options{
		sqlstore.KindSQLite: func(t testing.TB) sqlstore.Options {
			dir := t.TempDir()
			storetest.SQLite(t, dir)
			return sqlstore.Options{Dir: dir}
		},
		sqlstore.KindPostgres: func(t testing.TB) sqlstore.Options {
			return sqlstore.Options{URL: storetest.Postgres(t), ConnsMax: 8}
		},
	}
}

// patiently completes options with a clock that stands and limits that a busy
// machine keeps.
func patiently(o sqlstore.Options) sqlstore.Options {
	o.Logger = slog.New(slog.DiscardHandler)
	o.Now = func() time.Time { return now }
	o.StatementTimeout, o.TxTimeout = patience, patience
	return o
}

func open(t testing.TB, o sqlstore.Options) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantKind(t testing.TB, err error, want fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); got != want {
		t.Errorf("the error is %v (%q), want kind %q", err, got, want)
	}
}

// id returns a stack id made of n.
func id(n int) string { return fmt.Sprintf("%024x", n) }

// uuid returns a uuid made of n.
func uuid(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n) }

func hash(n int) []byte { return access.HashSecret(fmt.Sprint(n)) }

func user(n int) access.User {
	return access.User{ID: id(n), Email: fmt.Sprintf("user%d@example.com", n), Name: fmt.Sprintf("Üser %d", n),
		PasswordHash: "$argon2id$", CreatedAt: now}
}

func team(n int) stack.Team {
	return stack.Team{ID: id(n), Name: fmt.Sprintf("Team %d", n), CreatedAt: now.Add(time.Duration(n) * time.Second), Version: 1}
}

func organization(n int) org.Organization {
	return org.Organization{ID: uuid(n), Name: fmt.Sprintf("Org %d", n), CreatedAt: now.Add(time.Duration(n) * time.Second), Version: 1}
}

func service(n int, organizationID, teamID string) org.Service {
	return org.Service{ID: uuid(n), OrganizationID: organizationID, TeamID: teamID, WarehouseID: uuid(n + 1000),
		Name: fmt.Sprintf("Service %d", n), Provider: org.ProviderAWS, Region: "eu-central-1", State: org.ServiceRunning,
		CreatedAt: now.Add(time.Duration(n) * time.Second), Version: 1}
}

func accessKey(n int, userID, teamID string) access.AccessKey {
	return access.AccessKey{ID: id(n), UserID: userID, TeamID: teamID, Name: fmt.Sprintf("key %d", n),
		PublicID: fmt.Sprintf("public%06d", n), Hash: hash(n), CreatedAt: now.Add(time.Duration(n) * time.Second)}
}

func ingestionKey(n int, teamID string) access.IngestionKey {
	return access.IngestionKey{ID: id(n), TeamID: teamID, Name: fmt.Sprintf("key %d", n),
		PublicID: fmt.Sprintf("public%06d", n), Hash: hash(n), CreatedAt: now.Add(time.Duration(n) * time.Second)}
}

func cloudKey(n int, organizationID string) org.Key {
	return org.Key{ID: uuid(n), OrganizationID: organizationID, Name: fmt.Sprintf("key %d", n),
		Roles: []org.Role{org.RoleAdmin, org.RoleBilling}, State: org.KeyEnabled,
		KeyIDHash: hash(n), KeyIDSuffix: "abcd", SecretHash: hash(-n), IPAccessList: org.AnywhereRules(),
		CreatedAt: now.Add(time.Duration(n) * time.Second), Version: 1}
}

func session(n int, userID, teamID string) access.Session {
	return access.Session{ID: id(n), UserID: userID, TeamID: teamID,
		PublicID: fmt.Sprintf("public%06d", n), Hash: hash(n), CreatedAt: now, SeenAt: now}
}

// seat makes user n, team n and the user's seat in it.
func seat(t testing.TB, s *sqlstore.Store, n int) (access.User, stack.Team) {
	t.Helper()
	ctx, u, tm := context.Background(), user(n), team(n)
	ok(t, s.CreateUser(ctx, u))
	ok(t, s.CreateTeam(ctx, tm))
	ok(t, s.AddTeamMember(ctx, tm.ID, u.ID, "", now))
	return u, tm
}
