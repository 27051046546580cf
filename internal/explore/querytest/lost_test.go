package querytest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// How often each shard is lost, and how long it is asked before and after.
const (
	lossesOfShard = 1
	lossAskedFor  = 400 * time.Millisecond
	lossPause     = 20 * time.Millisecond // after a refusal
)

// countKinds are ways to count the records of the shop. Each is read in a way of its own.
func countKinds(x *team) map[string]func(context.Context) (int, error) {
	chart := func(groups ...string) func(context.Context) (int, error) {
		return func(ctx context.Context) (int, error) {
			answer, err := x.queries.Series(ctx, query.SeriesQuery{
				Range: wholeDay(), Granularity: "1h", Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count, GroupBy: groups}},
			})
			var n float64
			for _, p := range answer.Points {
				n += p.Values[0]
			}
			return int(n), err
		}
	}
	return map[string]func(context.Context) (int, error){
		"chart": chart(), "groups": chart("ServiceName", "LogAttributes['http.status_code']"),
		"values": func(ctx context.Context) (n int, err error) {
			answer, err := x.queries.Values(ctx, query.ValuesQuery{Selection: query.Selection{SourceID: x.logs(), Range: wholeDay()}, Fields: []string{"ServiceName"}})
			for _, field := range answer.Fields {
				for _, v := range field.Values {
					n += int(v.Count)
				}
			}
			return n, err
		},
		"rows": func(ctx context.Context) (int, error) {
			answer, err := x.queries.Search(ctx, query.RowsQuery{SourceID: x.logs(), Range: wholeDay()})
			return len(answer.Rows), err
		},
	}
}

// TestShardLostAmidReads asks without a pause while shards are killed and come back. A
// read that may be partial counts every record of the shards that it does not name, and
// none twice; one that may not counts all. What neither can answer names the shard.
func TestShardLostAmidReads(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	client := enginetest.ClusterClient(t, cluster)
	apart := newTeamOn(t, client, enginetest.NewTeamID(), read.Options{})
	insertShop(t, apart)
	through := existingTeam(t, client, apart.id, read.Options{NoApart: true})
	counts := apart.countByShard(t)
	var asking sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	var seen tally
	ways := []string{"apart", "through one"}
	for i, x := range []*team{apart, through} {
		way := ways[i]
		for kind, count := range countKinds(x) {
			for _, isPartial := range []bool{true, false} {
				asking.Go(func() {
					for ctx.Err() == nil {
						if said := seen.add(x.askWhileLost(count, counts, isPartial, way == ways[0] && kind != "rows")); said != "" {
							t.Errorf("%s, %s, partial %t: %s", way, kind, isPartial, said)
						}
					}
				})
			}
		}
	}
	for i := range lossesOfShard * len(cluster.Shards) {
		shard := cluster.Shards[i%len(cluster.Shards)]
		time.Sleep(lossAskedFor)
		if err := shard.Kill(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(lossAskedFor)
		if err := shard.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, time.Minute, "the shard is there", func() bool {
			missing, err := client.Absent(t.Context())
			return err == nil && len(missing) == 0
		})
	}
	time.Sleep(lossAskedFor)
	stop()
	asking.Wait()
	t.Logf("%d whole, %d partial and %d refused answers", seen.whole, seen.partial, seen.refused)
	if seen.whole == 0 || seen.partial == 0 || seen.refused == 0 {
		t.Error("one of the kinds of answers was not met")
	}
}

// outcome is how a question was answered, with what is wrong with that.
type outcome struct {
	missing int
	refused bool
	wrong   string
}

// tally counts answers.
type tally struct {
	mu                      sync.Mutex
	whole, partial, refused int
}

func (y *tally) add(o outcome) (wrong string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	switch {
	case o.refused:
		y.refused++
	case o.missing > 0:
		y.partial++
	default:
		y.whole++
	}
	return o.wrong
}

// askWhileLost counts, and compares with what the shards have that answered. Of an answer
// of several reads, some may have had all shards.
func (x *team) askWhileLost(count func(context.Context) (int, error), counts map[uint32]int, isPartial, isOneRead bool) outcome {
	ctx, gaps := x.ctx, (*query.Gaps)(nil)
	if isPartial {
		ctx, gaps = query.AllowPartial(ctx)
	}
	got, err := count(ctx)
	if err != nil {
		time.Sleep(lossPause)
		o := outcome{refused: true}
		if f := fault.From(err); f.Kind != fault.Unavailable || !strings.Contains(f.Message, "shard") {
			o.wrong = fmt.Sprintf("%v does not name a shard that is away (%v)", err, errors.Unwrap(err))
		}
		return o
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	want := all
	var missing []query.Absence
	if gaps != nil {
		missing = gaps.List()
	}
	for _, m := range missing {
		want -= counts[m.Shard]
	}
	o := outcome{missing: len(missing)}
	if got < want || got > want && (isOneRead || got > all) {
		o.wrong = fmt.Sprintf("%d records without %v, want %d", got, missing, want)
	}
	return o
}

// countByShard returns how many records each shard has.
func (x *team) countByShard(t *testing.T) map[uint32]int {
	t.Helper()
	counts := map[uint32]int{}
	database, err := clickhouse.DatabaseName(x.id)
	if err != nil {
		t.Fatal(err)
	}
	hosts, err := x.client.Hosts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hosts {
		var n proto.ColUInt64
		if _, err := h.Client.Query(t.Context(), clickhouse.Query{
			SQL: "SELECT count() AS n FROM " + clickhouse.QuoteName(database) + ".logs_local", Result: proto.Results{{Name: "n", Data: &n}},
			OnBlock: func(_ context.Context, block proto.Block) error {
				if block.Rows > 0 {
					counts[h.Shard] = int(n.Row(0))
				}
				return nil
			},
		}); err != nil {
			t.Fatal(err)
		}
		if counts[h.Shard] == 0 {
			t.Fatalf("shard %d has no records", h.Shard)
		}
	}
	return counts
}
