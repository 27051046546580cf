package cloud_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/org"
)

func TestEngineThatIsAwayIsTriedAgain(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		p.memory.set(errors.New("away"))
		ref := p.create(t)
		p.tick(t)
		s, _ := p.service(t, ref)
		if s.State != org.ServiceProvisioning || s.Attempts != 1 || s.StateReason == "" || !s.RetryAt.After(p.clock.Now().Add(-2*time.Second)) {
			t.Errorf("after one attempt: %+v", s)
		}
		p.memory.set(nil)
		p.untilState(t, ref, org.ServiceRunning)
		if s, _ := p.service(t, ref); s.Attempts != 0 || s.StateReason != "" {
			t.Errorf("a running service remembers %d attempts and %q", s.Attempts, s.StateReason)
		}
	})
}

func TestServiceThatCantBeProvisionedFailsAndCanBeStarted(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	p.memory.set(errors.New("away"))
	ref := p.create(t)
	p.until(t, "failed", func() bool {
		p.clock.Advance(org.ServiceRetryDelayMax)
		s, _ := p.service(t, ref)
		return s.State == org.ServiceFailed
	})
	p.memory.set(nil)
	p.command(t, ref, org.CommandStart)
	p.untilState(t, ref, org.ServiceRunning)
}

func TestDeleteIsTriedUntilTheDatabaseIsGone(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	ref := p.create(t)
	p.untilState(t, ref, org.ServiceRunning)
	p.command(t, ref, org.CommandStop)
	p.untilState(t, ref, org.ServiceStopped)
	p.memory.set(errors.New("away"))
	ok(t, p.DeleteService(p.admin(t), ref))
	for range org.ServiceAttemptsMax + 5 {
		p.tick(t)
		p.clock.Advance(org.ServiceRetryDelayMax)
	}
	s, there := p.service(t, ref)
	if !there || s.State != org.ServiceTerminating {
		t.Fatalf("while the engine is away: %v %s", there, s.State)
	}
	p.memory.set(nil)
	p.clock.Advance(org.ServiceRetryDelayMax)
	p.untilGone(t, ref)
	p.wantNothingLeft(t, s)
}

// TestDatabaseThatComesBackIsDroppedAgain is the slow node that makes a
// database after another has dropped it.
func TestDatabaseThatComesBackIsDroppedAgain(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		ref := p.create(t)
		s, _ := p.service(t, ref)
		ok(t, p.DeleteService(p.admin(t), ref))
		p.untilGone(t, ref)
		ok(t, p.memory.EnsureTeam(t.Context(), s.TeamID))
		p.clock.Advance(cloud.SweepEvery)
		p.tick(t)
		if p.hasDatabase(t, s.TeamID) {
			t.Error("the database is still there")
		}
		p.clock.Advance(cloud.ReleasedKept)
		p.tick(t)
		p.clock.Advance(cloud.SweepEvery)
		p.tick(t)
		if released, err := p.store.ReleasedTeams(t.Context()); err != nil || len(released) != 0 {
			t.Errorf("after a day the store remembers %v, %v", released, err)
		}
	})
}

func TestTeamsWithoutServiceGetADatabase(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	p.tick(t)
	if !p.hasDatabase(t, p.made.TeamID) {
		t.Error("the default team has no database")
	}
}

func TestUnusedServiceFallsIdleAndWakesUp(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		ref := p.create(t)
		p.untilState(t, ref, org.ServiceRunning)
		s, _ := p.service(t, ref)
		accounts := &access.Service{Store: p.store, Now: p.clock.Now, Random: rand.Reader}
		key, _, err := accounts.CreateIngestionKey(t.Context(), s.TeamID, "edge")
		ok(t, err)
		use := func() { ok(t, p.store.NoteKeyUse(t.Context(), access.TokenIngestion, key.ID, p.clock.Now())) }
		p.clock.Advance(10 * time.Minute)
		use()
		p.clock.Advance(10 * time.Minute)
		p.tick(t)
		if s, _ := p.service(t, ref); s.State != org.ServiceRunning {
			t.Fatalf("ten minutes after its use it is %s", s.State)
		}
		p.clock.Advance(10 * time.Minute)
		p.untilState(t, ref, org.ServiceIdle)
		p.clock.Advance(2 * time.Minute)
		use()
		p.clock.Advance(2 * time.Minute)
		p.untilState(t, ref, org.ServiceRunning)
		wantTypes(t, p, "service_create", "service_running", "service_idle", "service_awaken", "service_running")
	})
}

func wantTypes(t *testing.T, p *plant, want ...org.ActivityType) {
	t.Helper()
	log := p.log(t)
	if len(log) != len(want) {
		t.Fatalf("the log has %d entries, want %d", len(log), len(want))
	}
	for i, entry := range log {
		if entry.Type != want[i] {
			t.Errorf("entry %d is %s, want %s", i, entry.Type, want[i])
		}
	}
}

// TestTwoReconcilersDoTheWorkOnce lets two nodes reconcile the same services.
func TestTwoReconcilersDoTheWorkOnce(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		const services = 6
		for range services {
			p.create(t)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		var group sync.WaitGroup
		for range 2 {
			node := &cloud.Reconciler{
				Store: p.store, Engine: p.memory, Now: p.clock.Now, Random: rand.Reader, Logger: slog.New(slog.DiscardHandler),
			}
			group.Go(func() {
				for range 3 {
					if err := node.Pass(ctx); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		running := 0
		for _, entry := range p.log(t) {
			if entry.Type == org.ActivityServiceRunning {
				running++
			}
		}
		if running != services {
			t.Errorf("%d services came to run according to the log, want %d", running, services)
		}
	})
}

// TestRunStopsWithItsContext also holds that the loops leave nothing behind.
func TestRunStopsWithItsContext(t *testing.T) {
	t.Parallel()
	p := newPlant(t, false)
	bell := cloud.NewBell()
	p.reconciler.Woken, p.keeper.Woken = bell, bell
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for _, run := range []func(context.Context) error{p.reconciler.Run, p.keeper.Run} {
		group.Go(func() {
			if err := run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	bell.Ring()
	bell.Ring()
	cancel()
	group.Wait()
}
