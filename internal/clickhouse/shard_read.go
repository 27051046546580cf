package clickhouse

import (
	"context"
	"slices"

	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/fault"
)

// Answer takes what one shard answers.
type Answer struct {
	Result  proto.Result
	OnBlock func(ctx context.Context, block proto.Block) error
}

// IsApart reports whether shards can be asked one by one, see QueryShards: on a
// cluster whose shards have one server each. Which of several replicas is behind
// the others is known to the engine alone.
func (c *Client) IsApart(ctx context.Context) bool {
	hosts, err := c.Hosts(ctx)
	return err == nil && len(hosts) > 0 && len(hosts) == shardCount(hosts)
}

// QueryShards asks each shard of a cluster for what it has itself, all at the same
// time: no server plans the query for the others, or gets their rows to merge. The
// tables of q are those of a shard. Before each try, begin is told how many shards are
// asked, and returns what takes their answers.
func (c *Client) QueryShards(ctx context.Context, q Query, begin func(shards int) []Answer) (Stats, error) {
	var stats Stats
	var err error
	for range readTriesMax {
		stats, err = c.tryShards(ctx, q, begin)
		if err == nil || ctx.Err() != nil || !q.Partial || fault.KindOf(err) != fault.Unavailable {
			break
		}
	}
	return stats, err
}

func (c *Client) tryShards(ctx context.Context, q Query, begin func(shards int) []Answer) (Stats, error) {
	hosts, err := c.Hosts(ctx)
	if err != nil {
		return Stats{}, err
	}
	missing := absences(hosts)
	if len(missing) > 0 && (!q.Partial || len(missing) == len(hosts)) {
		return Stats{}, absenceFault(nil, missing)
	}
	hosts = slices.DeleteFunc(slices.Clone(hosts), func(h *Host) bool {
		return slices.ContainsFunc(missing, func(m Absence) bool { return m.Shard == h.Shard })
	})
	watched, stop := c.cluster.watchShards(ctx, missing)
	defer stop()
	stats, err := askShards(watched, hosts, q, begin(len(hosts)))
	if err != nil {
		r := clusterRead{Client: c}
		return stats, r.named(ctx, watched, missing, err)
	}
	stats.Missing = missing
	return stats, nil
}

// askShards asks the hosts at the same time. The first failure ends all.
func askShards(ctx context.Context, hosts []*Host, q Query, answers []Answer) (Stats, error) {
	asking, ctx := errgroup.WithContext(ctx)
	each := make([]Stats, len(hosts))
	for i, h := range hosts {
		own := q
		own.Result, own.OnBlock = answers[i].Result, answers[i].OnBlock
		asking.Go(func() (err error) {
			each[i], err = h.Client.Query(ctx, own)
			return err
		})
	}
	err := asking.Wait()
	var all Stats
	for _, s := range each {
		all.RowsRead += s.RowsRead
		all.BytesRead += s.BytesRead
		all.Elapsed = max(all.Elapsed, s.Elapsed)
	}
	return all, err
}
