package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

// SweepRowsMax bounds how many rows one clean-up removes, so that it never
// holds the database for long; the next one takes the rest.
const SweepRowsMax = 1000

const (
	insertSessionSQL = `
INSERT INTO sessions (id, user_id, team_id, public_id, hash, created_at, seen_at, address, browser)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

	sessionByPublicIDSQL = `
SELECT id, user_id, team_id, public_id, hash, created_at, seen_at, address, browser
FROM sessions
WHERE public_id = $1`

	sessionsOfSQL = `
SELECT id, user_id, team_id, public_id, hash, created_at, seen_at, address, browser
FROM sessions
WHERE user_id = $1 AND created_at > $2 AND seen_at > $3
ORDER BY seen_at DESC, id DESC
LIMIT $4`

	endSessionSQL = `
DELETE FROM sessions
WHERE user_id = $1 AND id = $2`

	touchSessionSQL = `
UPDATE sessions
SET seen_at = $2
WHERE id = $1 AND seen_at < $2`

	deleteSessionSQL = `
DELETE FROM sessions
WHERE id = $1`

	deleteSessionsOfSQL = `
DELETE FROM sessions
WHERE user_id = $1 AND id <> $2`

	deleteSessionsBeforeSQL = `
DELETE FROM sessions
WHERE id IN (
    SELECT id
    FROM sessions
    WHERE created_at < $1 OR seen_at < $2
    ORDER BY id
    LIMIT $3
)`
)

// CreateSession adds a session of a user who has a seat in its team; without
// the seat it is NotFound.
func (s *Store) CreateSession(ctx context.Context, session access.Session) error {
	return s.insert(ctx, about("session", insertSessionSQL, sessionFields(&session)...))
}

// SessionByPublicID returns the session with the public id.
func (s *Store) SessionByPublicID(ctx context.Context, publicID string) (access.Session, error) {
	return one(ctx, s, scanSession, about("session", sessionByPublicIDSQL, publicID))
}

// SessionsOf returns the sessions of the user that were opened after created
// and used after seen, the last used first.
func (s *Store) SessionsOf(ctx context.Context, userID string, created, seen time.Time) ([]access.Session, error) {
	return list(ctx, s, scanSession, about("session", sessionsOfSQL, userID, instant{&created}, instant{&seen}))
}

// EndSession ends a session of the user.
func (s *Store) EndSession(ctx context.Context, userID, id string) error {
	return s.touch(ctx, about("session", endSessionSQL, userID, id))
}

// TouchSession records that the session was used, unless a later use is
// recorded. A session that is gone is no failure.
func (s *Store) TouchSession(ctx context.Context, id string, at time.Time) error {
	_, err := s.change(ctx, about("session", touchSessionSQL, id, instant{&at}))
	return err
}

// DeleteSession ends the session; one that is gone is no failure.
func (s *Store) DeleteSession(ctx context.Context, id string) error {
	_, err := s.change(ctx, about("session", deleteSessionSQL, id))
	return err
}

// DeleteSessionsOf ends all sessions of the user but the one with the id.
func (s *Store) DeleteSessionsOf(ctx context.Context, userID, exceptID string) error {
	_, err := s.change(ctx, about("session", deleteSessionsOfSQL, userID, exceptID))
	return err
}

// DeleteSessionsBefore removes sessions that were opened before created or
// used last before seen, at most SweepRowsMax, and returns how many.
func (s *Store) DeleteSessionsBefore(ctx context.Context, created, seen time.Time) (int, error) {
	return s.change(ctx, about("session", deleteSessionsBeforeSQL, instant{&created}, instant{&seen}, SweepRowsMax))
}

func sessionFields(session *access.Session) []any {
	return []any{
		&session.ID, &session.UserID, &session.TeamID, &session.PublicID, hexText{&session.Hash},
		instant{&session.CreatedAt}, instant{&session.SeenAt}, &session.Address, &session.Browser,
	}
}

func scanSession(r row) (access.Session, error) {
	var session access.Session
	err := r.Scan(sessionFields(&session)...)
	return session, err
}
