package org_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

func TestBackupApply(t *testing.T) {
	t.Parallel()
	set := org.BackupConfiguration{PeriodHours: 48, RetentionHours: 72, StartTime: "03:30"}
	f := func(name string, patch org.BackupPatch, want org.BackupConfiguration, paths ...string) {
		t.Helper()
		got, err := set.Apply(patch)
		wantPaths(t, name, err, paths...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	none := org.BackupConfiguration{}
	f("nothing", org.BackupPatch{}, set)
	f("null resets", org.BackupPatch{PeriodHours: org.Null[int](), RetentionHours: org.Null[int](), StartTime: org.Null[string]()}, org.DefaultBackup())
	f("six hours without start time", org.BackupPatch{PeriodHours: org.Given(6), StartTime: org.Null[string]()},
		org.BackupConfiguration{PeriodHours: 6, RetentionHours: 72})
	f("six hours with start time", org.BackupPatch{PeriodHours: org.Given(6)}, none, "backupPeriodInHours")
	f("odd period", org.BackupPatch{PeriodHours: org.Given(7), StartTime: org.Null[string]()}, none, "backupPeriodInHours")
	f("longest retention", org.BackupPatch{RetentionHours: org.Given(1080)}, org.BackupConfiguration{PeriodHours: 48, RetentionHours: 1080, StartTime: "03:30"})
	f("retention too long", org.BackupPatch{RetentionHours: org.Given(1104)}, none, "backupRetentionPeriodInHours")
	f("retention no multiple", org.BackupPatch{RetentionHours: org.Given(25)}, none, "backupRetentionPeriodInHours")
	f("no time", org.BackupPatch{StartTime: org.Given("24:00")}, none, "backupStartTime")
}

func TestUpgradeWindowCheck(t *testing.T) {
	t.Parallel()
	wantPaths(t, "good", org.UpgradeWindow{Weekday: 6, StartHourUTC: 18}.Check())
	wantPaths(t, "bad", org.UpgradeWindow{Weekday: 7, StartHourUTC: 24}.Check(), "weekday", "startHourUtc")
	wantPaths(t, "between", org.UpgradeWindow{StartHourUTC: 7}.Check(), "startHourUtc")
	wantPaths(t, "negative", org.UpgradeWindow{Weekday: -1, StartHourUTC: -6}.Check(), "weekday", "startHourUtc")
}

func TestPasswordHashesCheck(t *testing.T) {
	t.Parallel()
	const sha = "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="
	double := strings.Repeat("0aF9", 10)
	wantPaths(t, "none", org.PasswordHashes{}.Check())
	wantPaths(t, "both", org.PasswordHashes{SHA256: sha, DoubleSHA1: double}.Check())
	wantPaths(t, "double alone", org.PasswordHashes{DoubleSHA1: double}.Check(), "newPasswordHash")
	wantPaths(t, "malformed", org.PasswordHashes{SHA256: "x", DoubleSHA1: "x"}.Check(), "newPasswordHash", "newDoubleSha1Hash")
}
