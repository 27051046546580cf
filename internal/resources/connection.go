package resources

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Connections returns the team's connections, oldest first. A new team gets
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

// Connection returns the team's connection.
func (r *Resources) Connection(ctx context.Context, id string) (stack.Connection, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Connection{}, err
	}
	return r.Store.ConnectionByID(ctx, teamID, id)
}

// CreateConnection makes a connection of the body. Whether its database
// answers is for TestConnection: what is written down must not depend on the
// moment.
func (r *Resources) CreateConnection(ctx context.Context, body []byte) (stack.Connection, error) {
	made, err := r.newConnection(ctx, body)
	if err != nil {
		return stack.Connection{}, err
	}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
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

func (r *Resources) newConnection(ctx context.Context, body []byte) (stack.Connection, error) {
	if _, err := access.Require(ctx, access.StackWrite); err != nil {
		return stack.Connection{}, err
	}
	in, err := stack.DecodeConnection(body)
	if err != nil {
		return stack.Connection{}, err
	}
	return stack.Connection{}.Apply(in, r.Allowed)
}

// TestConnection asks the database of the body whether it lets the connection
// in, and keeps nothing. A body without a password is tested with the one that
// is stored for the same host and user, if there is one. No transaction may be
// open, because the network may be slow. What the database has against the
// connection is an Invalid fault of its own, apart from one about the body.
func (r *Resources) TestConnection(ctx context.Context, body []byte) (against error, err error) {
	made, err := r.newConnection(ctx, body)
	if err != nil || r.Databases == nil {
		return nil, err
	}
	if made.Password == "" {
		if made.Password, err = r.storedPassword(ctx, made); err != nil {
			return nil, err
		}
	}
	against = r.Databases.CheckConnection(ctx, made)
	if fault.KindOf(against) != fault.Invalid {
		return nil, against
	}
	return against, nil
}

func (r *Resources) storedPassword(ctx context.Context, c stack.Connection) (string, error) {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return "", err
	}
	stored, err := r.Store.ConnectionsOf(ctx, p.TeamID)
	for _, known := range stored {
		if known.Host == c.Host && known.Username == c.Username {
			return known.Password, err
		}
	}
	return "", err
}

// UpdateConnection replaces a connection by the body.
func (r *Resources) UpdateConnection(ctx context.Context, ref Ref, body []byte) (stack.Connection, error) {
	next, changed, err := r.nextConnection(ctx, ref, body)
	if err != nil || !changed {
		return next, err
	}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		next.UpdatedAt = t.now
		err := r.Store.UpdateConnection(ctx, next)
		next.Record = t.touched(next.Record)
		return err
	})
	return next, err
}

// nextConnection returns the connection as it will be, checked, and whether
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
	return next, true, nil
}

// DeleteConnection removes a connection that is not the team's own. What uses
// it stays and says so.
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
		return r.Store.DeleteConnection(ctx, t.TeamID, c.ID)
	})
}
