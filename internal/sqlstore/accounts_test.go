package sqlstore_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestSessionsOfAUserAreListedAndEnded(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		v, other := seat(t, s, 2)
		first, second, foreign := session(1, u.ID, tm.ID), session(2, u.ID, tm.ID), session(3, v.ID, other.ID)
		second.SeenAt = now.Add(time.Minute)
		for _, one := range []access.Session{first, second, foreign} {
			ok(t, s.CreateSession(t.Context(), one))
		}
		long := now.Add(-time.Hour)
		got, err := s.SessionsOf(t.Context(), u.ID, long, long)
		ok(t, err)
		if diff := cmp.Diff([]access.Session{second, first}, got); diff != "" {
			t.Errorf("sessions differ (-want +got):\n%s", diff)
		}
		got, err = s.SessionsOf(t.Context(), u.ID, long, now)
		ok(t, err)
		if len(got) != 1 || got[0].ID != second.ID {
			t.Errorf("an idle one is listed: %+v", got)
		}
		wantKind(t, s.EndSession(t.Context(), v.ID, first.ID), fault.NotFound)
		ok(t, s.EndSession(t.Context(), u.ID, first.ID))
		wantKind(t, s.EndSession(t.Context(), u.ID, first.ID), fault.NotFound)
	})
}

func TestPasswordLinkIsKeptTakenAndForgotten(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, _ := seat(t, s, 1)
		whole := filled[access.PasswordLink]()
		whole.UserID, whole.UsedAt = u.ID, time.Time{}
		whole.CreatedAt, whole.ExpireAt = now, now.Add(time.Hour)
		orphan := whole
		orphan.ID, orphan.PublicID, orphan.UserID = id(8), "other", id(9)
		wantKind(t, s.CreatePasswordLink(t.Context(), orphan), fault.NotFound)
		ok(t, s.CreatePasswordLink(t.Context(), whole))
		got, err := s.PasswordLinkByPublicID(t.Context(), whole.PublicID)
		ok(t, err)
		if diff := cmp.Diff(whole, got); diff != "" {
			t.Errorf("the link differs (-want +got):\n%s", diff)
		}
		for since, want := range map[time.Time]int{now.Add(-time.Second): 1, now: 0} {
			if n, err := s.CountPasswordLinks(t.Context(), u.ID, whole.Origin, since); n != want || err != nil {
				t.Errorf("since %s: %d, %v", since, n, err)
			}
		}
		mailed := whole
		mailed.ID, mailed.PublicID, mailed.Origin = id(2), "mailed", access.LinkOfEmail
		ok(t, s.CreatePasswordLink(t.Context(), mailed))
		ok(t, s.EndPasswordLinks(t.Context(), u.ID, access.LinkOfEmail))
		_, err = s.PasswordLinkByPublicID(t.Context(), whole.PublicID)
		wantKind(t, err, fault.NotFound)
		unsent := mailed
		unsent.ID, unsent.PublicID = id(3), "unsent"
		ok(t, s.CreatePasswordLink(t.Context(), unsent))
		ok(t, s.DeletePasswordLink(t.Context(), unsent.ID))
		ok(t, s.DeletePasswordLink(t.Context(), unsent.ID))
		ok(t, s.TakePasswordLink(t.Context(), mailed.ID, now))
		wantKind(t, s.TakePasswordLink(t.Context(), mailed.ID, now), fault.NotFound)
		ok(t, s.EndPasswordLinks(t.Context(), u.ID, "")) // one that was used is remembered
		_, err = s.PasswordLinkByPublicID(t.Context(), mailed.PublicID)
		ok(t, err)
		for _, want := range []int{1, 0} {
			if n, err := s.DeletePasswordLinksBefore(t.Context(), now.Add(2*time.Hour)); n != want || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
	})
}

func TestSecondFactorIsSealedAndItsCodesAreTakenOnce(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		u := user(1)
		ok(t, s.CreateUser(t.Context(), u))
		want := access.SecondFactor{UserID: u.ID, Secret: []byte("12345678901234567890"), CreatedAt: now}
		ok(t, s.PutSecondFactor(t.Context(), access.SecondFactor{UserID: u.ID, Secret: []byte("replaced"), CreatedAt: now}))
		ok(t, s.PutSecondFactor(t.Context(), want))
		ok(t, s.TakeStep(t.Context(), u.ID, 7))
		wantKind(t, s.TakeStep(t.Context(), u.ID, 7), fault.NotFound)
		ok(t, s.ConfirmSecondFactor(t.Context(), u.ID, now))
		wantKind(t, s.ConfirmSecondFactor(t.Context(), u.ID, now), fault.NotFound)
		wantKind(t, s.PutSecondFactor(t.Context(), want), fault.Conflict)
		want.ConfirmedAt, want.LastStep = now, 7
		got, err := s.SecondFactorOf(t.Context(), u.ID)
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the second factor differs (-want +got):\n%s", diff)
		}
		if _, dump := dumped(t, s); strings.Contains(string(dump), base64.StdEncoding.EncodeToString(want.Secret)[:24]) {
			t.Error("the secret is in the clear")
		}
		codes := [][]byte{{1}, {2}}
		ok(t, s.ReplaceRecoveryCodes(t.Context(), u.ID, [][]byte{{3}}))
		ok(t, s.ReplaceRecoveryCodes(t.Context(), u.ID, codes))
		wantKind(t, s.TakeRecoveryCode(t.Context(), u.ID, []byte{3}), fault.NotFound)
		ok(t, s.TakeRecoveryCode(t.Context(), u.ID, codes[0]))
		wantKind(t, s.TakeRecoveryCode(t.Context(), u.ID, codes[0]), fault.NotFound)
		if n, err := s.CountRecoveryCodes(t.Context(), u.ID); n != 1 || err != nil {
			t.Errorf("%d codes, %v", n, err)
		}
		ok(t, s.DeleteSecondFactor(t.Context(), u.ID))
		wantKind(t, s.DeleteSecondFactor(t.Context(), u.ID), fault.NotFound)
		if n, err := s.CountRecoveryCodes(t.Context(), u.ID); n != 0 || err != nil {
			t.Errorf("%d codes are left, %v", n, err)
		}
	})
}
