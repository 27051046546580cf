package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/org"
)

const (
	allServicesSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
ORDER BY created_at, id
LIMIT $1`

	upsertUsageOwnerSQL = `
INSERT INTO usage_owners (service_id, organization_id, warehouse_id, name, tags, is_primary, created_at, gone_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (service_id) DO UPDATE
SET name = excluded.name, tags = excluded.tags, is_primary = excluded.is_primary, gone_at = NULL
WHERE usage_owners.name <> excluded.name OR usage_owners.tags <> excluded.tags
    OR usage_owners.is_primary <> excluded.is_primary OR usage_owners.gone_at IS NOT NULL`

	markUsageOwnersGoneSQL = `
UPDATE usage_owners
SET gone_at = $1
WHERE gone_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM services WHERE services.id = usage_owners.service_id)`

	usageOwnersOfSQL = `
SELECT service_id, organization_id, warehouse_id, name, tags, is_primary, created_at, gone_at
FROM usage_owners
WHERE organization_id = $1
ORDER BY created_at, service_id
LIMIT $2`

	// A level is replaced, a count only grows.
	saveReadingSQL = `
INSERT INTO usage_readings (service_id, hour, kind, epoch, value)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (service_id, hour, kind, epoch) DO UPDATE
SET value = excluded.value
WHERE excluded.kind IN ('stored', 'backup') OR excluded.value > usage_readings.value`

	readingsOfSQL = `
SELECT usage_readings.service_id, usage_readings.hour, usage_readings.kind, usage_readings.epoch, usage_readings.value
FROM usage_readings
JOIN usage_owners ON usage_owners.service_id = usage_readings.service_id
WHERE usage_owners.organization_id = $1 AND usage_readings.hour >= $2 AND usage_readings.hour < $3
ORDER BY usage_readings.service_id, usage_readings.hour, usage_readings.kind, usage_readings.epoch`

	latestLevelsSQL = `
SELECT service_id, hour, kind, epoch, value
FROM usage_readings AS latest
WHERE kind = $1 AND hour = (
    SELECT MAX(hour)
    FROM usage_readings
    WHERE kind = $1 AND service_id = latest.service_id AND hour < $2
)
ORDER BY service_id`
)

// AllServices returns the services of all organizations, oldest first.
func (s *Store) AllServices(ctx context.Context) ([]org.Service, error) {
	return list(ctx, s, scanService, about("service", allServicesSQL))
}

// SaveUsageOwners remembers the services that there are; those that it knows
// and that are not there any more went away at that time.
func (s *Store) SaveUsageOwners(ctx context.Context, present []metering.Owner, at time.Time) error {
	for _, owner := range present {
		if err := s.insert(ctx, about("usage owner", upsertUsageOwnerSQL, usageOwnerFields(&owner)...)); err != nil {
			return err
		}
	}
	_, err := s.change(ctx, about("usage owner", markUsageOwnersGoneSQL, instant{&at}))
	return err
}

// UsageOwnersOf returns who used something in the organization, also services
// that are gone, oldest first.
func (s *Store) UsageOwnersOf(ctx context.Context, organizationID string) ([]metering.Owner, error) {
	return list(ctx, s, scanUsageOwner, about("usage owner", usageOwnersOfSQL, organizationID))
}

// SaveReadings writes readings: a level replaces, a count only grows.
func (s *Store) SaveReadings(ctx context.Context, readings []metering.Reading) error {
	for _, r := range readings {
		if err := s.insert(ctx, about("usage reading", saveReadingSQL, readingFields(&r)...)); err != nil {
			return err
		}
	}
	return nil
}

// ReadingsOf returns the organization's readings of the hours from the first
// up to but without the second time.
func (s *Store) ReadingsOf(ctx context.Context, organizationID string, from, to time.Time) ([]metering.Reading, error) {
	return some(ctx, s, scanReading, about("usage reading", readingsOfSQL, organizationID, instant{&from}, instant{&to}))
}

// LatestLevels returns each service's latest reading of a level before the
// hour.
func (s *Store) LatestLevels(ctx context.Context, kind metering.Kind, before time.Time) ([]metering.Reading, error) {
	return some(ctx, s, scanReading, about("usage reading", latestLevelsSQL, kind, instant{&before}))
}

func usageOwnerFields(o *metering.Owner) []any {
	return []any{
		&o.ServiceID, &o.OrganizationID, &o.WarehouseID, &o.Name, jsonText{&o.Tags}, &o.IsPrimary,
		instant{&o.CreatedAt}, instant{&o.GoneAt},
	}
}

func scanUsageOwner(r row) (metering.Owner, error) {
	var o metering.Owner
	err := r.Scan(usageOwnerFields(&o)...)
	return o, err
}

func readingFields(r *metering.Reading) []any {
	return []any{&r.ServiceID, instant{&r.Hour}, &r.Kind, &r.Epoch, &r.Value}
}

func scanReading(r row) (metering.Reading, error) {
	var reading metering.Reading
	err := r.Scan(readingFields(&reading)...)
	return reading, err
}
