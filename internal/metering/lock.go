package metering

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/org"
)

// lockDue writes down for ever the cost of the period's days that are due and
// not locked yet. Later changes of readings, prices or the clock do not reach
// them.
func (m *Meter) lockDue(ctx context.Context, organizationID string, period org.Period) error {
	locked, err := m.Store.LockedDays(ctx, organizationID, period)
	if err != nil {
		return err
	}
	now := m.Now()
	for d := period.From; d <= period.To; d++ {
		if !org.Locked(d, now) || slices.Contains(locked, d) {
			continue
		}
		if err := m.lock(ctx, organizationID, d); err != nil {
			return err
		}
	}
	return nil
}

func (m *Meter) lock(ctx context.Context, organizationID string, d org.Day) error {
	records, err := m.fresh(ctx, organizationID, org.Period{From: d, To: d})
	if err != nil {
		return err
	}
	return m.Store.InTx(ctx, func(ctx context.Context) error {
		return m.Store.LockDay(ctx, organizationID, d, records)
	})
}
