package querytest_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// newMetricWatcher returns a watcher over the metrics of the shop.
func newMetricWatcher(t *testing.T, more ...metricOf) *watcher {
	t.Helper()
	w := newWatcher(t)
	store(t, w.team, metricRows(append(shopMetrics(), more...)))
	return w
}

// metric returns an alert on a tile with series of metrics.
func (w *watcher) metric(groupBy string, change func(*stack.LineConfig), items ...stack.SelectItem) stack.Alert {
	config := w.line(items...)
	config.SourceID, config.GroupBy = w.metrics(), groupBy
	if change != nil {
		change(&config)
	}
	return w.tile(config)
}

// valuesOf returns what alerts are answered minute by minute, in full, when the
// engine is asked as options say. Statements are counted.
func (w *watcher) valuesOf(t *testing.T, options read.Options, alerts ...stack.Alert) []string {
	t.Helper()
	w.scans = 0
	options.Watch = w.count
	reads := &explore.AlertReads{Store: w.list, Engine: existingTeam(t, w.client, w.id, options).queries.Engine}
	questions := make([]explore.AlertQuestion, len(alerts))
	for i, a := range alerts {
		questions[i] = explore.AlertQuestion{Alert: a, Step: time.Minute, Range: query.Until(shopTime(1), shopTime(1).Add(3*time.Minute))}
	}
	lines := make([]string, len(alerts))
	reads.Read(context.Background(), questions, func(read []explore.AlertAnswer) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, a := range read {
			slices.SortFunc(a.Points, func(a, b explore.AlertPoint) int {
				return cmp.Or(a.Window.Compare(b.Window), slices.Compare(a.Group, b.Group))
			})
			lines[a.Index] = fmt.Sprint(a.Err, a.Points, a.NonFinite)
		}
	})
	return lines
}

func item(kind query.MetricType, metric string, aggregate query.Aggregate, where string) stack.SelectItem {
	i := stack.SelectItem{MetricType: kind, MetricName: metric, AggFn: aggregate, WhereLanguage: query.Lucene, Where: where}
	if body, isSQL := strings.CutPrefix(where, "sql: "); isSQL {
		i.WhereLanguage, i.Where = query.SQL, body
	}
	return i
}

// TestMetricAlertsShareReads asks many alerts on metrics together and each as
// if there were no other.
func TestMetricAlertsShareReads(t *testing.T) {
	t.Parallel()
	w := newMetricWatcher(t)
	var alerts []stack.Alert
	for _, host := range []string{"a", "c"} {
		for _, where := range []string{`Attributes.host:"%s"`, `sql: Attributes['host'] != '%s'`, `host:%s*`} {
			where = fmt.Sprintf(where, host)
			for _, groupBy := range []string{"", "Attributes['host']"} {
				alerts = append(alerts,
					w.metric(groupBy, nil, item(query.MetricGauge, "cpu", query.Average, where)),
					w.metric(groupBy, nil, item(query.MetricGauge, "cpu", query.LastValue, where)),
					w.metric(groupBy, nil, item(query.MetricSum, "requests", query.Increase, where)),
					w.metric(groupBy, nil, item(query.MetricSum, "sent", query.Maximum, where)),
					w.metric(groupBy, nil, item(query.MetricHistogram, "total latency", query.Quantile, where)),
					w.metric(groupBy, nil, item(query.MetricExponentialHistogram, "sizes", query.Quantile, where)),
					w.metric(groupBy, nil, item(query.MetricSummary, "rpc", query.Average, where)),
					// series of two metrics
					w.metric(groupBy, func(c *stack.LineConfig) { c.AsRatio = true },
						item(query.MetricSum, "requests", query.Increase, where), item(query.MetricSum, "sent", query.Increase, "")))
			}
		}
	}
	want := w.valuesOf(t, read.Options{NoKeys: true}, alerts...)
	if w.scans < len(alerts)/2 {
		t.Errorf("%d reads of %d alerts that share nothing", w.scans, len(alerts))
	}
	got := w.valuesOf(t, read.Options{}, alerts...)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-alone +together):\n%s", diff)
	}
	if types, groupings, axes := 5, 2, 3; w.scans > types*groupings*axes {
		t.Errorf("%d reads of %d alerts", w.scans, len(alerts))
	}
	const some = 16
	if diff := gocmp.Diff(want[:some], w.valuesOf(t, read.Options{KeyedRows: 1}, alerts[:some]...)); diff != "" {
		t.Errorf("with too many groups (-alone +together):\n%s", diff)
	}
}

