package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

const (
	claimInstallationSQL = `
INSERT INTO installation (id, created_at)
VALUES (1, $1)`

	insertUserSQL = `
INSERT INTO users (id, email, name, password_hash, created_at, disabled_at)
VALUES ($1, $2, $3, $4, $5, $6)`

	userByEmailSQL = `
SELECT id, email, name, password_hash, created_at, disabled_at
FROM users
WHERE email = $1`

	userByIDSQL = `
SELECT id, email, name, password_hash, created_at, disabled_at
FROM users
WHERE id = $1`

	usersSQL = `
SELECT id, email, name, password_hash, created_at, disabled_at
FROM users
ORDER BY created_at, id
LIMIT $1`

	countUsersSQL = `
SELECT count(*)
FROM users`

	setPasswordSQL = `
UPDATE users
SET password_hash = $2
WHERE id = $1`

	renameUserSQL = `
UPDATE users
SET email = $2, name = $3
WHERE id = $1`

	setDisabledSQL = `
UPDATE users
SET disabled_at = $2
WHERE id = $1`
)

// ClaimInstallation takes the right to set the installation up; those who come
// second waits for the first one's transaction and gets a Conflict.
func (s *Store) ClaimInstallation(ctx context.Context, at time.Time) error {
	return s.insert(ctx, about("installation", claimInstallationSQL, instant{&at}))
}

// CreateUser adds a user; an e-mail address that is taken is a Conflict.
func (s *Store) CreateUser(ctx context.Context, u access.User) error {
	return s.insert(ctx, about("user", insertUserSQL, userFields(&u)...).orTaken("the e-mail address is taken"))
}

// UserByEmail returns the user with the address in its normal form.
func (s *Store) UserByEmail(ctx context.Context, email string) (access.User, error) {
	return one(ctx, s, scanUser, about("user", userByEmailSQL, email))
}

// UserByID returns the user with the id.
func (s *Store) UserByID(ctx context.Context, id string) (access.User, error) {
	return one(ctx, s, scanUser, about("user", userByIDSQL, id))
}

// Users returns all users, oldest first.
func (s *Store) Users(ctx context.Context) ([]access.User, error) {
	return list(ctx, s, scanUser, about("user", usersSQL))
}

// CountUsers returns how many users there are.
func (s *Store) CountUsers(ctx context.Context) (int, error) {
	n, err := one(ctx, s, scanInt64, about("user", countUsersSQL))
	return int(n), err
}

// SetPassword replaces the hash of the user's password.
func (s *Store) SetPassword(ctx context.Context, userID, hash string) error {
	return s.touch(ctx, about("user", setPasswordSQL, userID, hash))
}

// RenameUser replaces the address, in its normal form, and the name of a user;
// an address that is taken is a Conflict.
func (s *Store) RenameUser(ctx context.Context, userID, email, name string) error {
	return s.touch(ctx, about("user", renameUserSQL, userID, email, name).orTaken("the e-mail address is taken"))
}

// SetDisabled records since when the user is disabled; the zero time enables
// them.
func (s *Store) SetDisabled(ctx context.Context, userID string, since time.Time) error {
	return s.touch(ctx, about("user", setDisabledSQL, userID, instant{&since}))
}

func userFields(u *access.User) []any {
	return []any{&u.ID, &u.Email, &u.Name, &u.PasswordHash, instant{&u.CreatedAt}, instant{&u.DisabledAt}}
}

func scanUser(r row) (access.User, error) {
	var u access.User
	err := r.Scan(userFields(&u)...)
	return u, err
}
