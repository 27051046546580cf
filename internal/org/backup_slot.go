package org

import "time"

// backupEpoch returns the midnight from which slots with a start time are
// counted: every schedule of 48 hours has the same days.
func backupEpoch() time.Time { return time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC) }

// LastSlot returns the latest moment up to now at which the schedule wants a
// backup, and false when there is none after since. Slots with a start time
// are counted from midnight, others from the anchor. However many slots were
// missed, only the latest counts.
func (b BackupConfiguration) LastSlot(anchor, since, now time.Time) (time.Time, bool) {
	period, first := b.slots(anchor)
	if now.Before(first) {
		return time.Time{}, false
	}
	slot := first.Add(now.Sub(first).Truncate(period))
	return slot, slot.After(since)
}

// NextSlot returns the first moment after now at which the schedule wants a
// backup.
func (b BackupConfiguration) NextSlot(anchor, now time.Time) time.Time {
	period, first := b.slots(anchor)
	if now.Before(first) {
		return first
	}
	return first.Add(now.Sub(first).Truncate(period) + period)
}

// slots returns the distance of slots and the first of them.
func (b BackupConfiguration) slots(anchor time.Time) (period time.Duration, first time.Time) {
	period = time.Duration(b.PeriodHours) * time.Hour
	if b.StartTime == "" {
		return period, anchor.Add(period)
	}
	start, err := time.Parse("15:04", b.StartTime)
	if err != nil { // was checked when it was set
		return period, anchor.Add(period)
	}
	return period, backupEpoch().Add(time.Duration(start.Hour())*time.Hour + time.Duration(start.Minute())*time.Minute)
}

// Retention returns how long a backup is kept.
func (b BackupConfiguration) Retention() time.Duration {
	return time.Duration(b.RetentionHours) * time.Hour
}

// BackupSlot returns the slot of the service that is due now, and false when
// none is. A schedule that was changed begins with its next slot.
func (s Service) BackupSlot(now time.Time) (time.Time, bool) {
	if !s.hasDataToBackUp() {
		return time.Time{}, false
	}
	since := s.CreatedAt
	if s.BackupSince.After(since) {
		since = s.BackupSince
	}
	return s.Backup.LastSlot(s.CreatedAt, since, now)
}

// Scheduled returns the service with a backup configuration. Slots of a new
// schedule that have passed are not made up for.
func (s Service) Scheduled(b BackupConfiguration, now time.Time) Service {
	if b.PeriodHours != s.Backup.PeriodHours || b.StartTime != s.Backup.StartTime {
		s.BackupSince = now
	}
	s.Backup = b
	return s
}

// NextBackupAt returns when the next backup of the service is due.
func (s Service) NextBackupAt(now time.Time) time.Time { return s.Backup.NextSlot(s.CreatedAt, now) }

func (s Service) hasDataToBackUp() bool {
	switch s.State {
	case ServiceRunning, ServiceIdle, ServiceAwaking, ServiceDegraded, ServiceStopping, ServiceStopped, ServiceStarting:
		return s.RestoreFrom == ""
	case ServiceProvisioning, ServiceFailed, ServiceTerminating, ServiceTerminated:
	}
	return false
}
