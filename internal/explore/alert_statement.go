package explore

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// readStatement returns an alert on a raw SQL tile. A tile over time is asked
// once; one that shows a number is asked for each window.
func (r *AlertReads) readStatement(ctx context.Context, task alertTask) AlertAnswer {
	answer := AlertAnswer{Index: task.index, Watch: task.what.AlertWatch, SharedBy: 1}
	if r.SQL == nil || task.question.Phase != 0 {
		answer.Err = fault.New(fault.Invalid, "an alert on a raw SQL tile can't have a schedule of its own, and needs raw SQL tiles to be allowed")
		return answer
	}
	step, q := task.question.Step, task.question
	if !task.what.single {
		step = q.Range.To.Sub(q.Range.From).Round(q.Step)
	}
	for from := q.Range.From; from.Before(q.Range.To); from = from.Add(step) {
		rows, err := r.runTile(ctx, task, query.Until(from, from.Add(step)))
		if err != nil {
			answer.Err = err
			return answer
		}
		answer.Stats.Add(rows.Stats)
		read := statementReader{rows: rows, from: from, step: q.Step, single: task.what.single}
		if answer.Err = read.check(); answer.Err != nil {
			return answer
		}
		points, groupBy := read.points()
		answer.Points, answer.Watch.GroupBy = append(answer.Points, points...), groupBy
		answer.NonFinite = read.nonFinite(answer.NonFinite)
	}
	return answer
}

func (r *AlertReads) runTile(ctx context.Context, task alertTask, during query.TimeRange) (StatementResult, error) {
	raw := task.what.raw
	answer, err := r.SQL.Run(ctx, task.question.Alert.TeamID, SQLQuery{
		ConnectionID: raw.ConnectionID, SourceID: raw.SourceID, Template: raw.SQLTemplate,
		Range: during, Granularity: task.question.Alert.Interval.Granularity(), Exact: true,
	})
	if err == nil && answer.Truncated {
		err = fault.New(fault.Invalid, "the tile returns too many rows to be watched: group by less")
	}
	return answer.StatementResult, err
}

// statementReader reads values from the rows of a statement: the last number
// of a row, or its last boolean where there is none, is its value; its first
// time says which window it is of, and what else it has are its groups.
type statementReader struct {
	rows   StatementResult
	from   time.Time
	step   time.Duration
	single bool
}

// check returns an Invalid fault for rows that can never have a value. No rows
// are none, and a column of nothing but NULL might be one of numbers.
func (s statementReader) check() error {
	value, at, _ := s.columns()
	switch {
	case len(s.rows.Rows) == 0 || slices.ContainsFunc(s.indexes(), s.isNull):
		return nil
	case value < 0:
		return fault.New(fault.Invalid, "the tile returns no number")
	case at < 0 && !s.single:
		return fault.New(fault.Invalid, "the tile returns no time")
	}
	return nil
}

func (s statementReader) indexes() []int {
	all := make([]int, len(s.rows.Columns))
	for i := range all {
		all[i] = i
	}
	return all
}

// isNull reports whether all values of a column are NULL.
func (s statementReader) isNull(column int) bool {
	return !slices.ContainsFunc(s.rows.Rows, func(row []query.Cell) bool {
		return !row[column].Literal || row[column].Text != "null"
	})
}

func (s statementReader) points() ([]AlertPoint, []string) {
	value, at, groups := s.columns()
	var names []string
	for _, column := range groups {
		names = append(names, s.rows.Columns[column].Name)
	}
	if value < 0 {
		return nil, names
	}
	var points []AlertPoint
	for _, row := range s.rows.Rows {
		number, err := numberOf(row[value])
		window, ok := s.window(row, at)
		if err != nil || !query.HasNumber(number) || !ok {
			continue
		}
		point := AlertPoint{Window: window, Value: number}
		for _, column := range groups {
			point.Group = append(point.Group, row[column].Text)
		}
		points = append(points, point)
	}
	return points, names
}

// nonFinite adds how many values are not finite to counts by windows.
func (s statementReader) nonFinite(counts map[int64]uint64) map[int64]uint64 {
	value, at, _ := s.columns()
	if value < 0 {
		return counts
	}
	for _, row := range s.rows.Rows {
		number, err := numberOf(row[value])
		if window, ok := s.window(row, at); ok && err == nil && !query.HasValue(number) {
			counts = withCount(counts, window.Unix(), 1)
		}
	}
	return counts
}

// columns returns which columns hold the value, the time and the groups; -1
// where there is none.
func (s statementReader) columns() (value, at int, groups []int) {
	value, at = s.last("number"), -1
	if value < 0 {
		value = s.last("boolean")
	}
	for i := range s.rows.Columns {
		kind := s.kind(i)
		if kind == "time" && at < 0 {
			at = i
		}
		if i != value && i != at && kind != "number" && !s.single {
			groups = append(groups, i)
		}
	}
	return value, at, groups
}

// last returns the last column of a kind, -1 if there is none.
func (s statementReader) last(kind string) int {
	for i := len(s.rows.Columns) - 1; i >= 0; i-- {
		if s.kind(i) == kind {
			return i
		}
	}
	return -1
}

// kind returns the kind of a column. Where only the values tell, it is one of
// numbers if all values are.
func (s statementReader) kind(column int) string {
	kind := s.rows.Columns[column].Kind
	if kind != "any" {
		return kind
	}
	for _, row := range s.rows.Rows {
		if row[column].Text == "null" {
			continue
		}
		if _, err := strconv.ParseFloat(row[column].Text, 64); err != nil {
			return "any"
		}
		kind = "number"
	}
	return kind
}

// numberOf returns the number of a cell; a boolean is 0 or 1.
func numberOf(cell query.Cell) (float64, error) {
	switch cell.Text {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	return strconv.ParseFloat(cell.Text, 64)
}

// window returns the beginning of the window of a row.
func (s statementReader) window(row []query.Cell, at int) (time.Time, bool) {
	if s.single {
		return s.from, true
	}
	if at < 0 {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, row[at].Text)
	return t.Truncate(s.step), err == nil
}
