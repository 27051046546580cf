package clickhouse

import (
	"context"
	"errors"
	"slices"
)

// ErrUnsent says that a statement that failed was not sent to the engine, so that
// it can have had no effect.
var ErrUnsent = errors.New("it was not sent")

// Shard is the servers of a cluster that have the same rows.
type Shard struct {
	Number uint32
	Hosts  []*Host
}

// Host returns a server of the shard that is ready and answers, or an Unavailable
// fault that names the shard.
func (s Shard) Host() (*Host, error) {
	for _, h := range s.Hosts {
		if h.Err() == nil && !h.IsSilent() {
			return h, nil
		}
	}
	if err := s.Hosts[0].Err(); err != nil {
		return nil, err
	}
	return nil, shardFault(s.Number, errSilent)
}

// Shards returns the shards of the cluster in order, and none for a single
// server.
func (c *Client) Shards(ctx context.Context) ([]Shard, error) {
	hosts, err := c.Hosts(ctx)
	return shardsOf(hosts), err
}

// Shard returns a shard by its number, or an Unavailable fault: it may come.
func (c *Client) Shard(ctx context.Context, number uint32) (Shard, error) {
	shards, err := c.Shards(ctx)
	if err != nil {
		return Shard{}, err
	}
	at := slices.IndexFunc(shards, func(s Shard) bool { return s.Number == number })
	if at < 0 {
		return Shard{}, Unavailable(nil, "the telemetry engine has no shard %d", number)
	}
	return shards[at], nil
}

func shardsOf(hosts []*Host) []Shard {
	var shards []Shard
	for _, h := range hosts {
		if len(shards) == 0 || shards[len(shards)-1].Number != h.Shard {
			shards = append(shards, Shard{Number: h.Shard})
		}
		last := &shards[len(shards)-1]
		last.Hosts = append(last.Hosts, h)
	}
	return shards
}
