package org

import (
	"regexp"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of the retention of backups.
const (
	BackupRetentionHoursMin  = 24
	BackupRetentionHoursMax  = 1080
	BackupRetentionHoursStep = 24
)

const defaultBackupHours = 24

var startTimePattern = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// BackupConfiguration is when a service is backed up and how long a backup
// is kept.
type BackupConfiguration struct {
	PeriodHours    int
	RetentionHours int
	StartTime      string // HH:MM in UTC; empty: any time
}

// DefaultBackup is the configuration of a service that does not say.
func DefaultBackup() BackupConfiguration {
	return BackupConfiguration{PeriodHours: defaultBackupHours, RetentionHours: defaultBackupHours}
}

// BackupPatch is an update of a backup configuration; null resets a member
// to its default. The zero value changes nothing.
type BackupPatch struct {
	PeriodHours    Field[int]
	RetentionHours Field[int]
	StartTime      Field[string]
}

// Apply returns the configuration after the patch. It returns an Invalid
// fault that names every broken rule.
func (b BackupConfiguration) Apply(p BackupPatch) (BackupConfiguration, error) {
	reset := DefaultBackup()
	b.PeriodHours = p.PeriodHours.or(b.PeriodHours, reset.PeriodHours)
	b.RetentionHours = p.RetentionHours.or(b.RetentionHours, reset.RetentionHours)
	b.StartTime = p.StartTime.or(b.StartTime, reset.StartTime)
	var rules fault.Rules
	b.check(&rules)
	if err := rules.Err(); err != nil {
		return BackupConfiguration{}, err
	}
	return b, nil
}

func (b BackupConfiguration) check(rules *fault.Rules) {
	periods := []int{6, 8, 12, 16, 20, 24, 36, 48}
	rules.Check(slices.Contains(periods, b.PeriodHours), "backupPeriodInHours", "enum",
		"must be one of 6, 8, 12, 16, 20, 24, 36, 48")
	checkRange(rules, "backupRetentionPeriodInHours", b.RetentionHours, BackupRetentionHoursMin, BackupRetentionHoursMax)
	rules.Check(b.RetentionHours%BackupRetentionHoursStep == 0, "backupRetentionPeriodInHours", "multiple_of",
		"must be a multiple of %d", BackupRetentionHoursStep)
	if b.StartTime == "" {
		return
	}
	rules.Check(startTimePattern.MatchString(b.StartTime), "backupStartTime", "format", "must have the form HH:MM")
	rules.Check(b.PeriodHours == 24 || b.PeriodHours == 48, "backupPeriodInHours", "range",
		"must be 24 or 48 when backupStartTime is set")
}
