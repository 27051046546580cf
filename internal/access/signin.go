package access

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/stack"
)

// NewAccount returns a checked account that is not stored yet. Hashing its
// password waits for its turn, so that no transaction may be open meanwhile.
func (s *Service) NewAccount(ctx context.Context, in NewUser) (User, error) {
	if err := s.checkPasswordsOn(); err != nil {
		return User{}, err
	}
	return s.newAccount(ctx, in)
}

func (s *Service) newAccount(ctx context.Context, in NewUser) (User, error) {
	in.Email = NormalEmail(in.Email)
	if err := in.check(); err != nil {
		return User{}, err
	}
	hash, err := s.hash(ctx, in.Password)
	if err != nil {
		return User{}, err
	}
	user, err := s.newUser(in.Email, in.Name)
	user.PasswordHash = hash
	return user, err
}

// newUser returns an account without a password, not stored yet.
func (s *Service) newUser(email, name string) (User, error) {
	id, err := stack.NewID(s.Random, s.Now())
	return User{ID: id, Email: email, Name: name, CreatedAt: s.Now()}, err
}

// CreateUser makes a user; an e-mail address that is taken is a Conflict.
func (s *Service) CreateUser(ctx context.Context, in NewUser) (User, error) {
	user, err := s.NewAccount(ctx, in)
	if err != nil {
		return User{}, err
	}
	return user, s.Store.CreateUser(ctx, user)
}

// CreateMember makes a user with a seat in a team, and the role in the
// organization behind that team.
func (s *Service) CreateMember(ctx context.Context, in NewUser, seat Membership) (User, error) {
	user, err := s.NewAccount(ctx, in)
	if err != nil {
		return User{}, err
	}
	return user, s.Enroll(ctx, user, seat)
}

// Enroll stores an account that NewAccount made, with a seat in a team and the
// role in the organization behind that team.
func (s *Service) Enroll(ctx context.Context, user User, seat Membership) error {
	return s.LockPeople(ctx, seat.TeamID, func(ctx context.Context) error {
		if err := s.Store.CreateUser(ctx, user); err != nil {
			return err
		}
		_, err := s.AddMember(ctx, user, seat)
		return err
	})
}

// SignedIn is a fresh session with the token that the browser keeps.
type SignedIn struct {
	User      User
	Team      Membership
	Teams     []Membership // all of them
	As        Principal    // who the session acts as in Team
	SessionID string
	Token     string
}

// Credentials prove who signs in. The code is needed where two-factor
// authentication is on: of the authenticator app, or a recovery code.
type Credentials struct{ Email, Password, Code string }

// SignIn opens a session for the user with the password. Unknown address and
// wrong password answer alike and cost alike. Who has to send a code too is
// told so once the password is right; a wrong code counts as a failed attempt.
func (s *Service) SignIn(ctx context.Context, in Credentials) (SignedIn, error) {
	if err := s.checkPasswordsOn(); err != nil {
		return SignedIn{}, err
	}
	user, err := s.checkCredentials(ctx, NormalEmail(in.Email), in)
	if err != nil {
		return SignedIn{}, err
	}
	if !user.DisabledAt.IsZero() {
		err := fault.New(fault.Forbidden, "%s", disabledMessage)
		s.signInRefused(ctx, user, err)
		return SignedIn{}, err
	}
	return s.OpenSession(ctx, user)
}

// disabledMessage is told to those who prove to own a disabled account.
const disabledMessage = "the account is disabled; ask the operator of the server (cairn user enable)"

func (s *Service) checkCredentials(ctx context.Context, email string, in Credentials) (user User, err error) {
	refusal := errPasswordWrong()
	same, err := s.guess(ctx, email, func() (same bool, err error) {
		if user, same, err = s.userWith(ctx, email, in.Password); err != nil || !same || !user.DisabledAt.IsZero() {
			return same, err
		}
		refusal = errCodeWrong()
		return s.secondFactorMatches(ctx, user.ID, in.Code)
	})
	if err == nil && !same {
		err = refusal
		s.signInRefused(ctx, user, err)
	}
	return user, err
}

