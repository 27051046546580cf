package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Bounds of links that set a password.
const (
	PasswordLinkAge     = 24 * time.Hour // of one that an admin or the operator hands over
	PasswordMailAge     = time.Hour      // of one that is sent by e-mail
	PasswordLinkKept    = 30 * 24 * time.Hour
	PasswordMailsMax    = 3 // of one account within PasswordMailsWindow, no matter who asks
	PasswordMailsWindow = time.Hour
)

// LinkOrigin says who made a link that sets a password.
type LinkOrigin string

// The origins.
const (
	LinkOfAdmin    LinkOrigin = "admin"
	LinkOfOperator LinkOrigin = "operator"
	LinkOfEmail    LinkOrigin = "email" // anyone who typed the address; the mailbox proves the owner
	LinkSignsIn    LinkOrigin = "enter" // the server or its operator; it signs in and sets no password
)

// LinkState says whether a link still sets a password.
type LinkState string

// The states. Gone is a link that was replaced or taken back, and one that
// there never was.
const (
	LinkOpen    LinkState = "open"
	LinkUsed    LinkState = "used"
	LinkExpired LinkState = "expired"
	LinkGone    LinkState = "gone"
)

// PasswordLink sets a new password of an account, once.
type PasswordLink struct {
	ID             string
	UserID         string
	Origin         LinkOrigin
	OrganizationID string // of the admin who made it; empty for others
	CreatedBy      string // user id of that admin
	PublicID       string
	Hash           []byte
	CreatedAt      time.Time
	ExpireAt       time.Time
	UsedAt         time.Time // zero: not yet
}

func (l PasswordLink) state(now time.Time) LinkState {
	switch {
	case !l.UsedAt.IsZero():
		return LinkUsed
	case !now.Before(l.ExpireAt):
		return LinkExpired
	}
	return LinkOpen
}

// fault returns why a link in this state sets no password; nil when it does.
func (state LinkState) fault() error {
	switch state {
	case LinkOpen:
		return nil
	case LinkUsed:
		return fault.New(fault.NotFound, "the link was used already; ask for a new one")
	case LinkExpired:
		return fault.New(fault.NotFound, "the link has expired; ask for a new one")
	case LinkGone:
	}
	return fault.New(fault.NotFound, "the link does not exist, or was replaced by a newer one")
}

// PasswordLinkStore keeps links that set passwords.
type PasswordLinkStore interface {
	CreatePasswordLink(ctx context.Context, l PasswordLink) error
	PasswordLinkByPublicID(ctx context.Context, publicID string) (PasswordLink, error)
	// TakePasswordLink marks a link as used that was not used before.
	TakePasswordLink(ctx context.Context, id string, at time.Time) error
	// CountPasswordLinks returns how many links of the origin the account got
	// since a time.
	CountPasswordLinks(ctx context.Context, userID string, origin LinkOrigin, since time.Time) (int, error)
	DeletePasswordLink(ctx context.Context, id string) error
	// EndPasswordLinks removes the links of the account that were not used, but
	// for those of an origin; empty: all.
	EndPasswordLinks(ctx context.Context, userID string, except LinkOrigin) error
	// DeletePasswordLinksBefore forgets links that expired before a time.
	DeletePasswordLinksBefore(ctx context.Context, expired time.Time) (int, error)
}

// MadeLink is a fresh link. The text of its token can't be had again.
type MadeLink struct {
	ID       string
	Token    string
	ExpireAt time.Time
}

// LinkForMember makes a link with which another member of the caller's
// organization sets a new password. It replaces an earlier one, and ends with
// the caller's role. Who may have one is as in ResetMemberPassword.
func (s *Service) LinkForMember(ctx context.Context, userID string) (MadeLink, error) {
	p, err := Require(ctx, MembersManage)
	if err != nil {
		return MadeLink{}, err
	}
	var made MadeLink
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockOrganization(ctx, p.OrganizationID); err != nil {
			return err
		}
		if err := s.checkPasswordReset(ctx, p, userID); err != nil {
			return err
		}
		made, err = s.handLink(ctx, PasswordLink{
			UserID: userID, Origin: LinkOfAdmin, OrganizationID: p.OrganizationID, CreatedBy: p.Actor(),
		})
		return err
	})
	if err != nil {
		return MadeLink{}, err
	}
	s.log(ctx, "an admin made a link that sets the password of a member", userID)
	return made, nil
}

// LinkFor makes a link that sets the password of any account. It is for the
// operator of the installation, who needs no permission.
func (s *Service) LinkFor(ctx context.Context, user User) (made MadeLink, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		made, err = s.handLink(ctx, PasswordLink{UserID: user.ID, Origin: LinkOfOperator})
		return err
	})
	return made, err
}

// handLink makes a link that somebody hands over; it replaces the one before.
func (s *Service) handLink(ctx context.Context, l PasswordLink) (MadeLink, error) {
	if err := s.Store.EndPasswordLinks(ctx, l.UserID, LinkOfEmail); err != nil {
		return MadeLink{}, err
	}
	return s.makeLink(ctx, l, PasswordLinkAge)
}

func (s *Service) makeLink(ctx context.Context, l PasswordLink, age time.Duration) (MadeLink, error) {
	id, token, err := s.newCredential(TokenPassword)
	if err != nil {
		return MadeLink{}, err
	}
	l.ID, l.PublicID, l.Hash = id, token.PublicID, token.Hash()
	l.CreatedAt = s.Now()
	l.ExpireAt = l.CreatedAt.Add(age)
	return MadeLink{ID: id, Token: token.Text, ExpireAt: l.ExpireAt}, s.Store.CreatePasswordLink(ctx, l)
}

