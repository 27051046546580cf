package sqlstore_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// furnish makes organization 1 with service 1 of team 1.
func furnish(t testing.TB, s *sqlstore.Store) {
	t.Helper()
	ctx := context.Background()
	ok(t, s.CreateOrganization(ctx, organization(1)))
	ok(t, s.CreateTeam(ctx, team(1)))
	ok(t, s.CreateService(ctx, service(1, uuid(1), id(1))))
}

func reverseEndpoint(n int) org.ReverseEndpoint {
	e := filled[org.ReverseEndpoint]()
	e.ID, e.OrganizationID, e.ServiceID, e.Status = uuid(n), uuid(1), uuid(1), org.ReverseProvisioning
	e.LastTransitionAt, e.CreatedAt, e.Version = now.Add(time.Duration(-n)*time.Second), now.Add(time.Duration(n)*time.Second), 1
	return e
}

func TestEveryFieldOfAReverseEndpointIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		furnish(t, s)
		want := reverseEndpoint(1)
		ok(t, s.CreateReverseEndpoint(t.Context(), want))
		got, err := s.ReverseEndpointByID(t.Context(), uuid(1), uuid(1), uuid(1))
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		changed := want
		changed.CustomDNSNames, changed.EndpointID, changed.DNSNames = []string{"x.example.com"}, "vpce-1", nil
		changed.PrivateDNSNames, changed.Status, changed.StatusReason = []string{}, org.ReverseReady, ""
		changed.LastTransitionAt = now.Add(time.Hour)
		ok(t, s.UpdateReverseEndpoint(t.Context(), changed))
		wantKind(t, s.UpdateReverseEndpoint(t.Context(), changed), fault.Stale)
		changed.Version++
		got, err = s.ReverseEndpointByID(t.Context(), uuid(1), uuid(1), uuid(1))
		ok(t, err)
		if diff := cmp.Diff(changed, got); diff != "" {
			t.Error(diff)
		}
		ok(t, s.DeleteReverseEndpoint(t.Context(), uuid(1), uuid(1)))
		wantKind(t, s.DeleteReverseEndpoint(t.Context(), uuid(1), uuid(1)), fault.NotFound)
		wantKind(t, s.UpdateReverseEndpoint(t.Context(), changed), fault.NotFound)
	})
}

func TestListsOfReverseEndpoints(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		furnish(t, s)
		for n, status := range org.ReverseStatuses() {
			e := reverseEndpoint(n + 1)
			e.Status = status
			ok(t, s.CreateReverseEndpoint(t.Context(), e))
		}
		count := func(what string, want int) func([]org.ReverseEndpoint, error) {
			return func(list []org.ReverseEndpoint, err error) {
				t.Helper()
				ok(t, err)
				if len(list) != want {
					t.Errorf("%s has %d endpoints, want %d", what, len(list), want)
				}
			}
		}
		all := len(org.ReverseStatuses())
		count("the installation", all)(s.ReverseEndpoints(t.Context()))
		count("the organization", all)(s.ReverseEndpointsOf(t.Context(), uuid(1)))
		count("the service", all)(s.ReverseEndpointsOfService(t.Context(), uuid(1), uuid(1)))
		count("another organization", 0)(s.ReverseEndpointsOf(t.Context(), uuid(2)))
		count("the service of another organization", 0)(s.ReverseEndpointsOfService(t.Context(), uuid(2), uuid(1)))
		count("what is not ready", all-1)(s.UnsettledReverseEndpoints(t.Context()))
		unsettled, err := s.UnsettledReverseEndpoints(t.Context())
		ok(t, err)
		if unsettled[0].ID != uuid(all) {
			t.Errorf("the first to look at is %s", unsettled[0].ID)
		}
		wantKind(t, s.DeleteService(t.Context(), uuid(1), uuid(1)), fault.NotFound)
	})
}

func activity(n int64, prev org.Activity) org.Activity {
	return org.Activity{
		ID: fmt.Sprintf("%024x", n), OrganizationID: uuid(1), ServiceID: uuid(7), Type: org.ActivityKeyUpdate,
		Actor: filled[org.Actor](), TargetID: "target", KeyUpdate: org.KeyNameChanged, Before: `{"a":1}`, After: `{"a":2}`,
		CreatedAt: now.Add(time.Duration(n) * time.Hour),
	}.Follow(prev)
}

func TestEveryFieldOfAnActivityIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		none, err := s.LastActivity(t.Context(), uuid(1))
		ok(t, err)
		if none.Sequence != 0 {
			t.Errorf("an empty log ends in %+v", none)
		}
		var want []org.Activity
		prev := org.Activity{}
		for n := range int64(5) {
			prev = activity(n+1, prev)
			want = append([]org.Activity{prev}, want...)
			ok(t, s.AppendActivity(t.Context(), prev))
		}
		got, err := s.ActivitiesOf(t.Context(), uuid(1), org.TimeRange{}, 0, 100)
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		last, err := s.LastActivity(t.Context(), uuid(1))
		ok(t, err)
		one, err := s.ActivityByID(t.Context(), uuid(1), want[0].ID)
		ok(t, err)
		if diff := cmp.Diff([]org.Activity{want[0], want[0]}, []org.Activity{last, one}); diff != "" {
			t.Error(diff)
		}
		_, err = s.ActivityByID(t.Context(), uuid(2), want[0].ID)
		wantKind(t, err, fault.NotFound)
	})
}

func TestPlaceInTheLogIsTakenOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.AppendActivity(t.Context(), activity(1, org.Activity{})))
		wantKind(t, s.AppendActivity(t.Context(), activity(2, org.Activity{})), fault.Conflict)
	})
}

func TestActivitiesByTimeAndPlace(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		prev := org.Activity{}
		for n := range int64(5) {
			prev = activity(n+1, prev)
			ok(t, s.AppendActivity(t.Context(), prev))
		}
		at := func(hours int) time.Time { return now.Add(time.Duration(hours) * time.Hour) }
		f := func(r org.TimeRange, below int64, limit int, want ...int64) {
			t.Helper()
			got, err := s.ActivitiesOf(t.Context(), uuid(1), r, below, limit)
			ok(t, err)
			var sequences []int64
			for _, a := range got {
				sequences = append(sequences, a.Sequence)
			}
			if diff := cmp.Diff(want, sequences); diff != "" {
				t.Errorf("%v below %d: %s", r, below, diff)
			}
		}
		f(org.TimeRange{From: at(2), To: at(4)}, 0, 10, 3, 2)
		f(org.TimeRange{From: at(2).Add(time.Nanosecond)}, 0, 10, 5, 4, 3)
		f(org.TimeRange{To: at(2).Add(time.Nanosecond)}, 0, 10, 2, 1)
		f(org.TimeRange{}, 4, 2, 3, 2)
		f(org.TimeRange{}, 1, 2)
	})
}

func TestOrganizationMembers(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		furnish(t, s)
		u, _ := seat(t, s, 2)
		ok(t, s.AddOrganizationMember(t.Context(), uuid(1), u.ID, org.RoleDeveloper, now))
		ok(t, s.AddTeamMember(t.Context(), id(1), u.ID, "", now))
		ok(t, s.CreateAccessKey(t.Context(), accessKey(1, u.ID, id(1))))
		ok(t, s.CreateAccessKey(t.Context(), accessKey(2, u.ID, id(2))))

		want := org.Member{UserID: u.ID, OrganizationID: uuid(1), Name: u.Name, Email: u.Email, Role: org.RoleDeveloper, CanSignIn: true, JoinedAt: now, Version: 1}
		got, err := s.MemberByID(t.Context(), uuid(1), u.ID)
		ok(t, err)
		all, err := s.MembersOf(t.Context(), uuid(1))
		ok(t, err)
		if diff := cmp.Diff([]org.Member{want, want}, append(all, got)); diff != "" {
			t.Error(diff)
		}
		want.Role = org.RoleAdmin
		ok(t, s.UpdateMember(t.Context(), want))
		wantKind(t, s.UpdateMember(t.Context(), want), fault.Stale)
		ok(t, s.DeleteMember(t.Context(), uuid(1), u.ID))
		wantKind(t, s.DeleteMember(t.Context(), uuid(1), u.ID), fault.NotFound)
		keys, err := s.AccessKeysOf(t.Context(), u.ID)
		ok(t, err)
		if len(keys) != 1 || keys[0].TeamID != id(2) {
			t.Errorf("the keys that are left are %v", keys)
		}
	})
}

func TestEveryFieldOfAnInvitationIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		want := filled[org.Invitation]()
		want.ID, want.OrganizationID, want.CustomRoles = uuid(5), uuid(1), nil // which assignments keep
		ok(t, s.CreateOrganizationInvitation(t.Context(), want))
		got, err := s.OrganizationInvitationByID(t.Context(), uuid(1), uuid(5))
		ok(t, err)
		all, err := s.OrganizationInvitationsOf(t.Context(), uuid(1))
		ok(t, err)
		tokened, err := s.OrganizationInvitationByToken(t.Context(), want.Token)
		ok(t, err)
		_, err = s.OrganizationInvitationByToken(t.Context(), "")
		wantKind(t, err, fault.NotFound)
		want.Token = "" // of which only the hash is kept
		if diff := cmp.Diff([]org.Invitation{want, want, want}, append(all, got, tokened)); diff != "" {
			t.Error(diff)
		}
		wantKind(t, s.DeleteOrganizationInvitation(t.Context(), uuid(2), uuid(5)), fault.NotFound)
		ok(t, s.DeleteOrganizationInvitation(t.Context(), uuid(1), uuid(5)))
		_, err = s.OrganizationInvitationByID(t.Context(), uuid(1), uuid(5))
		wantKind(t, err, fault.NotFound)
	})
}

