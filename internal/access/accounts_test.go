package access_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// enter signs in and returns the context of the session's next request.
func (h *house) enter(t *testing.T, email string) (context.Context, string) {
	t.Helper()
	ctx := peer.WithAgent(peer.WithClient(t.Context(), here), firefox)
	in, err := h.SignIn(ctx, access.Credentials{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return h.as(t, in.Token), in.Token
}

func (h *house) as(t *testing.T, token string) context.Context {
	t.Helper()
	p, err := h.Session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(t.Context(), p)
}

func (h *house) member(t *testing.T, email string, role org.Role) access.User {
	t.Helper()
	user, err := h.CreateMember(t.Context(), access.NewUser{Email: email, Name: "Member", Password: password},
		access.Membership{TeamID: h.made.TeamID, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// useLink sets a password and returns why that failed.
func useLink(t *testing.T, h *house, token, password string) error {
	t.Helper()
	_, err := h.UsePasswordLink(t.Context(), token, password)
	return err
}

func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if fault.KindOf(err) != kind {
		t.Errorf("got %v, want %s", err, kind)
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.member(t, "bob@example.net", org.RoleDeveloper)
	bob, _ := h.enter(t, "bob@example.net")
	ada, adaToken := h.enter(t, "ada@example.net")
	h.clock.Advance(time.Minute)
	_, otherToken := h.enter(t, "ada@example.net")
	list, err := h.Sessions(ada)
	if err != nil || len(list) != 2 || !list[0].Current || list[1].Current {
		t.Fatalf("%+v, %v", list, err)
	}
	if list[1].Address != "192.0.2.1" || list[1].Browser != "Firefox on Linux" {
		t.Errorf("%+v", list[1])
	}
	wantKind(t, h.EndSession(bob, list[1].ID), fault.NotFound)
	if err := h.EndSession(ada, list[1].ID); err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(t.Context(), otherToken)
	wantKind(t, err, fault.Unauthenticated)
	_, thirdToken := h.enter(t, "ada@example.net")
	if err := h.EndOtherSessions(ada); err != nil {
		t.Fatal(err)
	}
	_, err = h.Session(t.Context(), thirdToken)
	wantKind(t, err, fault.Unauthenticated)
	for _, ctx := range []context.Context{h.as(t, adaToken), bob} {
		if list, err := h.Sessions(ctx); err != nil || len(list) != 1 {
			t.Errorf("%+v, %v", list, err)
		}
	}
	h.clock.Advance(access.SessionIdleMax)
	if list, err := h.Sessions(ada); err != nil || len(list) != 0 {
		t.Errorf("sessions that are over: %+v, %v", list, err)
	}
}

const nextPassword = "another horse battery"

func (h *house) wantState(t *testing.T, token string, want access.LinkState) {
	t.Helper()
	if got, err := h.PasswordLinkState(t.Context(), token); got != want || err != nil {
		t.Errorf("the link is %s, %v, want %s", got, err, want)
	}
}

func TestPasswordLinkWorksOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	bob := h.member(t, "bob@example.net", org.RoleDeveloper)
	ada, _ := h.enter(t, "ada@example.net")
	_, bobToken := h.enter(t, "bob@example.net")
	replaced, err := h.LinkForMember(ada, bob.ID)
	if err != nil {
		t.Fatal(err)
	}
	made, err := h.LinkForMember(ada, bob.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.wantState(t, replaced.Token, access.LinkGone)
	h.wantState(t, made.Token, access.LinkOpen)
	wantKind(t, useLink(t, h, made.Token, "short"), fault.Invalid)
	wantKind(t, useLink(t, h, replaced.Token, nextPassword), fault.NotFound)
	if err := useLink(t, h, made.Token, nextPassword); err != nil {
		t.Fatal(err)
	}
	h.wantState(t, made.Token, access.LinkUsed)
	wantKind(t, useLink(t, h, made.Token, nextPassword), fault.NotFound)
	_, err = h.Session(t.Context(), bobToken)
	wantKind(t, err, fault.Unauthenticated)
	if _, err := h.SignIn(t.Context(), access.Credentials{Email: bob.Email, Password: nextPassword}); err != nil {
		t.Error(err)
	}
}

func TestPasswordLinkIsTakenByOneOfMany(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	made, err := h.LinkFor(t.Context(), h.made.User)
	if err != nil {
		t.Fatal(err)
	}
	var used, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			err := useLink(t, h, made.Token, nextPassword)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				used++
			case fault.KindOf(err) == fault.NotFound:
				refused++
			}
		})
	}
	all.Wait()
	if used != 1 || refused != 3 {
		t.Errorf("%d used it, %d were refused", used, refused)
	}
}

// TestPasswordLinksEnd holds what ends a link that nobody has used.
func TestPasswordLinksEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(t *testing.T, h *house, admin, bob access.User)
		want access.LinkState
	}{
		"time": {func(_ *testing.T, h *house, _, _ access.User) { h.clock.Advance(access.PasswordLinkAge) }, access.LinkExpired},
		"a new password": {func(t *testing.T, h *house, _, bob access.User) {
			if _, err := h.ResetPassword(t.Context(), bob); err != nil {
				t.Fatal(err)
			}
		}, access.LinkGone},
		"its account is disabled": {func(t *testing.T, h *house, _, bob access.User) {
			if err := h.DisableUser(t.Context(), bob); err != nil {
				t.Fatal(err)
			}
		}, access.LinkGone},
		"its admin is disabled": {func(t *testing.T, h *house, admin, _ access.User) {
			if err := h.DisableUser(t.Context(), admin); err != nil {
				t.Fatal(err)
			}
		}, access.LinkGone},
		"its admin leaves": {func(t *testing.T, h *house, admin, _ access.User) {
			if err := h.RemoveMember(t.Context(), h.made.TeamID, admin.ID); err != nil {
				t.Fatal(err)
			}
		}, access.LinkGone},
		"another organization trusts the account": {func(t *testing.T, h *house, _, bob access.User) {
			other := org.Organization{ID: "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a12", Name: "Other", CreatedAt: h.Now(), Version: 1}
			if err := h.store.CreateOrganization(t.Context(), other); err != nil {
				t.Fatal(err)
			}
			if err := h.store.AddOrganizationMember(t.Context(), other.ID, bob.ID, org.RoleAdmin, h.Now()); err != nil {
				t.Fatal(err)
			}
		}, access.LinkGone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			admin, bob := h.member(t, "eve@example.net", org.RoleAdmin), h.member(t, "bob@example.net", org.RoleDeveloper)
			eve, _ := h.enter(t, admin.Email)
			made, err := h.LinkForMember(eve, bob.ID)
			if err != nil {
				t.Fatal(err)
			}
			c.end(t, h, admin, bob)
			h.wantState(t, made.Token, c.want)
			wantKind(t, useLink(t, h, made.Token, nextPassword), fault.NotFound)
		})
	}
}

