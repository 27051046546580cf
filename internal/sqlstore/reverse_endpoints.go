package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertReverseEndpointSQL = `
INSERT INTO reverse_endpoints (id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

	reverseEndpointByIDSQL = `
SELECT id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version
FROM reverse_endpoints
WHERE organization_id = $1 AND service_id = $2 AND id = $3`

	reverseEndpointsOfSQL = `
SELECT id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version
FROM reverse_endpoints
WHERE organization_id = $1
ORDER BY created_at, id
LIMIT $2`

	reverseEndpointsOfServiceSQL = `
SELECT id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version
FROM reverse_endpoints
WHERE organization_id = $1 AND service_id = $2
ORDER BY created_at, id
LIMIT $3`

	reverseEndpointsSQL = `
SELECT id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version
FROM reverse_endpoints
ORDER BY created_at, id
LIMIT $1`

	// Ready ones wait for nobody.
	unsettledReverseEndpointsSQL = `
SELECT id, organization_id, service_id, description, target, custom_dns_names, endpoint_id,
    dns_names, private_dns_names, status, status_reason, last_transition_at, created_at, version
FROM reverse_endpoints
WHERE status IN ('Unknown', 'Provisioning', 'Deleting', 'Failed', 'PendingAcceptance', 'Rejected', 'Expired')
ORDER BY last_transition_at, id
LIMIT $1`

	// What an endpoint points at is for life.
	updateReverseEndpointSQL = `
UPDATE reverse_endpoints
SET custom_dns_names = $4, endpoint_id = $5, dns_names = $6, private_dns_names = $7,
    status = $8, status_reason = $9, last_transition_at = $10, version = version + 1
WHERE organization_id = $1 AND id = $2 AND version = $3`

	deleteReverseEndpointSQL = `
DELETE FROM reverse_endpoints
WHERE organization_id = $1 AND id = $2`
)

// CreateReverseEndpoint adds an endpoint of a service.
func (s *Store) CreateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error {
	return s.insert(ctx, about("endpoint", insertReverseEndpointSQL, reverseEndpointFields(&e)...))
}

// ReverseEndpointByID returns the endpoint with the id of the organization's
// service.
func (s *Store) ReverseEndpointByID(ctx context.Context, organizationID, serviceID, id string) (org.ReverseEndpoint, error) {
	return one(ctx, s, scanReverseEndpoint, about("endpoint", reverseEndpointByIDSQL, organizationID, serviceID, id))
}

// ReverseEndpointsOf returns the organization's endpoints, oldest first.
func (s *Store) ReverseEndpointsOf(ctx context.Context, organizationID string) ([]org.ReverseEndpoint, error) {
	return list(ctx, s, scanReverseEndpoint, about("endpoint", reverseEndpointsOfSQL, organizationID))
}

// ReverseEndpointsOfService returns the endpoints of the organization's
// service, oldest first.
func (s *Store) ReverseEndpointsOfService(ctx context.Context, organizationID, serviceID string) ([]org.ReverseEndpoint, error) {
	return list(ctx, s, scanReverseEndpoint, about("endpoint", reverseEndpointsOfServiceSQL, organizationID, serviceID))
}

// ReverseEndpoints returns all endpoints of the installation, oldest first.
func (s *Store) ReverseEndpoints(ctx context.Context) ([]org.ReverseEndpoint, error) {
	return list(ctx, s, scanReverseEndpoint, about("endpoint", reverseEndpointsSQL))
}

// UnsettledReverseEndpoints returns all endpoints that are not ready, the one
// that has waited longest first.
func (s *Store) UnsettledReverseEndpoints(ctx context.Context) ([]org.ReverseEndpoint, error) {
	return list(ctx, s, scanReverseEndpoint, about("endpoint", unsettledReverseEndpointsSQL))
}

// UpdateReverseEndpoint writes names and status of the endpoint. e.Version is
// the version that was read; the stored one is then one higher.
func (s *Store) UpdateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error {
	st := about("endpoint", updateReverseEndpointSQL, e.OrganizationID, e.ID, e.Version,
		jsonText{&e.CustomDNSNames}, e.EndpointID, jsonText{&e.DNSNames}, jsonText{&e.PrivateDNSNames},
		e.Status, e.StatusReason, instant{&e.LastTransitionAt})
	return s.update(ctx, st, func() error {
		_, err := s.ReverseEndpointByID(ctx, e.OrganizationID, e.ServiceID, e.ID)
		return err
	})
}

// DeleteReverseEndpoint removes the organization's endpoint.
func (s *Store) DeleteReverseEndpoint(ctx context.Context, organizationID, id string) error {
	return s.touch(ctx, about("endpoint", deleteReverseEndpointSQL, organizationID, id))
}

func reverseEndpointFields(e *org.ReverseEndpoint) []any {
	return []any{
		&e.ID, &e.OrganizationID, &e.ServiceID, &e.Description, jsonText{&e.Target}, jsonText{&e.CustomDNSNames},
		&e.EndpointID, jsonText{&e.DNSNames}, jsonText{&e.PrivateDNSNames}, &e.Status, &e.StatusReason,
		instant{&e.LastTransitionAt}, instant{&e.CreatedAt}, &e.Version,
	}
}

func scanReverseEndpoint(r row) (org.ReverseEndpoint, error) {
	var e org.ReverseEndpoint
	err := r.Scan(reverseEndpointFields(&e)...)
	return e, err
}
