package audit

import (
	"context"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// twoFactor returns what the log knows of somebody's second factor. The secret
// is not even read: a new one has another time.
func (s *Store) twoFactor(ctx context.Context, userID string) (org.Facts, error) {
	factor, err := s.SecondFactorStateOf(ctx, userID)
	if fault.KindOf(err) == fault.NotFound {
		return org.Facts{"twoFactor": "off"}, nil
	}
	if err != nil {
		return nil, err
	}
	codes, err := s.RecoveryCodeHashesOf(ctx, userID)
	return showTwoFactor(factor, codes), err
}

func showTwoFactor(factor access.SecondFactor, codes []string) org.Facts {
	state := "begun"
	if !factor.ConfirmedAt.IsZero() {
		state = "on"
	}
	return org.Facts{
		"twoFactor": state, "authenticatorSecret": org.Masked(stamp(factor.CreatedAt)),
		"recoveryCodes": org.Masked(strings.Join(codes, "")), "recoveryCodesLeft": len(codes),
	}
}

// PutSecondFactor begins to set up an authenticator app.
func (s *Store) PutSecondFactor(ctx context.Context, f access.SecondFactor) error {
	return s.everywhere(ctx, f.UserID, s.seats(f.UserID), func(ctx context.Context) error { return s.Store.PutSecondFactor(ctx, f) })
}

// ConfirmSecondFactor turns two-factor authentication on.
func (s *Store) ConfirmSecondFactor(ctx context.Context, userID string, at time.Time) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.ConfirmSecondFactor(ctx, userID, at) })
}

// DeleteSecondFactor turns two-factor authentication off.
func (s *Store) DeleteSecondFactor(ctx context.Context, userID string) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.DeleteSecondFactor(ctx, userID) })
}

// ReplaceRecoveryCodes makes new recovery codes.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, userID string, hashes [][]byte) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.ReplaceRecoveryCodes(ctx, userID, hashes) })
}

// TakeRecoveryCode takes a recovery code of somebody who signs in with it.
func (s *Store) TakeRecoveryCode(ctx context.Context, userID string, hash []byte) error {
	ctx = access.WithPrincipal(ctx, access.Principal{UserID: userID})
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.TakeRecoveryCode(ctx, userID, hash) })
}

// passwordLink looks at a link that sets the password of a member.
func (s *Store) passwordLink(userID, id string) func(teamID string) subject {
	return func(teamID string) subject {
		return subject{teamID: teamID, kind: org.SubjectPasswordLink, id: id, read: func(ctx context.Context) (seen, error) {
			link, err := s.PasswordLinkByID(ctx, id)
			if err != nil {
				return seen{}, err
			}
			user, err := s.UserByID(ctx, userID)
			return showPasswordLink(link, user), err
		}}
	}
}

func showPasswordLink(l access.PasswordLink, user access.User) seen {
	return seen{user.Email, org.Facts{"user": user.Email, "origin": l.Origin, "expireAt": stamp(l.ExpireAt), "usedAt": stamp(l.UsedAt)}}
}

// CreatePasswordLink adds a link that sets a password.
func (s *Store) CreatePasswordLink(ctx context.Context, l access.PasswordLink) error {
	return s.everywhere(ctx, l.UserID, s.passwordLink(l.UserID, l.ID), func(ctx context.Context) error { return s.Store.CreatePasswordLink(ctx, l) })
}

// TakePasswordLink marks a link as used.
func (s *Store) TakePasswordLink(ctx context.Context, id string, at time.Time) error {
	return s.ofLink(ctx, id, func(ctx context.Context) error { return s.Store.TakePasswordLink(ctx, id, at) })
}

// DeletePasswordLink removes a link.
func (s *Store) DeletePasswordLink(ctx context.Context, id string) error {
	return s.ofLink(ctx, id, func(ctx context.Context) error { return s.Store.DeletePasswordLink(ctx, id) })
}

func (s *Store) ofLink(ctx context.Context, id string, write func(ctx context.Context) error) error {
	link, err := s.PasswordLinkByID(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return write(ctx) // says so
	}
	if err != nil {
		return err
	}
	return s.everywhere(ctx, link.UserID, s.passwordLink(link.UserID, id), write)
}
