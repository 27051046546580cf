package stackapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// chartRequest asks for numbers over time.
type chartRequest struct {
	httpx.Wholeness
	seriesRequest
}

// seriesRequest is the series of a chart.
type seriesRequest struct {
	Body struct {
		Series           []chartSeries `json:"series" minItems:"1" maxItems:"5" doc:"The series, all with the same groupBy. Those that share a source are read in one scan."`
		StartTime        int64         `json:"startTime" minimum:"1000000000000" maximum:"9999999999999" doc:"First instant, in epoch milliseconds."`
		EndTime          int64         `json:"endTime" minimum:"1000000000000" maximum:"9999999999999" doc:"Last instant, in epoch milliseconds; it is included."`
		Granularity      string        `json:"granularity,omitempty" enum:"30s,1m,5m,10m,15m,30m,1h,2h,6h,12h,1d,2d,7d,30d,auto,total" default:"auto" doc:"Width of a bucket. auto makes at most 60 buckets, total one of the whole range."`
		Fill             string        `json:"fill,omitempty" enum:"none,zero" default:"none" doc:"Value of a bucket without rows."`
		SeriesLimit      int           `json:"seriesLimit,omitempty" minimum:"1" maximum:"1000" default:"1000" doc:"How many groups to return at most; the largest are kept."`
		SeriesReturnType string        `json:"seriesReturnType,omitempty" enum:"ratio,column" doc:"column: plain rows of one series after the other, with __hdx_time_bucket, series_0 and a column for each expression of groupBy, in JSON only. ratio or absent: points."`
	}
}

