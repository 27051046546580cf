package tables

import (
	"context"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// keeper is a server that keeps rows of its own and knows something of them: the
// single one, or that of a shard.
type keeper struct {
	client *clickhouse.Client
	layout layout
	shard  uint32 // 0: the single server
	life   uint64 // of the server
}

// table names a table with the server's own rows.
func (k keeper) table(name string) string { return k.layout.table(k.layout.local(name)) }

// keepers returns the servers that keep a team's rows and can be asked what they
// know of them, and whether they are all of them: not while a shard is away. What
// is known of rows holds for the server that was asked; a replica that is read
// instead may have others. So there are none where tables are replicated.
func (s *Store) keepers(ctx context.Context, teamID string) (found []keeper, isAll bool, err error) {
	l, err := s.teams.layout(teamID)
	if err != nil || l.cluster != "" && !l.isPlain {
		return nil, false, err
	}
	return s.shardKeepers(ctx, l)
}

// shardKeepers returns the single server, or one of each shard that is there, and
// whether that are all shards.
func (s *Store) shardKeepers(ctx context.Context, l layout) (found []keeper, isAll bool, err error) {
	shards, err := s.client.Shards(ctx)
	if err != nil {
		return nil, false, err
	}
	if len(shards) == 0 {
		return []keeper{{client: s.client, layout: l}}, true, nil
	}
	for _, shard := range shards {
		if host, err := shard.Host(); err == nil {
			found = append(found, keeper{client: host.Client, layout: l, shard: shard.Number, life: host.Life()})
		}
	}
	return found, len(found) == len(shards), nil
}
