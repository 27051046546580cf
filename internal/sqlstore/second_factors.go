package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	insertSecondFactorSQL = `
INSERT INTO second_factors (user_id, secret, created_at, confirmed_at, last_step)
VALUES ($1, $2, $3, $4, $5)`

	secondFactorOfSQL = `
SELECT user_id, secret, created_at, confirmed_at, last_step
FROM second_factors
WHERE user_id = $1`

	secondFactorStateOfSQL = `
SELECT user_id, created_at, confirmed_at, last_step
FROM second_factors
WHERE user_id = $1`

	dropUnconfirmedSQL = `
DELETE FROM second_factors
WHERE user_id = $1 AND confirmed_at IS NULL`

	confirmSecondFactorSQL = `
UPDATE second_factors
SET confirmed_at = $2
WHERE user_id = $1 AND confirmed_at IS NULL`

	takeStepSQL = `
UPDATE second_factors
SET last_step = $2
WHERE user_id = $1 AND last_step < $2`

	deleteSecondFactorSQL = `
DELETE FROM second_factors
WHERE user_id = $1`

	insertRecoveryCodeSQL = `
INSERT INTO recovery_codes (user_id, hash)
VALUES ($1, $2)`

	deleteRecoveryCodesSQL = `
DELETE FROM recovery_codes
WHERE user_id = $1`

	takeRecoveryCodeSQL = `
DELETE FROM recovery_codes
WHERE user_id = $1 AND hash = $2`

	recoveryCodeHashesOfSQL = `
SELECT hash
FROM recovery_codes
WHERE user_id = $1
ORDER BY hash
LIMIT $2`

	countRecoveryCodesSQL = `
SELECT count(*)
FROM recovery_codes
WHERE user_id = $1`
)

// PutSecondFactor replaces one that was not confirmed; a confirmed one is a
// Conflict.
func (s *Store) PutSecondFactor(ctx context.Context, f access.SecondFactor) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.change(ctx, about("second factor", dropUnconfirmedSQL, f.UserID)); err != nil {
			return err
		}
		return s.insert(ctx, about("second factor", insertSecondFactorSQL, s.secondFactorFields(&f)...).
			orTaken("two-factor authentication is on already"))
	})
}

// SecondFactorOf returns the second factor of an account, confirmed or not.
func (s *Store) SecondFactorOf(ctx context.Context, userID string) (access.SecondFactor, error) {
	return one(ctx, s, s.scanSecondFactor, about("second factor", secondFactorOfSQL, userID))
}

// SecondFactorStateOf returns the second factor of an account without its
// secret, which needs no key that unseals it.
func (s *Store) SecondFactorStateOf(ctx context.Context, userID string) (access.SecondFactor, error) {
	return one(ctx, s, scanSecondFactorState, about("second factor", secondFactorStateOfSQL, userID))
}

// ConfirmSecondFactor makes one count that was not confirmed before.
func (s *Store) ConfirmSecondFactor(ctx context.Context, userID string, at time.Time) error {
	return s.touch(ctx, about("second factor", confirmSecondFactorSQL, userID, instant{&at}))
}

// TakeStep records that a code was taken; NotFound when one of that step or a
// later one was taken before.
func (s *Store) TakeStep(ctx context.Context, userID string, step int64) error {
	return s.touch(ctx, about("code", takeStepSQL, userID, step))
}

// DeleteSecondFactor removes the second factor of an account and its recovery
// codes.
func (s *Store) DeleteSecondFactor(ctx context.Context, userID string) error {
	return s.touch(ctx, about("second factor", deleteSecondFactorSQL, userID))
}

// ReplaceRecoveryCodes stores the hashes of an account's recovery codes in
// place of those that it had.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, userID string, hashes [][]byte) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.change(ctx, about("recovery code", deleteRecoveryCodesSQL, userID)); err != nil {
			return err
		}
		for _, hash := range hashes {
			if err := s.insert(ctx, about("recovery code", insertRecoveryCodeSQL, userID, hexText{&hash})); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeRecoveryCode removes a code, which works once.
func (s *Store) TakeRecoveryCode(ctx context.Context, userID string, hash []byte) error {
	return s.touch(ctx, about("recovery code", takeRecoveryCodeSQL, userID, hexText{&hash}))
}

// RecoveryCodeHashesOf returns the hashes of the codes that are left, in their
// order.
func (s *Store) RecoveryCodeHashesOf(ctx context.Context, userID string) ([]string, error) {
	return list(ctx, s, scanText, about("recovery code", recoveryCodeHashesOfSQL, userID))
}

// CountRecoveryCodes returns how many codes are left.
func (s *Store) CountRecoveryCodes(ctx context.Context, userID string) (int, error) {
	n, err := one(ctx, s, scanInt64, about("recovery code", countRecoveryCodesSQL, userID))
	return int(n), err
}

func (s *Store) secondFactorFields(f *access.SecondFactor) []any {
	return []any{
		&f.UserID, sealedText{s.seal, "second_factors.secret", &f.UserID, &f.Secret},
		instant{&f.CreatedAt}, instant{&f.ConfirmedAt}, &f.LastStep,
	}
}

func (s *Store) scanSecondFactor(r row) (access.SecondFactor, error) {
	var f access.SecondFactor
	err := r.Scan(s.secondFactorFields(&f)...)
	return f, err
}

func scanSecondFactorState(r row) (access.SecondFactor, error) {
	var f access.SecondFactor
	err := r.Scan(&f.UserID, instant{&f.CreatedAt}, instant{&f.ConfirmedAt}, &f.LastStep)
	return f, err
}