// chartSeries is one series of a chart.
type chartSeries struct {
	SourceID       string          `json:"sourceId" doc:"The source that is read."`
	AggFn          query.Aggregate `json:"aggFn" doc:"How the rows of a bucket become a number. none takes field as an expression that already aggregates."`
	Level          *float64        `json:"level,omitempty" minimum:"0" maximum:"1" doc:"Level of a quantile; 0.5 when absent."`
	Field          string          `json:"field,omitempty" maxLength:"8192" doc:"SQL expression that is aggregated; not needed for count."`
	Where          string          `json:"where" maxLength:"8192" doc:"Condition on rows; empty for all."`
	WhereLanguage  string          `json:"whereLanguage,omitempty" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
	GroupBy        []string        `json:"groupBy" maxItems:"10" doc:"SQL expressions; one series for each combination of their values."`
	MetricDataType string          `json:"metricDataType,omitempty" enum:"gauge,sum,histogram,exponential histogram,summary" doc:"Type of the metric; needed for a metric source."`
	MetricName     string          `json:"metricName,omitempty" maxLength:"1024" doc:"Name of the metric; field names it when absent."`
	DataSource     string          `json:"dataSource,omitempty" enum:"events,metrics" doc:"Accepted for older clients; it has no effect."`
	SortOrder      string          `json:"sortOrder,omitempty" enum:"asc,desc" doc:"Accepted for older clients; it has no effect."`
}

// ChartNumbers is the numbers of one bucket and group; a series without rows
// there is absent, and null where its number is infinite or none of its values
// is finite.
type ChartNumbers struct {
	Series0 *ChartNumber `json:"series_0.data,omitempty" nullable:"true"`
	Series1 *ChartNumber `json:"series_1.data,omitempty" nullable:"true"`
	Series2 *ChartNumber `json:"series_2.data,omitempty" nullable:"true"`
	Series3 *ChartNumber `json:"series_3.data,omitempty" nullable:"true"`
	Series4 *ChartNumber `json:"series_4.data,omitempty" nullable:"true"`
}

// ChartNumber is a number of a chart; JSON has null for one that is not
// finite.
type ChartNumber float64

// MarshalJSON implements json.Marshaler.
func (n ChartNumber) MarshalJSON() ([]byte, error) {
	if !query.HasValue(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// chartPoint is one bucket of one group.
type chartPoint struct {
	Bucket int64    `json:"ts_bucket" doc:"Start of the bucket, in epoch milliseconds."`
	Group  []string `json:"group" doc:"Values of groupBy, in its order."`
	ChartNumbers
}

// chartMeta says what an answer cost and what it leaves out.
type chartMeta struct {
	RowsRead    uint64          `json:"rowsRead" doc:"Rows that the engine read."`
	BytesRead   uint64          `json:"bytesRead" doc:"Bytes that the engine read, uncompressed."`
	ElapsedMS   float64         `json:"elapsedMs" doc:"Time in the engine."`
	Truncated   bool            `json:"truncated" doc:"Whether groups were left out; remainder says how many."`
	StepSeconds int64           `json:"stepSeconds" doc:"Width of a bucket."`
	NonFinite   uint64          `json:"nonFinite" doc:"How many values of the series were not finite: NaN or infinite. They take part in no sum, average or quantile."`
	Scans       []chartScan     `json:"scans" doc:"Which series were read together, and what their group means."`
	Remainder   *chartRemainder `json:"remainder,omitempty" doc:"What was left out, when there are more groups than the answer may hold."`

	Warnings []stackwire.Warning `json:"warnings,omitempty" doc:"Warnings about the result, such as names that no record has."`
	stackwire.Missing
}

type chartScan struct {
	Series  []int    `json:"series" doc:"Indices of the series."`
	GroupBy []string `json:"groupBy"`
}

type chartRemainder struct {
	Groups int `json:"groups" doc:"Groups that were left out."`
	ChartNumbers
}

type chartReply = httpx.Formatted[[]httpx.AnyOf[chartRows], chartMeta]

func (a *API) queryChart(ctx context.Context, in *chartRequest, media string) (chartReply, error) {
	if err := in.checkGroupBy(); err != nil {
		return chartReply{}, err
	}
	ctx, missing := reading(ctx, in.Wholeness, media)
	answer, err := a.queries.Series(ctx, in.query())
	if err != nil {
		return chartReply{}, err
	}
	meta := chartMetaOf(answer)
	meta.Missing = missing()
	if in.Body.SeriesReturnType == returnColumns && media == mediaJSON {
		raw, err := jsonRaw(columnRows(answer), meta)
		return chartReply{Raw: raw}, err
	}
	raw, err := chartRaw(media, answer, meta)
	return chartReply{Raw: raw}, err
}

func (r *seriesRequest) query() query.SeriesQuery {
	b := r.Body
	q := query.SeriesQuery{
		Range:       query.TimeRange{From: time.UnixMilli(b.StartTime), To: time.UnixMilli(b.EndTime)},
		Granularity: query.Granularity(b.Granularity), Fill: query.Fill(b.Fill), Groups: b.SeriesLimit,
	}
	for _, s := range b.Series {
		q.Series = append(q.Series, query.Series{
			SourceID: s.SourceID, Aggregate: s.AggFn, Level: s.Level, Field: s.Field, Where: s.Where,
			Language: query.Language(s.WhereLanguage), GroupBy: s.GroupBy, MetricType: query.MetricType(s.MetricDataType), MetricName: s.MetricName,
		})
	}
	return q
}

func numbersOf(values []float64) ChartNumbers {
	var n ChartNumbers
	places := [query.SeriesMax]**ChartNumber{&n.Series0, &n.Series1, &n.Series2, &n.Series3, &n.Series4}
	for i := range values {
		if query.HasNumber(values[i]) {
			number := ChartNumber(values[i])
			*places[i] = &number
		}
	}
	return n
}

func chartMetaOf(answer query.SeriesAnswer) chartMeta {
	meta := chartMeta{
		RowsRead: answer.Stats.RowsRead, BytesRead: answer.Stats.BytesRead, ElapsedMS: stackwire.Milliseconds(answer.Stats.Elapsed),
		StepSeconds: int64(answer.Step.Seconds()), Truncated: answer.Remainder != nil, NonFinite: answer.NonFinite,
		Warnings: stackwire.ShowWarnings(answer.Warnings),
	}
	for _, scan := range answer.Scans {
		meta.Scans = append(meta.Scans, chartScan{Series: scan.Series, GroupBy: append([]string{}, scan.GroupBy...)})
	}
	if left := answer.Remainder; left != nil {
		meta.Remainder = &chartRemainder{Groups: left.Groups, ChartNumbers: numbersOf(left.Values)}
	}
	return meta
}
