package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Team returns the caller's team.
func (r *Resources) Team(ctx context.Context) (stack.Team, error) {
	teamID, err := teamAs(ctx, access.On(stack.ActionRead, stack.SubjectTeam))
	if err != nil {
		return stack.Team{}, err
	}
	return r.Store.TeamByID(ctx, teamID)
}

// Members returns who sits in the team, the longest there first.
func (r *Resources) Members(ctx context.Context) ([]org.TeamMember, error) {
	teamID, err := teamAs(ctx, access.On(stack.ActionRead, stack.SubjectUser))
	if err != nil {
		return nil, err
	}
	return r.Store.TeamMembers(ctx, teamID)
}

// RemoveMember takes somebody's seat in the team, with the keys and sessions
// that hang on it. Their alerts become the caller's. The last admin who can
// sign in is a Conflict.
func (r *Resources) RemoveMember(ctx context.Context, userID string) error {
	p, err := access.Require(ctx, access.On(stack.ActionDelete, stack.SubjectUser))
	if err != nil {
		return err
	}
	return r.Store.InTx(ctx, func(ctx context.Context) error {
		member, err := r.member(ctx, p.TeamID, userID)
		if err != nil {
			return err
		}
		if err := r.checkBelow(ctx, p, member); err != nil {
			return err
		}
		// The organization is locked before the team, as everywhere.
		if err := r.Accounts.RemoveMember(ctx, p.TeamID, userID); err != nil {
			return err
		}
		if err := org.CheckTeamRemoval(p.UserID, userID); err != nil {
			return err
		}
		return r.inTurn(ctx, p, func(ctx context.Context, t turn) error {
			return r.Store.ReassignAlerts(ctx, t.TeamID, userID, t.Actor())
		})
	})
}
