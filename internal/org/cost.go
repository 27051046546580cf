package org

import (
	"cmp"
	"slices"
	"time"
)

// EntityType is what a cost record is about.
type EntityType string

// The types of entities.
const (
	EntityWarehouse EntityType = "datawarehouse"
	EntityService   EntityType = "service"
	EntityPipe      EntityType = "pipe"
)

// Entity is something that costs.
type Entity struct {
	Type        EntityType
	ID          string
	Name        string
	WarehouseID string
	ServiceID   string // empty for a warehouse
}

// CostEntity returns the service as something that costs.
func (s Service) CostEntity() Entity {
	return Entity{Type: EntityService, ID: s.ID, Name: s.Name, WarehouseID: s.WarehouseID, ServiceID: s.ID}
}

// WarehouseEntity returns the warehouse of the service, which is to be the
// primary one, as something that costs.
func (s Service) WarehouseEntity() Entity {
	return Entity{Type: EntityWarehouse, ID: s.WarehouseID, Name: s.Name + " warehouse", WarehouseID: s.WarehouseID}
}

// CostRecord is what an entity cost on a day.
type CostRecord struct {
	Day     Day
	Entity  Entity
	Metrics Metrics
	Total   Amount // the sum of the metrics; NewReport fills it in
	Locked  bool   // final
}

// Record returns what is booked for the entity on the day, nothing being a
// record of zeros.
func (b Bookings) Record(d Day, e Entity, now time.Time) CostRecord {
	metrics := b[BookingKey{Day: d, EntityType: e.Type, EntityID: e.ID}]
	return CostRecord{Day: d, Entity: e, Metrics: metrics, Locked: Locked(d, now)}
}

// Report is the cost of an organization in a period.
type Report struct {
	GrandTotal Amount // the sum of the records' totals
	Costs      []CostRecord
}

// NewReport orders the records by day, entity name and entity id, and adds
// them up exactly. It returns ErrAmountOverflow when a sum does not fit.
func NewReport(records []CostRecord) (Report, error) {
	report := Report{Costs: slices.SortedFunc(slices.Values(records), compareRecords)}
	for i := range report.Costs {
		record := &report.Costs[i]
		total, err := record.Metrics.Total()
		if err != nil {
			return Report{}, err
		}
		record.Total = total
		if report.GrandTotal, err = report.GrandTotal.Plus(total); err != nil {
			return Report{}, err
		}
	}
	return report, nil
}

func compareRecords(a, b CostRecord) int {
	return cmp.Or(
		cmp.Compare(a.Day, b.Day),
		cmp.Compare(a.Entity.Name, b.Entity.Name),
		cmp.Compare(a.Entity.ID, b.Entity.ID),
		cmp.Compare(a.Entity.Type, b.Entity.Type),
	)
}
