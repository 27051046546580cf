package cloud

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/org"
)

// The pace of the loops that make and restore backups, and how long one of
// them may be silent before another process takes over.
const (
	BackupEvery     = 5 * time.Second
	BackupLeaseTTL  = 30 * time.Second
	backupExpireMax = 100 // backups that one pass removes
)

// The leases: one process makes backups, and one restores them.
const (
	backupLease  = "backups"
	restoreLease = "restores"
)

// Archives makes and reads the archives of backups.
type Archives interface {
	// Place names the storage; empty: there is none.
	Place() string
	// Write stores the data of a service under a key and returns its size. What
	// it stored is removed when it fails.
	Write(ctx context.Context, key string, of org.Backup) (sizeBytes int64, err error)
	// Restore gives a team that nobody uses the telemetry of an archive, and
	// returns what adds the resources in the transaction of its context. An
	// archive that is damaged or missing is an Invalid fault, and leaves nothing.
	Restore(ctx context.Context, key, teamID string) (add func(ctx context.Context) error, err error)
	// Remove deletes all that is stored below a key.
	Remove(ctx context.Context, key string) error
}

// BackupLife keeps how far backups are.
type BackupLife interface {
	CreateBackup(ctx context.Context, b org.Backup) error
	UpdateBackup(ctx context.Context, b org.Backup) error
	DeleteBackup(ctx context.Context, id string) error
	UnfinishedBackups(ctx context.Context) ([]org.Backup, error)
	LatestBackups(ctx context.Context) ([]org.Backup, error)
	ExpiredBackups(ctx context.Context, now time.Time, limit int) ([]org.Backup, error)
}

// Leases keeps which process does what only one may do.
type Leases interface {
	// ClaimLease takes or renews a lease and returns its epoch, or zero when
	// another owner has it.
	ClaimLease(ctx context.Context, name, owner string, ttl time.Duration) (epoch int64, err error)
	// HoldLease returns a Conflict fault unless the owner still has the lease.
	HoldLease(ctx context.Context, name, owner string, epoch int64) error
	GiveLease(ctx context.Context, name, owner string) error
}

// KeeperStore is what making backups needs of the store.
type KeeperStore interface {
	locker
	LedgerStore
	BackupLife
	Leases
	AllServices(ctx context.Context) ([]org.Service, error)
}

// BackupCounts is told what came of backups and restores.
type BackupCounts interface {
	BackupMade(sizeBytes int64, took time.Duration)
	BackupFailed()
	// ServicesFailing is how many services have no backup of their latest slot.
	ServicesFailing(n int)
	Restored(failed bool)
}

// BackupKeeper makes the backups that schedules ask for, and removes those
// whose time is over. Several may run at once: one of them holds the lease.
type BackupKeeper struct {
	Store    KeeperStore
	Archives Archives
	Counts   BackupCounts
	Mails    *BackupMails // nil: none are sent
	Owner    string       // of leases; differs between processes
	Now      func() time.Time
	Random   io.Reader
	Logger   *slog.Logger
	Every    time.Duration // zero: BackupEvery
	TTL      time.Duration // zero: BackupLeaseTTL
	Fail     FailPoint     // nil: nothing fails

	outage logx.Outage
}

// Run makes backups until ctx ends.
func (k *BackupKeeper) Run(ctx context.Context) error {
	turns := turns{k.Store, backupLease, k.Owner, k.Every, k.TTL}
	return turns.run(ctx, k.pass, func(err error) {
		k.outage.Note(ctx, k.Logger, "backups can't be made", err)
	})
}

// Pass does what is due now, if no other process is at it. Attempts that fail
// are stored and told, and are no failure of the pass.
func (k *BackupKeeper) Pass(ctx context.Context) error {
	return turns{k.Store, backupLease, k.Owner, k.Every, k.TTL}.take(ctx, k.pass)
}

func (k *BackupKeeper) pass(ctx context.Context, held lease) error {
	services, err := k.Store.AllServices(ctx)
	if err != nil {
		return err
	}
	byID := make(map[string]org.Service, len(services))
	for _, s := range services {
		byID[s.ID] = s
	}
	for _, step := range []func(context.Context, lease, map[string]org.Service) error{k.resume, k.makeDue, k.expire, k.count} {
		if err := step(ctx, held, byID); err != nil {
			return err
		}
	}
	return nil
}

// resume attempts again what failed or what another process left.
func (k *BackupKeeper) resume(ctx context.Context, held lease, services map[string]org.Service) error {
	unfinished, err := k.Store.UnfinishedBackups(ctx)
	if err != nil {
		return err
	}
	for _, b := range unfinished {
		if !b.IsDue(k.Now()) {
			continue
		}
		if err := k.again(ctx, held, b, services); err != nil {
			return err
		}
	}
	return nil
}

func (k *BackupKeeper) again(ctx context.Context, held lease, b org.Backup, services map[string]org.Service) error {
	if err := k.Archives.Remove(ctx, archiveKey(b)); err != nil {
		k.Logger.WarnContext(ctx, "what is left of an attempt at a backup can't be removed", "backup", b.ID, "error", err)
	}
	s, exists := services[b.ServiceID]
	latest, due := s.BackupSlot(k.Now())
	switch {
	case !exists:
		return k.giveUp(ctx, held, b, "the service was deleted before the backup was made")
	case due && latest.After(b.Slot):
		return k.giveUp(ctx, held, b, "the next backup was due before this one was made")
	case b.Attempts >= org.BackupAttemptsMax:
		return k.giveUp(ctx, held, b, "the server ended while the backup was made")
	}
	b = b.Begin(s, k.Archives.Place(), k.Now())
	if err := k.save(ctx, held, b); err != nil {
		return err
	}
	return k.attempt(ctx, held, b)
}

