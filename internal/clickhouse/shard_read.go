package clickhouse

import (
	"context"
	"slices"

	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// Answer takes what one shard answers.
type Answer struct {
	Result  proto.Result
	OnBlock func(ctx context.Context, block proto.Block) error
}

// Apart returns how many shards can be asked one by one, see QueryShards: those of a
// cluster whose shards have one server each, else none. Which of several replicas is
// behind the others is known to the engine alone.
func (c *Client) Apart(ctx context.Context) int {
	hosts, err := c.Hosts(ctx)
	if err != nil || len(hosts) != shardCount(hosts) {
		return 0
	}
	return len(hosts)
}

// QueryShards asks each shard of a cluster for what it has itself, all at the same
// time: no server plans the query for the others, or gets their rows to merge. The
// tables of q are those of a shard. Statements beside that of q are put to the same
// shards. Before each try, begin is told how many answers there will be, and returns what
// takes them.
func (c *Client) QueryShards(ctx context.Context, q Query, beside []string, begin func(answers int) []Answer) (Stats, error) {
	var stats Stats
	var err error
	statements := append([]string{q.SQL}, beside...)
	for range readTriesMax {
		stats, err = c.tryShards(ctx, q, statements, begin)
		if err == nil || ctx.Err() != nil || !q.Partial || fault.KindOf(err) != fault.Unavailable {
			break
		}
	}
	return stats, err
}

func (c *Client) tryShards(ctx context.Context, q Query, statements []string, begin func(answers int) []Answer) (Stats, error) {
	hosts, err := c.Hosts(ctx)
	if err != nil {
		return Stats{}, err
	}
	missing := absences(hosts)
	if len(missing) > 0 && (!q.Partial || len(missing) == len(hosts)) {
		return Stats{}, absenceFault(nil, missing)
	}
	hosts = slices.DeleteFunc(slices.Clone(hosts), func(h *Host) bool {
		return slices.ContainsFunc(missing, func(m query.Absence) bool { return m.Shard == h.Shard })
	})
	watched, stop := c.cluster.watchShards(ctx, missing)
	defer stop()
	stats, err := askShards(watched, hosts, q, statements, begin(len(hosts)*len(statements)))
	if err != nil {
		r := clusterRead{Client: c}
		return stats, r.named(ctx, watched, missing, err)
	}
	stats.Missing = missing
	return stats, nil
}

// askShards puts all statements to the hosts at the same time. The first failure ends
// all.
func askShards(ctx context.Context, hosts []*Host, q Query, statements []string, answers []Answer) (Stats, error) {
	asking, ctx := errgroup.WithContext(ctx)
	each := make([]Stats, len(answers))
	for i, answer := range answers {
		host, own := hosts[i/len(statements)], q
		own.SQL, own.Result, own.OnBlock = statements[i%len(statements)], answer.Result, answer.OnBlock
		asking.Go(func() (err error) {
			each[i], err = host.Client.Query(ctx, own)
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
