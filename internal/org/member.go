package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Member is a user in an organization.
type Member struct {
	UserID         string // opaque
	OrganizationID string
	Name           string
	Email          string // in lower case
	Role           Role
	CustomRoles    []RoleRef // besides Role; the use case fills them in
	CanSignIn      bool      // the account is enabled and has a password or an identity
	JoinedAt       time.Time
	Version        int64
}

// WithRole returns the member with the role and whether that changed it;
// members are all of the organization. It returns an Invalid fault for an
// unknown role, and a Conflict when no admin would be left.
func (m Member) WithRole(role Role, members []Member) (Member, bool, error) {
	var rules fault.Rules
	checkWord(&rules, "role", role, Roles())
	if err := rules.Err(); err != nil {
		return Member{}, false, err
	}
	if role != RoleAdmin {
		if err := m.checkNotLastAdmin(members); err != nil {
			return Member{}, false, err
		}
	}
	changed := m.Role != role
	m.Role = role
	return m, changed, nil
}

// CheckRemove returns a Conflict fault when no admin would be left without
// the member; members are all of the organization.
func (m Member) CheckRemove(members []Member) error { return m.checkNotLastAdmin(members) }

// CheckDisable returns a Conflict fault when no admin would be left who can
// sign in; members are all of the organization.
func (m Member) CheckDisable(members []Member) error { return m.checkNotLastAdmin(members) }

// checkNotLastAdmin counts only admins who can sign in: another one would
// leave the organization to nobody.
func (m Member) checkNotLastAdmin(members []Member) error {
	if m.Role != RoleAdmin {
		return nil
	}
	another := func(other Member) bool {
		return other.UserID != m.UserID && other.Role == RoleAdmin && other.CanSignIn
	}
	if slices.ContainsFunc(members, another) {
		return nil
	}
	return fault.New(fault.Conflict, "an organization needs at least one admin who can sign in")
}
