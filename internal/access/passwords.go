package access

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// ChangePassword replaces the password of the caller, who has to know the
// present one, and ends their other sessions. Guessing at it is limited as it
// is when signing in. Access keys stay.
func (s *Service) ChangePassword(ctx context.Context, current, next string) error {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return err
	}
	user, err := s.Store.UserByID(ctx, p.UserID)
	if err != nil {
		return err
	}
	if err := CheckPassword(next, user.Email); err != nil {
		return err
	}
	if err := s.checkCurrent(ctx, user, current); err != nil {
		return err
	}
	return s.setPassword(ctx, user, next, p.KeyID)
}

func (s *Service) checkCurrent(ctx context.Context, user User, current string) error {
	if user.PasswordHash == "" {
		return errNoPassword()
	}
	same, err := s.guess(ctx, user.Email, func() (bool, error) { return s.passwordMatches(ctx, user.PasswordHash, current) })
	if err != nil {
		return err
	}
	if !same {
		err := fault.InvalidDetails([]fault.Detail{{Path: "currentPassword", Code: "wrong", Message: "is wrong"}})
		s.proofRefused(ctx, user, err)
		return err
	}
	return nil
}

// setPassword stores a password, and ends the sessions of its owner but one and
// the links that would set another.
func (s *Service) setPassword(ctx context.Context, user User, password, exceptSessionID string) error {
	hash, err := s.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error { return s.storePassword(ctx, user.ID, hash, exceptSessionID) })
}

func (s *Service) storePassword(ctx context.Context, userID, hash, exceptSessionID string) error {
	if err := s.Store.SetPassword(ctx, userID, hash); err != nil {
		return err
	}
	if err := s.Store.EndPasswordLinks(ctx, userID, ""); err != nil {
		return err
	}
	return s.Store.DeleteSessionsOf(ctx, userID, exceptSessionID)
}

// ResetPassword gives the account a new password, which is returned this
// once, and ends its sessions. It is for the operator of the installation, who
// needs no permission.
func (s *Service) ResetPassword(ctx context.Context, user User) (string, error) {
	password, err := NewPassword(s.Random)
	if err != nil {
		return "", err
	}
	return password, s.setPassword(ctx, user, password, "")
}

// ResetMemberPassword gives another member of the caller's organization a new
// password, which is returned this once, and ends their sessions. One's own
// password, and that of an account that other organizations trust too, is a
// Conflict.
func (s *Service) ResetMemberPassword(ctx context.Context, userID string) (string, error) {
	p, err := Require(ctx, MembersManage)
	if err != nil {
		return "", err
	}
	if err := s.checkPasswordReset(ctx, p, userID); err != nil {
		return "", err
	}
	password, err := NewPassword(s.Random)
	if err != nil {
		return "", err
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return "", err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error { return s.resetPassword(ctx, p, userID, hash) })
	if err != nil {
		return "", err
	}
	s.log(ctx, "an admin reset the password of a member", userID)
	return password, nil
}

// resetPassword asks again whether the caller may: the password took its time.
func (s *Service) resetPassword(ctx context.Context, p Principal, userID, hash string) error {
	if err := s.Store.LockOrganization(ctx, p.OrganizationID); err != nil {
		return err
	}
	if err := s.checkPasswordReset(ctx, p, userID); err != nil {
		return err
	}
	return s.storePassword(ctx, userID, hash, "")
}

// checkPasswordReset returns a fault unless the caller may reset the account's
// password. An account without one belongs to its single sign-on provider.
func (s *Service) checkPasswordReset(ctx context.Context, p Principal, userID string) error {
	if err := s.checkPasswordsOn(); err != nil {
		return err
	}
	if err := s.checkReset(ctx, p, userID); err != nil {
		return err
	}
	user, err := s.Store.UserByID(ctx, userID)
	if err == nil && user.PasswordHash == "" {
		err = errNoPassword()
	}
	return err
}

// checkPasswordsOn returns a Forbidden fault where single sign-on is the only
// way in.
func (s *Service) checkPasswordsOn() error {
	if !s.SSOOnly {
		return nil
	}
	return fault.New(fault.Forbidden, "passwords are switched off here; use single sign-on")
}

func errNoPassword() error {
	return fault.New(fault.Conflict, "the account has no password; it signs in with single sign-on")
}

// checkReset returns a fault unless the caller may reset the account's password
// or second factor.
func (s *Service) checkReset(ctx context.Context, p Principal, userID string) error {
	if userID == p.UserID {
		return fault.New(fault.Conflict, "this is your own account; change it on your account page")
	}
	if _, err := s.Store.MemberByID(ctx, p.OrganizationID, userID); err != nil {
		return err
	}
	organizations, err := s.Store.OrganizationsOfUser(ctx, userID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(organizations, func(id string) bool { return id != p.OrganizationID }) {
		return fault.New(fault.Conflict,
			"the account belongs to another organization too; the operator resets it with: cairn user reset-password, cairn user reset-totp")
	}
	return nil
}
