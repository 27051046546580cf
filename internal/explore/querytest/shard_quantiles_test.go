package querytest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// How many records there are of a service in each hour: values of few and most make
// exact quantiles, and of more each is rounded.
const (
	fewValues  = 60
	mostValues = 8192
	tooMany    = 9001
)

// quantileRows are the records of two hours, and what the values of each hour and
// service are. Some are no numbers, and some are infinite.
func quantileRows() (rows []logRow, values map[string][]float64) {
	random := rand.New(rand.NewPCG(5, 8))
	values = map[string][]float64{}
	add := func(hour int, service, text string) {
		rows = append(rows, logRow{
			at: shopTime(1).Add(time.Duration(hour)*time.Hour + time.Duration(random.IntN(3_599_000))*time.Millisecond), service: service,
			severity: pick(random, "info", "error"), attributes: map[string]string{"took": text},
		})
		if number, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(number, 0) && !math.IsNaN(number) {
			key := fmt.Sprint(hour, " ", service)
			values[key] = append(values[key], number)
		}
	}
	for service, count := range map[string]int{"few": fewValues, "most": mostValues, "too many": tooMany} {
		for i := range 2 * count {
			number := pick(random, float64(random.IntN(200)), random.ExpFloat64()*400, -random.Float64())
			add(i%2, service, strconv.FormatFloat(number, 'g', -1, 64))
		}
		for _, text := range []string{"", "none", "Inf", "-Inf", "NaN"} {
			add(0, service, text)
		}
	}
	add(1, "no numbers", "none")
	add(1, "one", "7")
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return rows, values
}

// TestQuantilesOfShards asks for quantiles of values that are spread over three shards.
// They are the quantiles of all values, and those that one engine answers, in every way
// of asking.
func TestQuantilesOfShards(t *testing.T) {
	t.Parallel()
	rows, values := quantileRows()
	alone := newTeam(t, read.Options{})
	insertLogs(t, alone.client, alone.id, rows)
	shards := newTeamOn(t, enginetest.ClusterClient(t, enginetest.Cluster(t)), enginetest.NewTeamID(), read.Options{})
	for part := range slices.Chunk(rows, 2000) {
		insertLogs(t, shards.client, shards.id, part)
	}
	ways := map[string]*team{
		"each of them": shards,
		"each, and one of them where there are many values": existingTeam(t, shards.client, shards.id, read.Options{SampleValues: mostValues}),
		"one of them": existingTeam(t, shards.client, shards.id, read.Options{NoApart: true}),
	}
	for _, chart := range quantileCharts() {
		want := alone.chartOfLogs(t, chart)
		for way, x := range ways {
			if got := x.chartOfLogs(t, chart); got != want {
				t.Errorf("asking %s: %+v\ngot  %.2000s\nwant %.2000s", way, chart.Series, got, want)
			}
		}
	}
	for _, at := range []float64{0, 0.5, 0.99, 1} {
		for way, x := range ways {
			checkQuantiles(t, x, way, at, values)
		}
	}
}

// quantileCharts are charts with quantiles of the same values, of others, and with other
// numbers beside them.
func quantileCharts() (charts []query.SeriesQuery) {
	of := func(at float64, where string, groups ...string) query.Series {
		return query.Series{Aggregate: query.Quantile, Level: level(at), Field: "LogAttributes['took']", Where: where, GroupBy: groups}
	}
	other := func(aggregate query.Aggregate, groups ...string) query.Series {
		return query.Series{Aggregate: aggregate, Field: "LogAttributes['took']", GroupBy: groups}
	}
	for _, series := range [][]query.Series{
		{of(0.5, ""), of(0.95, ""), of(0.99, "")},
		{of(0.9, "", "ServiceName"), of(0.1, "", "ServiceName")},
		{of(0.9, "SeverityText:error", "ServiceName"), of(0.9, "SeverityText:info", "ServiceName"), other(query.Maximum, "ServiceName")},
		{of(0.75, `ServiceName:"few"`), other(query.Count), other(query.Average)},
		{of(0.5, `ServiceName:"no numbers"`)},
		{of(0.5, `ServiceName:"nobody"`, "ServiceName")},
	} {
		for _, granularity := range []query.Granularity{"1m", "1h"} {
			charts = append(charts, query.SeriesQuery{
				Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(2 * time.Hour)}, Granularity: granularity, Series: series,
			})
		}
	}
	return charts
}

// chartOfLogs asks for a chart of the team's log records.
func (x *team) chartOfLogs(t *testing.T, chart query.SeriesQuery) string {
	t.Helper()
	chart.Series = slices.Clone(chart.Series)
	for i := range chart.Series {
		chart.Series[i].SourceID = x.logs()
	}
	return x.chart(t, chart)
}

// checkQuantiles compares the quantiles of hours and services with those of the values.
func checkQuantiles(t *testing.T, x *team, way string, at float64, values map[string][]float64) {
	t.Helper()
	answer, err := x.queries.Series(x.ctx, query.SeriesQuery{
		Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(2*time.Hour - time.Second)}, Granularity: "1h",
		Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Quantile, Level: level(at), Field: "LogAttributes['took']", GroupBy: []string{"ServiceName"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, point := range answer.Points {
		key := fmt.Sprint(int(point.Bucket.Sub(shopTime(1)).Hours()), " ", strings.Join(point.Group, ""))
		all := slices.Sorted(slices.Values(values[key]))
		if len(all) == 0 {
			continue
		}
		found++
		exact, got := quantileOf(all, at), point.Values[0]
		off := 0.0
		if len(all) > mostValues {
			off = math.Abs(exact) * 0.005
		}
		if math.Abs(got-exact) > off+1e-9 {
			t.Errorf("asking %s: quantile %g of %d values of %s is %g, want %g", way, at, len(all), key, got, exact)
		}
	}
	if found != len(values) {
		t.Errorf("asking %s: quantiles of %d hours and services, want %d", way, found, len(values))
	}
}

// quantileOf returns a quantile of values in their order.
func quantileOf(values []float64, at float64) float64 {
	position := at * float64(len(values)-1)
	lower := int(position)
	upper := min(lower+1, len(values)-1)
	return values[lower] + (values[upper]-values[lower])*(position-float64(lower))
}
