package otlp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// pointRow is a metric point of any type.
type pointRow struct {
	Origin                         origin
	Name, Description, Unit        string
	Temporality                    int32
	Monotonic                      bool
	Time, Start                    int64
	Flags                          uint32
	Attributes                     map[string]string
	Value                          float64
	Count                          uint64
	Sum, Min, Max                  float64
	Buckets, Positive, Negative    []uint64
	Bounds                         []float64
	Scale                          int32
	ZeroCount                      uint64
	PositiveOffset, NegativeOffset int32
	Quantiles, QuantileValues      []float64
	ExemplarTimes                  []int64
	ExemplarValues                 []float64
	ExemplarIDs                    []string
	ExemplarAttributes             []map[string]string
}

func shownPoints(t *testing.T, rows *telemetry.Rows, kind telemetry.PointKind) []pointRow {
	t.Helper()
	var shown []pointRow
	points := &rows.Points[kind]
	text := func(number uint32) string { return string(rows.Texts.Text(number)) }
	for i := range points.Len() {
		metric := rows.Metrics()[points.Metric[i]]
		row := pointRow{
			Origin: shownOrigin(t, rows, metric.Origin), Name: text(metric.Name), Description: text(metric.Description),
			Unit: text(metric.Unit), Temporality: metric.Temporality, Monotonic: metric.Monotonic,
			Time: points.Time[i], Start: points.Start[i], Flags: points.Flags[i],
			Attributes: object(t, rows.Texts.Text(points.Attributes[i])),
		}
		showKind(&row, points, kind, i)
		if kind != telemetry.Summary {
			showExemplars(t, &row, &points.Exemplars, i)
		}
		shown = append(shown, row)
	}
	return shown
}

func showKind(row *pointRow, points *telemetry.PointColumns, kind telemetry.PointKind, i int) {
	switch kind {
	case telemetry.Gauge, telemetry.Sum:
		row.Value = points.Value[i]
		return
	case telemetry.Histogram:
		row.Buckets, row.Bounds = points.Buckets.Row(i), points.Bounds.Row(i)
	case telemetry.ExponentialHistogram:
		row.Scale, row.ZeroCount = points.Scale[i], points.ZeroCount[i]
		row.PositiveOffset, row.NegativeOffset = points.PositiveOffset[i], points.NegativeOffset[i]
		row.Positive, row.Negative = points.Positive.Row(i), points.Negative.Row(i)
	case telemetry.Summary:
		row.Quantiles, row.QuantileValues = points.Quantiles.Row(i), points.QuantileValues.Row(i)
	}
	row.Count, row.Sum = points.Count[i], points.Sum[i]
	if kind != telemetry.Summary {
		row.Min, row.Max = points.Min[i], points.Max[i]
	}
}

func showExemplars(t *testing.T, row *pointRow, exemplars *telemetry.Exemplars, i int) {
	t.Helper()
	from := uint32(0)
	if i > 0 {
		from = exemplars.RowEnd[i-1]
	}
	row.ExemplarAttributes = objects(t, &exemplars.Attributes, from, exemplars.RowEnd[i])
	for j := int(from); j < int(exemplars.RowEnd[i]); j++ {
		row.ExemplarTimes = append(row.ExemplarTimes, exemplars.Time[j])
		row.ExemplarValues = append(row.ExemplarValues, exemplars.Value[j])
		row.ExemplarIDs = append(row.ExemplarIDs, hexID(exemplars.TraceID, j, 16)+hexID(exemplars.SpanID, j, 8))
	}
}

// wantedPoints are the points of a request by type, and the number of those
// that have no value.
type wantedPoints struct {
	rows     [telemetry.PointKinds][]pointRow
	rejected int
}

