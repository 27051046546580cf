package metering_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

// TestBackupsCostUntilTheyExpire keeps 7,300 GB for hours without a server, and
// on a day on which the service is gone already.
func TestBackupsCostUntilTheyExpire(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, b *bench) {
		made := org.Backup{
			ID: "44444444-4444-4444-8444-444444444444", OrganizationID: organizationID, ServiceID: serviceID, ServiceName: "logs",
			TeamID: teamID, Slot: start, Status: org.BackupDone, Attempts: 1, StartedAt: start, FinishedAt: start,
			SizeBytes: 7_300 * gigabyte, ExpireAt: start.Add(48 * time.Hour), Place: "here",
		}
		unfinished := made
		unfinished.ID, unfinished.Slot, unfinished.Status = "44444444-4444-4444-8444-444444444445", start.Add(time.Hour), org.BackupInProgress
		must(t, b.Sample(t.Context())) // knows the service from here on
		must(t, b.store.CreateBackup(t.Context(), made))
		must(t, b.store.CreateBackup(t.Context(), unfinished))
		must(t, b.Sample(t.Context()))
		b.clock.Advance(3 * time.Hour)
		must(t, b.Sample(t.Context()))
		must(t, b.store.DeleteService(t.Context(), organizationID, serviceID))
		b.clock.Advance(24 * time.Hour) // 14 hours of the first day, 14 of the second
		must(t, b.Sample(t.Context()))
		must(t, b.store.DeleteBackup(t.Context(), made.ID))
		b.clock.Advance(24 * time.Hour)
		must(t, b.Sample(t.Context()))
		want := map[string]string{
			"2026-11-01 datawarehouse": "3.5", "2026-11-01 service": "0", "2026-11-02 datawarehouse": "3.5", "2026-11-02 service": "0",
		}
		if diff := cmp.Diff(want, costs(b.report(t, "2026-11-01", "2026-11-03"))); diff != "" {
			t.Errorf("costs (-want +got):\n%s", diff)
		}
	})
}
