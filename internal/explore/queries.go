package explore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// SourceStore keeps the sources of teams. A source that does not exist, or
// belongs to another team, is NotFound.
type SourceStore interface {
	SourceByID(ctx context.Context, teamID, id string) (stack.Source, error)
	SourcesOf(ctx context.Context, teamID string) ([]stack.Source, error)
}

// Engine reads telemetry. A question that breaks a rule of the tables (an
// unknown column, types that do not fit) is Invalid, with the place of the
// expression; one that needs more than its limits allow is Invalid too; an
// engine that is away is Unavailable.
type Engine interface {
	// Series returns one number for each bucket, group and series.
	Series(ctx context.Context, scan SeriesScan) (SeriesResult, error)
	// SeriesSQL returns the statements that Series begins with, their values
	// written out. It runs none of them.
	SeriesSQL(ctx context.Context, scan SeriesScan) ([]string, error)
	// CheckSeries returns an Invalid fault unless the scan can be compiled. It
	// does not ask the engine.
	CheckSeries(scan SeriesScan) error
	// Rows returns rows in their order.
	Rows(ctx context.Context, scan RowScan) (RowResult, error)
	// Fields returns what can be asked for in a table.
	Fields(ctx context.Context, scan FieldScan) (FieldResult, error)
	// Values returns the most frequent values of an expression.
	Values(ctx context.Context, scan ValueScan) (ValueResult, error)
	// BareNames returns the keys that texts have without their maps. It does not
	// ask the engine.
	BareNames(ctx context.Context, scan NameScan) ([]BareName, error)
	// HasName reports whether a record of the target's time has a key.
	HasName(ctx context.Context, target Target, name string) (bool, error)
	// Metrics returns the metrics whose points a table holds.
	Metrics(ctx context.Context, scan MetricScan) (MetricResult, error)
	// Exemplars returns exemplars of the points of a metric.
	Exemplars(ctx context.Context, scan ExemplarScan) (ExemplarResult, error)
}

// Queries is the use cases of charts and searches. It checks a question,
// finds the source that it is about in the caller's team, parses its texts
// into the trees of internal/ql, and hands those to the engine: no text
// of a user goes any further.
type Queries struct {
	Sources SourceStore
	Engine  Engine
	Now     func() time.Time

	tails tailDesk
	names nameDesk
}

// Expr is a parsed text and its place in the request. A nil Node means that
// there is none.
type Expr struct {
	Node ql.Node
	Path string
}

// Target is the table that a question is about, and the time.
type Target struct {
	TeamID     string
	Table      string // its logical name
	Implicit   []Expr // what words without a field are looked up in
	Filter     Expr   // restricts the table for everyone; may be nil
	SampleRate Expr   // how many spans a span stands for; may be nil
	Range      query.TimeRange
	Exact      bool  // names are columns, or keys below them, and nothing else
	Scope      Scope // put in by ScopedEngine
}