func wantPoints(metrics pmetric.Metrics) *wantedPoints {
	want := &wantedPoints{}
	for _, resource := range metrics.ResourceMetrics().All() {
		for _, scope := range resource.ScopeMetrics().All() {
			for _, metric := range scope.Metrics().All() {
				shared := pointRow{
					Origin: wantOrigin(resource.Resource(), resource.SchemaUrl(), scope.Scope(), scope.SchemaUrl()),
					Name:   metric.Name(), Description: metric.Description(), Unit: metric.Unit(),
				}
				want.add(metric, shared)
			}
		}
	}
	return want
}

func (w *wantedPoints) add(metric pmetric.Metric, shared pointRow) {
	switch metric.Type() {
	case pmetric.MetricTypeGauge:
		w.addNumbers(telemetry.Gauge, metric.Gauge().DataPoints(), shared)
	case pmetric.MetricTypeSum:
		shared.Temporality = int32(known(int(metric.Sum().AggregationTemporality()), 2))
		shared.Monotonic = metric.Sum().IsMonotonic()
		w.addNumbers(telemetry.Sum, metric.Sum().DataPoints(), shared)
	case pmetric.MetricTypeHistogram:
		shared.Temporality = int32(known(int(metric.Histogram().AggregationTemporality()), 2))
		for _, point := range metric.Histogram().DataPoints().All() {
			row := headed(shared, point.Timestamp(), point.StartTimestamp(), point.Attributes())
			row.Flags, row.Count, row.Sum, row.Min, row.Max = uint32(point.Flags()), point.Count(), point.Sum(), point.Min(), point.Max()
			row.Buckets, row.Bounds = point.BucketCounts().AsRaw(), point.ExplicitBounds().AsRaw()
			w.rows[telemetry.Histogram] = append(w.rows[telemetry.Histogram], exemplified(row, point.Exemplars()))
		}
	case pmetric.MetricTypeExponentialHistogram:
		shared.Temporality = int32(known(int(metric.ExponentialHistogram().AggregationTemporality()), 2))
		for _, point := range metric.ExponentialHistogram().DataPoints().All() {
			row := headed(shared, point.Timestamp(), point.StartTimestamp(), point.Attributes())
			row.Flags, row.Count, row.Sum, row.Min, row.Max = uint32(point.Flags()), point.Count(), point.Sum(), point.Min(), point.Max()
			row.Scale, row.ZeroCount = point.Scale(), point.ZeroCount()
			row.PositiveOffset, row.Positive = point.Positive().Offset(), point.Positive().BucketCounts().AsRaw()
			row.NegativeOffset, row.Negative = point.Negative().Offset(), point.Negative().BucketCounts().AsRaw()
			w.rows[telemetry.ExponentialHistogram] = append(w.rows[telemetry.ExponentialHistogram], exemplified(row, point.Exemplars()))
		}
	default:
		if metric.Type() == pmetric.MetricTypeEmpty {
			return
		}
		for _, point := range metric.Summary().DataPoints().All() {
			row := headed(shared, point.Timestamp(), point.StartTimestamp(), point.Attributes())
			row.Flags, row.Count, row.Sum = uint32(point.Flags()), point.Count(), point.Sum()
			for _, quantile := range point.QuantileValues().All() {
				row.Quantiles = append(row.Quantiles, quantile.Quantile())
				row.QuantileValues = append(row.QuantileValues, quantile.Value())
			}
			w.rows[telemetry.Summary] = append(w.rows[telemetry.Summary], row)
		}
	}
}

func (w *wantedPoints) addNumbers(kind telemetry.PointKind, points pmetric.NumberDataPointSlice, shared pointRow) {
	for _, point := range points.All() {
		if point.ValueType() == pmetric.NumberDataPointValueTypeEmpty && !point.Flags().NoRecordedValue() {
			w.rejected++
			continue
		}
		row := headed(shared, point.Timestamp(), point.StartTimestamp(), point.Attributes())
		row.Flags, row.Value = uint32(point.Flags()), point.DoubleValue()
		if point.ValueType() == pmetric.NumberDataPointValueTypeInt {
			row.Value = float64(point.IntValue())
		}
		w.rows[kind] = append(w.rows[kind], exemplified(row, point.Exemplars()))
	}
}

