package promtest_test

import (
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestRangesOfDecadesTakeLittleMemory asks for all times that there may be samples of:
// what is there counts, not what would fit. It runs alone, because it counts what the
// whole process takes.
func TestRangesOfDecadesTakeLittleMemory(t *testing.T) { //nolint:paralleltest // see above
	f := newFixture(t)
	begin := testkit.Today()
	for _, host := range []string{"a", "b", "c"} {
		one := series{labels: labels.FromStrings(model.MetricNameLabel, "level", "host", host)}
		for i := range 100 {
			one.samples = append(one.samples, sample{at: begin.UnixMilli() + int64(i)*15_000, value: float64(i)})
		}
		f.insert(t, one)
	}
	s := f.service(t, func(*prom.Service) {})
	for _, expr := range []string{"level", "sum(rate(level[30d]))", "max_over_time(level[30d])", "sum by (host) (count_over_time(level[30d]))"} {
		q := prom.Question{Expr: expr, From: time.Unix(0, 0), To: begin.AddDate(70, 0, 0), Step: 7 * 24 * time.Hour}
		before := allocated()
		result, err := s.QueryTeam(t.Context(), f.team, q)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		if expr != "level" && len(points(t, result.Value)) == 0 {
			t.Errorf("%s has no value", expr)
		}
		const bytesMax = 256 << 20
		if taken := allocated() - before; taken > bytesMax {
			t.Errorf("%s took %d MiB", expr, taken>>20)
		}
	}
}

func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// TestSeriesOfMonthsAreReadTogether asks for many series over a time that would have room
// for many samples of each: they are read together when they have few.
func TestSeriesOfMonthsAreReadTogether(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var statements atomic.Int64
	client := clickhouse.Open(enginetest.Endpoint(t), clickhouse.ClientOptions{Observe: func(clickhouse.Call) { statements.Add(1) }})
	t.Cleanup(func() { _ = client.Close() })
	f.reads = read.New(client, read.Options{})
	begin := testkit.Today()
	var all []series
	for host := range 400 {
		all = append(all, series{
			labels:  labels.FromStrings(model.MetricNameLabel, "level", "host", strconv.Itoa(host)),
			samples: []sample{{at: begin.UnixMilli(), value: 1}},
		})
	}
	f.insert(t, all...)
	s := f.service(t, func(s *prom.Service) { s.NoPush = true })
	q := prom.Question{Expr: `{__name__=~"lev.*"}`, From: begin.AddDate(0, 0, -90), To: begin.Add(time.Hour), Step: time.Hour}
	result, err := s.QueryTeam(t.Context(), f.team, q)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(points(t, result.Value)); n != 400 {
		t.Errorf("%d points", n)
	}
	if n := statements.Load(); n > 20 {
		t.Errorf("%d statements", n)
	}
}
