package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	lockDaySQL = `
INSERT INTO usage_locked_days (organization_id, day)
VALUES ($1, $2)
ON CONFLICT (organization_id, day) DO NOTHING`

	lockCostSQL = `
INSERT INTO usage_locked_costs (organization_id, day, entity_type, entity_id, entity, metrics)
VALUES ($1, $2, $3, $4, $5, $6)`

	lockedDaysSQL = `
SELECT day
FROM usage_locked_days
WHERE organization_id = $1 AND day >= $2 AND day <= $3
ORDER BY day`

	lockedCostsSQL = `
SELECT day, entity, metrics
FROM usage_locked_costs
WHERE organization_id = $1 AND day >= $2 AND day <= $3
ORDER BY day, entity_type, entity_id`
)

// LockDay writes the records of a day for ever; a day that is locked already
// stays as it is. Call it in a transaction.
func (s *Store) LockDay(ctx context.Context, organizationID string, d org.Day, records []org.CostRecord) error {
	locked, err := s.change(ctx, about("locked day", lockDaySQL, organizationID, int64(d)))
	if err != nil || locked == 0 {
		return err
	}
	for _, r := range records {
		st := about("locked cost", lockCostSQL, organizationID, int64(d), r.Entity.Type, r.Entity.ID,
			jsonText{&r.Entity}, jsonText{&r.Metrics})
		if err := s.insert(ctx, st); err != nil {
			return err
		}
	}
	return nil
}

// LockedDays returns the days of the period that are locked.
func (s *Store) LockedDays(ctx context.Context, organizationID string, p org.Period) ([]org.Day, error) {
	return some(ctx, s, scanDay, about("locked day", lockedDaysSQL, organizationID, int64(p.From), int64(p.To)))
}

// LockedCosts returns the records of the period's locked days, without their
// totals.
func (s *Store) LockedCosts(ctx context.Context, organizationID string, p org.Period) ([]org.CostRecord, error) {
	return some(ctx, s, scanLockedCost, about("locked cost", lockedCostsSQL, organizationID, int64(p.From), int64(p.To)))
}

func scanDay(r row) (org.Day, error) {
	n, err := scanInt64(r)
	return org.Day(n), err
}

func scanLockedCost(r row) (org.CostRecord, error) {
	record := org.CostRecord{Locked: true}
	var day int64
	err := r.Scan(&day, jsonText{&record.Entity}, jsonText{&record.Metrics})
	record.Day = org.Day(day)
	return record, err
}
