package clickhouse

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// RetentionDaysMax is the longest that records can be kept.
const RetentionDaysMax = 3650

const retentionText = `
ALTER TABLE %s
MODIFY TTL Time + INTERVAL %d DAY`

// SetRetention makes a team's records of a signal last for so many days. Those
// that are older already go soon after.
func (s *Store) SetRetention(ctx context.Context, teamID string, signal telemetry.Signal, days int) error {
	if days < 1 || days > RetentionDaysMax {
		return fault.New(fault.Invalid, "records are kept for 1 to %d days", RetentionDaysMax)
	}
	l, err := s.client.teamLayout(teamID)
	if err != nil {
		return err
	}
	for _, table := range signal.Tables() {
		if err := s.client.Exec(ctx, fmt.Sprintf(retentionText, l.stored(string(table)), days)); err != nil {
			return fmt.Errorf("set the retention of %s: %w", table, err)
		}
	}
	return nil
}