func headed(row pointRow, at, start pcommon.Timestamp, attributes pcommon.Map) pointRow {
	row.Time, row.Start, row.Attributes = stored(at), int64(start), texts(attributes)
	return row
}

func exemplified(row pointRow, exemplars pmetric.ExemplarSlice) pointRow {
	for _, exemplar := range exemplars.All() {
		value := exemplar.DoubleValue()
		if exemplar.ValueType() == pmetric.ExemplarValueTypeInt {
			value = float64(exemplar.IntValue())
		}
		row.ExemplarTimes = append(row.ExemplarTimes, int64(exemplar.Timestamp()))
		row.ExemplarValues = append(row.ExemplarValues, value)
		row.ExemplarIDs = append(row.ExemplarIDs, hexOf(exemplar.TraceID(), exemplar.SpanID()))
		row.ExemplarAttributes = append(row.ExemplarAttributes, texts(exemplar.FilteredAttributes()))
	}
	return row
}

// TestDecodeMetrics compares each point with what pdata reads from the same
// bytes.
func TestDecodeMetrics(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+randomRequests; seed++ {
		metrics := newRandom(seed).metrics()
		payload, err := (&pmetric.ProtoMarshaler{}).MarshalMetrics(metrics)
		if err != nil {
			t.Fatal(err)
		}
		want := wantPoints(metrics)
		for order, request := range map[string][]byte{"first": payload, "last": reordered(payload)} {
			rows := telemetry.NewRows(telemetry.Metrics)
			outcome, err := otlp.DecodeMetrics(request, options(), rows)
			if err != nil || outcome.Accepted != metrics.DataPointCount()-want.rejected || outcome.Count(telemetry.RejectedValue) != want.rejected {
				t.Fatalf("seed %d, origin %s: %+v, %v", seed, order, outcome, err)
			}
			for kind := range telemetry.PointKinds {
				if diff := cmp.Diff(want.rows[kind], shownPoints(t, rows, kind), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("seed %d, origin %s, %s (-want +got):\n%s", seed, order, kind.Table(), diff)
				}
			}
		}
	}
}

func TestDecodeMetrics_series_are_told_apart_by_what_identifies_them(t *testing.T) {
	t.Parallel()
	metrics := pmetric.NewMetrics()
	for _, service := range []string{"a", "b"} {
		resource := metrics.ResourceMetrics().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", service)
		scope := resource.ScopeMetrics().AppendEmpty()
		for _, name := range []string{"m", "n"} {
			metric := scope.Metrics().AppendEmpty()
			metric.SetName(name)
			points := metric.SetEmptyGauge().DataPoints()
			for _, route := range []string{"/x", "/y"} {
				for range 2 {
					point := points.AppendEmpty()
					point.SetDoubleValue(1)
					point.Attributes().PutStr("route", route)
					point.Attributes().PutStr("zone", "1")
				}
			}
			reversed := points.AppendEmpty()
			reversed.SetDoubleValue(1)
			reversed.Attributes().PutStr("zone", "1")
			reversed.Attributes().PutStr("route", "/x")
		}
	}
	payload, err := (&pmetric.ProtoMarshaler{}).MarshalMetrics(metrics)
	if err != nil {
		t.Fatal(err)
	}
	rows := telemetry.NewRows(telemetry.Metrics)
	if _, err := otlp.DecodeMetrics(payload, options(), rows); err != nil {
		t.Fatal(err)
	}
	points := map[uint64]int{}
	for _, series := range rows.Points[telemetry.Gauge].Series {
		points[series]++
	}
	if len(points) != 8 || rows.Len() != 20 {
		t.Errorf("%d series of %d points, want 8 of 20: %v", len(points), rows.Len(), points)
	}
}
