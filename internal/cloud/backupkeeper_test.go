package cloud_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// vault keeps archives in memory. An attempt that is cut off leaves half of one.
type vault struct {
	place    string
	stored   map[string]string // by key
	broken   error
	writing  func(ctx context.Context) error // nil: nothing happens meanwhile
	restored map[string]string               // by team
}

func (v *vault) Place() string { return v.place }

func (v *vault) Write(ctx context.Context, key string, of org.Backup) (int64, error) {
	if v.broken != nil {
		return 0, v.broken
	}
	if v.writing != nil {
		v.stored[key] = "half"
		if err := v.writing(ctx); err != nil {
			return 0, err
		}
	}
	v.stored[key] = of.TeamID
	return int64(len(of.TeamID)), nil
}

func (v *vault) Restore(_ context.Context, key, teamID string) (func(context.Context) error, error) {
	if v.broken != nil {
		return nil, v.broken
	}
	if v.stored[key] == "" {
		return nil, fault.New(fault.Invalid, "it is no backup")
	}
	v.restored[teamID] = "telemetry"
	return func(context.Context) error { v.restored[teamID] = v.stored[key]; return nil }, nil
}

func (v *vault) Remove(_ context.Context, key string) error {
	for stored := range v.stored {
		if strings.HasPrefix(stored, key+"/") {
			delete(v.stored, stored)
		}
	}
	return nil
}

// tally counts what came of backups.
type tally struct{ made, failed, failing, restored, notRestored int }

func (c *tally) BackupMade(int64, time.Duration) { c.made++ }
func (c *tally) BackupFailed()                   { c.failed++ }
func (c *tally) ServicesFailing(n int)           { c.failing = n }
func (c *tally) Restored(failed bool) {
	if failed {
		c.notRestored++
	} else {
		c.restored++
	}
}

// shelf is a plant whose services are backed up.
type shelf struct {
	*plant
	vault *vault
	tally *tally
}

func newShelf(p *plant) shelf {
	p.MakesBackups = true
	return shelf{p, &vault{place: "here", stored: map[string]string{}, restored: map[string]string{}}, &tally{}}
}

func (s shelf) keeperOf(owner string) *cloud.BackupKeeper {
	return &cloud.BackupKeeper{
		Store: s.store, Archives: s.vault, Counts: s.tally, Owner: owner, Now: s.clock.Now, Random: rand.Reader,
		Logger: slog.New(slog.DiscardHandler), Fail: func(step string) error { return s.failAt("backup: " + step) },
	}
}

func (s shelf) restorerOf(owner string) *cloud.Restorer {
	return &cloud.Restorer{
		Store: s.store, Archives: s.vault, Counts: s.tally, Owner: owner, Now: s.clock.Now, Random: rand.Reader,
		Logger: slog.New(slog.DiscardHandler), Fail: func(step string) error { return s.failAt("restore: " + step) },
	}
}

// statuses returns the backups of the plant's service, newest first.
func (s shelf) statuses(t *testing.T) (found []string) {
	t.Helper()
	backups, err := s.ServiceBackups(s.admin(t), s.made.OrganizationID, s.made.ServiceID)
	ok(t, err)
	for _, b := range backups {
		found = append(found, string(b.Status))
	}
	return found
}

func (s shelf) want(t *testing.T, statuses ...string) {
	t.Helper()
	if diff := cmp.Diff(statuses, s.statuses(t)); diff != "" {
		t.Fatalf("backups (-want +got):\n%s", diff)
	}
}

func TestSlotsThatWereMissedAreMadeOnce(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		first, second := s.keeperOf("first"), s.keeperOf("second")
		ok(t, first.Pass(t.Context()))
		s.want(t)
		s.clock.Advance(73 * time.Hour)
		ok(t, first.Pass(t.Context()))
		ok(t, second.Pass(t.Context())) // has no lease
		ok(t, first.Pass(t.Context()))
		s.want(t, "done")
		ok(t, s.store.GiveLease(t.Context(), "backups", "first"))
		ok(t, second.Pass(t.Context()))
		s.want(t, "done")
		if s.tally.made != 1 || len(s.vault.stored) != 1 {
			t.Errorf("%+v, %v", s.tally, s.vault.stored)
		}
	})
}

