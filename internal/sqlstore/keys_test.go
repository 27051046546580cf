package sqlstore_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestEveryFieldOfAnAccessKeyIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		whole := filled[access.AccessKey]()
		role := teamRole(1, tm.ID)
		ok(t, s.CreateRole(t.Context(), role))
		whole.UserID, whole.TeamID, whole.RoleID, whole.Role = u.ID, tm.ID, role.ID, nil
		bare := accessKey(2, u.ID, tm.ID)
		ok(t, s.CreateAccessKey(t.Context(), whole))
		ok(t, s.CreateAccessKey(t.Context(), bare))
		got, err := s.AccessKeyByPublicID(t.Context(), whole.PublicID)
		ok(t, err)
		if got.Role == nil || got.Role.Name != role.Name || len(got.Role.Permissions) != len(role.Permissions) {
			t.Errorf("the role of the key is %+v", got.Role)
		}
		got.Role = nil
		all, err := s.AccessKeysOf(t.Context(), u.ID)
		ok(t, err)
		if diff := cmp.Diff([]access.AccessKey{whole, bare, whole}, append(all, got)); diff != "" {
			t.Errorf("access keys differ (-want +got):\n%s", diff)
		}
	})
}

func TestEveryFieldOfAnIngestionKeyIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		_, tm := seat(t, s, 1)
		whole := filled[access.IngestionKey]()
		whole.TeamID = tm.ID
		bare := ingestionKey(2, tm.ID)
		ok(t, s.CreateIngestionKey(t.Context(), whole))
		ok(t, s.CreateIngestionKey(t.Context(), bare))
		got, err := s.IngestionKeyByPublicID(t.Context(), whole.PublicID)
		ok(t, err)
		all, err := s.IngestionKeysOf(t.Context(), tm.ID)
		ok(t, err)
		if diff := cmp.Diff([]access.IngestionKey{whole, bare, whole}, append(all, got)); diff != "" {
			t.Errorf("ingestion keys differ (-want +got):\n%s", diff)
		}
	})
}

func TestEveryFieldOfACloudKeyIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		key := filled[org.Key]()
		key.OrganizationID = uuid(1)
		key.CustomRoles = nil // which assignments keep
		ok(t, s.CreateCloudKey(t.Context(), key))
		wantCloudKey(t, s, key)

		changed := key
		changed.Name, changed.Roles, changed.State = "Renamed", []org.Role{org.RoleBilling}, org.KeyDisabled
		changed.IPAccessList, changed.ExpireAt, changed.UsedAt = []org.IPRule{}, time.Time{}, time.Time{}
		ok(t, s.UpdateCloudKey(t.Context(), changed))
		changed.Version, changed.UsedAt = key.Version+1, key.UsedAt
		wantCloudKey(t, s, changed)
	})
}

func wantCloudKey(t *testing.T, s *sqlstore.Store, want org.Key) {
	t.Helper()
	byHash, err := s.CloudKeyByKeyIDHash(t.Context(), want.KeyIDHash)
	ok(t, err)
	byID, err := s.CloudKeyByID(t.Context(), want.OrganizationID, want.ID)
	ok(t, err)
	all, err := s.CloudKeysOf(t.Context(), want.OrganizationID)
	ok(t, err)
	if diff := cmp.Diff([]org.Key{want, want, want}, append(all, byHash, byID)); diff != "" {
		t.Errorf("the cloud key differs (-want +got):\n%s", diff)
	}
}

func TestKeysNeedTheirOwners(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		_, foreign := seat(t, s, 2)
		wantKind(t, s.CreateAccessKey(t.Context(), accessKey(3, u.ID, foreign.ID)), fault.NotFound)
		wantKind(t, s.CreateAccessKey(t.Context(), accessKey(3, id(9), tm.ID)), fault.NotFound)
		wantKind(t, s.CreateSession(t.Context(), session(3, u.ID, foreign.ID)), fault.NotFound)
		wantKind(t, s.CreateIngestionKey(t.Context(), ingestionKey(3, id(9))), fault.NotFound)
		wantKind(t, s.CreateCloudKey(t.Context(), cloudKey(3, uuid(9))), fault.NotFound)
	})
}

func TestPublicIDsAndKeyIDHashesAreUnique(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		f := func(create func(id string) error) {
			t.Helper()
			ok(t, create(id(1)))
			wantKind(t, create(id(2)), fault.Conflict)
		}
		f(func(id string) error {
			k := accessKey(1, u.ID, tm.ID)
			k.ID = id
			return s.CreateAccessKey(t.Context(), k)
		})
		f(func(id string) error {
			k := ingestionKey(1, tm.ID)
			k.ID = id
			return s.CreateIngestionKey(t.Context(), k)
		})
		f(func(id string) error {
			k := session(1, u.ID, tm.ID)
			k.ID = id
			return s.CreateSession(t.Context(), k)
		})
		f(func(id string) error {
			k := cloudKey(1, uuid(1))
			k.ID = id
			return s.CreateCloudKey(t.Context(), k)
		})
	})
}

