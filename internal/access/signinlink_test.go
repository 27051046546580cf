package access_test

import (
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
)

// emptyHouse is an installation that nobody has set up.
func emptyHouse(t *testing.T) *house {
	t.Helper()
	store, err := sqlstore.Open(t.Context(), sealing(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	h := &house{store: store, clock: testkit.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))}
	h.Service = &access.Service{Store: store, Now: h.clock.Now, Random: rand.Reader, LinkKey: []byte("of this house")}
	return h
}

func firstLink(t *testing.T, s *access.Service) string {
	t.Helper()
	token, err := s.FirstLink(t.Context())
	if err != nil || token == "" {
		t.Fatalf("%q, %v", token, err)
	}
	return token
}

// TestFirstLinkIsKnownByItsSignature holds which links set an installation up:
// those of any node with its key, until they expire, and no others.
func TestFirstLinkIsKnownByItsSignature(t *testing.T) {
	t.Parallel()
	h := emptyHouse(t)
	node := &access.Service{Store: h.store, Now: h.clock.Now, Random: rand.Reader, LinkKey: []byte("of this house")}
	stranger := &access.Service{Store: h.store, Now: h.clock.Now, Random: rand.Reader, LinkKey: []byte("of another")}
	wrong := func(token, why string) {
		t.Helper()
		_, err := h.UseSignInLink(t.Context(), token)
		if fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), why) {
			t.Errorf("got %v, want %q", err, why)
		}
	}
	own := firstLink(t, h.Service)
	wrong(firstLink(t, stranger), "does not exist")
	wrong("", "does not exist")
	wrong(own[:len(own)-1], "does not exist")
	for _, kind := range []access.TokenKind{access.TokenFirst, access.TokenPassword, access.TokenSession} {
		token, err := access.NewToken(rand.Reader, kind)
		if err != nil {
			t.Fatal(err)
		}
		wrong(token.Text, "does not exist")
	}
	h.clock.Advance(access.SignInLinkAge)
	wrong(own, "expired")
	if in, err := h.UseSignInLink(t.Context(), firstLink(t, node)); err != nil || in.IngestionKey == "" || in.Token == "" {
		t.Errorf("%+v, %v", in, err)
	}
}

// TestFirstUserIsLetInUntilTheyHaveAPassword holds that losing the session of an
// account which nobody has claimed is no lockout: the next start has a link for it.
func TestFirstUserIsLetInUntilTheyHaveAPassword(t *testing.T) {
	t.Parallel()
	h := emptyHouse(t)
	first, err := h.UseSignInLink(t.Context(), firstLink(t, h.Service))
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.UseSignInLink(t.Context(), firstLink(t, h.Service))
	if err != nil || again.User.ID != first.User.ID || again.IngestionKey != "" {
		t.Fatalf("%+v, %v", again, err)
	}
	if err := h.ClaimAccount(h.as(t, again.Token), access.NewUser{Email: "ada@example.net", Name: "Ada", Password: password}); err != nil {
		t.Fatal(err)
	}
	if token, err := h.FirstLink(t.Context()); token != "" || err != nil {
		t.Errorf("%q, %v", token, err)
	}
	if token, err := newHouse(t).FirstLink(t.Context()); token != "" || err != nil {
		t.Errorf("with a password: %q, %v", token, err)
	}
}

// TestFirstLinkIsTakenByOneOfMany holds that of many who open it at once one
// sets the installation up.
func TestFirstLinkIsTakenByOneOfMany(t *testing.T) {
	t.Parallel()
	h := emptyHouse(t)
	token := firstLink(t, h.Service)
	var in atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := h.UseSignInLink(t.Context(), token)
			if err == nil {
				in.Add(1)
			} else if fault.KindOf(err) != fault.NotFound {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("%d are in", in.Load())
	}
}

// TestSignInLinks holds what a link of an account opens, and what not.
func TestSignInLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(t *testing.T, h *house, bob access.User)
		want   fault.Kind
	}{
		"as it is": {func(*testing.T, *house, access.User) {}, ""},
		"expired":  {func(_ *testing.T, h *house, _ access.User) { h.clock.Advance(access.SignInLinkAge) }, fault.NotFound},
		"disabled": {func(t *testing.T, h *house, bob access.User) { mustDisable(t, h, bob) }, fault.NotFound},
		"a new password": {func(t *testing.T, h *house, bob access.User) {
			if _, err := h.ResetPassword(t.Context(), bob); err != nil {
				t.Fatal(err)
			}
		}, fault.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			bob := h.member(t, "bob@example.net", org.RoleDeveloper)
			made, err := h.SignInLinkFor(t.Context(), bob)
			if err != nil {
				t.Fatal(err)
			}
			wantKind(t, useLink(t, h, made.Token, nextPassword), fault.NotFound) // it sets no password
			c.before(t, h, bob)
			in, err := h.UseSignInLink(t.Context(), made.Token)
			wantKind(t, err, c.want)
			if c.want == "" && (in.User.ID != bob.ID || in.IngestionKey != "") {
				t.Errorf("%+v", in)
			}
			_, err = h.UseSignInLink(t.Context(), made.Token)
			if err == nil {
				t.Error("it worked twice")
			}
		})
	}
}

// TestPasswordLinksDoNotSignIn holds that a link which sets a password is not
// worth more than that.
func TestPasswordLinksDoNotSignIn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	made, err := h.LinkFor(t.Context(), h.made.User)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.UseSignInLink(t.Context(), made.Token)
	wantKind(t, err, fault.NotFound)
	h.wantState(t, made.Token, access.LinkOpen)
}

func mustDisable(t *testing.T, h *house, user access.User) {
	t.Helper()
	if err := h.DisableUser(t.Context(), user); err != nil {
		t.Fatal(err)
	}
}