// makeDue makes the backup of each service's latest slot, if there is none.
func (k *BackupKeeper) makeDue(ctx context.Context, held lease, services map[string]org.Service) error {
	latest, err := k.latest(ctx)
	if err != nil {
		return err
	}
	for _, s := range services {
		slot, due := s.BackupSlot(k.Now())
		if !due || !slot.After(latest[s.ID].Slot) {
			continue
		}
		id, err := uuid.NewV7FromReader(k.Random)
		if err != nil {
			return err
		}
		b := org.NewBackup(s, slot, id.String(), k.Archives.Place(), k.Now())
		if err := k.Store.CreateBackup(ctx, b); err != nil {
			return err
		}
		if err := k.attempt(ctx, held, b); err != nil {
			return err
		}
	}
	return nil
}

func (k *BackupKeeper) latest(ctx context.Context) (map[string]org.Backup, error) {
	backups, err := k.Store.LatestBackups(ctx)
	latest := make(map[string]org.Backup, len(backups))
	for _, b := range backups {
		latest[b.ServiceID] = b
	}
	return latest, err
}

// attempt writes the archive of a backup that is under way. It fails when the
// process is to end or has lost its lease; what comes of it then is the next
// owner's to say.
func (k *BackupKeeper) attempt(ctx context.Context, held lease, b org.Backup) error {
	if err := k.Fail.at("backup begins"); err != nil {
		return err
	}
	size, err := k.Archives.Write(ctx, attemptKey(b), b)
	if isCrash(err) || ctx.Err() != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	if err != nil {
		k.Logger.WarnContext(ctx, "the archive of a backup can't be written", "backup", b.ID, "error", err)
		return k.giveUp(ctx, held, b, reasonOf(err))
	}
	if err := k.Fail.at("archive written"); err != nil {
		return err
	}
	b = b.Done(size, k.Now())
	if err := k.save(ctx, held, b); err != nil {
		return err
	}
	k.Counts.BackupMade(size, b.Duration())
	k.Logger.InfoContext(ctx, "a backup was made", "service", b.ServiceID, "backup", b.ID, "bytes", size, "took", b.Duration())
	return nil
}

// giveUp stores that an attempt failed, and tells the organization once a slot.
func (k *BackupKeeper) giveUp(ctx context.Context, held lease, b org.Backup, reason string) error {
	b = b.Failed(reason, k.Now())
	k.Counts.BackupFailed()
	k.Logger.ErrorContext(ctx, "a backup failed", "service", b.ServiceID, "backup", b.ID, "attempt", b.Attempts, "error", reason)
	err := locked(ctx, k.Store, b.OrganizationID, func(ctx context.Context) error {
		if err := k.save(ctx, held, b); err != nil || b.Attempts > 1 {
			return err
		}
		return ledger{k.Store, k.Now, k.Random}.record(ctx, entry{
			kind: org.ActivityServiceBackupFailed, organizationID: b.OrganizationID, serviceID: b.ServiceID, targetID: b.ID,
			after: facts{"error": b.Error},
		})
	})
	if err == nil && b.Attempts == 1 {
		k.Mails.failed(ctx, b)
	}
	return err
}

// save stores a backup unless another process has taken over.
func (k *BackupKeeper) save(ctx context.Context, held lease, b org.Backup) error {
	return k.Store.InTx(ctx, func(ctx context.Context) error {
		if err := held.check(ctx); err != nil {
			return err
		}
		return k.Store.UpdateBackup(ctx, b)
	})
}

// expire removes backups whose time is over, the archive first. One that a
// service is still to be restored from stays.
func (k *BackupKeeper) expire(ctx context.Context, _ lease, services map[string]org.Service) error {
	expired, err := k.Store.ExpiredBackups(ctx, k.Now(), backupExpireMax)
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, s := range services {
		needed[s.RestoreFrom] = true
	}
	for _, b := range expired {
		if needed[b.ID] {
			continue
		}
		if err := k.remove(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (k *BackupKeeper) remove(ctx context.Context, b org.Backup) error {
	if b.Place != k.Archives.Place() {
		k.Logger.WarnContext(ctx, "an expired backup is forgotten; its files are in a storage that is not in use any more",
			"backup", b.ID, "service", b.ServiceID, "place", b.Place)
	} else if err := k.Archives.Remove(ctx, archiveKey(b)); err != nil {
		return err
	}
	if err := k.Fail.at("archive removed"); err != nil {
		return err
	}
	return k.Store.DeleteBackup(ctx, b.ID)
}

func (k *BackupKeeper) count(ctx context.Context, _ lease, services map[string]org.Service) error {
	latest, err := k.latest(ctx)
	failing := 0
	for id, b := range latest {
		if _, exists := services[id]; exists && b.Status == org.BackupError {
			failing++
		}
	}
	k.Counts.ServicesFailing(failing)
	return err
}

// archiveKey is where all attempts at a backup are stored.
func archiveKey(b org.Backup) string {
	return b.OrganizationID + "/" + b.ServiceID + "/" + b.ID
}

// attemptKey is where one attempt is stored: a process that has lost its lease
// may still be writing another.
func attemptKey(b org.Backup) string { return archiveKey(b) + "/" + attemptName(b.Attempts) }

// reasonOf returns what owners of a service may know of a failure.
func reasonOf(err error) string {
	if f := fault.From(err); f.Kind != fault.Internal {
		return f.Message
	}
	return "the backup could not be written; the log of the server says why"
}

func isGone(err error) bool { return fault.KindOf(err) == fault.NotFound }
