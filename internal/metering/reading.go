package metering

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// Kind is what a reading measures.
type Kind string

// The kinds. StoredBytes and BackupBytes are levels, of which the latest
// reading counts; the others only grow within an epoch.
const (
	StoredBytes   Kind = "stored"
	BackupBytes   Kind = "backup"
	CPUMicros     Kind = "cpu"
	ReceivedBytes Kind = "received"
	AnsweredBytes Kind = "answered"
)

// Reading is what a service used in an hour according to one source.
type Reading struct {
	ServiceID string
	Hour      time.Time // its beginning
	Kind      Kind
	Epoch     string // of the source; empty when it has none
	Value     int64
}

// Owner is a service as its usage remembers it: it stays when the service is
// gone.
type Owner struct {
	ServiceID      string
	OrganizationID string
	WarehouseID    string
	Name           string
	Tags           []org.Tag
	IsPrimary      bool
	CreatedAt      time.Time
	GoneAt         time.Time // zero: it is there
}

func owners(services []org.Service) []Owner {
	list := make([]Owner, len(services))
	for i, s := range services {
		list[i] = Owner{
			ServiceID: s.ID, OrganizationID: s.OrganizationID, WarehouseID: s.WarehouseID,
			Name: s.Name, Tags: s.Tags, IsPrimary: s.IsPrimary, CreatedAt: s.CreatedAt,
		}
	}
	return list
}

// existedOn reports whether the owner was there at some moment of the day.
func (o Owner) existedOn(d org.Day) bool {
	return o.CreatedAt.Before(d.End()) && (o.GoneAt.IsZero() || o.GoneAt.After(d.Start()))
}

func (o Owner) serviceEntity() org.Entity {
	return org.Service{ID: o.ServiceID, Name: o.Name, WarehouseID: o.WarehouseID}.CostEntity()
}

func (o Owner) warehouseEntity() org.Entity {
	return org.Service{ID: o.ServiceID, Name: o.Name, WarehouseID: o.WarehouseID}.WarehouseEntity()
}

// Store keeps readings, their owners, and the days that are locked.
type Store interface {
	ReadingStore
	LockStore
	// InTx runs fn in one transaction that rides in the context.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// ReadingStore keeps readings and owners.
type ReadingStore interface {
	AllServices(ctx context.Context) ([]org.Service, error)
	// SaveUsageOwners remembers the services that there are; those that it
	// knows and that are not among them went away at that time.
	SaveUsageOwners(ctx context.Context, present []Owner, at time.Time) error
	UsageOwnersOf(ctx context.Context, organizationID string) ([]Owner, error)
	// SaveReadings writes readings: a level replaces, a count only grows.
	SaveReadings(ctx context.Context, readings []Reading) error
	// ReadingsOf returns the organization's readings of the hours from the
	// first up to but without the second time.
	ReadingsOf(ctx context.Context, organizationID string, from, to time.Time) ([]Reading, error)
	// LatestLevels returns each service's latest reading of a level before the
	// hour.
	LatestLevels(ctx context.Context, kind Kind, before time.Time) ([]Reading, error)
	// BackupBytes returns the size of the backups that are kept, by service,
	// also of services that are gone.
	BackupBytes(ctx context.Context) (map[string]int64, error)
}

// LockStore keeps the cost of days that is final.
type LockStore interface {
	// LockDay writes the records of a day for ever; a day that is locked
	// already stays as it is.
	LockDay(ctx context.Context, organizationID string, d org.Day, records []org.CostRecord) error
	// LockedDays returns the days of the period that are locked.
	LockedDays(ctx context.Context, organizationID string, p org.Period) ([]org.Day, error)
	// LockedCosts returns the records of the period's locked days.
	LockedCosts(ctx context.Context, organizationID string, p org.Period) ([]org.CostRecord, error)
}
