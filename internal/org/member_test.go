package org_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestNewInvitation(t *testing.T) {
	t.Parallel()
	got, err := org.NewInvitation(org.InvitationInput{Email: "Ann@Example.com", Role: org.RoleBilling}, start())
	if err != nil {
		t.Fatal(err)
	}
	want := org.Invitation{Email: "ann@example.com", Role: org.RoleBilling, CreatedAt: start(), ExpireAt: start().Add(7 * 24 * time.Hour)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("NewInvitation() (-want +got):\n%s", diff)
	}
	if !got.Open(got.ExpireAt.Add(-1)) || got.Open(got.ExpireAt) {
		t.Error("the invitation does not end at its expiry")
	}
	_, err = org.NewInvitation(org.InvitationInput{}, start())
	wantPaths(t, "empty", err, "email", "role")
}

func TestCheckInvite(t *testing.T) {
	t.Parallel()
	invitation := org.Invitation{Email: "ann@example.com", CreatedAt: start()}
	earlier := func(email string, expireAt time.Time) []org.Invitation {
		return []org.Invitation{{Email: email, ExpireAt: expireAt}}
	}
	later := start().Add(time.Hour)
	wantPaths(t, "first", invitation.CheckInvite(nil, nil))
	wantPaths(t, "another open", invitation.CheckInvite(earlier("bob@example.com", later), nil))
	wantPaths(t, "expired", invitation.CheckInvite(earlier("ann@example.com", start()), nil))
	wantConflict(t, "open", invitation.CheckInvite(earlier("ann@example.com", later), nil), "open invitation")
	wantConflict(t, "member", invitation.CheckInvite(nil, []org.Member{{Email: "ann@example.com"}}), "member")
	many := make([]org.Invitation, org.InvitationsPerOrganizationMax)
	for i := range many {
		many[i] = org.Invitation{Email: fmt.Sprintf("u%d@example.com", i), ExpireAt: later}
	}
	wantPaths(t, "last place", invitation.CheckInvite(many[1:], nil))
	wantConflict(t, "too many", invitation.CheckInvite(many, nil), "100 open invitations")
}

func TestAcceptInvitation(t *testing.T) {
	t.Parallel()
	invitation := org.Invitation{OrganizationID: "o", Email: "ann@example.com", Role: org.RoleDeveloper, ExpireAt: start().Add(time.Hour)}
	user := org.Member{UserID: "u", Name: "Ann", Email: "ann@example.com"}
	got, err := invitation.Accept(user, start())
	want := org.Member{UserID: "u", OrganizationID: "o", Name: "Ann", Email: "ann@example.com", Role: org.RoleDeveloper, JoinedAt: start()}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Accept(): %v (-want +got):\n%s", err, diff)
	}
	_, err = invitation.Accept(user, invitation.ExpireAt)
	wantConflict(t, "expired", err, "expired")
	_, err = invitation.Accept(org.Member{Email: "bob@example.com"}, start())
	if fault.KindOf(err) != fault.Forbidden {
		t.Errorf("another's invitation: %v", err)
	}
}

func TestAnOrganizationKeepsAnAdmin(t *testing.T) {
	t.Parallel()
	ann := org.Member{UserID: "ann", Role: org.RoleAdmin, CanSignIn: true}
	bob := org.Member{UserID: "bob", Role: org.RoleDeveloper, CanSignIn: true}
	eve := org.Member{UserID: "eve", Role: org.RoleAdmin, CanSignIn: true}
	off := org.Member{UserID: "off", Role: org.RoleAdmin}
	f := func(name string, m org.Member, role org.Role, members []org.Member, changed bool) {
		t.Helper()
		got, did, err := m.WithRole(role, members)
		if err != nil || did != changed || got.Role != role {
			t.Errorf("%s: %s, %t, %v", name, got.Role, did, err)
		}
	}
	f("promote", bob, org.RoleAdmin, []org.Member{ann, bob}, true)
	f("repeat", bob, org.RoleDeveloper, []org.Member{ann, bob}, false)
	f("the last admin stays one", ann, org.RoleAdmin, []org.Member{ann, bob}, false)
	f("one of two admins", ann, org.RoleBilling, []org.Member{ann, bob, eve}, true)
	_, _, err := ann.WithRole(org.RoleDeveloper, []org.Member{ann, bob})
	wantConflict(t, "last admin", err, "at least one admin")
	_, _, err = bob.WithRole("owner", nil)
	wantPaths(t, "unknown role", err, "role")
	wantConflict(t, "remove the last admin", ann.CheckRemove([]org.Member{ann, bob}), "at least one admin")
	wantPaths(t, "remove another", bob.CheckRemove([]org.Member{ann, bob}))
	wantConflict(t, "the other admin can't sign in", ann.CheckDisable([]org.Member{ann, off}), "at least one admin")
	wantPaths(t, "who can't sign in is not needed", off.CheckRemove([]org.Member{ann, off}))
}
