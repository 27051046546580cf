package org

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of making one backup.
const (
	BackupAttemptsMax   = 3
	BackupRetryDelay    = 5 * time.Minute
	BackupErrorCharsMax = 512
)

// BackupStatus is how far a backup is.
type BackupStatus string

// The statuses of a backup.
const (
	BackupInProgress BackupStatus = "in_progress"
	BackupDone       BackupStatus = "done"
	BackupError      BackupStatus = "error"
)

// BackupStatuses returns every status of a backup.
func BackupStatuses() []BackupStatus {
	return []BackupStatus{BackupInProgress, BackupDone, BackupError}
}

// BackupType is what a backup holds. There are no incremental ones.
type BackupType string

// BackupFull is a backup that needs no other.
const BackupFull BackupType = "full"

// Backup is a copy of a service's data. It outlives the service.
type Backup struct {
	ID             string // uuid
	OrganizationID string
	ServiceID      string
	ServiceName    string // when it was made
	TeamID         string // whose data it is
	Slot           time.Time
	Status         BackupStatus
	Attempts       int
	StartedAt      time.Time // of the latest attempt
	FinishedAt     time.Time // zero: it is under way
	SizeBytes      int64
	Error          string    // why there is none; empty unless the status is error
	RetryAt        time.Time // when a failed one is attempted again; zero: never
	ExpireAt       time.Time // from then on it may be deleted
	Place          string    // the storage that has it
}

// NewBackup returns the backup of a slot at its first attempt.
func NewBackup(s Service, slot time.Time, id, place string, now time.Time) Backup {
	b := Backup{
		ID: id, OrganizationID: s.OrganizationID, ServiceID: s.ID, ServiceName: s.Name, TeamID: s.TeamID,
		Slot: slot, Place: place,
	}
	return b.Begin(s, place, now)
}

// RequestedBackup returns a new backup that a person asked for, before its first
// attempt. It counts like that of a slot: one that was due before it is not made.
func RequestedBackup(s Service, id string, now time.Time) Backup {
	return Backup{
		ID: id, OrganizationID: s.OrganizationID, ServiceID: s.ID, ServiceName: s.Name, TeamID: s.TeamID,
		Slot: now, Status: BackupInProgress, StartedAt: now, ExpireAt: now.Add(s.Backup.Retention()),
	}
}

// CheckBackupRequest returns a Conflict fault while the service has nothing to
// back up, or a backup is under way; backups are those of the service.
func CheckBackupRequest(s Service, backups []Backup) error {
	if !s.hasDataToBackUp() {
		return fault.New(fault.Conflict, "the service has nothing to back up while it is %s", s.State)
	}
	for _, b := range backups {
		if b.Status == BackupInProgress {
			return fault.New(fault.Conflict, "a backup of the service is under way")
		}
	}
	return nil
}

// Begin returns the backup at its next attempt.
func (b Backup) Begin(s Service, place string, now time.Time) Backup {
	b.Status, b.Attempts, b.StartedAt, b.Place = BackupInProgress, b.Attempts+1, now, place
	b.FinishedAt, b.SizeBytes, b.Error, b.RetryAt = time.Time{}, 0, "", time.Time{}
	b.ExpireAt = now.Add(s.Backup.Retention())
	return b
}

// Done returns the backup once all of it is stored.
func (b Backup) Done(sizeBytes int64, now time.Time) Backup {
	b.Status, b.SizeBytes, b.FinishedAt = BackupDone, sizeBytes, now
	return b
}

// Failed returns the backup after an attempt that came to nothing. It is
// attempted again unless that was the last time.
func (b Backup) Failed(reason string, now time.Time) Backup {
	b.Status, b.Error, b.FinishedAt = BackupError, clip(reason, BackupErrorCharsMax), now
	if b.Attempts < BackupAttemptsMax {
		b.RetryAt = now.Add(BackupRetryDelay)
	}
	return b
}

// IsDue reports whether an attempt is to be made: the last one failed some
// time ago, or the server that made it is gone.
func (b Backup) IsDue(now time.Time) bool {
	switch b.Status {
	case BackupInProgress:
		return true
	case BackupError:
		return !b.RetryAt.IsZero() && !now.Before(b.RetryAt)
	case BackupDone:
	}
	return false
}

// Duration returns how long the backup took, or zero while it is under way.
func (b Backup) Duration() time.Duration {
	if b.FinishedAt.IsZero() {
		return 0
	}
	return b.FinishedAt.Sub(b.StartedAt)
}

// CheckRestorable returns a Conflict fault unless there is something to
// restore.
func (b Backup) CheckRestorable() error {
	if b.Status == BackupDone {
		return nil
	}
	return fault.New(fault.Conflict, "Only a backup with the status %s can be restored. Current status: %s", BackupDone, b.Status)
}