// TestRequestedBackupIsMadeOnce also holds that one that was due before it is
// not made.
func TestRequestedBackupIsMadeOnce(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		keeper := s.keeperOf("only")
		s.clock.Advance(25 * time.Hour)
		made, err := s.RequestBackup(s.admin(t), s.made.OrganizationID, s.made.ServiceID)
		ok(t, err)
		_, err = s.RequestBackup(s.admin(t), s.made.OrganizationID, s.made.ServiceID)
		wantKind(t, err, fault.Conflict)
		s.want(t, "in_progress")
		ok(t, keeper.Pass(t.Context()))
		ok(t, keeper.Pass(t.Context()))
		s.want(t, "done")
		b, err := s.Backup(s.admin(t), s.made.OrganizationID, s.made.ServiceID, made.ID)
		ok(t, err)
		if b.Attempts != 1 || b.Place != "here" || len(s.vault.stored) != 1 {
			t.Errorf("%+v, %v", b, s.vault.stored)
		}
		s.clock.Advance(24 * time.Hour)
		ok(t, keeper.Pass(t.Context()))
		s.want(t, "done") // of the schedule; the other one has expired
		s.MakesBackups = false
		_, err = s.RequestBackup(s.admin(t), s.made.OrganizationID, s.made.ServiceID)
		wantKind(t, err, fault.Conflict)
	})
}

// TestKilledKeeperLeavesNothingDone kills the process between any two steps;
// another one makes the backup that is due, once.
func TestKilledKeeperLeavesNothingDone(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		s.clock.Advance(25 * time.Hour)
		for i, step := range []string{"backup: backup begins", "backup: archive written"} {
			s.fail = func(at string) error {
				if at == step {
					return errCrash
				}
				return nil
			}
			if err := s.keeperOf(step).Pass(t.Context()); !errors.Is(err, errCrash) {
				t.Fatalf("%s: %v", step, err)
			}
			s.want(t, "in_progress")
			s.fail = nil
			ok(t, s.store.GiveLease(t.Context(), "backups", step)) // its time is over
			if i == 0 {
				continue // the next one crashes too
			}
			ok(t, s.keeperOf("next").Pass(t.Context()))
			s.want(t, "done")
		}
		if len(s.vault.stored) != 1 {
			t.Errorf("of three attempts there is %v", s.vault.stored)
		}
	})
}

// TestSlowKeeperCantFinishAfterAnother has a process sleep through its lease
// while it writes.
func TestSlowKeeperCantFinishAfterAnother(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		s.clock.Advance(25 * time.Hour)
		s.vault.writing = func(context.Context) error {
			s.vault.writing = nil
			ok(t, s.store.GiveLease(t.Context(), "backups", "slow"))
			return s.keeperOf("quick").Pass(t.Context())
		}
		wantKind(t, s.keeperOf("slow").Pass(t.Context()), fault.Conflict)
		s.want(t, "done")
		b, err := s.ServiceBackups(s.admin(t), s.made.OrganizationID, s.made.ServiceID)
		ok(t, err)
		if b[0].Attempts != 2 || s.tally.made != 1 {
			t.Errorf("%+v, %+v", b[0], s.tally)
		}
	})
}

