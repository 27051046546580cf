package cloud

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/org"
)

// RestorerStore is what restoring backups needs of the store.
type RestorerStore interface {
	locker
	LedgerStore
	Leases
	ServicesAtWork(ctx context.Context) ([]org.Service, error)
	ServiceByID(ctx context.Context, organizationID, id string) (org.Service, error)
	UpdateService(ctx context.Context, s org.Service) error
	BackupByID(ctx context.Context, organizationID, id string) (org.Backup, error)
}

// Restorer gives new services the data of the backups that they are made of.
// A service serves only once it has all of it. Several may run at once: one of
// them holds the lease.
type Restorer struct {
	Store    RestorerStore
	Archives Archives
	Counts   BackupCounts
	Owner    string // of leases; differs between processes
	Now      func() time.Time
	Random   io.Reader
	Logger   *slog.Logger
	Every    time.Duration // zero: ReconcileEvery
	TTL      time.Duration // zero: BackupLeaseTTL
	Fail     FailPoint     // nil: nothing fails

	outage logx.Outage
}

// Run restores until ctx ends.
func (r *Restorer) Run(ctx context.Context) error {
	return r.turns().run(ctx, r.pass, func(err error) {
		r.outage.Note(ctx, r.Logger, "services can't be restored", err)
	})
}

// Pass restores what is due now, if no other process is at it.
func (r *Restorer) Pass(ctx context.Context) error { return r.turns().take(ctx, r.pass) }

func (r *Restorer) turns() turns {
	every := r.Every
	if every == 0 {
		every = ReconcileEvery
	}
	return turns{r.Store, restoreLease, r.Owner, every, r.TTL}
}

func (r *Restorer) pass(ctx context.Context, held lease) error {
	services, err := r.Store.ServicesAtWork(ctx)
	if err != nil {
		return err
	}
	for _, s := range services {
		if !s.Restores() || !s.WorkDue(r.Now()) {
			continue
		}
		if err := r.restore(ctx, held, s); err != nil {
			return err
		}
	}
	return nil
}

// restore makes one attempt at a service. What fails is stored; an error means
// that the process is to end or has lost its lease.
func (r *Restorer) restore(ctx context.Context, held lease, s org.Service) error {
	begun := r.Now()
	add, err := r.load(ctx, s)
	if isCrash(err) || ctx.Err() != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	if err == nil {
		err = r.settle(ctx, held, s, add, org.Observation{Outcome: org.OutcomeDone})
		if err == nil {
			r.Counts.Restored(false)
			r.Logger.InfoContext(ctx, "a service was restored", "service", s.ID, "backup", s.RestoreFrom, "took", r.Now().Sub(begun))
			return nil
		}
		if isCrash(err) || ctx.Err() != nil {
			return err
		}
	}
	r.Counts.Restored(true)
	r.Logger.ErrorContext(ctx, "a restore failed", "service", s.ID, "backup", s.RestoreFrom, "error", err)
	return r.settle(ctx, held, s, nil, failedRestore(err))
}

// failedRestore says what an attempt came to. What is wrong with the archive
// does not change by another attempt.
func failedRestore(err error) org.Observation {
	final := fault.KindOf(err) == fault.Invalid || isGone(err)
	reason := "The backup can't be restored at the moment; the attempt is repeated."
	if final {
		reason = "The backup can't be restored: " + fault.From(err).Message + "."
	}
	return org.Observation{Outcome: org.OutcomeFailed, Reason: reason, Final: final}
}

func (r *Restorer) load(ctx context.Context, s org.Service) (func(ctx context.Context) error, error) {
	if err := r.Fail.at("restore begins"); err != nil {
		return nil, err
	}
	b, err := r.Store.BackupByID(ctx, s.OrganizationID, s.RestoreFrom)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(b.CheckRestorable(), checkPlace(b, r.Archives)); err != nil {
		return nil, err
	}
	add, err := r.Archives.Restore(ctx, attemptKey(b), s.TeamID)
	if err != nil {
		return nil, err
	}
	return add, r.Fail.at("telemetry restored")
}

// checkPlace returns an Invalid fault for a backup that is in another storage.
func checkPlace(b org.Backup, archives Archives) error {
	if b.Place == archives.Place() {
		return nil
	}
	return fault.New(fault.Invalid, "the backup is in a storage that the installation does not use any more")
}

// settle stores what became of the service, with its resources if it was
// restored, unless it changed meanwhile: then the next pass looks again.
func (r *Restorer) settle(ctx context.Context, held lease, s org.Service, add func(ctx context.Context) error, seen org.Observation) error {
	return locked(ctx, r.Store, s.OrganizationID, func(ctx context.Context) error {
		if err := held.check(ctx); err != nil {
			return err
		}
		present, err := r.Store.ServiceByID(ctx, s.OrganizationID, s.ID)
		if isGone(err) {
			return nil
		}
		if err != nil || !present.Restores() {
			return err
		}
		t, decided := org.NextState(present, seen, r.Now())
		if !decided {
			return nil
		}
		after := present.Advance(t)
		if add != nil {
			if err := add(ctx); err != nil {
				return err
			}
			after.RestoreFrom = ""
		}
		return r.advance(ctx, present, after, t)
	})
}

func (r *Restorer) advance(ctx context.Context, before, after org.Service, t org.Transition) error {
	if err := r.Store.UpdateService(ctx, after); err != nil {
		return err
	}
	if err := r.Fail.at("restore stored"); err != nil {
		return err
	}
	var kinds []org.ActivityType
	if after.RestoreFrom == "" {
		kinds = append(kinds, org.ActivityServiceRestoreBackup)
	}
	if kind, told := t.Activity(); told {
		kinds = append(kinds, kind)
	}
	return ledger{r.Store, r.Now, r.Random}.recordAll(ctx, kinds, entry{
		organizationID: after.OrganizationID, serviceID: after.ID, targetID: before.RestoreFrom,
		before: serviceFacts(before), after: serviceFacts(after),
	})
}
