package sqlstore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestIdentityIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, team := seat(t, s, 1)
		whole := filled[access.Identity]()
		whole.UserID, whole.CreatedAt, whole.UsedAt = u.ID, now, now
		ok(t, s.CreateIdentity(t.Context(), whole))
		wantKind(t, s.CreateIdentity(t.Context(), whole), fault.Conflict)
		whole.IsGranted, whole.UsedAt = !whole.IsGranted, now.Add(time.Hour)
		ok(t, s.NoteSignIn(t.Context(), whole))
		got, err := s.IdentityBySubject(t.Context(), whole.Issuer, whole.Subject)
		ok(t, err)
		all, err := s.IdentitiesOf(t.Context(), u.ID)
		ok(t, err)
		if diff := cmp.Diff([]access.Identity{whole, whole}, append(all, got)); diff != "" {
			t.Errorf("the identity differs (-want +got):\n%s", diff)
		}
		_, err = s.IdentityBySubject(t.Context(), whole.Issuer, "another")
		wantKind(t, err, fault.NotFound)
		for _, name := range []string{team.ID, team.Name} {
			if found, err := s.TeamByName(t.Context(), name); found != team.ID || err != nil {
				t.Errorf("%q: %s, %v", name, found, err)
			}
		}
		_, err = s.TeamByName(t.Context(), "No such team")
		wantKind(t, err, fault.NotFound)
	})
}

func TestProviderSessionGoesWithTheSession(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		u, team := seat(t, s, 5)
		one := session(1, u.ID, team.ID)
		ok(t, s.CreateSession(t.Context(), one))
		kept := access.ProviderSession{SessionID: one.ID, Issuer: "https://id.example.com", IDToken: "a.secret.token"}
		ok(t, s.CreateProviderSession(t.Context(), kept))
		got, err := s.ProviderSessionOf(t.Context(), one.ID)
		ok(t, err)
		if diff := cmp.Diff(kept, got); diff != "" {
			t.Errorf("what is kept differs (-want +got):\n%s", diff)
		}
		if _, text := dumped(t, s); strings.Contains(string(text), kept.IDToken) {
			t.Error("the token is kept in the clear")
		}
		ok(t, s.DeleteSession(t.Context(), one.ID))
		_, err = s.ProviderSessionOf(t.Context(), one.ID)
		wantKind(t, err, fault.NotFound)
	})
}

func TestSignInReturnsOnce(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		hash := access.HashSecret("state")
		ok(t, s.TakeSignInReturn(t.Context(), hash, now))
		wantKind(t, s.TakeSignInReturn(t.Context(), hash, now), fault.Conflict)
		for _, want := range []int{1, 0} {
			if n, err := s.DeleteSignInReturnsBefore(t.Context(), now.Add(time.Second)); n != want || err != nil {
				t.Errorf("%d forgotten, want %d: %v", n, want, err)
			}
		}
		sealed, err := s.Seal([]byte("hello"), "here")
		ok(t, err)
		if plain, err := s.Open(sealed, "here"); string(plain) != "hello" || err != nil {
			t.Errorf("%q, %v", plain, err)
		}
		if _, err := s.Open(sealed, "elsewhere"); err == nil {
			t.Error("what was sealed for one place is opened in another")
		}
	})
}
