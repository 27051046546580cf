package clickhouse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// clusterReadSettings are the plan choices of reads over all shards. Rows stand
// where they were put, not where the key of a distributed table would have them:
// the engine must not conclude anything from that. A replica that lags behind is
// no answer.
func clusterReadSettings() []Setting {
	return []Setting{
		{"distributed_product_mode", "global"},
		{"optimize_skip_unused_shards", "0"},
		{"optimize_distributed_group_by_sharding_key", "0"},
		{"distributed_group_by_no_merge", "0"},
		{skipShardsSetting, "0"},
	}
}

const skipShardsSetting = "skip_unavailable_shards"

// partialSettings make the engine leave out shards that it can't reach, and count
// them: as long as all shards are asked in the same way, how many it left out of
// how many says whether it were those that are known to be away.
//
// A server that keeps still accepts connections, and says nothing. It is waited for
// once, and not as long as a busy one that may be needed.
func partialSettings() []Setting {
	return []Setting{
		{skipShardsSetting, "1"}, {"prefer_localhost_replica", "0"}, {"use_hedged_requests", "0"},
		{"connections_with_failover_max_tries", "1"}, {"handshake_timeout_ms", "1000"},
	}
}

// route returns the target with the addresses of the hosts that are ready, when
// there are some.
func (c *cluster) route(target Target) Target {
	var ready []string
	for _, h := range c.known() {
		if h.Err() == nil {
			ready = append(ready, h.Address)
		}
	}
	if len(ready) > 0 {
		target.Addresses = ready
	}
	return target
}

// absences returns the shards of which no host is ready.
func absences(hosts []*Host) []query.Absence {
	missing := map[uint32]error{}
	for _, h := range hosts {
		if err := h.Err(); err != nil {
			missing[h.Shard] = err
		}
	}
	for _, h := range hosts {
		if h.Err() == nil {
			delete(missing, h.Shard)
		}
	}
	var found []query.Absence
	for shard, err := range missing {
		found = append(found, query.Absence{Shard: shard, Reason: fault.From(err).Message})
	}
	slices.SortFunc(found, func(a, b query.Absence) int { return cmp.Compare(a.Shard, b.Shard) })
	return found
}

// Absent returns the shards of the cluster of which no server is ready.
func (c *Client) Absent(ctx context.Context) ([]query.Absence, error) {
	hosts, err := c.Hosts(ctx)
	return absences(hosts), err
}

// KnownAbsences is Absent as far as it is known, without a wait: a shard is not among
// them while the first look at one of its servers lasts.
func (c *Client) KnownAbsences() []query.Absence {
	hosts := c.cluster.known()
	return slices.DeleteFunc(absences(hosts), func(absent query.Absence) bool {
		return slices.ContainsFunc(hosts, func(h *Host) bool { return h.Shard == absent.Shard && h.isUnknown() })
	})
}

// Whole returns why a read that needs all shards would fail now.
func (c *Client) Whole(ctx context.Context) error {
	missing, err := c.Absent(ctx)
	if err == nil && len(missing) > 0 {
		err = absenceFault(nil, missing)
	}
	return err
}

// absenceFault says that an answer would lack shards.
func absenceFault(cause error, missing []query.Absence) *fault.Error {
	return Unavailable(cause, "%s", query.Reasons(missing))
}

// errLost is why a read was given up.
var errLost = errors.New("a shard was lost during the read")

// clusterRead is a read over all shards.
type clusterRead struct {
	*Client
	target    Target
	statement Statement
	delivered bool // some of the answer
	usable    int64
	skipped   int64
}

// readTriesMax is how often a partial read is tried of which nothing was
// delivered.
const readTriesMax = 2

// readCluster runs a read over all shards. It fails when one of them is away,
// unless the read may be partial: then it says which are missing.
func (c *Client) readCluster(ctx context.Context, target Target, s Statement) (Stats, error) {
	var stats Stats
	var err error
	for range readTriesMax {
		r := &clusterRead{Client: c, target: target, statement: s}
		stats, err = r.run(ctx)
		if err == nil || r.delivered || !s.partial || fault.KindOf(explain(ctx, err, Limits{})) != fault.Unavailable {
			return stats, err
		}
	}
	return stats, err
}