func TestPasswordLinkNeedsAnAdminOfTheMember(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	bob := h.member(t, "bob@example.net", org.RoleDeveloper)
	asBob, _ := h.enter(t, "bob@example.net")
	ada, _ := h.enter(t, "ada@example.net")
	_, err := h.LinkForMember(asBob, h.made.User.ID)
	wantKind(t, err, fault.Forbidden)
	wantKind(t, h.RemoveMemberSecondFactor(asBob, h.made.User.ID), fault.Forbidden)
	_, err = h.LinkForMember(ada, h.made.User.ID)
	wantKind(t, err, fault.Conflict)
	_, err = h.LinkForMember(ada, "0123456789abcdef01234567")
	wantKind(t, err, fault.NotFound)
	wantKind(t, h.RemoveMemberSecondFactor(ada, "0123456789abcdef01234567"), fault.NotFound)
	wantKind(t, h.RemoveMemberSecondFactor(ada, bob.ID), fault.Conflict)
}

func TestWrongPasswordLinksAreLimited(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := peer.WithClient(t.Context(), netip.MustParseAddr("192.0.2.77"))
	for range access.KeyGuessesMax {
		token, err := access.NewToken(h.Random, access.TokenPassword)
		if err != nil {
			t.Fatal(err)
		}
		if state, err := h.PasswordLinkState(ctx, token.Text); state != access.LinkGone || err != nil {
			t.Fatalf("%s, %v", state, err)
		}
	}
	_, err := h.PasswordLinkState(ctx, "one more")
	wantKind(t, err, fault.Limited)
}

// box is a mailbox.
type box struct {
	mu    sync.Mutex
	mails []string
	full  bool
}

func (b *box) Send(_ context.Context, to, _, text string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.full {
		return errors.New("mailbox full")
	}
	b.mails = append(b.mails, to+"\n"+text)
	return nil
}

func (b *box) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.mails)
}

func TestPasswordMailsRevealNobody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	gone := h.member(t, "gone@example.net", org.RoleDeveloper)
	if err := h.DisableUser(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	sent := &box{full: true}
	mails := &access.PasswordMails{
		Accounts: h.Service, Mailer: sent, Logger: slog.New(slog.DiscardHandler),
		PublicURL: func() string { return "https://cairn.example" },
		LinkURL:   func(token string) string { return "https://cairn.example/set-password?token=" + token },
	}
	for range access.PasswordMailsMax { // what does not leave does not count
		if err := mails.Ask(t.Context(), "ada@example.net"); err != nil {
			t.Fatal(err)
		}
	}
	mails.SendWaiting(t.Context())
	sent.full = false
	asked := []string{"nobody@example.net", "gone@example.net"}
	for range access.PasswordMailsMax + 2 { // the last two are too many
		asked = append(asked, " ADA@example.net ")
	}
	for _, email := range asked {
		if err := mails.Ask(peer.WithClient(t.Context(), here), email); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
	wantKind(t, mails.Ask(t.Context(), "no address"), fault.Invalid)
	mails.SendWaiting(t.Context())
	if sent.count() != access.PasswordMailsMax {
		t.Fatalf("%d were sent: %q", sent.count(), sent.mails)
	}
	to, text, _ := strings.Cut(sent.mails[0], "\n")
	_, rest, _ := strings.Cut(text, "token=")
	token, _, _ := strings.Cut(rest, "\n")
	if to != "ada@example.net" || !strings.Contains(text, "at https://cairn.example.") {
		t.Errorf("%s: %s", to, text)
	}
	h.wantState(t, token, access.LinkOpen)
	if err := useLink(t, h, token, nextPassword); err != nil {
		t.Error(err)
	}
	mails.SendWaiting(t.Context())
	for range access.SignInFailuresMax {
		_ = mails.Ask(peer.WithClient(t.Context(), here), "nobody@example.net")
	}
	wantKind(t, mails.Ask(peer.WithClient(t.Context(), here), "nobody@example.net"), fault.Limited)
}
