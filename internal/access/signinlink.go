package access

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// SignInLinkAge is how long a link that signs in works.
const SignInLinkAge = 24 * time.Hour

// The first account of an installation that nobody has named yet.
const (
	FirstUserEmail = "admin@localhost"
	FirstUserName  = "Administrator"
)

// Entered is somebody whom a link has signed in.
type Entered struct {
	SignedIn
	// IngestionKey is that of an installation which the link has set up, shown
	// this once; empty: it was set up before.
	IngestionKey string
}

// FirstLink returns the token of a link for the first user of an installation, as
// long as they have no other way in: it sets the installation up and signs them
// in, or signs them in again until they have claimed their account. It is empty
// after that.
//
// To set up, nothing is stored: every node knows its own links by the key that they
// share, and setting up happens once.
func (s *Service) FirstLink(ctx context.Context) (string, error) {
	users, err := s.Store.Users(ctx)
	if err != nil || len(users) > 1 {
		return "", err
	}
	if len(users) == 0 {
		return s.firstToken(s.Now().Add(SignInLinkAge)), nil
	}
	identities, err := s.Store.IdentitiesOf(ctx, users[0].ID)
	if err != nil || users[0].PasswordHash != "" || len(identities) > 0 {
		return "", err
	}
	link, err := s.SignInLinkFor(ctx, users[0])
	return link.Token, err
}

// firstToken returns the token that sets up until a time. Its public part is
// that time, its secret a signature.
func (s *Service) firstToken(until time.Time) string {
	expiry := fmt.Sprintf("%0*d", publicIDChars, until.Unix())
	mac := hmac.New(sha256.New, s.LinkKey)
	mac.Write([]byte(string(TokenFirst) + expiry))
	body := string(TokenFirst) + expiry + hex.EncodeToString(mac.Sum(nil))[:secretChars]
	return body + checksum(body)
}

// SignInLinkFor makes a link that signs an account in, once and without its
// password. It is for the server that has made the account, and for its
// operator, who needs no permission.
func (s *Service) SignInLinkFor(ctx context.Context, user User) (MadeLink, error) {
	return s.makeLink(ctx, PasswordLink{UserID: user.ID, Origin: LinkSignsIn}, SignInLinkAge)
}

// UseSignInLink signs in with a link: that of SignInLinkFor, or the first one of
// an installation, which makes its first account, without a password until
// ClaimAccount. A link that does not work is NotFound, and the message says why.
func (s *Service) UseSignInLink(ctx context.Context, token string) (Entered, error) {
	if kind, expiry, err := ParseToken(token); err == nil && kind == TokenFirst {
		return s.enterFirst(ctx, token, expiry)
	}
	link, state, err := s.passwordLink(ctx, token)
	if err != nil {
		return Entered{}, err
	}
	if state == LinkOpen && link.Origin != LinkSignsIn {
		state = LinkGone
	}
	if err := state.fault(); err != nil {
		return Entered{}, err
	}
	user, err := s.enteringUser(ctx, link.UserID)
	if err != nil {
		return Entered{}, err
	}
	err = s.Store.TakePasswordLink(ctx, link.ID, s.Now())
	if fault.KindOf(err) == fault.NotFound {
		err = LinkUsed.fault()
	}
	if err != nil {
		return Entered{}, err
	}
	return s.entered(ctx, user, "")
}

// enteringUser returns an account that a link may sign in. A link is one factor:
// an account that wants two is not opened by it.
func (s *Service) enteringUser(ctx context.Context, id string) (User, error) {
	user, err := s.Store.UserByID(ctx, id)
	if err != nil {
		return User{}, err
	}
	if !user.DisabledAt.IsZero() {
		return User{}, fault.New(fault.Forbidden, "%s", disabledMessage)
	}
	_, on, err := s.confirmed(ctx, id)
	if err == nil && on {
		err = fault.New(fault.Forbidden, "two-factor authentication is on for this account; sign in with its password and a code")
	}
	return user, err
}

func (s *Service) enterFirst(ctx context.Context, token, expiry string) (Entered, error) {
	if err := s.checkFirst(ctx, token, expiry); err != nil {
		return Entered{}, err
	}
	user, err := s.newUser(FirstUserEmail, FirstUserName)
	if err != nil {
		return Entered{}, err
	}
	made, err := s.installFor(ctx, user)
	if errors.Is(err, ErrInstalled) {
		return Entered{}, LinkUsed.fault()
	}
	if err != nil {
		return Entered{}, err
	}
	return s.entered(ctx, made.User, made.IngestionKey)
}

// checkFirst returns why a token can't set an installation up: it is forged, or too
// old. Whether the installation still needs it is not looked at.
func (s *Service) checkFirst(ctx context.Context, token, expiry string) error {
	seconds, err := strconv.ParseInt(expiry, 10, 64)
	until := time.Unix(seconds, 0)
	if err != nil || !SameHash([]byte(s.firstToken(until)), []byte(token)) {
		err := s.Refused(ctx, token, refuse("the link is not valid"))
		if IsRefusal(err) {
			return LinkGone.fault()
		}
		return err
	}
	if !s.Now().Before(until) {
		return LinkExpired.fault()
	}
	return nil
}

func (s *Service) entered(ctx context.Context, user User, ingestionKey string) (Entered, error) {
	session, err := s.OpenSession(ctx, user)
	if err == nil {
		s.log(ctx, "a link signed a user in", user.ID)
	}
	return Entered{SignedIn: session, IngestionKey: ingestionKey}, err
}

// ClaimAccount gives the caller's account, which a link has made, its own name,
// address and password. The session stays. An account that has a way to sign in
// is a Conflict.
func (s *Service) ClaimAccount(ctx context.Context, as NewUser) error {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return err
	}
	if err := s.checkPasswordsOn(); err != nil {
		return err
	}
	as.Email = NormalEmail(as.Email)
	if err := as.check(); err != nil {
		return err
	}
	hash, err := s.hash(ctx, as.Password)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error { return s.claim(ctx, p, as, hash) })
}

func (s *Service) claim(ctx context.Context, p Principal, as NewUser, hash string) error {
	methods, err := s.SignInMethods(ctx)
	if err != nil {
		return err
	}
	if methods.HasPassword || len(methods.Identities) > 0 {
		return fault.New(fault.Conflict, "the account is yours already; change its password on your account page")
	}
	if err := s.Store.RenameUser(ctx, p.UserID, as.Email, as.Name); err != nil {
		return err
	}
	return s.storePassword(ctx, p.UserID, hash, p.KeyID)
}