func TestKeysAreDeletedByTheirOwnersAlone(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		other, foreign := seat(t, s, 2)
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateAccessKey(t.Context(), accessKey(3, u.ID, tm.ID)))
		ok(t, s.CreateIngestionKey(t.Context(), ingestionKey(3, tm.ID)))
		ok(t, s.CreateCloudKey(t.Context(), cloudKey(3, uuid(1))))

		wantKind(t, s.DeleteAccessKey(t.Context(), other.ID, id(3)), fault.NotFound)
		wantKind(t, s.DeleteIngestionKey(t.Context(), foreign.ID, id(3)), fault.NotFound)
		ok(t, s.DeleteAccessKey(t.Context(), u.ID, id(3)))
		ok(t, s.DeleteIngestionKey(t.Context(), tm.ID, id(3)))
		ok(t, s.DeleteCloudKey(t.Context(), uuid(1), uuid(3)))
		wantKind(t, s.DeleteAccessKey(t.Context(), u.ID, id(3)), fault.NotFound)
		wantKind(t, s.DeleteIngestionKey(t.Context(), tm.ID, id(3)), fault.NotFound)
		wantKind(t, s.DeleteCloudKey(t.Context(), uuid(1), uuid(3)), fault.NotFound)
	})
}

func TestUseOfAKeyIsNotedByTheMinuteAndNeverGoesBack(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateAccessKey(t.Context(), accessKey(3, u.ID, tm.ID)))
		ok(t, s.CreateIngestionKey(t.Context(), ingestionKey(3, tm.ID)))
		ok(t, s.CreateCloudKey(t.Context(), cloudKey(3, uuid(1))))
		for kind, id := range map[access.TokenKind]string{
			access.TokenAccess: id(3), access.TokenIngestion: id(3), access.TokenCloud: uuid(3),
		} {
			ok(t, s.NoteKeyUse(t.Context(), kind, id, now))
			ok(t, s.NoteKeyUse(t.Context(), kind, id, now.Add(-time.Hour)))
		}
		want := now.Truncate(time.Minute)
		a, err := s.AccessKeyByPublicID(t.Context(), accessKey(3, "", "").PublicID)
		ok(t, err)
		i, err := s.IngestionKeyByPublicID(t.Context(), ingestionKey(3, "").PublicID)
		ok(t, err)
		c, err := s.CloudKeyByID(t.Context(), uuid(1), uuid(3))
		ok(t, err)
		if diff := cmp.Diff([]time.Time{want, want, want}, []time.Time{a.UsedAt, i.UsedAt, c.UsedAt}); diff != "" {
			t.Errorf("last uses (-want +got):\n%s", diff)
		}
		if c.Version != 1 {
			t.Errorf("noting a use made version %d", c.Version)
		}
	})
}

func TestUseInAMinuteThatIsNotedWaitsForNobody(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateAccessKey(t.Context(), accessKey(3, u.ID, tm.ID)))
		ok(t, s.NoteKeyUse(t.Context(), access.TokenAccess, id(3), now))
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			// This transaction holds the row, and SQLite's only writer.
			ok(t, s.NoteKeyUse(ctx, access.TokenAccess, id(3), now.Add(time.Minute)))
			outside, cancel := context.WithTimeout(t.Context(), patience/4)
			defer cancel()
			return s.NoteKeyUse(outside, access.TokenAccess, id(3), now.Add(time.Second))
		}))
	})
}

func TestUseOfOtherThingsIsNotNoted(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.NoteKeyUse(t.Context(), access.TokenAccess, id(9), now))
		wantKind(t, s.NoteKeyUse(t.Context(), access.TokenSession, id(9), now), fault.Invalid)
	})
}

func TestSessionIsKeptTouchedAndEnded(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		want := filled[access.Session]()
		want.UserID, want.TeamID = u.ID, tm.ID
		ok(t, s.CreateSession(t.Context(), want))
		want.SeenAt = now.Add(time.Minute)
		ok(t, s.TouchSession(t.Context(), want.ID, want.SeenAt))
		ok(t, s.TouchSession(t.Context(), want.ID, now))
		got, err := s.SessionByPublicID(t.Context(), want.PublicID)
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the session differs (-want +got):\n%s", diff)
		}
		ok(t, s.DeleteSession(t.Context(), want.ID))
		ok(t, s.DeleteSession(t.Context(), want.ID))
		ok(t, s.TouchSession(t.Context(), want.ID, now))
		_, err = s.SessionByPublicID(t.Context(), want.PublicID)
		wantKind(t, err, fault.NotFound)
	})
}

func TestOldAndIdleSessionsAreSweptInBounds(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			for n := range sqlstore.SweepRowsMax + 3 {
				old := session(n, u.ID, tm.ID)
				switch n {
				case 0: // fresh, and stays
				case 1:
					old.CreatedAt = now.Add(-time.Hour)
				default:
					old.SeenAt = now.Add(-time.Hour)
				}
				if err := s.CreateSession(ctx, old); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, want := range []int{sqlstore.SweepRowsMax, 2, 0} {
			if n, err := s.DeleteSessionsBefore(t.Context(), now, now); n != want || err != nil {
				t.Errorf("DeleteSessionsBefore() = %d, %v, want %d", n, err, want)
			}
		}
		_, err := s.SessionByPublicID(t.Context(), session(0, "", "").PublicID)
		ok(t, err)
	})
}
