package sqlstore_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

func teamRole(n int, teamID string) stack.Role {
	return stack.Role{
		Record: stack.Record{ID: id(n), TeamID: teamID, CreatedAt: now, UpdatedAt: now, Version: 1},
		RoleSpec: stack.RoleSpec{Name: "Payments", Description: "of the shop", Permissions: []stack.RolePermission{
			{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationResources},
			{Action: stack.ActionDelete, Subject: stack.SubjectDashboard, Integration: stack.IntegrationResources, Inverted: true, Conditions: stack.Conditions{"name": "x"}},
			{Action: stack.ActionUpdate, Subject: stack.SubjectSource, Integration: stack.IntegrationResources, Fields: []string{"name"}},
			{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData, Conditions: stack.Conditions{"where": "ServiceName:pay"}},
		}},
	}
}

func TestRolesOfATeam(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		_, other := seat(t, s, 2)
		role := teamRole(1, tm.ID)
		ok(t, s.CreateRole(t.Context(), role))
		got, err := s.RoleByID(t.Context(), tm.ID, role.ID)
		ok(t, err)
		if diff := cmp.Diff(role, got); diff != "" {
			t.Errorf("the role differs (-want +got):\n%s", diff)
		}
		_, err = s.RoleByID(t.Context(), other.ID, role.ID)
		wantKind(t, err, fault.NotFound)
		namesake := teamRole(2, tm.ID)
		namesake.Name = "PAYMENTS"
		wantKind(t, s.CreateRole(t.Context(), namesake), fault.Conflict)
		namesake.TeamID = other.ID
		ok(t, s.CreateRole(t.Context(), namesake))

		role.Name = "Billing"
		ok(t, s.UpdateRole(t.Context(), role))
		wantKind(t, s.UpdateRole(t.Context(), role), fault.Stale)
		wantKind(t, s.UpdateRole(t.Context(), teamRole(9, tm.ID)), fault.NotFound)

		ok(t, s.SetMemberRole(t.Context(), tm.ID, u.ID, role.ID))
		ok(t, s.SetDefaultRole(t.Context(), tm.ID, role.ID))
		use, err := s.UseOfRole(t.Context(), tm.ID, role.ID)
		ok(t, err)
		if want := (resources.RoleUse{Members: 1, Defaults: 1}); use != want {
			t.Errorf("the role is used by %+v", use)
		}
		found, err := s.SeatOf(t.Context(), tm.ID, u.ID)
		ok(t, err)
		if found.StackRole == nil || found.StackRole.Name != "Billing" || found.StackRoleID != role.ID {
			t.Errorf("the seat has the role %+v", found.StackRole)
		}
		ok(t, s.DeleteRole(t.Context(), tm.ID, role.ID))
		wantKind(t, s.DeleteRole(t.Context(), tm.ID, role.ID), fault.NotFound)
		found, err = s.SeatOf(t.Context(), tm.ID, u.ID)
		ok(t, err)
		if found.StackRole == nil || len(found.StackRole.Permissions) != 0 {
			t.Errorf("a role that is gone lets in: %+v", found.StackRole)
		}
		ok(t, s.SetMemberRole(t.Context(), tm.ID, u.ID, stack.RoleReadOnlyID))
		found, err = s.SeatOf(t.Context(), tm.ID, u.ID)
		ok(t, err)
		if !found.StackRole.Predefined {
			t.Errorf("the seat has the role %+v", found.StackRole)
		}
		wantKind(t, s.SetMemberRole(t.Context(), other.ID, u.ID, ""), fault.NotFound)
	})
}
