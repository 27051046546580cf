package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/resources"
)

const (
	// Changes nothing, and makes others who would wait until the end of the
	// transaction.
	lockTeamSQL = `
UPDATE teams
SET version = version
WHERE id = $1`

	holdingsOfSQL = `
SELECT
    (SELECT count(*) FROM dashboards WHERE team_id = $1),
    (SELECT CAST(COALESCE(sum(spec_bytes), 0) AS BIGINT) FROM dashboards WHERE team_id = $1),
    (SELECT count(*) FROM alerts WHERE team_id = $1),
    (SELECT count(*) FROM sources WHERE team_id = $1),
    (SELECT count(*) FROM connections WHERE team_id = $1),
    (SELECT count(*) FROM webhooks WHERE team_id = $1),
    (SELECT count(*) FROM saved_searches WHERE team_id = $1),
    (SELECT CAST(COALESCE(sum(spec_bytes), 0) AS BIGINT) FROM saved_searches WHERE team_id = $1),
    (SELECT count(*) FROM team_invitations WHERE team_id = $1)`
)

// LockTeam makes every other transaction that locks the team wait until the
// transaction of ctx ends.
func (s *Store) LockTeam(ctx context.Context, id string) error {
	return s.touch(ctx, about("team", lockTeamSQL, id))
}

// HoldingsOf returns how much of everything the team keeps.
func (s *Store) HoldingsOf(ctx context.Context, teamID string) (resources.Holdings, error) {
	return one(ctx, s, scanHoldings, about("team", holdingsOfSQL, teamID))
}

func scanHoldings(r row) (resources.Holdings, error) {
	var u resources.Holdings
	err := r.Scan(&u.Dashboards, &u.DashboardBytes, &u.Alerts, &u.Sources, &u.Connections,
		&u.Webhooks, &u.SavedSearches, &u.SavedSearchBytes, &u.Invitations)
	return u, err
}
