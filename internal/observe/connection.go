package observe

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Connections answers the team's connections, oldest first. A new team gets
// the connection to its own tables now.
func (r *Resources) Connections(ctx context.Context) ([]stack.Connection, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	connections, err := r.Store.ConnectionsOf(ctx, teamID)
	if err != nil || hasOwn(connections) {
		return connections, err
	}
	if err := r.furnish(ctx, teamID); err != nil {
		return nil, err
	}
	return r.Store.ConnectionsOf(ctx, teamID)
}

// Connection answers the team's connection.
func (r *Resources) Connection(ctx context.Context, id string) (stack.Connection, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Connection{}, err
	}
	return r.Store.ConnectionByID(ctx, teamID, id)
}

// CreateConnection keeps a connection that PrepareConnection has answered.
func (r *Resources) CreateConnection(ctx context.Context, made stack.Connection) (stack.Connection, error) {
	err := r.change(ctx, func(ctx context.Context, t turn) error {
		have, err := r.Store.HoldingsOf(ctx, t.TeamID)
		if err != nil {
			return err
		}
		if err := room("connections", have.Connections, ConnectionsMax); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		return r.Store.CreateConnection(ctx, made)
	})
	return made, err
}

// PrepareConnection makes a connection of the body, after the database behind
// it has let it in. Nothing is kept yet: no transaction must be open, because
// the network may be slow.
func (r *Resources) PrepareConnection(ctx context.Context, body []byte) (stack.Connection, error) {
	if _, err := access.Require(ctx, access.StackWrite); err != nil {
		return stack.Connection{}, err
	}
	in, err := stack.DecodeConnection(body)
	if err != nil {
		return stack.Connection{}, err
	}
	made, err := stack.Connection{}.Apply(in, r.Allowed)
	if err != nil {
		return stack.Connection{}, err
	}
	return made, r.checkConnection(ctx, made)
}

func (r *Resources) checkConnection(ctx context.Context, c stack.Connection) error {
	if r.Databases == nil || c.Own {
		return nil
	}
	return r.Databases.CheckConnection(ctx, c)
}

// UpdateConnection replaces a connection by the body, after the database
// behind it has let it in.
func (r *Resources) UpdateConnection(ctx context.Context, ref Ref, body []byte) (stack.Connection, error) {
	next, changed, err := r.nextConnection(ctx, ref, body)
	if err != nil || !changed {
		return next, err
	}
	// What was checked is written only onto what it was made from.
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		next.UpdatedAt = t.now
		err := r.Store.UpdateConnection(ctx, next)
		next.Record = t.touched(next.Record)
		return err
	})
	return next, err
}

// nextConnection answers the connection as it will be, checked, and whether
// it differs from what it is.
func (r *Resources) nextConnection(ctx context.Context, ref Ref, body []byte) (stack.Connection, bool, error) {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return stack.Connection{}, false, err
	}
	in, err := stack.DecodeConnection(body)
	if err != nil {
		return stack.Connection{}, false, err
	}
	stored, err := r.Store.ConnectionByID(ctx, p.TeamID, ref.ID)
	if err != nil {
		_, broken := stack.Connection{}.Apply(in, r.Allowed)
		return stack.Connection{}, false, missing(err, broken)
	}
	if err := ref.check("connection", stored.Version); err != nil {
		return stack.Connection{}, false, err
	}
	next, err := stored.Apply(in, r.Allowed)
	if err != nil || reflect.DeepEqual(next, stored) {
		return next, false, err
	}
	return next, true, r.checkConnection(ctx, next)
}

// DeleteConnection removes a connection that nothing uses and that is not the
// team's own.
func (r *Resources) DeleteConnection(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		c, err := r.Store.ConnectionByID(ctx, t.TeamID, ref.ID)
		if err != nil {
			return err
		}
		if err := ref.check("connection", c.Version); err != nil {
			return err
		}
		if c.Own {
			return fault.New(fault.Conflict, "the connection to the team's own tables can't be deleted")
		}
		if err := r.checkConnectionUnused(ctx, c); err != nil {
			return err
		}
		return r.Store.DeleteConnection(ctx, t.TeamID, c.ID)
	})
}

func (r *Resources) checkConnectionUnused(ctx context.Context, c stack.Connection) error {
	sources, err := r.Store.SourcesOf(ctx, c.TeamID)
	if err != nil {
		return err
	}
	dashboards, err := r.Store.DashboardsOf(ctx, c.TeamID)
	if err != nil {
		return err
	}
	return stack.InUse("connection", stack.ConnectionUses(c.ID, sources, dashboards))
}
