package sso_test

import (
	"maps"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sso"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/oidctest"
)

// enter signs Grace in with groups and wants the role.
func (h *house) enter(t *testing.T, want org.Role, groups ...string) access.SignedIn {
	t.Helper()
	h.provider.Say(grace(groups...), oidctest.Behaviour{})
	in, _, err := h.signIn(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	if in.Team.Role != want || h.role(t) != want {
		t.Errorf("%v gives %s, want %s", groups, in.Team.Role, want)
	}
	return in
}

func TestRolesFollowTheClaims(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.enter(t, org.RoleDeveloper, "staff")
	h.enter(t, org.RoleAdmin, "staff", "admins")
	in := h.enter(t, org.RoleDeveloper, "staff")
	key, _, err := h.accounts.CreateAccessKey(t.Context(), access.AccessKey{UserID: in.User.ID, TeamID: in.Team.TeamID, Name: "key"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h.provider.Say(grace("nobody"), oidctest.Behaviour{})
		_, _, err = h.signIn(t, nil)
		wantRefused(t, err, fault.Forbidden, "none of its rules here gives you a role")
	}
	if h.role(t) != "" {
		t.Error("the role stays without a rule")
	}
	if _, err := h.accounts.Session(t.Context(), in.Token); err == nil {
		t.Error("the session outlives the role")
	}
	if _, err := h.store.AccessKeyByPublicID(t.Context(), key.PublicID); err == nil {
		t.Error("the access key outlives the role")
	}
	h.enter(t, org.RoleDeveloper, "staff")
}

func TestNobodyIsLeftOfARefusedNewcomer(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.provider.Say(grace("nobody"), oidctest.Behaviour{})
	_, _, err := h.signIn(t, nil)
	wantRefused(t, err, fault.Forbidden, "none of its rules here gives you a role")
	if _, err := h.store.UserByEmail(t.Context(), email); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an account was made: %v", err)
	}
}

func TestNoClaimTakesTheLastAdmin(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.enter(t, org.RoleAdmin, "admins")
	if err := h.accounts.DisableUser(t.Context(), h.made.User); err != nil {
		t.Fatal(err)
	}
	h.enter(t, org.RoleAdmin, "staff")
	h.provider.Say(grace("nobody"), oidctest.Behaviour{})
	_, _, err := h.signIn(t, nil)
	wantRefused(t, err, fault.Forbidden, "none of its rules")
	if h.role(t) != org.RoleAdmin {
		t.Error("a claim took the last admin")
	}
}

func TestPeopleGiveRolesToo(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	user := h.member(t)
	in := h.enter(t, org.RoleDeveloper, "nobody")
	if in.User.ID != user.ID {
		t.Error("the account with the verified address was not tied")
	}
	if _, err := h.accounts.SignIn(t.Context(), access.Credentials{Email: email, Password: password}); err != nil {
		t.Errorf("the password is gone: %v", err)
	}
}

func TestDefaultRole(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(p *sso.Provider) { p.DefaultRole = org.RoleBilling })
	h.enter(t, org.RoleBilling, "nobody")
	h.enter(t, org.RoleAdmin, "admins")
	h.enter(t, org.RoleBilling)
}

func TestRulesNameTeams(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(p *sso.Provider) {
		p.Rules = []sso.Rule{
			{Claim: "groups", Value: "payments", Role: org.RoleDeveloper, Team: access.DefaultTeamName},
			{Claim: "groups", Value: "ghosts", Role: org.RoleDeveloper, Team: "No such team"},
		}
	})
	in := h.enter(t, org.RoleDeveloper, "payments", "ghosts")
	if len(in.Teams) != 1 || in.Teams[0].TeamID != h.made.TeamID {
		t.Errorf("%+v", in.Teams)
	}
	h.provider.Say(grace("ghosts"), oidctest.Behaviour{})
	_, _, err := h.signIn(t, nil)
	wantRefused(t, err, fault.Forbidden, "none of its rules")
}

