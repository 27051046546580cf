package cloud_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/link"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

// errCrash is what the fail points of tests fail with.
var errCrash = errors.New("crash")

// memoryEngine keeps databases in memory; broken makes it fail.
type memoryEngine struct {
	mu        sync.Mutex
	databases map[string]bool
	broken    error
}

func (e *memoryEngine) EnsureTeam(_ context.Context, teamID string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil {
		e.databases[teamID] = true
	}
	return e.broken
}

func (e *memoryEngine) DropTeam(_ context.Context, teamID string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil {
		delete(e.databases, teamID)
	}
	return e.broken
}

func (e *memoryEngine) TeamDatabases(context.Context) ([]string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []string
	for id := range e.databases {
		all = append(all, id)
	}
	return all, nil
}

func (e *memoryEngine) set(broken error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.broken = broken
}

// plant is a cloud on a real store, with loops that tests take step by step.
type plant struct {
	*cloud.Cloud
	store  *sqlstore.Store
	engine cloud.Engine
	memory *memoryEngine
	clock  *testkit.Clock
	made   access.Installation
	linker cloud.Linker

	reconciler *cloud.Reconciler
	keeper     *cloud.LinkKeeper
	fail       cloud.FailPoint
}

func eachPlant(t *testing.T, run func(t *testing.T, p *plant)) {
	t.Helper()
	t.Parallel()
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			run(t, newPlant(t, kind == sqlstore.KindPostgres))
		})
	}
}

func newPlant(t *testing.T, postgres bool) *plant {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	kind := sqlstore.KindSQLite
	if postgres {
		kind = sqlstore.KindPostgres
	}
	options := storetest.Options(t, kind)
	options.Now = clock.Now
	store, err := sqlstore.Open(t.Context(), options)
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	made := install(t, store, clock.Now())
	memory := &memoryEngine{databases: map[string]bool{}}
	p := &plant{
		Cloud: &cloud.Cloud{Store: store, Now: clock.Now, Random: rand.Reader, Domain: "example.com"},
		store: store, engine: memory, memory: memory, clock: clock, made: made,
		linker: link.Local{Now: clock.Now, Domain: "example.com"},
	}
	p.restart()
	return p
}

// install makes an organization, its service and its key. It does without a
// user, whose password would cost more than the rest of the test.
func install(t *testing.T, store *sqlstore.Store, now time.Time) access.Installation {
	t.Helper()
	made := access.Installation{
		OrganizationID: "0e0e0e0e-0000-4000-8000-000000000001", ServiceID: "0e0e0e0e-0000-4000-8000-000000000002", TeamID: "0123456789abcdef01234567",
	}
	ok(t, store.CreateOrganization(t.Context(), org.Organization{ID: made.OrganizationID, Name: "Default", CreatedAt: now, Version: 1}))
	ok(t, store.CreateTeam(t.Context(), stack.Team{ID: made.TeamID, Name: "Default", CreatedAt: now, Version: 1}))
	s, err := org.NewService(org.ServiceInput{Name: "Default", Provider: org.ProviderAWS, Region: "us-east-1"},
		org.ServiceIDs{ID: made.ServiceID, OrganizationID: made.OrganizationID, TeamID: made.TeamID, WarehouseID: made.ServiceID}, now)
	ok(t, err)
	s.State, s.Scaling.IdleScaling, s.Version = org.ServiceRunning, false, 1
	ok(t, store.CreateService(t.Context(), s))
	accounts := &access.Service{Store: store, Now: func() time.Time { return now }, Random: rand.Reader}
	_, err = accounts.CreateCloudKey(t.Context(), org.Key{OrganizationID: made.OrganizationID, Name: "default", Roles: []org.Role{org.RoleAdmin}})
	ok(t, err)
	return made
}

