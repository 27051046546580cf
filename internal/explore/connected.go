package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Connected returns sources that know whether their connection is the team's own.
// One with another connection, or with one that is gone, names tables of another
// database: it must not read those of the team that have the same names.
func Connected(sources SourceStore, connections ConnectionStore) SourceStore {
	return connected{sources, connections}
}

type connected struct {
	SourceStore
	connections ConnectionStore
}

// SourceByID implements SourceStore.
func (c connected) SourceByID(ctx context.Context, teamID, id string) (stack.Source, error) {
	source, err := c.SourceStore.SourceByID(ctx, teamID, id)
	if err != nil {
		return stack.Source{}, err
	}
	return c.mark(ctx, teamID, source)
}

// SourcesOf implements SourceStore.
func (c connected) SourcesOf(ctx context.Context, teamID string) ([]stack.Source, error) {
	sources, err := c.SourceStore.SourcesOf(ctx, teamID)
	known := map[string]bool{} // whether it is elsewhere, by connection
	for i := 0; i < len(sources) && err == nil; i++ {
		if elsewhere, isKnown := known[sources[i].Connection]; isKnown {
			sources[i].Elsewhere = elsewhere
			continue
		}
		sources[i], err = c.mark(ctx, teamID, sources[i])
		known[sources[i].Connection] = sources[i].Elsewhere
	}
	return sources, err
}

func (c connected) mark(ctx context.Context, teamID string, source stack.Source) (stack.Source, error) {
	// Where the data is does not depend on who asks.
	connection, err := c.connections.ConnectionByID(access.WithoutPrincipal(ctx), teamID, source.Connection)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return stack.Source{}, err
	}
	source.Elsewhere = err != nil || !connection.Own
	return source, nil
}

// ConnectedWatch returns a store whose sources are those of Connected.
func ConnectedWatch(store WatchStore, sources SourceStore) WatchStore {
	return connectedWatch{store, sources}
}

type connectedWatch struct {
	WatchStore
	sources SourceStore
}

// SourceByID implements WatchStore.
func (c connectedWatch) SourceByID(ctx context.Context, teamID, id string) (stack.Source, error) {
	return c.sources.SourceByID(ctx, teamID, id)
}

// checkOwn returns an Invalid fault unless the data of the source is in the
// team's own tables.
func checkOwn(source stack.Source) error {
	if source.Elsewhere {
		return fault.New(fault.Invalid, "the source's connection must be the team's own: other databases can't be queried here")
	}
	if source.From.DatabaseName != stack.OwnDatabase {
		return fault.New(fault.Invalid, "the source's database must be %q, the team's own", stack.OwnDatabase)
	}
	return nil
}
