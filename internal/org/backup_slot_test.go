package org_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

func TestBackupSlots(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 11, 3, 10, 20, 0, 0, time.UTC)
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC) }
	f := func(name string, s org.Service, now, want, next time.Time) {
		t.Helper()
		s.CreatedAt = created
		if s.State == "" {
			s.State = org.ServiceRunning
		}
		slot, due := s.BackupSlot(now)
		if !due {
			slot = time.Time{}
		}
		if !slot.Equal(want) {
			t.Errorf("%s: %s, want %s", name, slot, want)
		}
		if got := s.NextBackupAt(now); !got.Equal(next) {
			t.Errorf("%s: the next is at %s, want %s", name, got, next)
		}
	}
	none := time.Time{}
	every := func(hours int, start string) org.Service {
		return org.Service{Backup: org.BackupConfiguration{PeriodHours: hours, RetentionHours: 24, StartTime: start}}
	}
	f("nothing on the first day", every(24, ""), at(4, 10, 19), none, at(4, 10, 20))
	f("a day later", every(24, ""), at(4, 10, 20), at(4, 10, 20), at(5, 10, 20))
	f("after a week without a server one", every(6, ""), at(10, 17, 0), at(10, 16, 20), at(10, 22, 20))
	f("at a time of day", every(24, "03:30"), at(4, 12, 0), at(4, 3, 30), at(5, 3, 30))
	f("not before it was there", every(24, "03:30"), at(3, 12, 0), none, at(4, 3, 30))
	f("every other day", every(48, "00:00"), at(8, 1, 0), at(7, 0, 0), at(9, 0, 0))
	changed := every(24, "03:30")
	changed.BackupSince = at(6, 12, 0)
	f("a new schedule makes up for nothing", changed, at(6, 13, 0), none, at(7, 3, 30))
	f("a new schedule begins", changed, at(7, 3, 30), at(7, 3, 30), at(8, 3, 30))
	gone := every(24, "")
	gone.State = org.ServiceTerminating
	f("a service that goes", gone, at(6, 13, 0), none, at(7, 10, 20))
	waiting := every(24, "")
	waiting.RestoreFrom = "a backup"
	f("a service that is being restored", waiting, at(6, 13, 0), none, at(7, 10, 20))
}

func TestBackupIsAttemptedAFewTimes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 4, 10, 20, 0, 0, time.UTC)
	s := org.Service{ID: "s", Backup: org.DefaultBackup()}
	b := org.NewBackup(s, now, "b", "here", now)
	for attempt := 1; attempt <= org.BackupAttemptsMax; attempt++ {
		if b.Attempts != attempt || !b.IsDue(now) || b.CheckRestorable() == nil {
			t.Fatalf("attempt %d: %+v", attempt, b)
		}
		b = b.Failed("no room", now)
		if b.IsDue(now) || b.Error != "no room" || b.Status != org.BackupError {
			t.Fatalf("a failed attempt: %+v", b)
		}
		now = now.Add(org.BackupRetryDelay)
		if b.IsDue(now) != (attempt < org.BackupAttemptsMax) {
			t.Fatalf("after attempt %d: %+v", attempt, b)
		}
		if attempt < org.BackupAttemptsMax {
			b = b.Begin(s, "there", now)
		}
	}
	b = b.Begin(s, "there", now).Done(5, now.Add(time.Minute))
	if b.CheckRestorable() != nil || b.IsDue(now) || b.Duration() != time.Minute || b.Error != "" || !b.ExpireAt.Equal(now.Add(24*time.Hour)) {
		t.Errorf("a finished one: %+v", b)
	}
}

// TestSlotsKnowNoSummerTime goes hour by hour through the nights in which clocks
// are put back and forward: each day has one slot, at the same time in UTC.
func TestSlotsKnowNoSummerTime(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []string{"00:00", "01:30", "23:59"} {
		for _, month := range []time.Month{time.March, time.October} {
			created := time.Date(2026, month, 20, 12, 0, 0, 0, berlin)
			s := org.Service{
				State: org.ServiceRunning, CreatedAt: created,
				Backup: org.BackupConfiguration{PeriodHours: 24, RetentionHours: 24, StartTime: start},
			}
			seen := map[string]bool{}
			for hour := range 10 * 24 {
				now := created.Add(time.Duration(hour)*time.Hour + 59*time.Minute)
				slot, due := s.BackupSlot(now)
				if !due {
					continue
				}
				if slot.UTC().Format("15:04") != start || slot.After(now) || now.Sub(slot) >= 24*time.Hour {
					t.Fatalf("at %s the slot is %s", now, slot)
				}
				seen[slot.UTC().Format(time.DateOnly)] = true
			}
			if len(seen) != 10 {
				t.Errorf("%s in %s: %v", start, month, seen)
			}
		}
	}
}
