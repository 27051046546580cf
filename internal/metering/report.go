package metering

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// UsageCost returns what the organization's entities cost in the period, one
// record per entity and day. Days that lie in the future have none. A filter
// keeps the entities whose service has the tags.
func (m *Meter) UsageCost(ctx context.Context, organizationID string, period org.Period, filter org.TagFilter) (org.Report, error) {
	if err := own(ctx, organizationID); err != nil {
		return org.Report{}, err
	}
	if err := m.lockDue(ctx, organizationID, period); err != nil {
		return org.Report{}, err
	}
	records, err := m.records(ctx, organizationID, period)
	if err != nil {
		return org.Report{}, err
	}
	kept, err := m.keep(ctx, organizationID, filter, records)
	if err != nil {
		return org.Report{}, err
	}
	return org.NewReport(kept)
}

func own(ctx context.Context, organizationID string) error {
	p, ok := access.From(ctx)
	if ok && p.OrganizationID != organizationID {
		return fault.New(fault.NotFound, "the organization does not exist")
	}
	_, err := access.Require(ctx, access.UsageCostRead)
	return err
}

// records returns what is final as it was locked, and the rest as it stands.
func (m *Meter) records(ctx context.Context, organizationID string, period org.Period) ([]org.CostRecord, error) {
	records, err := m.Store.LockedCosts(ctx, organizationID, period)
	if err != nil {
		return nil, err
	}
	locked, err := m.Store.LockedDays(ctx, organizationID, period)
	if err != nil {
		return nil, err
	}
	fresh, err := m.fresh(ctx, organizationID, period)
	if err != nil {
		return nil, err
	}
	for _, record := range fresh {
		if !slices.Contains(locked, record.Day) {
			record.Locked = false
			records = append(records, record)
		}
	}
	return records, nil
}

// fresh makes the records of a period from readings.
func (m *Meter) fresh(ctx context.Context, organizationID string, period org.Period) ([]org.CostRecord, error) {
	owners, err := m.Store.UsageOwnersOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	readings, err := m.Store.ReadingsOf(ctx, organizationID, period.From.Start(), period.To.End())
	if err != nil {
		return nil, err
	}
	bookings, err := org.Book(m.Prices, samples(owners, readings))
	if err != nil {
		return nil, err
	}
	now := m.Now()
	var records []org.CostRecord
	for d := period.From; d <= period.To && d <= org.DayOf(now); d++ {
		for _, entity := range entitiesOn(owners, d, bookings) {
			records = append(records, bookings.Record(d, entity, now))
		}
	}
	return records, nil
}

// entitiesOn returns what was there on the day: the services, and each
// warehouse once, under its primary service's name. A warehouse is there as
// long as backups are kept in it.
func entitiesOn(owners []Owner, d org.Day, bookings org.Bookings) []org.Entity {
	var entities []org.Entity
	for _, o := range owners {
		exists := o.existedOn(d)
		if exists {
			entities = append(entities, o.serviceEntity())
		}
		if o.IsPrimary && (exists || bookings.Keeps(d, o.WarehouseID)) {
			entities = append(entities, o.warehouseEntity())
		}
	}
	return entities
}

// samples adds the readings of all sources up by service and hour.
func samples(owners []Owner, readings []Reading) []org.UsageSample {
	warehouses := make(map[string]string, len(owners))
	for _, o := range owners {
		warehouses[o.ServiceID] = o.WarehouseID
	}
	type key struct {
		serviceID string
		hour      time.Time
	}
	sums := map[key]*org.UsageSample{}
	for _, r := range readings {
		k := key{r.ServiceID, r.Hour}
		if sums[k] == nil {
			sums[k] = &org.UsageSample{Hour: r.Hour, ServiceID: r.ServiceID, WarehouseID: warehouses[r.ServiceID]}
		}
		r.addTo(sums[k])
	}
	list := make([]org.UsageSample, 0, len(sums))
	for _, sample := range sums {
		list = append(list, *sample)
	}
	return list
}

func (r Reading) addTo(sample *org.UsageSample) {
	switch r.Kind {
	case StoredBytes:
		sample.StoredBytes += r.Value
	case BackupBytes:
		sample.BackupBytes += r.Value
	case CPUMicros:
		sample.CPUMicros += r.Value
	case ReceivedBytes:
		sample.ReceivedBytes += r.Value
	case AnsweredBytes:
		sample.AnsweredBytes += r.Value
	}
}

// keep returns the records of entities whose service has the filter's tags.
func (m *Meter) keep(ctx context.Context, organizationID string, filter org.TagFilter, records []org.CostRecord) ([]org.CostRecord, error) {
	owners, err := m.Store.UsageOwnersOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	matching := map[string]bool{}
	for _, o := range owners {
		if filter.Match(o.Tags) {
			matching[o.ServiceID] = true
			matching[o.WarehouseID] = matching[o.WarehouseID] || o.IsPrimary
		}
	}
	return slices.DeleteFunc(records, func(r org.CostRecord) bool { return !matching[r.Entity.ID] }), nil
}