func TestFailedBackupIsToldAndAttemptedAgain(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		keeper := s.keeperOf("only")
		s.clock.Advance(25 * time.Hour)
		s.vault.broken = fault.New(fault.Unavailable, "the disk is almost full")
		for range 5 {
			ok(t, keeper.Pass(t.Context()))
			s.clock.Advance(org.BackupRetryDelay)
		}
		s.want(t, "error")
		if s.tally.failed != org.BackupAttemptsMax || s.tally.failing != 1 {
			t.Errorf("%+v", s.tally)
		}
		told := slices.DeleteFunc(s.log(t), func(a org.Activity) bool { return a.Type != org.ActivityServiceBackupFailed })
		if len(told) != 1 || !strings.Contains(told[0].After, "almost full") {
			t.Errorf("the log has %+v", told)
		}
		s.vault.broken = errors.New("dial tcp 10.0.0.7: connection refused")
		s.clock.Advance(24 * time.Hour)
		ok(t, keeper.Pass(t.Context()))
		s.want(t, "error") // the first one has expired
		backups, err := s.Backups(s.admin(t), s.made.OrganizationID)
		ok(t, err)
		if strings.Contains(backups[0].Error, "10.0.0.7") {
			t.Errorf("owners are told %q", backups[0].Error)
		}
		s.vault.broken = nil
		s.clock.Advance(org.BackupRetryDelay)
		ok(t, keeper.Pass(t.Context()))
		s.want(t, "done")
		if s.tally.failing != 0 {
			t.Errorf("%+v", s.tally)
		}
	})
}

// TestBackupsExpire holds that the newest one stays while there is no other,
// that a longer retention counts for those that there are, and that those of a
// deleted service go when their time is over.
func TestBackupsExpire(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		keeper := s.keeperOf("only")
		pass := func(after time.Duration, statuses ...string) {
			t.Helper()
			s.clock.Advance(after)
			ok(t, keeper.Pass(t.Context()))
			s.want(t, statuses...)
			if len(s.vault.stored) != len(statuses) {
				t.Fatalf("%v are stored", s.vault.stored)
			}
		}
		pass(25*time.Hour, "done")
		s.vault.broken = errors.New("away")
		s.clock.Advance(24 * time.Hour)
		ok(t, keeper.Pass(t.Context()))
		s.want(t, "error", "done") // older than its retention
		s.vault.broken = nil
		pass(24*time.Hour, "done")
		ref := cloud.ServiceRef{OrganizationID: s.made.OrganizationID, ID: s.made.ServiceID}
		_, err := s.UpdateBackupConfiguration(s.admin(t), ref, org.BackupPatch{RetentionHours: org.Given(48)})
		ok(t, err)
		pass(24*time.Hour, "done", "done")
		s.command(t, ref, org.CommandStop)
		s.untilState(t, ref, org.ServiceStopped)
		ok(t, s.DeleteService(s.admin(t), ref))
		s.untilGone(t, ref)
		pass(time.Hour, "done", "done")
		s.clock.Advance(48 * time.Hour)
		s.fail = func(step string) error {
			if step == "backup: archive removed" {
				return errCrash
			}
			return nil
		}
		if err := keeper.Pass(t.Context()); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		s.fail = nil
		ok(t, keeper.Pass(t.Context()))
		if _, err := s.ServiceBackups(s.admin(t), ref.OrganizationID, ref.ID); fault.KindOf(err) != fault.NotFound || len(s.vault.stored) != 0 {
			t.Errorf("%v, %v", err, s.vault.stored)
		}
	})
}

// TestKilledRestorerStartsAgain kills the process between any two steps; the
// service serves only once it has everything.
func TestKilledRestorerStartsAgain(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		s.clock.Advance(25 * time.Hour)
		ok(t, s.keeperOf("only").Pass(t.Context()))
		ref := s.createFrom(t)
		made, _ := s.service(t, ref)
		for _, step := range []string{"restore: restore begins", "restore: telemetry restored", "restore: restore stored"} {
			s.fail = func(at string) error {
				if at == step {
					return errCrash
				}
				return nil
			}
			if err := s.restorerOf(step).Pass(t.Context()); !errors.Is(err, errCrash) {
				t.Fatalf("%s: %v", step, err)
			}
			s.tick(t) // the reconciler leaves it alone
			if got, _ := s.service(t, ref); got.State != org.ServiceProvisioning || got.Serves() {
				t.Fatalf("%s: the service is %s", step, got.State)
			}
			wantKind(t, s.Serving(t.Context(), made.TeamID), fault.Unavailable)
			ok(t, s.store.GiveLease(t.Context(), "restores", step))
		}
		s.fail = nil
		ok(t, s.restorerOf("next").Pass(t.Context()))
		if got, _ := s.service(t, ref); got.State != org.ServiceRunning || !got.Serves() {
			t.Fatalf("the service is %s", got.State)
		}
		if s.vault.restored[made.TeamID] != s.made.TeamID || s.tally.restored != 1 {
			t.Errorf("%v, %+v", s.vault.restored, s.tally)
		}
		if last := s.log(t); !slices.ContainsFunc(last, func(a org.Activity) bool { return a.Type == org.ActivityServiceRestoreBackup }) {
			t.Errorf("the log has %+v", last)
		}
	})
}

