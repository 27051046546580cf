package sqlstore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

var _ access.Store = (*sqlstore.Store)(nil)

func TestTextThatOnlyOneDatabaseTakesIsInvalid(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		for _, text := range []string{"a\x00b", "a\xffb"} {
			u := user(1)
			u.Name = text
			wantKind(t, s.CreateUser(t.Context(), u), fault.Invalid)
			_, err := s.UserByEmail(t.Context(), text)
			wantKind(t, err, fault.Invalid)
		}
	})
}

func TestListsAreCutAtTheirLimit(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		o.ListRowsMax = 3
		s := open(t, o)
		for n := range 5 {
			ok(t, s.CreateTeam(t.Context(), team(n)))
		}
		got, err := s.Teams(t.Context())
		ok(t, err)
		if diff := cmp.Diff([]stack.Team{team(0), team(1), team(2)}, got); diff != "" {
			t.Errorf("Teams() (-want +got):\n%s", diff)
		}
	})
}

func TestUserComesBackByEmailAndID(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateUser(t.Context(), user(1)))
		byEmail, err := s.UserByEmail(t.Context(), user(1).Email)
		ok(t, err)
		byID, err := s.UserByID(t.Context(), id(1))
		ok(t, err)
		if diff := cmp.Diff([]access.User{user(1), user(1)}, []access.User{byEmail, byID}); diff != "" {
			t.Errorf("users differ (-want +got):\n%s", diff)
		}
	})
}

func TestUnknownUserIsNotFound(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		_, err := s.UserByEmail(t.Context(), "nobody@example.com")
		wantKind(t, err, fault.NotFound)
		_, err = s.UserByID(t.Context(), id(1))
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.DeleteUser(t.Context(), id(1)), fault.NotFound)
	})
}

func TestTakenEmailIsAConflictThatHidesIt(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateUser(t.Context(), user(1)))
		again := user(2)
		again.Email = user(1).Email
		err := s.CreateUser(t.Context(), again)
		wantKind(t, err, fault.Conflict)
		if message := fault.From(err).Message; strings.Contains(message, again.Email) {
			t.Errorf("the message %q repeats the address", message)
		}
		if n, err := s.CountUsers(t.Context()); n != 1 || err != nil {
			t.Errorf("CountUsers() = %d, %v, want 1", n, err)
		}
	})
}

func TestDeletedUserLosesSeatsKeysAndSessions(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateAccessKey(t.Context(), accessKey(2, u.ID, tm.ID)))
		ok(t, s.CreateSession(t.Context(), session(3, u.ID, tm.ID)))
		ok(t, s.DeleteUser(t.Context(), u.ID))
		_, err := s.AccessKeyByPublicID(t.Context(), accessKey(2, "", "").PublicID)
		wantKind(t, err, fault.NotFound)
		_, err = s.SessionByPublicID(t.Context(), session(3, "", "").PublicID)
		wantKind(t, err, fault.NotFound)
		if seats, err := s.MembershipsOf(t.Context(), u.ID); len(seats) != 0 || err != nil {
			t.Errorf("MembershipsOf() = %v, %v", seats, err)
		}
	})
}

func TestTeamComesBack(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateTeam(t.Context(), team(1)))
		got, err := s.TeamByID(t.Context(), id(1))
		ok(t, err)
		if diff := cmp.Diff(team(1), got); diff != "" {
			t.Errorf("the team differs (-want +got):\n%s", diff)
		}
		_, err = s.TeamByID(t.Context(), id(2))
		wantKind(t, err, fault.NotFound)
	})
}

func TestMembershipCarriesTheRoleInTheOrganizationOfTheService(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, plain := seat(t, s, 1)
		cloud, guest, other := team(2), team(3), team(4)
		for n, tm := range []stack.Team{cloud, guest, other} {
			ok(t, s.CreateTeam(t.Context(), tm))
			ok(t, s.CreateOrganization(t.Context(), organization(n)))
			ok(t, s.CreateService(t.Context(), service(n, uuid(n), tm.ID)))
		}
		ok(t, s.AddTeamMember(t.Context(), guest.ID, u.ID, "", now.Add(2)))
		ok(t, s.AddTeamMember(t.Context(), cloud.ID, u.ID, "", now.Add(1)))
		ok(t, s.AddOrganizationMember(t.Context(), uuid(0), u.ID, org.RoleDeveloper, now))
		ok(t, s.AddOrganizationMember(t.Context(), uuid(2), u.ID, org.RoleAdmin, now))
		got, err := s.MembershipsOf(t.Context(), u.ID)
		ok(t, err)
		want := []access.Membership{
			{TeamID: plain.ID, TeamName: plain.Name},
			{TeamID: cloud.ID, TeamName: cloud.Name, OrganizationID: uuid(0), Role: org.RoleDeveloper, ServiceID: uuid(0)},
			{TeamID: guest.ID, TeamName: guest.Name, OrganizationID: uuid(1), ServiceID: uuid(1)},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("MembershipsOf() (-want +got):\n%s", diff)
		}
	})
}

func TestSeatsNeedUserAndTeamAndAreTakenOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		wantKind(t, s.AddTeamMember(t.Context(), tm.ID, u.ID, "", now), fault.Conflict)
		wantKind(t, s.AddTeamMember(t.Context(), id(9), u.ID, "", now), fault.NotFound)
		wantKind(t, s.AddTeamMember(t.Context(), tm.ID, id(9), "", now), fault.NotFound)
		ok(t, s.AddOrganizationMember(t.Context(), uuid(1), u.ID, org.RoleAdmin, now))
		wantKind(t, s.AddOrganizationMember(t.Context(), uuid(1), u.ID, org.RoleBilling, now), fault.Conflict)
		wantKind(t, s.AddOrganizationMember(t.Context(), uuid(9), u.ID, org.RoleAdmin, now), fault.NotFound)
	})
}
