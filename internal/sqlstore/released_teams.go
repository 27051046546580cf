package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	insertReleasedTeamSQL = `
INSERT INTO released_teams (team_id, released_at)
VALUES ($1, $2)`

	releasedTeamsSQL = `
SELECT team_id
FROM released_teams
ORDER BY released_at, team_id
LIMIT $1`

	releasedTeamSQL = `
SELECT team_id
FROM released_teams
WHERE team_id = $1`

	deleteReleasedTeamsSQL = `
DELETE FROM released_teams
WHERE released_at < $1`

	deleteTeamSQL = `
DELETE FROM teams
WHERE id = $1`
)

// ReleaseTeam removes a team with everything that hangs on it, and notes that
// its database must not come back.
func (s *Store) ReleaseTeam(ctx context.Context, teamID string, at time.Time) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.touch(ctx, about("team", deleteTeamSQL, teamID)); err != nil {
			return err
		}
		return s.insert(ctx, about("released team", insertReleasedTeamSQL, teamID, instant{&at}))
	})
}

// ReleasedTeams returns the ids of teams whose database must not come back,
// oldest first.
func (s *Store) ReleasedTeams(ctx context.Context) ([]string, error) {
	return list(ctx, s, scanText, about("released team", releasedTeamsSQL))
}

// WasReleased reports whether there is a note that the team was removed.
func (s *Store) WasReleased(ctx context.Context, teamID string) (bool, error) {
	_, err := one(ctx, s, scanText, about("released team", releasedTeamSQL, teamID))
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

// ForgetReleasedTeams removes the notes from before the given time.
func (s *Store) ForgetReleasedTeams(ctx context.Context, before time.Time) error {
	_, err := s.change(ctx, about("released team", deleteReleasedTeamsSQL, instant{&before}))
	return err
}

func scanText(r row) (string, error) {
	var text string
	err := r.Scan(&text)
	return text, err
}