// createFrom makes a service of the newest backup.
func (s shelf) createFrom(t *testing.T) cloud.ServiceRef {
	t.Helper()
	backups, err := s.Backups(s.admin(t), s.made.OrganizationID)
	ok(t, err)
	made, err := s.CreateService(s.admin(t), s.made.OrganizationID, cloud.ServiceInput{
		ServiceInput: org.ServiceInput{Name: "copy", Provider: org.ProviderAWS, Region: "us-east-1", RestoreFrom: backups[0].ID},
	})
	ok(t, err)
	return cloud.ServiceRef{OrganizationID: s.made.OrganizationID, ID: made.ID}
}

func TestRestoreThatFails(t *testing.T) {
	eachPlant(t, func(t *testing.T, p *plant) {
		s := newShelf(p)
		s.clock.Advance(25 * time.Hour)
		s.vault.broken = errors.New("away")
		keeper, restorer := s.keeperOf("only"), s.restorerOf("only")
		ok(t, keeper.Pass(t.Context()))
		backups, err := s.Backups(s.admin(t), s.made.OrganizationID)
		ok(t, err)
		for id, kind := range map[string]fault.Kind{backups[0].ID: fault.Conflict, s.made.ServiceID: fault.Invalid} {
			_, err = s.CreateService(s.admin(t), s.made.OrganizationID, cloud.ServiceInput{
				ServiceInput: org.ServiceInput{Name: "copy", Provider: org.ProviderAWS, Region: "us-east-1", RestoreFrom: id},
			})
			wantKind(t, err, kind)
		}
		s.vault.broken = nil
		s.clock.Advance(org.BackupRetryDelay)
		ok(t, keeper.Pass(t.Context()))
		s.MakesBackups = false
		_, err = s.CreateService(s.admin(t), s.made.OrganizationID, cloud.ServiceInput{
			ServiceInput: org.ServiceInput{Name: "copy", Provider: org.ProviderAWS, Region: "us-east-1", RestoreFrom: backups[0].ID},
		})
		wantKind(t, err, fault.Conflict) // it would wait for ever
		s.MakesBackups = true
		ref := s.createFrom(t)
		s.vault.broken = errors.New("away")
		ok(t, restorer.Pass(t.Context()))
		if got, _ := s.service(t, ref); got.State != org.ServiceProvisioning || got.Attempts != 1 || strings.Contains(got.StateReason, "away") {
			t.Errorf("%+v", got)
		}
		s.vault.broken = fault.New(fault.Invalid, "the backup is damaged: x is missing")
		s.clock.Advance(time.Minute)
		ok(t, restorer.Pass(t.Context()))
		got, _ := s.service(t, ref)
		if got.State != org.ServiceFailed || got.StateReason != "The backup can't be restored: the backup is damaged: x is missing." {
			t.Errorf("%s: %s", got.State, got.StateReason)
		}
		s.vault.broken = nil
		s.command(t, ref, org.CommandStart)
		ok(t, restorer.Pass(t.Context()))
		if got, _ := s.service(t, ref); got.State != org.ServiceRunning || got.StateReason != "" {
			t.Errorf("%s: %s", got.State, got.StateReason)
		}
	})
}
