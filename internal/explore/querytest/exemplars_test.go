package querytest_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// measured is an exemplar as the test states it.
type measured struct {
	host  string
	at    time.Duration // after nine; negative: it says no time
	point time.Duration
	value float64
	trace byte // 0: none
}

// instant is the time of an exemplar: its own, or that of its point.
func (m measured) instant() time.Duration {
	if m.at < 0 {
		return m.point
	}
	return m.at
}

// randomExemplars returns more exemplars than a tile shows, some of which lead
// nowhere, or are of another time.
func randomExemplars(random *rand.Rand, count int) []measured {
	all := make([]measured, count)
	for i := range all {
		at := time.Duration(random.IntN(90)-15) * time.Minute
		m := measured{
			host: string(rune('a' + random.IntN(3))), at: at, point: at + time.Duration(random.IntN(60))*time.Second,
			value: math.Round(random.Float64() * 1e6), trace: byte(random.IntN(256)),
		}
		switch random.IntN(20) {
		case 0:
			m.value = math.NaN()
		case 1:
			m.value = math.Inf(1)
		case 2:
			m.at = -1
		}
		all[i] = m
	}
	return all
}

// writeExemplars writes a point for each exemplar and one with its value. Those
// without a point of their own come as Prometheus sends them.
func writeExemplars(kind telemetry.PointKind, all []measured, isAlone bool) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{Exemplars: 10}, time.Now())
	for _, host := range []string{"a", "b", "c"} {
		writePoint(w, metricOf{name: "took", kind: kind}, pointAt{host: host, at: 60, value: 1, count: 1, buckets: []uint64{1}})
	}
	for _, m := range all {
		origin := originOf(w, "shop", m.host)
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("took"), Unit: []byte("1")}, origin)
		w.BeginPoint(1).Text([]byte("host"), []byte(m.host))
		w.BeginExemplar(kind).Text([]byte("path"), []byte("/"+m.host))
		e := telemetry.Exemplar{Value: m.value}
		if m.at >= 0 {
			e.Time = uint64(shopTime(1).Add(m.at).UnixNano())
		}
		if m.trace > 0 {
			e.TraceID, e.SpanID = slices.Repeat([]byte{m.trace}, 16), slices.Repeat([]byte{m.trace}, 8)
		}
		w.EndExemplar(kind, &e)
		head := telemetry.PointHead{Time: uint64(shopTime(1).Add(m.point).UnixNano())}
		if isAlone {
			head.Flags = telemetry.FlagNoValue | telemetry.FlagExemplarsOnly
		}
		endPoint(w, kind, head, metric)
	}
	w.End()
	return rows
}

func endPoint(w *telemetry.Writer, kind telemetry.PointKind, head telemetry.PointHead, metric uint32) {
	spread := telemetry.Distribution{PointHead: head, Count: 1, Sum: 1}
	switch kind {
	case telemetry.Histogram:
		w.EndHistogram(&telemetry.HistogramPoint{Distribution: spread, Buckets: []uint64{1}}, metric)
	case telemetry.ExponentialHistogram:
		w.EndExponential(&telemetry.ExponentialPoint{Distribution: spread, Positive: []uint64{1}}, metric)
	case telemetry.Gauge, telemetry.Sum:
		w.EndNumber(kind, &telemetry.NumberPoint{PointHead: head, Value: 1, HasValue: head.Flags == 0}, metric)
	case telemetry.Summary:
	}
}

// shownExemplars returns what a tile over an hour from nine shows: the greatest
// of each trace and group, and of those the greatest of each part of the hour, of
// each group in turn.
func shownExemplars(all []measured, hosts string, byHost bool) []string {
	var able []measured
	for _, m := range all {
		at := m.instant()
		if m.trace > 0 && !math.IsNaN(m.value) && !math.IsInf(m.value, 0) && at >= 0 && at <= time.Hour && strings.Contains(hosts, m.host) {
			able = append(able, m)
		}
	}
	slices.SortFunc(able, func(a, b measured) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(b.instant(), a.instant()))
	})
	type group struct {
		trace byte
		part  time.Duration
		host  string
	}
	of := func(m measured) group {
		g := group{part: m.instant() / (time.Hour / 59).Truncate(time.Millisecond)}
		if byHost {
			g.host = m.host
		}
		return g
	}
	traces, places := map[group]bool{}, map[group]int{}
	var kept []measured // in turn: the greatest of each group first
	turn := map[int]int{}
	for _, m := range able {
		g := of(m)
		trace := group{trace: m.trace, host: g.host}
		if traces[trace] {
			continue
		}
		traces[trace] = true
		places[g]++
		turn[len(kept)] = places[g]
		kept = append(kept, m)
	}
	order := slices.Collect(maps.Keys(turn))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(turn[a], turn[b]), cmp.Compare(a, b)) })
	parts := map[time.Duration]int{}
	var lines []string
	for _, i := range order {
		part := of(kept[i]).part
		if parts[part]++; parts[part] <= explore.ExemplarsPerBucketMax {
			lines = append(lines, exemplarLine(kept[i], byHost))
		}
	}
	slices.Sort(lines)
	return lines
}

func exemplarLine(m measured, byHost bool) string {
	group := ""
	if byHost {
		group = m.host
	}
	id := fmt.Sprintf("%02x", m.trace)
	return fmt.Sprintf("%s %g %s %s [%s] %s/%s", m.instant(), m.value, strings.Repeat(id, 16), strings.Repeat(id, 8), group, m.host, "/"+m.host)
}