// restart throws away what the loops remember, as a new process would.
func (p *plant) restart() {
	quiet := slog.New(slog.DiscardHandler)
	p.reconciler = &cloud.Reconciler{
		Store: p.store, Engine: p.engine, Now: p.clock.Now, Random: rand.Reader, Logger: quiet,
		Fail: func(step string) error { return p.failAt("service: " + step) },
	}
	p.keeper = &cloud.LinkKeeper{
		Store: p.store, Linker: p.linker, Now: p.clock.Now, Random: rand.Reader, Logger: quiet,
		Fail: func(step string) error { return p.failAt("link: " + step) },
	}
}

func (p *plant) failAt(step string) error {
	if p.fail == nil {
		return nil
	}
	return p.fail(step)
}

// tick takes both loops one pass further; a crash restarts them.
func (p *plant) tick(t *testing.T) {
	t.Helper()
	for _, pass := range []func(context.Context) error{p.reconciler.Pass, p.keeper.Pass} {
		err := pass(t.Context())
		if errors.Is(err, errCrash) {
			p.restart()
		} else if err != nil {
			t.Fatal(err)
		}
	}
	p.clock.Advance(2 * time.Second)
}

const ticksMax = 200

// until ticks until done returns true.
func (p *plant) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range ticksMax {
		if done() {
			return
		}
		p.tick(t)
	}
	t.Fatalf("stuck: not %s after %d passes", what, ticksMax)
}

// admin returns a context in which the installation's key calls.
func (p *plant) admin(t *testing.T) context.Context {
	t.Helper()
	keys, err := p.store.CloudKeysOf(t.Context(), p.made.OrganizationID)
	ok(t, err)
	return access.WithPrincipal(t.Context(), access.Principal{
		KeyID: keys[0].ID, Kind: access.TokenCloud, OrganizationID: p.made.OrganizationID, Roles: []org.Role{org.RoleAdmin},
	})
}

func (p *plant) create(t *testing.T) cloud.ServiceRef {
	t.Helper()
	made, err := p.CreateService(p.admin(t), p.made.OrganizationID, cloud.ServiceInput{
		ServiceInput: org.ServiceInput{Name: "logs", Provider: org.ProviderAWS, Region: "us-east-1"},
	})
	ok(t, err)
	return cloud.ServiceRef{OrganizationID: p.made.OrganizationID, ID: made.ID}
}

func (p *plant) command(t *testing.T, ref cloud.ServiceRef, command org.Command) {
	t.Helper()
	_, err := p.CommandService(p.admin(t), ref, command)
	ok(t, err)
}

// service returns the service, and false when it is gone.
func (p *plant) service(t *testing.T, ref cloud.ServiceRef) (org.Service, bool) {
	t.Helper()
	s, err := p.store.ServiceByID(t.Context(), ref.OrganizationID, ref.ID)
	if fault.KindOf(err) == fault.NotFound {
		return org.Service{}, false
	}
	ok(t, err)
	return s, true
}

func (p *plant) untilState(t *testing.T, ref cloud.ServiceRef, state org.ServiceState) {
	t.Helper()
	p.until(t, string(state), func() bool {
		s, there := p.service(t, ref)
		return there && s.State == state
	})
}

func (p *plant) untilGone(t *testing.T, ref cloud.ServiceRef) {
	t.Helper()
	p.until(t, "gone", func() bool {
		_, there := p.service(t, ref)
		return !there
	})
}

func (p *plant) hasDatabase(t *testing.T, teamID string) bool {
	t.Helper()
	databases, err := p.engine.TeamDatabases(t.Context())
	ok(t, err)
	return slices.Contains(databases, teamID)
}

func (p *plant) log(t *testing.T) []org.Activity {
	t.Helper()
	newest, err := p.store.ActivitiesOf(t.Context(), p.made.OrganizationID, org.TimeRange{}, 0, 10_000)
	ok(t, err)
	slices.Reverse(newest)
	ok(t, org.Verify(org.Activity{}, newest))
	return newest
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