// PasswordLinkState returns what became of the link of a token. Too many
// wrong ones from an address are Limited.
func (s *Service) PasswordLinkState(ctx context.Context, token string) (LinkState, error) {
	_, state, err := s.settingLink(ctx, token)
	return state, err
}

// UsePasswordLink sets the password of the account that the link is for and
// ends the link, the account's other links and its sessions. A link that does
// not work is NotFound, and the message says why. Two-factor authentication
// stays as it is. Where passwords let nobody in, only a link of the operator
// works, and opens a session; elsewhere the result has no token.
func (s *Service) UsePasswordLink(ctx context.Context, token, password string) (SignedIn, error) {
	link, state, err := s.settingLink(ctx, token)
	if err != nil {
		return SignedIn{}, err
	}
	if err := state.fault(); err != nil {
		return SignedIn{}, err
	}
	user, err := s.linkedUser(ctx, link)
	if err != nil {
		return SignedIn{}, err
	}
	if err := CheckPassword(password, user.Email); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return SignedIn{}, err
	}
	ctx = WithPrincipal(ctx, Principal{UserID: user.ID}) // for the audit log: the link proves who it is
	if err := s.Store.InTx(ctx, func(ctx context.Context) error { return s.useLink(ctx, link, hash) }); err != nil {
		return SignedIn{}, err
	}
	s.log(ctx, "a link set the password of an account", user.ID)
	if !s.SSOOnly {
		return SignedIn{}, nil
	}
	return s.OpenSession(ctx, user)
}

// linkedUser returns the account of a link that may be used.
func (s *Service) linkedUser(ctx context.Context, link PasswordLink) (User, error) {
	user, err := s.Store.UserByID(ctx, link.UserID)
	if err != nil {
		return User{}, err
	}
	if !user.DisabledAt.IsZero() {
		return User{}, fault.New(fault.Forbidden, "%s", disabledMessage)
	}
	if !s.SSOOnly {
		return user, nil
	}
	if link.Origin != LinkOfOperator {
		return User{}, s.checkPasswordsOn()
	}
	_, on, err := s.confirmed(ctx, user.ID)
	if err == nil && on {
		err = fault.New(fault.Forbidden, "two-factor authentication is on for this account; the operator turns it off first: cairn user reset-totp")
	}
	return user, err
}

// useLink asks again whether the link works: the password took its time.
func (s *Service) useLink(ctx context.Context, link PasswordLink, hash string) error {
	if link.OrganizationID != "" {
		if err := s.Store.LockOrganization(ctx, link.OrganizationID); err != nil {
			return err
		}
	}
	if stands, err := s.creatorMay(ctx, link); err != nil || !stands {
		return orGone(err)
	}
	err := s.Store.TakePasswordLink(ctx, link.ID, s.Now())
	if fault.KindOf(err) == fault.NotFound {
		return LinkUsed.fault()
	}
	if err != nil {
		return err
	}
	return s.storePassword(ctx, link.UserID, hash, "")
}

func orGone(err error) error {
	if err != nil {
		return err
	}
	return LinkGone.fault()
}

// settingLink returns the link of a token that sets a password, and its state.
func (s *Service) settingLink(ctx context.Context, token string) (PasswordLink, LinkState, error) {
	link, state, err := s.passwordLink(ctx, token)
	if link.Origin == LinkSignsIn {
		state = LinkGone
	}
	return link, state, err
}

// passwordLink returns the link of a token and its state.
func (s *Service) passwordLink(ctx context.Context, token string) (PasswordLink, LinkState, error) {
	link, state, err := s.findLink(ctx, token)
	if err = s.Refused(ctx, token, err); IsRefusal(err) {
		return PasswordLink{}, LinkGone, nil
	}
	return link, state, err
}

func (s *Service) findLink(ctx context.Context, token string) (PasswordLink, LinkState, error) {
	publicID, err := s.publicID(token, TokenPassword)
	if err != nil {
		return PasswordLink{}, LinkGone, err
	}
	link, err := s.Store.PasswordLinkByPublicID(ctx, publicID)
	if err := s.matches(err, token, link.Hash); err != nil {
		return PasswordLink{}, LinkGone, err
	}
	state := link.state(s.Now())
	if state != LinkOpen {
		return link, state, nil
	}
	stands, err := s.creatorMay(ctx, link)
	if err == nil && !stands {
		state = LinkGone
	}
	return link, state, err
}

// creatorMay reports whether the admin who made a link could make it today:
// still an admin, for a member whom no other organization trusts. Links of
// others stand by themselves.
func (s *Service) creatorMay(ctx context.Context, link PasswordLink) (bool, error) {
	if link.Origin != LinkOfAdmin {
		return true, nil
	}
	admin, err := s.Store.MemberByID(ctx, link.OrganizationID, link.CreatedBy)
	if known, err := foundOr(err); !known || err != nil || admin.Role != org.RoleAdmin || !admin.CanSignIn {
		return false, err
	}
	err = s.checkPasswordReset(ctx, Principal{UserID: link.CreatedBy, OrganizationID: link.OrganizationID}, link.UserID)
	if kind := fault.KindOf(err); kind == fault.NotFound || kind == fault.Conflict {
		return false, nil
	}
	return err == nil, err
}
