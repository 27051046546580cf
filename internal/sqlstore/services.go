package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertServiceSQL = `
INSERT INTO services (id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

	serviceByIDSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE organization_id = $1 AND id = $2`

	serviceOfAnySQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE id = $1`

	servicesOfSQL = `
SELECT id, organization_id, team_id, warehouse_id, name, provider, region, state,
    settings, created_at, version
FROM services
WHERE organization_id = $1
ORDER BY created_at, id
LIMIT $2`

	// Organization, team, warehouse, provider and region are for life.
	updateServiceSQL = `
UPDATE services
SET name = $4, state = $5, settings = $6, version = version + 1
WHERE organization_id = $1 AND id = $2 AND version = $3`
)

// CreateService adds a service of an organization; a team that belongs to
// another service is a Conflict.
func (s *Store) CreateService(ctx context.Context, service org.Service) error {
	return s.insert(ctx, about("service", insertServiceSQL, serviceFields(&service)...).
		orTaken("the team belongs to a service already"))
}

// ServiceByID returns the organization's service with the id.
func (s *Store) ServiceByID(ctx context.Context, organizationID, id string) (org.Service, error) {
	return one(ctx, s, scanService, about("service", serviceByIDSQL, organizationID, id))
}

// ServiceOfAny returns the service with the id, of any organization: for who
// asks without a key, and is shown nothing of it.
func (s *Store) ServiceOfAny(ctx context.Context, id string) (org.Service, error) {
	return one(ctx, s, scanService, about("service", serviceOfAnySQL, id))
}

// ServicesOf returns the organization's services, oldest first.
func (s *Store) ServicesOf(ctx context.Context, organizationID string) ([]org.Service, error) {
	return list(ctx, s, scanService, about("service", servicesOfSQL, organizationID))
}

// UpdateService writes name, state and settings of the service.
// service.Version is the version that was read; the stored one is then one
// higher.
func (s *Store) UpdateService(ctx context.Context, service org.Service) error {
	st := about("service", updateServiceSQL, service.OrganizationID, service.ID, service.Version,
		service.Name, service.State, serviceSettingsText{&service})
	return s.update(ctx, st, func() error {
		_, err := s.ServiceByID(ctx, service.OrganizationID, service.ID)
		return err
	})
}

func serviceFields(s *org.Service) []any {
	return []any{
		&s.ID, &s.OrganizationID, &s.TeamID, &s.WarehouseID, &s.Name, &s.Provider, &s.Region, &s.State,
		serviceSettingsText{s}, instant{&s.CreatedAt}, &s.Version,
	}
}

func scanService(r row) (org.Service, error) {
	var s org.Service
	err := r.Scan(serviceFields(&s)...)
	return s, err
}
