package org

import (
	"slices"
	"strings"
)

// Effect is what a policy does with what it names.
type Effect string

// The effects. A denial wins over every allowance, whatever the order.
const (
	EffectAllow Effect = "ALLOW"
	EffectDeny  Effect = "DENY"
)

// Effects returns every effect.
func Effects() []Effect { return []Effect{EffectAllow, EffectDeny} }

// ConsoleRole is what a policy says about the SQL console. It is kept for
// clients that send it and has no effect.
type ConsoleRole string

// The roles in the SQL console.
const (
	ConsoleReadOnly ConsoleRole = "sql-console-readonly"
	ConsoleAdmin    ConsoleRole = "sql-console-admin"
)

// ConsoleRoles returns every role in the SQL console.
func ConsoleRoles() []ConsoleRole { return []ConsoleRole{ConsoleReadOnly, ConsoleAdmin} }

// PolicyTags are kept for clients that send them and have no effect.
type PolicyTags struct {
	Grants      []string    `json:"grants,omitempty"`
	ConsoleRole ConsoleRole `json:"roleV2,omitempty"`
}

// Policy allows or denies permissions on resources.
type Policy struct {
	ID          string            `json:"id"` // uuid
	Effect      Effect            `json:"effect"`
	Permissions []CloudPermission `json:"permissions"`
	Resources   []string          `json:"resources"`
	Tags        *PolicyTags       `json:"tags,omitempty"`
}

const (
	organizationResource = "organization/"
	serviceResource      = "instance/"
	// EveryService is the resource of all services, also of those to come.
	EveryService = serviceResource + "*"
)

// OrganizationResource returns the resource of an organization.
func OrganizationResource(id string) string { return organizationResource + id }

// ServiceResource returns the resource of a service.
func ServiceResource(id string) string { return serviceResource + strings.ToLower(id) }

// Policies are those of all roles of somebody, taken together.
type Policies []Policy

// Allow reports whether a policy allows the permission on the resource and
// none denies it. EveryService as the resource stands for a service that no
// policy names, such as one to come.
func (ps Policies) Allow(perm CloudPermission, resource string) bool {
	return ps.have(EffectAllow, perm, resource) && !ps.have(EffectDeny, perm, resource)
}

// AllowSomewhere reports whether there may be a resource on which the
// permission is allowed.
func (ps Policies) AllowSomewhere(perm CloudPermission) bool {
	return slices.ContainsFunc(ps.Resources(), func(resource string) bool { return ps.Allow(perm, resource) })
}

// Resources returns every resource that a policy names, each once.
func (ps Policies) Resources() []string {
	var named []string
	for _, p := range ps {
		named = append(named, p.Resources...)
	}
	slices.Sort(named)
	return slices.Compact(named)
}

func (ps Policies) have(effect Effect, perm CloudPermission, resource string) bool {
	return slices.ContainsFunc(ps, func(p Policy) bool { return p.Effect == effect && p.covers(perm, resource) })
}

func (p Policy) covers(perm CloudPermission, resource string) bool {
	if !slices.Contains(p.Permissions, perm) {
		return false
	}
	isService := strings.HasPrefix(resource, serviceResource)
	return slices.Contains(p.Resources, resource) || isService && slices.Contains(p.Resources, EveryService)
}