// checkPassword returns the user with the password, whatever their second
// factor: it opens no session.
func (s *Service) checkPassword(ctx context.Context, email, password string) (user User, err error) {
	same, err := s.guess(ctx, email, func() (same bool, err error) {
		user, same, err = s.userWith(ctx, email, password)
		return same, err
	})
	if err == nil && !same {
		err = errPasswordWrong()
		s.signInRefused(ctx, user, err)
	}
	return user, err
}

// userWith returns the user of the address, and whether the password is theirs.
func (s *Service) userWith(ctx context.Context, email, password string) (User, bool, error) {
	user, err := s.Store.UserByEmail(ctx, email)
	known, err := foundOr(err)
	if err != nil {
		return User{}, false, err
	}
	same, err := s.passwordMatches(ctx, user.PasswordHash, password)
	return user, known && same, err
}

func errPasswordWrong() error { return refuse("the e-mail address or the password is wrong") }

// guess counts an attempt to prove to be the account and what becomes of it.
func (s *Service) guess(ctx context.Context, account string, judge func() (bool, error)) (bool, error) {
	attempt, err := s.signIns.begin(ctx, account, s.Now())
	if err != nil {
		return false, err
	}
	same, err := judge()
	switch {
	case err != nil:
		attempt.drop()
	case same:
		attempt.succeed()
	}
	return same, err
}

// OpenSession opens a session for a user who has proved who they are.
func (s *Service) OpenSession(ctx context.Context, user User) (SignedIn, error) {
	memberships, err := s.seatsOf(ctx, user.ID)
	if err != nil {
		return SignedIn{}, err
	}
	id, token, err := s.newCredential(TokenSession)
	if err != nil {
		return SignedIn{}, err
	}
	now := s.Now()
	session := Session{ID: id, UserID: user.ID, TeamID: memberships[0].TeamID,
		PublicID: token.PublicID, Hash: token.Hash(), CreatedAt: now, SeenAt: now,
		Address: addressOf(ctx), Browser: BrowserInWords(peer.Agent(ctx))}
	as, err := s.seated(ctx, Principal{KeyID: session.ID, Kind: TokenSession, UserID: user.ID, TeamID: session.TeamID})
	if err != nil {
		return SignedIn{}, err
	}
	return SignedIn{User: user, Team: memberships[0], Teams: memberships, As: as, SessionID: id, Token: token.Text}, s.Store.CreateSession(ctx, session)
}

// seatsOf returns the seats of a user who has at least one with a role.
func (s *Service) seatsOf(ctx context.Context, userID string) ([]Membership, error) {
	seats, err := s.seatsWithRole(ctx, userID)
	if err != nil || len(seats) > 0 {
		return seats, err
	}
	if err := s.reseat(ctx, userID); err != nil {
		return nil, err
	}
	if seats, err = s.seatsWithRole(ctx, userID); err == nil && len(seats) == 0 {
		err = fault.New(fault.Forbidden, "the account belongs to no team")
	}
	return seats, err
}

func (s *Service) seatsWithRole(ctx context.Context, userID string) ([]Membership, error) {
	seats, err := s.Store.MembershipsOf(ctx, userID)
	return slices.DeleteFunc(seats, func(m Membership) bool { return m.Role == "" }), err
}

// Whoami returns the user of the context and the team that they act in.
func (s *Service) Whoami(ctx context.Context) (User, Membership, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return User{}, Membership{}, err
	}
	user, err := s.Store.UserByID(ctx, p.UserID)
	if err != nil {
		return User{}, Membership{}, err
	}
	seat, err := s.Store.SeatOf(ctx, p.TeamID, p.UserID)
	return user, seat.Membership, err
}

// Teams returns the teams that the user of the context may act in, oldest
// seat first.
func (s *Service) Teams(ctx context.Context) ([]Membership, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return nil, err
	}
	return s.seatsWithRole(ctx, p.UserID)
}

// SignOut ends the session of the principal at once.
func (s *Service) SignOut(ctx context.Context, p Principal) error {
	return s.Store.DeleteSession(ctx, p.KeyID)
}
