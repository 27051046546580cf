package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// InvitationLifetime is how long an invitation can be accepted.
const InvitationLifetime = 7 * 24 * time.Hour

// InvitationState is what became of an invitation, for those who have its token.
type InvitationState string

// The states of invitations. Who has used one, or been invited again, holds a
// token that nothing is known of any more.
const (
	InvitationOpen    InvitationState = "open"
	InvitationExpired InvitationState = "expired"
	InvitationGone    InvitationState = "gone"
)

// InvitationStateOf returns the state of what was found by a token: not at all
// when the lookup failed with a NotFound fault. Any other failure is returned.
func InvitationStateOf(found interface{ Open(now time.Time) bool }, err error, now time.Time) (InvitationState, error) {
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return InvitationGone, nil
	case err != nil:
		return "", err
	case found.Open(now):
		return InvitationOpen, nil
	default:
		return InvitationExpired, nil
	}
}

// Invitation asks somebody to become a member of an organization.
type Invitation struct {
	ID             string // uuid
	OrganizationID string
	Email          string // in lower case
	Role           Role
	CustomRoles    []RoleRef // besides Role; the use case fills them in
	Token          string    // its holder can join; only a new invitation has it
	CreatedAt      time.Time
	ExpireAt       time.Time
}

// InvitationInput is what a new invitation is made from.
type InvitationInput struct {
	Email       string
	Role        Role
	CustomRoles []RoleRef // besides Role
}

// NewInvitation makes an invitation without ID and OrganizationID: those are
// the caller's to fill in. It returns an Invalid fault that names every
// broken rule.
func NewInvitation(in InvitationInput, now time.Time) (Invitation, error) {
	var rules fault.Rules
	email := normalEmail(&rules, "email", in.Email)
	checkWord(&rules, "role", in.Role, Roles())
	if err := rules.Err(); err != nil {
		return Invitation{}, err
	}
	return Invitation{Email: email, Role: in.Role, CustomRoles: in.CustomRoles, CreatedAt: now, ExpireAt: now.Add(InvitationLifetime)}, nil
}

// Open reports whether the invitation can still be accepted.
func (i Invitation) Open(now time.Time) bool { return now.Before(i.ExpireAt) }

// CheckInvite returns a Conflict fault when somebody with the invitation's
// address is a member already or has an open invitation, and when there are
// too many open ones; invitations and members are all of the organization.
func (i Invitation) CheckInvite(invitations []Invitation, members []Member) error {
	if slices.ContainsFunc(members, func(m Member) bool { return m.Email == i.Email }) {
		return fault.New(fault.Conflict, "a member with this e-mail address already exists")
	}
	open := slices.DeleteFunc(slices.Clone(invitations), func(other Invitation) bool { return !other.Open(i.CreatedAt) })
	if slices.ContainsFunc(open, func(other Invitation) bool { return other.Email == i.Email }) {
		return fault.New(fault.Conflict, "an open invitation for this e-mail address already exists")
	}
	return CheckRoom(len(open), InvitationsPerOrganizationMax, "open invitations of an organization")
}

// Accept returns the member that the invitation makes of the user. It
// returns a Conflict fault when it has expired, and a Forbidden one when the
// user has another address.
func (i Invitation) Accept(user Member, now time.Time) (Member, error) {
	if !i.Open(now) {
		return Member{}, fault.New(fault.Conflict, "the invitation has expired")
	}
	if user.Email != i.Email {
		return Member{}, fault.New(fault.Forbidden, "the invitation is for another e-mail address")
	}
	user.OrganizationID, user.Role, user.JoinedAt = i.OrganizationID, i.Role, now
	return user, nil
}
