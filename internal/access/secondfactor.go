package access

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Recovery codes stand in for an authenticator app that was lost.
const (
	RecoveryCodes     = 10
	recoveryCodeChars = 16 // 80 bits, so that a stolen hash is worth nothing
	recoveryGroup     = 4
	recoveryAlphabet  = "23456789abcdefghijkmnpqrstuvwxyz"
)

// SecondFactor is the authenticator app of an account. It counts once it is
// confirmed with a code.
type SecondFactor struct {
	UserID      string
	Secret      []byte
	CreatedAt   time.Time
	ConfirmedAt time.Time // zero: not yet
	LastStep    int64     // of the newest code that was taken
}

// SecondFactorStore keeps authenticator apps.
type SecondFactorStore interface {
	// PutSecondFactor replaces one that was not confirmed; a confirmed one is a
	// Conflict.
	PutSecondFactor(ctx context.Context, f SecondFactor) error
	SecondFactorOf(ctx context.Context, userID string) (SecondFactor, error)
	// ConfirmSecondFactor makes one count that was not confirmed before.
	ConfirmSecondFactor(ctx context.Context, userID string, at time.Time) error
	// TakeStep records that a code was taken; NotFound when one of that step or
	// a later one was taken before.
	TakeStep(ctx context.Context, userID string, step int64) error
	DeleteSecondFactor(ctx context.Context, userID string) error
	RecoveryCodeStore
}

// RecoveryCodeStore keeps recovery codes.
type RecoveryCodeStore interface {
	ReplaceRecoveryCodes(ctx context.Context, userID string, hashes [][]byte) error
	// TakeRecoveryCode removes a code, which works once.
	TakeRecoveryCode(ctx context.Context, userID string, hash []byte) error
	CountRecoveryCodes(ctx context.Context, userID string) (int, error)
}

// SecondFactorState says whether the caller signs in with two factors.
type SecondFactorState struct {
	On                bool
	RecoveryCodesLeft int
}

// Enrollment is what an authenticator app has to know. It is shown once.
type Enrollment struct {
	Secret string // for typing
	URI    string // for a QR code
}

// SecondFactor returns whether the caller signs in with two factors.
func (s *Service) SecondFactor(ctx context.Context) (SecondFactorState, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return SecondFactorState{}, err
	}
	if _, on, err := s.confirmed(ctx, p.UserID); err != nil || !on {
		return SecondFactorState{}, err
	}
	left, err := s.Store.CountRecoveryCodes(ctx, p.UserID)
	return SecondFactorState{On: true, RecoveryCodesLeft: left}, err
}

// confirmed returns the second factor of an account, if it has one that counts.
func (s *Service) confirmed(ctx context.Context, userID string) (SecondFactor, bool, error) {
	factor, err := s.Store.SecondFactorOf(ctx, userID)
	known, err := foundOr(err)
	return factor, known && !factor.ConfirmedAt.IsZero(), err
}

// BeginSecondFactor makes a secret for the caller's authenticator app. It
// counts once ConfirmSecondFactor has seen a code. An account that has one
// already is a Conflict.
func (s *Service) BeginSecondFactor(ctx context.Context, password string) (Enrollment, error) {
	user, err := s.proveAgain(ctx, password)
	if err != nil {
		return Enrollment{}, err
	}
	secret := make([]byte, totpSecretBytes)
	if _, err := io.ReadFull(s.Random, secret); err != nil {
		return Enrollment{}, err
	}
	err = s.Store.PutSecondFactor(ctx, SecondFactor{UserID: user.ID, Secret: secret, CreatedAt: s.Now()})
	if err != nil {
		return Enrollment{}, err
	}
	return Enrollment{Secret: totpText(secret), URI: totpURI(secret, user.Email)}, nil
}

// proveAgain returns the account of the caller, who has to know its password:
// a browser that was left open must not be enough.
func (s *Service) proveAgain(ctx context.Context, password string) (User, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return User{}, err
	}
	user, err := s.Store.UserByID(ctx, p.UserID)
	if err != nil {
		return User{}, err
	}
	return user, s.checkCurrent(ctx, user, password)
}

// ConfirmSecondFactor turns two-factor authentication on for the caller, whose
// app shows the code, and ends their other sessions. The recovery codes are
// returned this once.
func (s *Service) ConfirmSecondFactor(ctx context.Context, code string) ([]string, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return nil, err
	}
	user, err := s.Store.UserByID(ctx, p.UserID)
	if err != nil {
		return nil, err
	}
	same, err := s.guess(ctx, user.Email, func() (bool, error) { return s.firstCode(ctx, user.ID, plainCode(code)) })
	if err != nil {
		return nil, err
	}
	if !same {
		return nil, fault.InvalidAt("code", "wrong", "is wrong; check the clock of the device")
	}
	var codes []string
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.ConfirmSecondFactor(ctx, user.ID, s.Now()); err != nil {
			return err
		}
		if codes, err = s.freshRecoveryCodes(ctx, user.ID); err != nil {
			return err
		}
		return s.Store.DeleteSessionsOf(ctx, user.ID, p.KeyID)
	})
	if err != nil {
		return nil, err
	}
	s.log(ctx, "two-factor authentication was turned on", user.ID)
	return codes, nil
}