func (r *clusterRead) run(ctx context.Context) (Stats, error) {
	hosts, err := r.Hosts(ctx)
	if err != nil {
		return Stats{}, err
	}
	missing := absences(hosts)
	if len(missing) > 0 && (!r.statement.partial || len(missing) == shardCount(hosts)) {
		return Stats{}, absenceFault(nil, missing)
	}
	s := r.observed(r.statement)
	if len(missing) > 0 {
		s.Query.Settings = append(NativeSettings(partialSettings()), s.Query.Settings...)
	}
	watched, stop := r.cluster.watchShards(ctx, missing)
	defer stop()
	stats, err := r.within(watched, r.cluster.route(r.target), s)
	if err != nil {
		return stats, r.named(ctx, watched, missing, err)
	}
	if r.isWhole() { // one that is not ready yet has answered
		return stats, nil
	}
	stats.Missing = missing
	return stats, r.check(ctx, missing, shardCount(hosts))
}

// isWhole reports whether the engine has asked shards, and left none of them out.
func (r *clusterRead) isWhole() bool { return r.usable > 0 && r.skipped == 0 }

func shardCount(hosts []*Host) int {
	shards := map[uint32]bool{}
	for _, h := range hosts {
		shards[h.Shard] = true
	}
	return len(shards)
}

// observed returns the statement with an eye on what is delivered, and on the
// shards that the engine leaves out.
func (r *clusterRead) observed(s Statement) Statement {
	if onResult := s.Query.OnResult; onResult != nil {
		s.Query.OnResult = func(ctx context.Context, block proto.Block) error {
			r.delivered = r.delivered || block.Rows > 0
			return onResult(ctx, block)
		}
	}
	s.Query.OnProfileEvents = func(_ context.Context, events []ch.ProfileEvent) error {
		for _, e := range events {
			switch e.Name {
			case "DistributedConnectionUsable":
				r.usable += e.Value
			case "DistributedShardsSkipped":
				r.skipped += e.Value
			}
		}
		return nil
	}
	return s
}

// check makes sure that the engine left out those shards that are named, each
// time that it asked the shards, and no others. A statement asks them several
// times; of all times together the share that was left out must be right.
func (r *clusterRead) check(ctx context.Context, missing []query.Absence, shards int) error {
	if len(missing) == 0 {
		return nil
	}
	hosts, err := r.Hosts(ctx)
	if err != nil {
		return err
	}
	isSame := slices.EqualFunc(missing, absences(hosts), func(a, b query.Absence) bool { return a.Shard == b.Shard })
	asked := r.usable + r.skipped
	if isSame && r.skipped*int64(shards) == asked*int64(len(missing)) {
		return nil
	}
	return Unavailable(errLost, "the shards of the telemetry engine came or went during the read")
}

// named returns the error of a read with the shard that is to blame, if there is
// one.
func (r *clusterRead) named(ctx, watched context.Context, missing []query.Absence, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if cause := context.Cause(watched); cause != nil {
		return cause
	}
	if fault.KindOf(explain(ctx, err, Limits{})) != fault.Unavailable {
		return err
	}
	for _, absent := range r.cluster.lookNow(ctx) {
		if !slices.ContainsFunc(missing, func(m query.Absence) bool { return m.Shard == absent.Shard }) {
			return absenceFault(errLost, []query.Absence{absent})
		}
	}
	return err
}

// lookNow looks at all hosts and returns the shards that are away.
func (c *cluster) lookNow(ctx context.Context) []query.Absence {
	hosts := c.known()
	ctx, cancel := context.WithTimeout(ctx, 2*hostAnswerTimeMax)
	defer cancel()
	for _, h := range hosts {
		h.lookSoon()
	}
	for _, h := range hosts {
		h.awaitLook(ctx)
	}
	return absences(hosts)
}

// watchShards returns a context that ends, with the reason, when a shard is lost
// that is not missing already.
func (c *cluster) watchShards(ctx context.Context, missing []query.Absence) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		for ctx.Err() == nil {
			change := c.changes()
			for _, absent := range absences(c.known()) {
				if !slices.ContainsFunc(missing, func(m query.Absence) bool { return m.Shard == absent.Shard }) {
					cancel(fmt.Errorf("%w: %w", errLost, absenceFault(nil, []query.Absence{absent})))
				}
			}
			select {
			case <-change:
			case <-ctx.Done():
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}
