package query

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of questions about fields, neighbours and traces.
const (
	FieldKeysMax     = 1000 // keys of one map
	FieldKeysDefault = 200
	ValueFieldsMax   = 20 // fields whose values are asked for at once
	ValuesMax        = 1000
	ValuesDefault    = 20
	MetricsMax       = 1000
	MetricsDefault   = 200
	ContainsBytesMax = 256
	NeighboursMax    = 1000 // rows on each side
	NeighboursGiven  = 50
	SpansMax         = 10_000 // of one trace
	TraceLogsMax     = 2000
)

// Selection is the rows that a question is about.
type Selection struct {
	SourceID string
	Range    TimeRange // zero: the last SearchRangeDefault
	Where    string
	Language Language // of Where; empty: Lucene
}

// Check returns an Invalid fault that names every rule that the selection
// breaks.
func (s Selection) Check() error {
	var rules fault.Rules
	s.check(&rules)
	return rules.Err()
}

func (s Selection) check(rules *fault.Rules) {
	rules.Check(len(s.Where) <= WhereBytesMax, "where", "max_length", "must be at most %d bytes", WhereBytesMax)
	rules.Check(s.Language == "" || s.Language == Lucene || s.Language == SQL, "whereLanguage", "enum", "must be lucene or sql")
}

// FieldsQuery asks for the fields of rows.
type FieldsQuery struct {
	Selection
	Keys       int        // of each map; 0: FieldKeysDefault
	MetricType MetricType // of a metric source: whose points; empty for events
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q FieldsQuery) Check() error {
	var rules fault.Rules
	q.check(&rules)
	rules.Check(q.Keys >= 0 && q.Keys <= FieldKeysMax, "limit", "range", "must be between 1 and %d", FieldKeysMax)
	rules.Check(q.MetricType == "" || slices.Contains(MetricTypes(), q.MetricType), "metricDataType", "enum", "must be one of %s", Words(MetricTypes()))
	return rules.Err()
}

// ValuesQuery asks for the most frequent values of fields.
type ValuesQuery struct {
	Selection
	Fields   []string // names as in a condition, or SQL expressions
	Contains string   // only values with this text in them
	Limit    int      // 0: ValuesDefault
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q ValuesQuery) Check() error {
	var rules fault.Rules
	q.check(&rules)
	rules.Check(len(q.Fields) >= 1, "fields", "min_items", "must have at least 1 item")
	rules.Check(len(q.Fields) <= ValueFieldsMax, "fields", "max_items", "must have at most %d items", ValueFieldsMax)
	for i, field := range q.Fields {
		rules.Check(strings.TrimSpace(field) != "", fmt.Sprintf("fields.%d", i), "required", "is required")
	}
	rules.Check(len(q.Contains) <= ContainsBytesMax, "contains", "max_length", "must be at most %d bytes", ContainsBytesMax)
	rules.Check(q.Limit >= 0 && q.Limit <= ValuesMax, "limit", "range", "must be between 1 and %d", ValuesMax)
	return rules.Err()
}

// MetricsRangeDefault is the time that is looked at for metrics; many report
// no more than once in some minutes.
const MetricsRangeDefault = time.Hour

// MetricsQuery asks for the metrics of a source.
type MetricsQuery struct {
	Selection        // zero range: the last MetricsRangeDefault
	Contains  string // only names with this text in them
	Limit     int    // 0: MetricsDefault
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q MetricsQuery) Check() error {
	var rules fault.Rules
	q.check(&rules)
	rules.Check(len(q.Contains) <= ContainsBytesMax, "contains", "max_length", "must be at most %d bytes", ContainsBytesMax)
	rules.Check(q.Limit >= 0 && q.Limit <= MetricsMax, "limit", "range", "must be between 1 and %d", MetricsMax)
	return rules.Err()
}

// AroundQuery asks for the rows before and after an instant.
type AroundQuery struct {
	Selection // its range is not used
	At        time.Time
	Select    string
	Before    int
	After     int
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q AroundQuery) Check() error {
	var rules fault.Rules
	q.check(&rules)
	checkInstant(&rules, "timestamp", q.At)
	rules.Check(len(q.Select) <= SelectBytesMax, "select", "max_length", "must be at most %d bytes", SelectBytesMax)
	rules.Check(q.Before >= 0 && q.Before <= NeighboursMax, "before", "range", "must be between 0 and %d", NeighboursMax)
	rules.Check(q.After >= 0 && q.After <= NeighboursMax, "after", "range", "must be between 0 and %d", NeighboursMax)
	return rules.Err()
}
