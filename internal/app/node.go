package app

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// enterNodes notes in the database that this server runs, so that a newer one does
// not change the schema below it.
func (a *App) enterNodes(ctx context.Context) error {
	host, _ := os.Hostname()
	node := sqlstore.Node{ID: uuid.NewString(), Name: cmp.Or(host, "a machine without a name"), Version: Version()}
	if err := a.store.Enter(ctx, node); err != nil {
		return err
	}
	a.onStop("node", func(ctx context.Context) error {
		if err := a.store.Leave(ctx, node); err != nil {
			a.Logger.WarnContext(ctx, "the database does not know that this node has ended; it counts as gone soon", "error", err)
		}
		return nil
	})
	a.loops = append(a.loops, loop{"node", func(ctx context.Context) error { return a.beat(ctx, node) }})
	return nil
}

// beat says that this server lives, until ctx ends, or until a newer one has
// changed the schema so that this one can't go on.
func (a *App) beat(ctx context.Context, node sqlstore.Node) error {
	ticker := time.NewTicker(sqlstore.NodeBeat)
	defer ticker.Stop()
	var outage logx.Outage
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		err := a.store.Beat(ctx, node)
		if errors.Is(err, sqlstore.ErrOutdated) {
			return err
		}
		if ctx.Err() == nil {
			outage.Note(ctx, a.Logger, "other nodes can't be told that this one runs", err)
		}
	}
}

// wholeStore leaves what has to know the whole schema to newer nodes, where a
// newer one has changed it.
type wholeStore struct{ *sqlstore.Store }

// ClaimLease takes or renews a lease for a program that knows the schema.
func (s wholeStore) ClaimLease(ctx context.Context, name, owner string, ttl time.Duration) (int64, error) {
	if s.Kind() == sqlstore.KindPostgres {
		schema, err := s.Schema(ctx)
		if err != nil || schema.IsNewer() {
			return 0, err
		}
	}
	return s.Store.ClaimLease(ctx, name, owner, ttl)
}
