package cloud

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// TeamLife keeps teams and those that are no more.
type TeamLife interface {
	Teams(ctx context.Context) ([]stack.Team, error)
	ReleaseTeam(ctx context.Context, teamID string, at time.Time) error
	ReleasedTeams(ctx context.Context) ([]string, error)
	ForgetReleasedTeams(ctx context.Context, before time.Time) error
	// TeamsActiveAt returns when each team was last used.
	TeamsActiveAt(ctx context.Context) (map[string]time.Time, error)
}

// ensureTeams gives every team a database with the present schema, except
// those whose service is at work. Accounts and keys can be made beside a
// running server, so nobody may tell it.
func (r *Reconciler) ensureTeams(ctx context.Context) error {
	services, err := r.Store.ServicesAtWork(ctx)
	if err != nil {
		return err
	}
	teams, err := r.Store.Teams(ctx)
	if err != nil {
		return err
	}
	present := make(map[string]bool, len(teams))
	for _, team := range teams {
		busy := slices.ContainsFunc(services, func(s org.Service) bool { return s.TeamID == team.ID })
		present[team.ID] = !busy && r.ensure(ctx, team.ID)
	}
	r.ensured = present
	return nil
}

func (r *Reconciler) ensure(ctx context.Context, teamID string) bool {
	if r.ensured[teamID] {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, WorkTimeout)
	defer cancel()
	if err := r.Engine.EnsureTeam(ctx, teamID); err != nil {
		r.Logger.WarnContext(ctx, "can't make a team's database; trying again", "team", teamID, "error", err)
		return false
	}
	return true
}

// sweep drops databases of released teams that came back: another node may
// have been making one while this one dropped it.
func (r *Reconciler) sweep(ctx context.Context) error {
	if r.Now().Before(r.sweepAt) {
		return nil
	}
	released, err := r.Store.ReleasedTeams(ctx)
	if err != nil {
		return err
	}
	if len(released) > 0 {
		if err := r.dropAgain(ctx, released); err != nil {
			return err
		}
	}
	r.sweepAt = r.Now().Add(SweepEvery)
	return nil
}

func (r *Reconciler) dropAgain(ctx context.Context, released []string) error {
	ctx, cancel := context.WithTimeout(ctx, WorkTimeout)
	defer cancel()
	databases, err := r.Engine.TeamDatabases(ctx)
	if err != nil {
		return err
	}
	for _, teamID := range released {
		if !slices.Contains(databases, teamID) {
			continue
		}
		if err := r.Engine.DropTeam(ctx, teamID); err != nil {
			return err
		}
	}
	return r.Store.ForgetReleasedTeams(ctx, r.Now().Add(-ReleasedKept))
}

// rest lets services that nobody uses fall idle, and wakes those that
// somebody uses again.
func (r *Reconciler) rest(ctx context.Context) error {
	if r.Now().Before(r.restAt) {
		return nil
	}
	services, err := r.Store.ServicesAtRest(ctx)
	if err != nil {
		return err
	}
	active, err := r.Store.TeamsActiveAt(ctx)
	if err != nil {
		return err
	}
	for _, s := range services {
		seen := org.Observation{ActiveAt: active[s.TeamID]}
		if _, due := org.NextState(s, seen, r.Now()); !due {
			continue
		}
		if err := r.settle(ctx, s, seen); err != nil {
			return err
		}
	}
	r.restAt = r.Now().Add(RestEvery)
	return nil
}
