package querytest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestShardsAggregate looks at the plans of charts on a cluster: wherever a server reads
// from the other shards, it merges what they have aggregated. Otherwise the rows that
// match would travel, and one server would do the work of all. Of numbers that can be
// put together, each shard is asked for its own.
func TestShardsAggregate(t *testing.T) {
	t.Parallel()
	x := newTeamOn(t, enginetest.ClusterClient(t, enginetest.Cluster(t)), enginetest.NewTeamID(), read.Options{})
	insertShop(t, x)
	for _, aggregate := range query.Aggregates() {
		if aggregate == query.None || aggregate == query.Increase { // of their own, and of metrics
			continue
		}
		t.Run(string(aggregate), func(t *testing.T) {
			isWhole := aggregate == query.CountDistinct || aggregate == query.AnyValue
			for _, where := range []string{"", "LogAttributes.http.status_code:>=500"} {
				for _, groups := range [][]string{nil, {"ServiceName"}, {"LogAttributes['http.status_code']", "SeverityText"}} {
					for _, long := range []time.Duration{10 * time.Minute, 26 * time.Hour} {
						chart := x.chartOf(aggregate, where, groups, long)
						x.checkMerged(t, chart, read.Options{NoApart: true}, true)
						if !isWhole && where == "" {
							x.checkMerged(t, chart, read.Options{}, false)
						}
					}
				}
			}
		})
	}
}

func (x *team) chartOf(aggregate query.Aggregate, where string, groups []string, long time.Duration) query.SeriesQuery {
	series := query.Series{SourceID: x.logs(), Aggregate: aggregate, Where: where, GroupBy: groups}
	if aggregate != query.Count {
		series.Field = "LogAttributes['duration_ms']"
	}
	if aggregate == query.Quantile {
		series.Level = level(0.9)
	}
	return query.SeriesQuery{Series: []query.Series{series}, Granularity: "1h", Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(long)}}
}

// checkMerged looks at what the engine is asked for a chart. What isWhole is read through
// one server.
func (x *team) checkMerged(t *testing.T, chart query.SeriesQuery, options read.Options, isWhole bool) {
	t.Helper()
	for _, asked := range x.askedFor(t, chart, options) {
		plan := x.plan(t, asked)
		remote, merged := strings.Count(plan, "ReadFromRemote"), strings.Count(plan, "MergingAggregated")
		if remote > 0 != isWhole || isWhole && remote != merged {
			t.Errorf("%d reads of other shards, of which %d are merged:\n%s\n%s", remote, merged, asked.SQL, plan)
		}
	}
}

// plan returns how the engine is going to run a statement.
func (x *team) plan(t *testing.T, asked clickhouse.Query) string {
	t.Helper()
	var line proto.ColStr
	var plan []string
	asked.SQL, asked.Result = "EXPLAIN "+strings.TrimSpace(asked.SQL), proto.Results{{Name: "explain", Data: &line}}
	asked.OnBlock = func(context.Context, proto.Block) error {
		for i := range line.Rows() {
			plan = append(plan, line.Row(i))
		}
		return nil
	}
	if _, err := x.client.Query(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.Compact(plan), fmt.Sprintln())
}
