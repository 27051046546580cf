package explore

import (
	"time"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// SeriesScan asks for series that are read together: they share a table, a
// time range and their groups.
type SeriesScan struct {
	Target
	Step    time.Duration
	Phase   time.Duration // how long after whole multiples of Step buckets begin; less than Step
	GroupBy []Expr
	Series  []ScannedSeries
	// GroupsMax is how many groups to answer. The largest stay: by the sum of
	// the first series where that makes sense, else by its greatest number.
	GroupsMax int
}

// ScannedSeries is one series of a scan.
type ScannedSeries struct {
	Aggregate query.Aggregate
	Level     float64
	Field     Expr
	Where     Expr
	Metric    string // the name of the metric; only in tables of metrics
}

// SeriesResult is the answer to a SeriesScan. Points are in the order of time,
// then of groups; their values in the order of the scan's series.
type SeriesResult struct {
	Points    []query.Point
	Remainder *query.Remainder
	Stats     query.Stats
	// Apart is the places of series that can't be read together with the
	// others of the scan: nothing is known of them. Only scans of several
	// metrics, or of one under several conditions, have any.
	Apart []int
}

// Column is an expression and its name in the answer.
type Column struct {
	Name string
	Expr
}

// Order is one expression of an order.
type Order struct {
	Expr
	Descending bool
	Nulls      ql.Nulls
}

// RowScan asks for rows of a table.
type RowScan struct {
	Target
	Where   Expr
	Columns []Column // none: all
	// Order is empty for the order of time, which then is Descending or not.
	Order      []Order
	Descending bool
	Limit      int
	Offset     int
	BytesMax   int
	After      *Place // goes on behind a row; only in the order of time
	Digests    bool   // answer the digests of rows; only in the order of time
	// Roughly says that the range is a hint: rows a little beside it may come
	// too. No range is all of the time then.
	Roughly bool
}

// Place is where a row stands in the order of time: the rows of its instant
// are in the order of their digests, and it is behind Skip of those that have
// the same one. It stays when other rows are stored.
type Place struct {
	Nanoseconds int64  `json:"n"`
	Digest      uint64 `json:"d,omitempty"`
	Skip        int    `json:"s,omitempty"`
	Whole       bool   `json:"w,omitempty"` // behind all rows of the instant
}

// RowKey tells a row from others: rows with the same key are the same in all
// their columns.
type RowKey struct {
	Nanoseconds int64
	Digest      uint64
}

// RowResult is the answer to a RowScan.
type RowResult struct {
	Columns []string
	Rows    [][]query.Cell
	Keys    []RowKey // of the rows; digests are 0 unless they are asked for
	Last    *Place   // of the last row, when there are more
	More    bool
	// Truncated says that the rows ended at BytesMax.
	Truncated bool
	Stats     query.Stats
}

// FieldScan asks for the fields of a table.
type FieldScan struct {
	Target
	Where Expr
	Limit int // of the keys of each map
	Rows  int // about how many rows, the newest, are looked at; 0: the engine's own choice
}

// Field is something that can be asked for by its name.
type Field struct {
	Name  string   // in the Lucene-like language
	Known []string // other names of a column
	SQL   string   // in the SQL language
	Kind  string   // text, number, boolean, time, map, list
	Key   bool     // a key of a map
	Rows  uint64   // rows in which the key was met; 0 for columns, which every row has
}

// FieldResult is the answer to a FieldScan: columns first, then keys, the
// most frequent of each map first.
type FieldResult struct {
	Fields []Field
	Stats  query.Stats
}

// ValueScan asks for the values of a field.
type ValueScan struct {
	Target
	Where    Expr
	Field    Expr
	Contains string // only values with this text in them, in any letter case
	Limit    int
}

// ValueCount is a value and how many rows have it.
type ValueCount struct {
	Value string `json:"value"`
	Count uint64 `json:"count"`
}

// ValueResult is the answer to a ValueScan, the most frequent values first.
type ValueResult struct {
	Values []ValueCount
	Stats  query.Stats
}

// MetricScan asks for the metrics of one table of points.
type MetricScan struct {
	Target
	Where    Expr
	Contains string // only names with this text in them, in any letter case
	Limit    int
}

// Metric is a metric that can be charted.
type Metric struct {
	Name      string
	Type      string // as a series names it
	Unit      string
	Monotonic bool // a sum that never falls
}

// MetricResult is the answer to a MetricScan, in the order of names; types
// are left to the caller, who knows the table.
type MetricResult struct {
	Metrics []Metric
	Stats   query.Stats
}