func exemplarLines(list []explore.TileExemplar) []string {
	var lines []string
	for _, e := range list {
		lines = append(lines, fmt.Sprintf("%s %g %s %s %s %s/%s", e.Time.Sub(shopTime(1)), e.Value, e.TraceID, e.SpanID, e.Group, e.Labels["host"], e.Labels["path"]))
	}
	slices.Sort(lines)
	return lines
}

// TestTilesShowExemplars asks for the exemplars of all types of metrics, sent with
// points and without, as a whole and narrowed in each way that a chart is: the
// result is what can be counted by hand.
func TestTilesShowExemplars(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	types := map[telemetry.PointKind]query.MetricType{
		telemetry.Gauge: query.MetricGauge, telemetry.Sum: query.MetricSum,
		telemetry.Histogram: query.MetricHistogram, telemetry.ExponentialHistogram: query.MetricExponentialHistogram,
	}
	for kind, metricType := range types {
		x := newTeam(t, read.Options{})
		sent, alone := randomExemplars(random, 700), randomExemplars(random, 700)
		store(t, x, writeExemplars(kind, sent, false))
		store(t, x, writeExemplars(kind, alone, true))
		all := slices.Concat(sent, alone)
		f := func(name, hosts string, change func(*stack.LineConfig, *explore.TileQuestion)) {
			t.Helper()
			config := stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine, SourceID: x.metrics(), Select: []stack.SelectItem{{
				AggFn: query.Average, MetricType: metricType, MetricName: "took", WhereLanguage: query.Lucene,
			}}}}
			asked := explore.TileQuestion{Exemplars: true, Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(time.Hour)}}
			change(&config, &asked)
			asked.Config = config
			answer, err := (&explore.Tiles{Queries: x.queries}).Draw(x.ctx, asked)
			if err != nil || len(answer.Warnings) > 0 {
				t.Errorf("%s, %s: %v, %v", metricType, name, err, answer.Warnings)
			}
			if diff := gocmp.Diff(shownExemplars(all, hosts, config.GroupBy != ""), exemplarLines(answer.Exemplars)); diff != "" {
				t.Errorf("%s, %s: (-want +got)\n%s", metricType, name, diff)
			}
			for _, e := range answer.Exemplars {
				if e.IsValue != (metricType != query.MetricSum) {
					t.Fatalf("%s, %s: is a value: %t", metricType, name, e.IsValue)
				}
			}
		}
		f("all", "abc", func(*stack.LineConfig, *explore.TileQuestion) {})
		f("by host", "abc", func(c *stack.LineConfig, _ *explore.TileQuestion) { c.GroupBy = "Attributes['host']" })
		f("where", "a", func(c *stack.LineConfig, _ *explore.TileQuestion) { c.Select[0].Where = "Attributes.host:a" })
		f("filter", "bc", func(_ *stack.LineConfig, q *explore.TileQuestion) {
			q.Filters = []explore.TileFilter{{Expression: "Attributes['host']", Values: []string{"b", "c"}}}
		})
		f("not asked for", "", func(_ *stack.LineConfig, q *explore.TileQuestion) { q.Exemplars = false })
		f("another metric", "", func(c *stack.LineConfig, _ *explore.TileQuestion) { c.Select[0].MetricName = "other" })
		x.ctx = access.WithPrincipal(t.Context(), access.Principal{
			TeamID: x.id, UserID: "0123456789abcdef01234567", OrganizationID: "o", Roles: []org.Role{org.RoleMember},
			Grants: []stack.Role{{RoleSpec: stack.RoleSpec{Name: "scoped", Permissions: []stack.RolePermission{{
				Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData,
				Conditions: stack.Conditions{"kind": string(stack.KindMetric), "where": "ResourceAttributes.host.name:b"},
			}}}}},
		})
		f("scope", "b", func(*stack.LineConfig, *explore.TileQuestion) {})
		f("scope and groups", "b", func(c *stack.LineConfig, _ *explore.TileQuestion) { c.GroupBy = "Attributes['host']" })
		f("scope and another host", "", func(c *stack.LineConfig, _ *explore.TileQuestion) { c.Select[0].Where = "Attributes.host:a" })
	}
}

// TestExemplarsOfSeveralItems holds that items of one metric share its exemplars,
// which are those of the first item with values like theirs, and that a computed
// value has none.
func TestExemplarsOfSeveralItems(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	store(t, x, writeExemplars(telemetry.Histogram, []measured{{host: "a", at: time.Minute, point: time.Minute, value: 5, trace: 9}}, false))
	item := func(fn query.Aggregate, where string) stack.SelectItem {
		return stack.SelectItem{AggFn: fn, MetricType: query.MetricHistogram, MetricName: "took", Where: where, WhereLanguage: query.Lucene}
	}
	f := func(want string, formulas []stack.Formula, items ...stack.SelectItem) {
		t.Helper()
		config := stack.StackedBarConfig{Chart: stack.Chart{DisplayType: stack.DisplayStackedBar, SourceID: x.metrics(), Select: items}, Derived: stack.Derived{Formulas: formulas}}
		answer, err := x.drawTile(config, func(q *explore.TileQuestion) { q.Exemplars = true })
		var got []string
		for _, e := range answer.Exemplars {
			got = append(got, fmt.Sprintf("%d %t", e.Item, e.IsValue))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("%v, %v, want %s", got, err, want)
		}
	}
	f("0 true", nil, item(query.Average, ""))
	f("0 false", nil, item(query.Count, ""))
	f("1 true", nil, item(query.Count, ""), item(query.Quantile, ""), item(query.Average, ""))
	f("0 false, 1 true", nil, item(query.Count, ""), item(query.Average, "Attributes.host:a"))
	f("0 false", nil, item(query.Count, ""), item(query.Average, "Attributes.host:b"))
	f("0 false", []stack.Formula{{Expression: "A * 2"}}, item(query.Average, ""))
}