func TestReleasedTeamIsRememberedAndForgotten(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		furnish(t, s)
		ok(t, s.CreateIngestionKey(t.Context(), ingestionKey(1, id(1))))
		wantKind(t, s.ReleaseTeam(t.Context(), id(1), now), fault.NotFound) // its service is still there
		ok(t, s.DeleteService(t.Context(), uuid(1), uuid(1)))
		ok(t, s.ReleaseTeam(t.Context(), id(1), now))
		wantKind(t, s.ReleaseTeam(t.Context(), id(1), now), fault.NotFound)
		if released, err := s.ReleasedTeams(t.Context()); err != nil || len(released) != 1 || released[0] != id(1) {
			t.Errorf("ReleasedTeams() = %v, %v", released, err)
		}
		_, err := s.IngestionKeyByPublicID(t.Context(), ingestionKey(1, id(1)).PublicID)
		wantKind(t, err, fault.NotFound)
		ok(t, s.ForgetReleasedTeams(t.Context(), now))
		ok(t, s.ForgetReleasedTeams(t.Context(), now.Add(time.Millisecond)))
		if released, err := s.ReleasedTeams(t.Context()); err != nil || len(released) != 0 {
			t.Errorf("ReleasedTeams() = %v, %v", released, err)
		}
	})
}

func TestServicesByTheirWork(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		work, rest := 0, 0
		for n, state := range org.ServiceStates() {
			made := service(n+1, uuid(1), id(n+1))
			made.State = state
			ok(t, s.CreateTeam(t.Context(), team(n+1)))
			ok(t, s.CreateService(t.Context(), made))
			if made.Work() != org.WorkNone {
				work++
			}
			if state == org.ServiceRunning || state == org.ServiceIdle {
				rest++
			}
		}
		atWork, err := s.ServicesAtWork(t.Context())
		ok(t, err)
		atRest, err := s.ServicesAtRest(t.Context())
		ok(t, err)
		if len(atWork) != work || len(atRest) != rest {
			t.Errorf("%d at work and %d at rest, want %d and %d", len(atWork), len(atRest), work, rest)
		}
	})
}

func TestServicePassword(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		furnish(t, s)
		_, err := s.ServicePassword(t.Context(), uuid(1))
		wantKind(t, err, fault.NotFound)
		ok(t, s.SetServicePassword(t.Context(), uuid(1), org.PasswordHashes{SHA256: "a", DoubleSHA1: "b"}, now))
		want := org.PasswordHashes{SHA256: "c", DoubleSHA1: "d"}
		ok(t, s.SetServicePassword(t.Context(), uuid(1), want, now))
		if got, err := s.ServicePassword(t.Context(), uuid(1)); err != nil || got != want {
			t.Errorf("ServicePassword() = %v, %v", got, err)
		}
		wantKind(t, s.SetServicePassword(t.Context(), uuid(9), want, now), fault.NotFound)
	})
}

func TestTeamsActiveAt(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, _ := seat(t, s, 1)
		ok(t, s.CreateTeam(t.Context(), team(2)))
		ok(t, s.CreateIngestionKey(t.Context(), ingestionKey(1, id(1))))
		ok(t, s.CreateAccessKey(t.Context(), accessKey(2, u.ID, id(1))))
		minute := now.Truncate(time.Minute)
		ok(t, s.NoteKeyUse(t.Context(), access.TokenIngestion, id(1), minute.Add(time.Minute)))
		ok(t, s.NoteKeyUse(t.Context(), access.TokenAccess, id(2), minute))
		active, err := s.TeamsActiveAt(t.Context())
		ok(t, err)
		if diff := cmp.Diff(map[string]time.Time{id(1): minute.Add(time.Minute)}, active); diff != "" {
			t.Error(diff)
		}
		ok(t, s.CreateSession(t.Context(), session(1, u.ID, id(1))))
		ok(t, s.TouchSession(t.Context(), id(1), now.Add(time.Hour)))
		active, err = s.TeamsActiveAt(t.Context())
		ok(t, err)
		if !active[id(1)].Equal(now.Add(time.Hour)) {
			t.Errorf("after a session's use: %v", active)
		}
	})
}

func TestLockedOrganizationMakesOthersWait(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		wantKind(t, s.LockOrganization(t.Context(), uuid(9)), fault.NotFound)
		entered, done := make(chan struct{}), make(chan error)
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			if err := s.LockOrganization(ctx, uuid(1)); err != nil {
				return err
			}
			go func() {
				done <- s.InTx(context.Background(), func(ctx context.Context) error {
					err := s.LockOrganization(ctx, uuid(1))
					close(entered)
					return err
				})
			}()
			select {
			case <-entered:
				t.Error("the second transaction did not wait")
			case <-time.After(50 * time.Millisecond):
			}
			return nil
		}))
		ok(t, <-done)
	})
}
