// Package org holds the cloud's nouns: organizations, services, keys and
// roles, private endpoints, reverse private endpoints, usage cost, the audit
// log, members and invitations. It decides and never performs I/O: time, ids
// and credentials come in as parameters, and a change returns a new value
// and leaves its operand alone.
package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// NameCharsMax bounds the name of an organization, a key and a member.
const NameCharsMax = 128

// Organization owns services, keys, members and private endpoints.
type Organization struct {
	ID               string // uuid
	Name             string
	PrivateEndpoints []PrivateEndpoint // in the order of their registration
	EnableCoreDumps  bool
	CreatedAt        time.Time
	Version          int64 // grows with every change; the ETag is made from it
}

// Change is an update of an organization. The zero value changes nothing.
type Change struct {
	Name             *string
	PrivateEndpoints PrivateEndpointsChange
	EnableCoreDumps  *bool
	Force            bool // also where it locks somebody out of a service
}

// Apply returns the organization after the change and what changed, nothing
// when the change repeats what is so already. It returns an Invalid fault
// that names every broken rule.
func (o Organization) Apply(c Change) (Organization, []ActivityType, error) {
	var rules fault.Rules
	if c.Name != nil {
		checkFilled(&rules, "name", *c.Name, NameCharsMax)
	}
	endpoints := c.PrivateEndpoints.apply(&rules, "privateEndpoints", o.PrivateEndpoints)
	if err := rules.Err(); err != nil {
		return Organization{}, nil, err
	}
	var changed []ActivityType
	if set(&o.Name, c.Name) {
		changed = append(changed, ActivityOrganizationName)
	}
	if !slices.Equal(endpoints, o.PrivateEndpoints) {
		o.PrivateEndpoints = endpoints
		changed = append(changed, ActivityOrganizationPrivateEndpoints)
	}
	if set(&o.EnableCoreDumps, c.EnableCoreDumps) {
		changed = append(changed, ActivityOrganizationCoreDump)
	}
	return o, changed, nil
}
