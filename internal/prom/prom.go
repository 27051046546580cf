// Package prom is PromQL over the metrics of teams: Prometheus' own engine
// above the tables of points, whether those came by OTLP or by remote write.
package prom

import (
	"context"
	"time"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/util/annotations"
)

// Question is an expression and when it is evaluated.
type Question struct {
	Expr     string
	From, To time.Time     // the same for an instant
	Step     time.Duration // zero: an instant
	// LookBack is how old the last sample of a series may be; zero: the default.
	LookBack time.Duration
	// Timeout bounds the evaluation; zero or more than the limit: the limit.
	Timeout time.Duration
	// Limit is how many series the result has at most; zero: all.
	Limit int
}

// Result is the value of an expression.
type Result struct {
	Value     parser.Value // promql.Matrix, Vector, Scalar or String
	Warnings  annotations.Annotations
	Truncated bool // by Question.Limit
	Samples   int  // that were looked at
}

// Selection is series of some time.
type Selection struct {
	// Matchers are sets of conditions; a series of any of them is selected. None:
	// all series.
	Matchers [][]*labels.Matcher
	From, To time.Time // zero: as far as telemetry is kept, and now
	Limit    int       // zero: all
}

// Metadata describes a metric under its Prometheus name.
type Metadata struct {
	Type string `json:"type"` // counter, gauge, histogram, summary, …, unknown
	Help string `json:"help"`
	Unit string `json:"unit"`
}

// MetadataQuestion asks for descriptions of metrics.
type MetadataQuestion struct {
	Metric    string // empty: all
	Limit     int    // of metrics; negative: all
	PerMetric int    // descriptions of one metric; zero or negative: all
}

// Questions is what can be asked of the team of a context's caller. All return
// an Invalid fault for what can't be asked, and a Forbidden one for who may not.
type Questions interface {
	// Query evaluates an expression. A text that can't be parsed is a *ParseError.
	Query(ctx context.Context, q Question) (Result, error)
	// Series returns the label sets of series, sorted.
	Series(ctx context.Context, s Selection) ([]labels.Labels, annotations.Annotations, error)
	// LabelNames returns the names of labels, sorted.
	LabelNames(ctx context.Context, s Selection) ([]string, annotations.Annotations, error)
	// LabelValues returns the values of a label, sorted.
	LabelValues(ctx context.Context, name string, s Selection) ([]string, annotations.Annotations, error)
	// Metadata returns descriptions by the names of metrics.
	Metadata(ctx context.Context, q MetadataQuestion) (map[string][]Metadata, error)
	// Exemplars returns the exemplars of the series that an expression selects, and
	// a warning where there are more than the newest ones that it returns. Zero times
	// are as far as telemetry is kept, and now.
	Exemplars(ctx context.Context, expr string, from, to time.Time) ([]exemplar.QueryResult, annotations.Annotations, error)
}
