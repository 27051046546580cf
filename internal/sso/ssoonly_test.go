package sso_test

import (
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

const off = "passwords are switched off here"

// TestPasswordsAreOff holds that single sign-on is the only way in, but for the
// link that the operator makes.
func TestPasswordsAreOff(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	user := h.member(t)
	admin := access.WithPrincipal(t.Context(), access.Principal{
		UserID: h.made.User.ID, OrganizationID: h.made.OrganizationID, TeamID: h.made.TeamID, Roles: []org.Role{org.RoleAdmin}, Kind: access.TokenSession,
	})
	old, err := h.accounts.LinkForMember(admin, user.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.accounts.SSOOnly = true
	_, err = h.accounts.SignIn(t.Context(), access.Credentials{Email: email, Password: password})
	wantRefused(t, err, fault.Forbidden, off)
	_, err = h.accounts.LinkForMember(admin, user.ID)
	wantRefused(t, err, fault.Forbidden, off)
	_, err = h.accounts.ResetMemberPassword(admin, user.ID)
	wantRefused(t, err, fault.Forbidden, off)
	_, err = h.accounts.NewAccount(t.Context(), access.NewUser{Email: "eve@example.com", Name: "Eve", Password: password})
	wantRefused(t, err, fault.Forbidden, off)
	_, _, err = h.accounts.Admit(t.Context(), access.NewUser{Email: email, Password: password})
	wantRefused(t, err, fault.Forbidden, off)
	mails := &access.PasswordMails{Accounts: h.accounts, Logger: slog.New(slog.DiscardHandler)}
	wantRefused(t, mails.Ask(t.Context(), email), fault.Forbidden, off)
	if _, err := h.accounts.UsePasswordLink(t.Context(), old.Token, password); err == nil {
		t.Error("the link of an admin works")
	}
	h.enter(t, org.RoleDeveloper, "staff")

	made, err := h.accounts.LinkFor(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	in, err := h.accounts.UsePasswordLink(t.Context(), made.Token, password+"!")
	if err != nil || in.Token == "" || in.User.ID != user.ID {
		t.Errorf("the operator's link: %+v, %v", in, err)
	}
	_, err = h.accounts.SignIn(t.Context(), access.Credentials{Email: email, Password: password + "!"})
	wantRefused(t, err, fault.Forbidden, off)
}

// TestAccountsWithoutAPassword holds that nobody but the operator gives one.
func TestAccountsWithoutAPassword(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	in := h.enter(t, org.RoleDeveloper, "staff")
	_, err := h.accounts.SignIn(t.Context(), access.Credentials{Email: email, Password: ""})
	wantRefused(t, err, fault.Unauthenticated, "password is wrong")
	principal, err := h.accounts.Session(t.Context(), in.Token)
	if err != nil {
		t.Fatal(err)
	}
	own := access.WithPrincipal(t.Context(), principal)
	const none = "the account has no password"
	wantRefused(t, h.accounts.ChangePassword(own, "", password), fault.Conflict, none)
	_, err = h.accounts.BeginSecondFactor(own, "")
	wantRefused(t, err, fault.Conflict, none)
	admin := access.WithPrincipal(t.Context(), access.Principal{
		UserID: h.made.User.ID, OrganizationID: h.made.OrganizationID, TeamID: h.made.TeamID, Roles: []org.Role{org.RoleAdmin}, Kind: access.TokenSession,
	})
	_, err = h.accounts.LinkForMember(admin, in.User.ID)
	wantRefused(t, err, fault.Conflict, none)
	_, err = h.accounts.ResetMemberPassword(admin, in.User.ID)
	wantRefused(t, err, fault.Conflict, none)
	methods, err := h.accounts.SignInMethods(own)
	if err != nil || methods.HasPassword || len(methods.Identities) != 1 || methods.Identities[0].Subject != "42" {
		t.Errorf("%+v, %v", methods, err)
	}
}
