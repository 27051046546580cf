package org

import (
	"net/url"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of a query endpoint.
const (
	QueryEndpointKeysMax         = KeysPerOrganizationMax
	QueryEndpointOriginsCharsMax = 4096
)

// QueryRole is what the keys of a query endpoint may do. Both read and nothing
// else: statements are SELECTs.
type QueryRole string

// The roles of a query endpoint.
const (
	QueryReadOnly QueryRole = "sql_console_read_only"
	QueryAdmin    QueryRole = "sql_console_admin"
)

// QueryRoles returns every role of a query endpoint.
func QueryRoles() []QueryRole { return []QueryRole{QueryReadOnly, QueryAdmin} }

// QueryEndpoint lets keys of the organization query the tables of a service
// over HTTP.
type QueryEndpoint struct {
	ID             string // uuid
	Roles          []QueryRole
	KeyIDs         []string // management ids of the keys; empty: nobody
	AllowedOrigins string   // of pages, separated by commas; *: all; empty: none
}

// QueryEndpointInput is what a query endpoint is made from.
type QueryEndpointInput struct {
	Roles          []QueryRole
	KeyIDs         []string
	AllowedOrigins string
}

// WithQueryEndpoint returns the service with the query endpoint in place of the
// present one, and what changed. The id is for a service that has none. It
// returns a Conflict fault for a service on its way out, and an Invalid one that
// names every broken rule.
func (s Service) WithQueryEndpoint(in QueryEndpointInput, id string) (Service, []ActivityType, error) {
	if err := s.checkAlive(); err != nil {
		return Service{}, nil, err
	}
	if err := in.check(); err != nil {
		return Service{}, nil, err
	}
	next := QueryEndpoint{ID: id, Roles: slices.Clone(in.Roles), KeyIDs: slices.Clone(in.KeyIDs), AllowedOrigins: in.AllowedOrigins}
	if s.QueryEndpoint != nil {
		next.ID = s.QueryEndpoint.ID
		if next.equal(*s.QueryEndpoint) {
			return s, nil, nil
		}
	}
	s.QueryEndpoint = &next
	return s, []ActivityType{ActivityServiceQueryEndpoint}, nil
}

func (e QueryEndpoint) equal(other QueryEndpoint) bool {
	return e.ID == other.ID && slices.Equal(e.Roles, other.Roles) && slices.Equal(e.KeyIDs, other.KeyIDs) &&
		e.AllowedOrigins == other.AllowedOrigins
}

func (in QueryEndpointInput) check() error {
	var rules fault.Rules
	rules.Check(len(in.Roles) > 0, "roles", "required", "must have at least one item")
	for i, role := range in.Roles {
		checkWord(&rules, item("roles", i), role, QueryRoles())
		rules.Check(!slices.Contains(in.Roles[:i], role), item("roles", i), "unique", "must not be repeated")
	}
	if checkCount(&rules, "openApiKeys", len(in.KeyIDs), QueryEndpointKeysMax) {
		for i, id := range in.KeyIDs {
			rules.Check(uuidPattern.MatchString(id), item("openApiKeys", i), "format", "must be a uuid")
			rules.Check(!slices.Contains(in.KeyIDs[:i], id), item("openApiKeys", i), "unique", "must not be repeated")
		}
	}
	checkText(&rules, "allowedOrigins", in.AllowedOrigins, QueryEndpointOriginsCharsMax)
	return rules.Err()
}

// WithoutQueryEndpoint returns the service without its query endpoint. It
// returns a NotFound fault when there is none.
func (s Service) WithoutQueryEndpoint() (Service, []ActivityType, error) {
	if s.QueryEndpoint == nil {
		return Service{}, nil, NoQueryEndpoint()
	}
	s.QueryEndpoint = nil
	return s, []ActivityType{ActivityServiceQueryEndpoint}, nil
}

// NoQueryEndpoint is the fault of a service that has no query endpoint.
func NoQueryEndpoint() error { return fault.New(fault.NotFound, "the service has no query endpoint") }

// AllowsKey reports whether the key may query.
func (e QueryEndpoint) AllowsKey(id string) bool { return slices.Contains(e.KeyIDs, id) }

// AllowsOrigin reports whether pages of the origin may query. An item of the
// list is an origin, or the name of a host for every scheme and port.
func (e QueryEndpoint) AllowsOrigin(origin string) bool {
	page, err := url.Parse(origin)
	if err != nil || page.Host == "" {
		return false
	}
	for listed := range strings.SplitSeq(e.AllowedOrigins, ",") {
		listed = strings.TrimSuffix(strings.TrimSpace(listed), "/")
		if listed == "*" || strings.EqualFold(listed, origin) || listed != "" && strings.EqualFold(listed, page.Hostname()) {
			return true
		}
	}
	return false
}