// firstCode reports whether a code is of the app that is being set up.
func (s *Service) firstCode(ctx context.Context, userID, code string) (bool, error) {
	factor, err := s.Store.SecondFactorOf(ctx, userID)
	if known, err := foundOr(err); err != nil || !known || !factor.ConfirmedAt.IsZero() {
		if err == nil {
			err = fault.New(fault.Conflict, "no authenticator app is being set up; start again")
		}
		return false, err
	}
	return s.takeCode(ctx, factor, code)
}

// takeCode reports whether a code is of the app, and was not taken before.
func (s *Service) takeCode(ctx context.Context, factor SecondFactor, code string) (bool, error) {
	step, ok := matchTOTP(factor.Secret, code, s.Now(), factor.LastStep)
	if !ok {
		return false, nil
	}
	return foundOr(s.Store.TakeStep(ctx, factor.UserID, step))
}

// secondFactorMatches reports whether the code is good for an account: any is
// where two-factor authentication is off. Without a code the error says that
// one is needed.
func (s *Service) secondFactorMatches(ctx context.Context, userID, code string) (bool, error) {
	factor, on, err := s.confirmed(ctx, userID)
	if err != nil || !on {
		return err == nil, err
	}
	code = plainCode(code)
	switch len(code) {
	case 0:
		return false, errCodeNeeded()
	case totpDigits:
		return s.takeCode(ctx, factor, code)
	}
	return foundOr(s.Store.TakeRecoveryCode(ctx, userID, hashRecoveryCode(userID, code)))
}

// plainCode returns a code without what people put in between.
func plainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(code))
}

func errCodeNeeded() error {
	err := fault.New(fault.Unauthenticated, "the code of your authenticator app is needed; sign in with it")
	err.Details = []fault.Detail{{Path: "code", Code: "required", Message: "is required"}}
	return err
}

func errCodeWrong() error {
	err := fault.New(fault.Unauthenticated, "the code is wrong, or was used before")
	err.Details = []fault.Detail{{Path: "code", Code: "wrong", Message: "is wrong, or was used before"}}
	return err
}

// RenewRecoveryCodes replaces the caller's recovery codes, which are returned
// this once.
func (s *Service) RenewRecoveryCodes(ctx context.Context, password string) ([]string, error) {
	user, err := s.proveAgain(ctx, password)
	if err != nil {
		return nil, err
	}
	var codes []string
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		_, on, err := s.confirmed(ctx, user.ID)
		if err != nil {
			return err
		}
		if !on {
			return errNoSecondFactor()
		}
		codes, err = s.freshRecoveryCodes(ctx, user.ID)
		return err
	})
	return codes, err
}

func (s *Service) freshRecoveryCodes(ctx context.Context, userID string) ([]string, error) {
	codes, hashes := make([]string, RecoveryCodes), make([][]byte, RecoveryCodes)
	for i := range codes {
		code, err := newRecoveryCode(s.Random)
		if err != nil {
			return nil, err
		}
		codes[i], hashes[i] = code, hashRecoveryCode(userID, plainCode(code))
	}
	return codes, s.Store.ReplaceRecoveryCodes(ctx, userID, hashes)
}

// newRecoveryCode makes a code of four groups, without letters that look alike.
func newRecoveryCode(random io.Reader) (string, error) {
	block := make([]byte, recoveryCodeChars)
	if _, err := io.ReadFull(random, block); err != nil {
		return "", err
	}
	var code strings.Builder
	for i, b := range block {
		if i > 0 && i%recoveryGroup == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(recoveryAlphabet[int(b)%len(recoveryAlphabet)])
	}
	return code.String(), nil
}

// hashRecoveryCode binds the hash to the account.
func hashRecoveryCode(userID, code string) []byte { return HashSecret(userID + ":" + code) }

// RemoveSecondFactor turns two-factor authentication off for the caller.
func (s *Service) RemoveSecondFactor(ctx context.Context, password string) error {
	user, err := s.proveAgain(ctx, password)
	if err != nil {
		return err
	}
	return s.removeSecondFactor(ctx, user.ID)
}

// RemoveMemberSecondFactor turns two-factor authentication off for another
// member of the caller's organization, who has lost app and codes. Who it may
// be is as in ResetMemberPassword; somebody without one is a Conflict.
func (s *Service) RemoveMemberSecondFactor(ctx context.Context, userID string) error {
	p, err := Require(ctx, MembersManage)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockOrganization(ctx, p.OrganizationID); err != nil {
			return err
		}
		if err := s.checkReset(ctx, p, userID); err != nil {
			return err
		}
		return s.removeSecondFactor(ctx, userID)
	})
}

// ResetSecondFactor turns two-factor authentication off for an account. It is
// for the operator of the installation, who needs no permission.
func (s *Service) ResetSecondFactor(ctx context.Context, user User) error {
	return s.removeSecondFactor(ctx, user.ID)
}

func (s *Service) removeSecondFactor(ctx context.Context, userID string) error {
	removed, err := foundOr(s.Store.DeleteSecondFactor(ctx, userID))
	if err != nil {
		return err
	}
	if !removed {
		return errNoSecondFactor()
	}
	s.log(ctx, "two-factor authentication was turned off", userID)
	return nil
}

func errNoSecondFactor() error {
	return fault.New(fault.Conflict, "two-factor authentication is off for this account")
}
