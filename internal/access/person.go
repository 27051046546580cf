package access

import (
	"cmp"
	"context"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// SignInPerson opens a session for somebody who comes back from a single
// sign-on provider; prove returns who it is. Who fails too often is Limited as
// with passwords. The account is the one that the identity is tied to, else
// the one with the same verified e-mail address, else a new one without a
// password. What the rules give is applied at every sign-in. The account's own
// second factor is not asked for: that is the provider's business.
func (s *Service) SignInPerson(ctx context.Context, provider string, prove func(ctx context.Context) (Person, error)) (SignedIn, error) {
	var person Person
	var refusal error
	_, err := s.guess(ctx, "single sign-on "+provider, func() (bool, error) {
		person, refusal = prove(ctx)
		if fault.KindOf(refusal) == fault.Unavailable {
			return false, refusal
		}
		return refusal == nil, nil
	})
	if err != nil || refusal != nil {
		return SignedIn{}, cmp.Or(err, refusal)
	}
	user, err := s.admitPerson(ctx, person)
	if err != nil {
		return SignedIn{}, err
	}
	return s.openPersonSession(ctx, user, person)
}

func (s *Service) openPersonSession(ctx context.Context, user User, p Person) (SignedIn, error) {
	in, err := s.OpenSession(ctx, user)
	if err != nil {
		return SignedIn{}, err
	}
	token := p.IDToken
	if len(token) > IDTokenBytesMax {
		token = ""
	}
	return in, s.Store.CreateProviderSession(ctx, ProviderSession{SessionID: in.SessionID, Issuer: p.Issuer, IDToken: token})
}

// admitPerson returns the account of the person with the role that the rules
// give. Somebody to whom they give nothing any more loses what they gave.
func (s *Service) admitPerson(ctx context.Context, p Person) (User, error) {
	var v visit
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		home, err := s.lockHome(ctx)
		if err != nil {
			return err
		}
		v = visit{Person: p, home: home}
		if err := s.identify(ctx, &v); err != nil {
			return err
		}
		ctx = WithPrincipal(ctx, Principal{UserID: v.user.ID, OrganizationID: home})
		if err := s.settle(ctx, &v); err != nil {
			return err
		}
		if v.isRefused && v.isNew {
			return errNoRole(p) // nothing of it is kept
		}
		v.identity.UsedAt = s.Now()
		return s.Store.NoteSignIn(ctx, v.identity)
	})
	switch {
	case err != nil:
		return User{}, err
	case v.isRefused:
		return User{}, errNoRole(p)
	case v.isNew:
		s.log(ctx, "an account was tied to a single sign-on provider", v.user.ID)
	}
	return v.user, nil
}

// visit is a person who signs in, with the account that they get.
type visit struct {
	Person
	home     string // organization that rules without a team are about
	user     User
	identity Identity
	isNew    bool // the identity was not known before

	isRefused bool // nothing gives them a role
}

// lockHome returns the oldest organization, in which nobody else is let in
// meanwhile.
func (s *Service) lockHome(ctx context.Context) (string, error) {
	all, err := s.Store.Organizations(ctx)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", fault.New(fault.Conflict, "the installation is not set up yet; create the first account")
	}
	return all[0].ID, s.Store.LockOrganization(ctx, all[0].ID)
}

// identify finds the account of a person, or makes one.
func (s *Service) identify(ctx context.Context, v *visit) error {
	identity, err := s.Store.IdentityBySubject(ctx, v.Issuer, v.Subject)
	known, err := foundOr(err)
	if err != nil {
		return err
	}
	if !known {
		return s.introduce(ctx, v)
	}
	v.identity = identity
	v.user, err = s.Store.UserByID(ctx, identity.UserID)
	if err == nil && !v.user.DisabledAt.IsZero() {
		err = fault.New(fault.Forbidden, "%s", disabledMessage)
	}
	return err
}

// introduce ties somebody who comes for the first time to the account with
// their address, or to a new one.
func (s *Service) introduce(ctx context.Context, v *visit) error {
	if err := v.checkEmail(); err != nil {
		return err
	}
	user, err := s.Store.UserByEmail(ctx, NormalEmail(v.Email))
	known, err := foundOr(err)
	switch {
	case err != nil:
		return err
	case known && !user.DisabledAt.IsZero():
		return fault.New(fault.Forbidden, "%s", disabledMessage)
	case !known:
		if user, err = s.newPerson(ctx, v.Person); err != nil {
			return err
		}
	}
	v.user, v.isNew = user, true
	v.identity = Identity{Issuer: v.Issuer, Subject: v.Subject, UserID: user.ID, CreatedAt: s.Now(), UsedAt: s.Now()}
	return s.Store.CreateIdentity(ctx, v.identity)
}