// TestBadMetricAlertsSpoilNoOthers asks alerts that can't be answered, or only
// alone, among others, which still share their reads.
func TestBadMetricAlertsSpoilNoOthers(t *testing.T) {
	t.Parallel()
	crowd := metricOf{name: "crowd", kind: telemetry.Gauge}
	for n := range explore.AlertGroupsMax + 1 {
		crowd.points = append(crowd.points, pointAt{host: fmt.Sprint("h", n), at: 10, value: float64(n)})
	}
	w := newMetricWatcher(t, crowd)
	bad := []stack.Alert{
		w.metric("", nil, item(query.MetricGauge, "cpu", query.Average, "TimeUnix:>soon")),
		w.metric("", nil, item(query.MetricGauge, "cpu", query.None, "")),
		w.metric("", nil, item(query.MetricHistogram, "latency", query.Maximum, "")),
		w.metric("", nil, item(query.MetricGauge, "cpu", query.Average, "sql: toFloat64(Attributes['host']) > 1")),
		w.metric("Attributes['host']", nil, item(query.MetricGauge, "crowd", query.Average, `ServiceName:"shop"`)),
		w.metric("toFloat64(Attributes['host'])", nil, item(query.MetricGauge, "cpu", query.Average, "")),
	}
	alone := []stack.Alert{
		w.metric("", nil, item(query.MetricGauge, "cpu", query.Average, "Value:>2")),
		w.metric("", nil, item(query.MetricGauge, "cpu", query.Quantile, `Attributes.host:"a"`)),
		w.metric("lower(Attributes['host'])", nil, item(query.MetricGauge, "cpu", query.Average, "")),
	}
	var good []stack.Alert
	for n := range 30 {
		where := fmt.Sprintf(`Attributes.host:"a" OR Attributes.host:"x%d"`, n)
		good = append(good, w.metric("", nil, item(query.MetricGauge, "cpu", query.Average, where)),
			w.metric("Attributes['host']", nil, item(query.MetricGauge, "cpu", query.Maximum, where)))
	}
	all := append(append(append([]stack.Alert{}, bad...), alone...), good...)
	want := w.valuesOf(t, read.Options{NoKeys: true}, all...)
	for i, line := range want {
		if isBad := !strings.HasPrefix(line, "<nil>"); isBad != (i < len(bad)) {
			t.Errorf("alert %d alone: %s", i, line)
		}
	}
	if diff := gocmp.Diff(want, w.valuesOf(t, read.Options{}, all...)); diff != "" {
		t.Errorf("(-alone +together):\n%s", diff)
	}
	if w.scans > 2+len(bad)+len(alone) {
		t.Errorf("%d reads of %d alerts", w.scans, len(all))
	}
}

// TestAlertsOnManyMetricsShareARead asks as many alerts as one scan takes, each
// about a metric of its own with a long name.
func TestAlertsOnManyMetricsShareARead(t *testing.T) {
	t.Parallel()
	name := func(n int) string { return fmt.Sprintf("%s.%d", strings.Repeat("long.name.of.a.metric", 5), n) }
	w := newMetricWatcher(t,
		metricOf{name: name(0), kind: telemetry.Gauge, points: []pointAt{{host: "a", at: 10, value: 1}}},
		metricOf{name: name(explore.AlertScanWidth - 1), kind: telemetry.Gauge, points: []pointAt{{host: "a", at: 10, value: 2}}})
	var alerts []stack.Alert
	for n := range explore.AlertScanWidth {
		alerts = append(alerts, w.metric("", nil, item(query.MetricGauge, name(n), query.Average, fmt.Sprintf(`Attributes.host:"a" OR Attributes.host:"%d"`, n))))
	}
	got := w.valuesOf(t, read.Options{}, alerts...)
	for i, line := range got {
		want := "<nil> [] map[]"
		if i == 0 || i == len(got)-1 {
			want = fmt.Sprintf("<nil> %v map[]", []explore.AlertPoint{{Window: shopTime(1), Value: float64(1 + min(i, 1))}})
		}
		if line != want {
			t.Fatalf("alert %d: %s, want %s", i, line, want)
		}
	}
	if w.scans != 1 {
		t.Errorf("%d reads", w.scans)
	}
}
