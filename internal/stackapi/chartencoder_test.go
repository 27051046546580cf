package stackapi_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackapi"
)

// decoded returns what a client reads, with numbers as they stand there.
func decoded(t testing.TB, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

// checkChart holds the JSON of a chart to what encoding/json makes of the
// types that describe it, and its lines to its JSON.
func checkChart(t testing.TB, answer query.SeriesAnswer) {
	t.Helper()
	described, err := stackapi.DescribedChart(answer)
	if err != nil {
		t.Fatal(err)
	}
	body, err := stackapi.ChartBody("application/json", answer)
	if err != nil {
		t.Fatal(err)
	}
	want := decoded(t, described)
	if diff := cmp.Diff(want, decoded(t, body)); diff != "" {
		t.Errorf("JSON (-described +written): %s", diff)
	}
	lines, err := stackapi.ChartBody("application/x-ndjson", answer)
	if err != nil {
		t.Fatal(err)
	}
	var points []any
	for line := range bytes.Lines(lines) {
		points = append(points, decoded(t, line))
	}
	want["data"] = append(want["data"].([]any), map[string]any{"meta": want["meta"]})
	if diff := cmp.Diff(want["data"], any(points)); diff != "" {
		t.Errorf("lines (-described +written): %s", diff)
	}
}

func answerOf(points ...query.Point) query.SeriesAnswer {
	return query.SeriesAnswer{Points: points, Step: time.Minute, Scans: []query.SeriesScan{{Series: []int{0}, GroupBy: []string{"a"}}}}
}

func TestChartIsWrittenAsDescribed(t *testing.T) {
	t.Parallel()
	at := time.UnixMilli(1768467600000).UTC()
	point := func(at time.Time, group []string, values ...float64) query.Point {
		return query.Point{Bucket: at, Group: group, Values: values}
	}
	numbers := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.999e-7, -1e-7, 1e20, 1e21, -1e21, 123456.789, math.Pi,
		1 << 53, 1<<53 - 1, 1<<53 + 2, -(1 << 53), 1<<63 - 1024, math.MaxUint64, math.MaxFloat64, math.SmallestNonzeroFloat64,
	}
	var ofNumbers []query.Point
	for i, number := range numbers {
		ofNumbers = append(ofNumbers, point(at.Add(time.Duration(i)*time.Minute), []string{}, number))
	}
	left := answerOf(point(at, []string{"a"}, 1))
	left.Remainder = &query.Remainder{Groups: 7, Values: []float64{3, math.NaN()}}
	for name, answer := range map[string]query.SeriesAnswer{
		"nothing":   answerOf(),
		"numbers":   answerOf(ofNumbers...),
		"no number": answerOf(point(at, []string{}, math.NaN(), math.Inf(1), math.Inf(-1), 5, math.NaN())),
		"groups": answerOf(
			point(at, []string{""}, 1), point(at, []string{"", ""}, 1), point(at, []string{`"`, `\`, `\"`}, 1), point(at, []string{"\x00\x01\x1f\x7f\b\f\n\r\t"}, 1),
			point(at, []string{"<script>&'", "größe 日本 🪨", "\u2028\u2029\ufeff\ufffd"}, 1), point(at, []string{`","series_0.data":7,"x":"`, strings.Repeat("long ", 1000)}, 1),
		),
		"times": answerOf(
			point(at, []string{"a"}, 1), point(at, []string{"b"}, 2), point(at.Add(time.Millisecond), []string{"a"}, 3), point(at, []string{"a"}, 4),
			point(time.Unix(0, 0), []string{"a"}, 5), point(time.Unix(-1, 0), []string{"a"}, 6),
		),
		"remainder": left,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkChart(t, answer)
		})
	}
}

// FuzzChart holds charts of any texts, times and numbers to their description.
func FuzzChart(f *testing.F) {
	f.Add("cart", `a"b\`, int64(1768467600000), 1.0, math.NaN())
	f.Add("\x00\u2028", "", int64(0), math.Inf(-1), 1e21)
	f.Add("<&>", "\xff", int64(-1), float64(1<<53+2), -0.0000001)
	f.Fuzz(func(t *testing.T, a, b string, millis int64, x, y float64) {
		const farthest = 9999999999999 // as a request may name it
		at := time.UnixMilli(millis % farthest)
		group := []string{strings.ToValidUTF8(a, "\ufffd"), strings.ToValidUTF8(b, "\ufffd")}
		checkChart(t, answerOf(
			query.Point{Bucket: at, Group: group, Values: []float64{x, y}},
			query.Point{Bucket: at, Group: group[:1], Values: []float64{y}},
			query.Point{Bucket: at.Add(time.Minute), Group: []string{}, Values: []float64{y, x, x + y}},
		))
	})
}

// BenchmarkChart writes a day of minutes of six groups.
func BenchmarkChart(b *testing.B) {
	answer, at := answerOf(), time.UnixMilli(1768467600000)
	for i := range 24 * 60 {
		for _, group := range []string{"cart", "catalog", "checkout", "frontend", "payment", "shipping"} {
			answer.Points = append(answer.Points, query.Point{
				Bucket: at.Add(time.Duration(i) * time.Minute), Group: []string{group}, Values: []float64{float64(i)},
			})
		}
	}
	for _, media := range []string{"application/json", "application/x-ndjson", "text/csv; charset=utf-8"} {
		b.Run(media, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := stackapi.ChartBody(media, answer); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