func (p Person) checkEmail() error {
	if p.Email == "" {
		return fault.New(fault.Forbidden, "%s did not say your e-mail address; the operator adds the scope or claim email", p.Provider)
	}
	if code, rule := stack.EmailRule(NormalEmail(p.Email)); code != "" {
		return fault.New(fault.Forbidden, "%s says an e-mail address that can't be used: it %s", p.Provider, rule)
	}
	if !p.IsEmailVerified {
		return fault.New(fault.Forbidden, "%s has not verified your e-mail address; verify it there and sign in again", p.Provider)
	}
	return nil
}

// newPerson makes an account without a password.
func (s *Service) newPerson(ctx context.Context, p Person) (User, error) {
	user, err := s.newUser(NormalEmail(p.Email), p.displayName())
	if err != nil {
		return User{}, err
	}
	return user, s.Store.CreateUser(ctx, user)
}

func (p Person) displayName() string {
	name := []rune(strings.TrimSpace(stack.PlainName(p.Name)))
	if len(name) == 0 {
		return NormalEmail(p.Email)
	}
	return string(name[:min(len(name), UserNameCharsMax)])
}

func errNoRole(p Person) error {
	return fault.New(fault.Forbidden, "%s knows you, but none of its rules here gives you a role; ask an admin", p.Provider)
}

// settle gives the person what invitations and rules say.
func (s *Service) settle(ctx context.Context, v *visit) error {
	plans, err := s.plans(ctx, v)
	if err != nil {
		return err
	}
	if len(plans) == 0 && v.identity.IsGranted {
		v.isRefused = true
		return s.withdraw(ctx, v)
	}
	if err := s.acceptInvitations(ctx, v); err != nil {
		return err
	}
	for _, plan := range plans {
		if err := s.seat(ctx, v.user, plan); err != nil {
			return err
		}
	}
	v.identity.IsGranted = len(plans) > 0
	seats, err := s.seatsWithRole(ctx, v.user.ID)
	v.isRefused = len(plans) == 0 && len(seats) == 0
	return err
}

// acceptInvitations uses the open invitations of the person's address: the
// provider has verified what a token in an e-mail would prove.
func (s *Service) acceptInvitations(ctx context.Context, v *visit) error {
	if !v.IsEmailVerified || NormalEmail(v.Email) != v.user.Email {
		return nil
	}
	toOrganizations, err := s.Store.OrganizationInvitationsTo(ctx, v.user.Email)
	if err != nil {
		return err
	}
	toTeams, err := s.Store.TeamInvitationsTo(ctx, v.user.Email)
	if err != nil {
		return err
	}
	for _, i := range toOrganizations {
		if i.Open(s.Now()) {
			err = cmp.Or(err, s.acceptOne(ctx, v.user, i))
		}
	}
	for _, i := range toTeams {
		if i.Open(s.Now()) {
			err = cmp.Or(err, s.acceptToTeam(ctx, v.user, i))
		}
	}
	return err
}

// acceptToTeam gives a seat to somebody who has none.
func (s *Service) acceptToTeam(ctx context.Context, user User, i org.TeamInvitation) error {
	_, err := s.Store.SeatOf(ctx, i.TeamID, user.ID)
	if seated, err := foundOr(err); seated || err != nil {
		return err
	}
	_, err = s.AddMember(ctx, user, Membership{TeamID: i.TeamID, Role: i.Role, StackRoleID: i.StackRoleID})
	return err
}

// acceptOne makes a member of somebody who is none. The invitations of a member
// have nothing left to say.
func (s *Service) acceptOne(ctx context.Context, user User, i org.Invitation) error {
	if err := s.Store.LockOrganization(ctx, i.OrganizationID); err != nil {
		return err
	}
	_, err := s.Store.MemberByID(ctx, i.OrganizationID, user.ID)
	isMember, err := foundOr(err)
	if err != nil {
		return err
	}
	if _, err := s.roleOr(ctx, i.OrganizationID, user, i.Role); err != nil {
		return err
	}
	if !isMember {
		if err := s.Store.GiveInvitedRoles(ctx, i.OrganizationID, i.ID, user.ID); err != nil {
			return err
		}
	}
	return s.Store.RevokeInvitationsTo(ctx, i.OrganizationID, user.Email)
}

// withdraw takes the roles that rules gave. The last admin keeps theirs: nobody
// could give it back.
func (s *Service) withdraw(ctx context.Context, v *visit) error {
	organizations, err := s.Store.OrganizationsOfUser(ctx, v.user.ID)
	if err != nil {
		return err
	}
	for _, id := range organizations {
		if err := s.Store.LockOrganization(ctx, id); err != nil {
			return err
		}
		err := s.checkMember(ctx, id, v.user.ID, org.Member.CheckRemove)
		if fault.KindOf(err) == fault.Conflict {
			s.log(ctx, "no rule gives the last admin a role any more: the role stays", v.user.ID)
			return nil
		}
		if err == nil {
			err = s.leave(ctx, id, "", v.user.ID)
		}
		if err != nil {
			return err
		}
	}
	v.identity.IsGranted = false
	s.log(ctx, "no rule gives a member a role any more: the role was taken", v.user.ID)
	return nil
}
