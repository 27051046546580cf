package tables

import (
	"context"
	"fmt"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// destination is a server that rows go to.
type destination struct {
	client *clickhouse.Client
	suffix string // of the names of its tables
	shard  uint32 // 0: a single server
	host   *clickhouse.Host
}

// life returns which of its lives the server is in.
func (d destination) life() uint64 {
	if d.host == nil {
		return 0
	}
	return d.host.Life()
}

// insert stores rows in a table of a team.
func (d destination) insert(ctx context.Context, database, table string, input proto.Input, token string) error {
	if d.host == nil {
		return d.client.Insert(ctx, database, table, input, token)
	}
	ctx, stop := d.host.Watch(ctx)
	defer stop()
	return orAway(ctx, d.client.Insert(ctx, database, table+d.suffix, input, token))
}

// destination returns a server of a shard that is ready.
func (s *Store) destination(ctx context.Context, number uint32) (destination, error) {
	shard, err := s.client.Shard(ctx, number)
	if err != nil {
		return destination{}, err
	}
	return destinationIn(shard)
}

func destinationIn(shard clickhouse.Shard) (destination, error) {
	host, err := shard.Host()
	if err != nil {
		return destination{}, err
	}
	return destination{client: host.Client, suffix: localSuffix, shard: shard.Number, host: host}, nil
}

// anyDestination returns the single server, or the next shard that is ready.
func (s *Store) anyDestination(ctx context.Context) (destination, error) {
	shards, err := s.client.Shards(ctx)
	if err != nil {
		return destination{}, err
	}
	if len(shards) == 0 {
		return destination{client: s.client}, nil
	}
	first := s.turn.Add(1)
	for i := range shards {
		var to destination
		if to, err = destinationIn(shards[(first+uint64(i))%uint64(len(shards))]); err == nil {
			return to, nil
		}
	}
	return destination{}, err
}

// unsent says of a failure that no row has reached the engine.
func unsent(err error) error { return fmt.Errorf("%w: %w", clickhouse.ErrUnsent, err) }

// orAway returns why a call was given up, if it was because its server is away.
func orAway(watched context.Context, err error) error {
	if cause := context.Cause(watched); err != nil && cause != nil && isPassing(cause) {
		return cause
	}
	return err
}
