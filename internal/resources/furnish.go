package resources

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/stack"
)

// furnish gives a new team the connection to its own tables and its default
// sources. The connection can't be deleted, so that a team that has it was
// furnished before, and what it has deleted since stays away.
func (r *Resources) furnish(ctx context.Context, teamID string) error {
	ctx = access.WithoutPrincipal(ctx) // the role of the one who looks first does not matter
	ctx = access.AsSystem(ctx, "furnishTeam")
	return r.inTurn(ctx, access.Principal{TeamID: teamID}, func(ctx context.Context, t turn) error {
		connections, err := r.Store.ConnectionsOf(ctx, teamID)
		if err != nil || hasOwn(connections) {
			return err
		}
		record, err := t.newRecord()
		if err != nil {
			return err
		}
		if err := r.Store.CreateConnection(ctx, stack.OwnConnection(record)); err != nil {
			return err
		}
		return r.createDefaultSources(ctx, t, record.ID)
	})
}

func hasOwn(connections []stack.Connection) bool {
	return slices.ContainsFunc(connections, func(c stack.Connection) bool { return c.Own })
}

func (r *Resources) createDefaultSources(ctx context.Context, t turn, connectionID string) error {
	sources, err := stack.DefaultSources(connectionID, t.mint)
	if err != nil {
		return err
	}
	for _, s := range sources {
		s.Record = stack.Record{ID: s.ID, TeamID: t.TeamID, CreatedAt: t.now, UpdatedAt: t.now, Version: 1}
		if err := r.Store.CreateSource(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