func TestClaimsOfEveryShape(t *testing.T) {
	t.Parallel()
	for name, claims := range map[string]map[string]any{
		"a text":            {"dept": "it"},
		"a list":            {"dept": []any{"hr", "it"}},
		"a name with dots":  {"https://acme.example/dept": "it"},
		"inside an object":  {"realm": map[string]any{"access": map[string]any{"dept": []string{"it"}}}},
		"a number":          {"level": 12345678901234567},
		"a truth":           {"is_staff": true},
		"only of user info": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, func(p *sso.Provider) {
				p.Rules = nil
				for claim, value := range map[string]string{
					"dept": "it", "https://acme.example/dept": "it", "realm.access.dept": "it", "level": "12345678901234567", "is_staff": "true",
				} {
					p.Rules = append(p.Rules, sso.Rule{Claim: claim, Value: value, Role: org.RoleDeveloper})
				}
			})
			said := grace()
			maps.Copy(said, claims)
			h.provider.Say(said, oidctest.Behaviour{Info: map[string]any{"sub": "42", "dept": info(claims)}})
			if _, _, err := h.signIn(t, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

func info(claims map[string]any) string {
	if claims == nil {
		return "it"
	}
	return "hr"
}

// TestTheSubjectIsThePerson holds that an address that changes at the provider
// moves nobody, and that it is not needed once the account is known.
func TestTheSubjectIsThePerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first := h.enter(t, org.RoleDeveloper, "staff")
	for _, address := range []string{"ada@example.com", ""} {
		said := grace("staff")
		said["email"], said["email_verified"] = address, address != ""
		h.provider.Say(said, oidctest.Behaviour{})
		in, _, err := h.signIn(t, nil)
		if err != nil || in.User.ID != first.User.ID || in.User.Email != email {
			t.Errorf("%q: %+v, %v", address, in.User, err)
		}
	}
}

// TestAddressAndItsProofBelongTogether holds that no address of the token is
// taken for one that userinfo has verified.
func TestAddressAndItsProofBelongTogether(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	said := grace("staff")
	delete(said, "email_verified")
	said["email"] = "ada@example.com"
	h.provider.Say(said, oidctest.Behaviour{Info: map[string]any{"sub": "42", "email": email, "email_verified": true}})
	in, _, err := h.signIn(t, nil)
	if err != nil || in.User.Email != email || in.User.ID == h.made.User.ID {
		t.Errorf("%+v, %v", in.User, err)
	}
}

func TestProvidersThatVerifyEveryAddress(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(p *sso.Provider) { p.TrustsEmail = true })
	said := grace("staff")
	delete(said, "email_verified")
	h.provider.Say(said, oidctest.Behaviour{})
	if _, _, err := h.signIn(t, nil); err != nil {
		t.Error(err)
	}
}

func TestManyAtOnceMakeOneAccount(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.provider.Say(grace("staff"), oidctest.Behaviour{})
	var all sync.WaitGroup
	var ids sync.Map
	for range 8 {
		all.Go(func() {
			in, _, err := h.signIn(t, nil)
			if err != nil {
				t.Error(err)
			}
			ids.Store(in.User.ID, true)
		})
	}
	all.Wait()
	count := 0
	ids.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d accounts", count)
	}
}

func TestPagesElsewhereAreNotComeBackTo(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	h.provider.Say(grace("staff"), oidctest.Behaviour{})
	for from, want := range map[string]string{
		"/a?b=c#d": "/a?b=c#d", "https://evil.example": "/", "//evil.example": "/", `/\evil.example`: "/", "": "/",
		"javascript:alert(1)": "/", "/\tx": "/", "/" + strings.Repeat("x", sso.FromBytesMax): "/",
	} {
		departure, err := h.Begin(t.Context(), "acme", from)
		if err != nil {
			t.Fatal(err)
		}
		_, got, err := h.comeBack(t, &visit{house: h, ticket: departure.Ticket, back: h.provider.SignIn(t, departure.URL)})
		if err != nil || got != want {
			t.Errorf("%q leads to %q: %v", from, got, err)
		}
	}
}

func TestSignOutAtTheProvider(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	in := h.enter(t, org.RoleDeveloper, "staff")
	principal, err := h.accounts.Session(t.Context(), in.Token)
	if err != nil {
		t.Fatal(err)
	}
	session, err := h.accounts.ProviderSession(access.WithPrincipal(t.Context(), principal))
	if err != nil || strings.Count(session.IDToken, ".") != 2 {
		t.Fatalf("%+v, %v", session, err)
	}
	address, err := url.Parse(h.EndURL(t.Context(), session))
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{"client_id": {"cairn"}, "id_token_hint": {session.IDToken}, "post_logout_redirect_uri": {publicURL + "/sign-in"}}
	if diff := cmp.Diff(want, address.Query()); diff != "" || address.Path != "/end" {
		t.Errorf("%s: %s", address, diff)
	}
	if h.EndURL(t.Context(), access.ProviderSession{Issuer: "https://gone.example"}) != "" {
		t.Error("a provider that is not configured any more has a page")
	}
	h.restart()
	h.provider.Say(nil, oidctest.Behaviour{NoEnd: true})
	if got := h.EndURL(t.Context(), session); got != "" {
		t.Errorf("a provider without such a page has %s", got)
	}
}

func TestRulesNameRolesOfTeams(t *testing.T) {
	t.Parallel()
	rules := func(value, role string) sso.Rule { return sso.Rule{Claim: "groups", Value: value, TeamRole: role} }
	h := newHouse(t, func(p *sso.Provider) {
		p.Rules = []sso.Rule{rules("readers", "readonly"), rules("makers", "Member"), rules("ghosts", "Ghost"),
			{Claim: "groups", Value: "staff", Role: org.RoleDeveloper}}
	})
	want := func(role org.Role, stackRoleID string, groups ...string) {
		t.Helper()
		in := h.enter(t, role, groups...)
		if in.Team.StackRoleID != stackRoleID {
			t.Errorf("%v gives the role %q, want %q", groups, in.Team.StackRoleID, stackRoleID)
		}
	}
	want(org.RoleMember, stack.RoleReadOnlyID, "makers", "readers")
	want(org.RoleMember, stack.RoleMemberID, "makers")
	want(org.RoleDeveloper, "", "staff")
	want(org.RoleDeveloper, stack.RoleReadOnlyID, "staff", "readers")
	h.provider.Say(grace("ghosts"), oidctest.Behaviour{})
	_, _, err := h.signIn(t, nil)
	wantRefused(t, err, fault.Forbidden, "the account belongs to no team")
}
