package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// numbered writes a point for each number, of the type that the number has, in
// which everything is the number, as often as it says.
func numbered(rows *telemetry.Rows, numbers []int) telemetry.Outcome {
	w := rows.Write(telemetry.DefaultLimits(), time.Now())
	w.BeginResource()
	origin := w.EndScope(w.EndResource(nil), telemetry.Scope{})
	for _, n := range numbers {
		kind := telemetry.PointKind(n % int(telemetry.PointKinds))
		metric := w.Metric(&telemetry.MetricHead{Name: []byte(strconv.Itoa(n))}, origin)
		w.BeginPoint(1)
		if kind != telemetry.Summary {
			for range n % 3 {
				w.BeginExemplar(kind).Text([]byte("n"), []byte(strconv.Itoa(n)))
				w.EndExemplar(kind, &telemetry.Exemplar{Value: float64(n), TraceID: slices.Repeat([]byte{byte(n)}, telemetry.TraceIDBytes)})
			}
		}
		endNumbered(w, kind, n, metric)
	}
	return w.End()
}

func endNumbered(w *telemetry.Writer, kind telemetry.PointKind, n int, metric uint32) {
	head := telemetry.PointHead{Time: uint64(time.Now().UnixNano())}
	many, list := slices.Repeat([]uint64{uint64(n)}, n%4), slices.Repeat([]float64{float64(n)}, n%4)
	d := telemetry.Distribution{PointHead: head, Count: uint64(n), Sum: float64(n)}
	switch kind {
	case telemetry.Gauge, telemetry.Sum:
		w.EndNumber(kind, &telemetry.NumberPoint{PointHead: head, Value: float64(n), HasValue: true}, metric)
	case telemetry.Histogram:
		w.EndHistogram(&telemetry.HistogramPoint{Distribution: d, Buckets: slices.Repeat([]uint64{uint64(n)}, 2), Bounds: []float64{float64(n)}}, metric)
	case telemetry.ExponentialHistogram:
		w.EndExponential(&telemetry.ExponentialPoint{Distribution: d, Positive: many, Native: []byte(strconv.Itoa(n))}, metric)
	case telemetry.Summary:
		w.EndSummary(&telemetry.SummaryPoint{Distribution: d, Quantiles: list, Values: list}, metric)
	case telemetry.PointKinds:
	}
}

// textsOf words every row with all that belongs to it.
func textsOf(rows *telemetry.Rows) (texts []string) {
	for kind := range rows.Points {
		p := &rows.Points[kind]
		for row := range p.Len() {
			text := fmt.Sprintf("%d %s", kind, rows.Texts.Text(rows.Metrics()[p.Metric[row]].Name))
			switch telemetry.PointKind(kind) {
			case telemetry.Gauge, telemetry.Sum:
				text += fmt.Sprint(p.Value[row])
			case telemetry.Histogram:
				text += fmt.Sprint(p.Count[row], p.Buckets.Row(row), p.Bounds.Row(row))
			case telemetry.ExponentialHistogram:
				text += fmt.Sprint(p.Sum[row], p.Positive.Row(row), string(p.Native.Row(row)))
			case telemetry.Summary:
				text += fmt.Sprint(p.Sum[row], p.Quantiles.Row(row), p.QuantileValues.Row(row))
			case telemetry.PointKinds:
			}
			texts = append(texts, text+exemplarsOf(&p.Exemplars, row))
		}
	}
	return texts
}

func exemplarsOf(e *telemetry.Exemplars, row int) (text string) {
	if row >= len(e.RowEnd) {
		return ""
	}
	begin := uint32(0)
	if row > 0 {
		begin = e.RowEnd[row-1]
	}
	for i := begin; i < e.RowEnd[row]; i++ {
		id := e.TraceID[i*telemetry.TraceIDBytes : (i+1)*telemetry.TraceIDBytes]
		text += fmt.Sprintf(" %g %x %s", e.Value[i], id, e.Attributes.Row(int(i)))
	}
	return text
}

// TestDroppedSeriesLeaveTheRest drops random series: the rows are then those of a
// request without them, and what was dropped is counted.
func TestDroppedSeriesLeaveTheRest(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		var all, rest, gone []int
		drop := map[uint64]struct{}{}
		share := random.Float64()
		for range random.IntN(40) {
			n := random.IntN(60)
			all = append(all, n)
			if idOf := float64(n*37%60) / 60; idOf < share {
				gone = append(gone, n)
			} else {
				rest = append(rest, n)
			}
		}
		for _, n := range gone {
			one := telemetry.NewRows(telemetry.Metrics)
			numbered(one, []int{n})
			drop[one.Points[n%int(telemetry.PointKinds)].Series[0]] = struct{}{}
		}
		got, want := telemetry.NewRows(telemetry.Metrics), telemetry.NewRows(telemetry.Metrics)
		outcome := numbered(got, all)
		outcome.RejectSeries(got.DropSeries(drop), 7)
		numbered(want, rest)
		if !slices.Equal(textsOf(got), textsOf(want)) {
			t.Fatalf("seed %d: %v without %v is %v", seed, all, gone, textsOf(got))
		}
		if outcome.Accepted != len(rest) || outcome.Rejected != len(gone) || outcome.Count(telemetry.RejectedSeries) != len(gone) {
			t.Fatalf("seed %d: %+v", seed, outcome)
		}
		numbered(got, all) // the columns can be written to as before
		numbered(want, all)
		if !slices.Equal(textsOf(got), textsOf(want)) {
			t.Fatalf("seed %d: written again: %v", seed, textsOf(got))
		}
	}
}
