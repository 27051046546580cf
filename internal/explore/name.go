package explore

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// How long it is known that a name is there, and that it is not; how many names
// of a question are looked up; how many others are proposed, and of how many rows.
const (
	knownNameMax    = 10 * time.Minute
	unknownNameMax  = 30 * time.Second
	lookedUpMax     = 20
	suggestionsMax  = 3
	suggestKeysMax  = 500
	suggestRowsMax  = 10_000
	namesKeptMax    = 10_000
	suggestDistance = 3 // a third of a name may be written in another way
)

// NameScan asks which keys texts have without the maps that they are in.
type NameScan struct {
	Target
	Columns []Column // whose names are no keys
	Exprs   []Expr
}

// names returns the texts of a scan that may have names.
func (s *SeriesScan) names() NameScan {
	exprs := append([]Expr{s.Filter}, s.GroupBy...)
	for _, series := range s.Series {
		exprs = append(exprs, series.Where)
		if series.Metric == "" { // the value of a metric's point has no other name, whatever the columns are
			exprs = append(exprs, series.Field)
		}
	}
	return NameScan{Target: s.Target, Exprs: exprs}
}

// names returns the texts of a scan that may have names.
func (s *RowScan) names() NameScan {
	exprs := []Expr{s.Filter, s.Where}
	for _, column := range s.Columns {
		exprs = append(exprs, column.Expr)
	}
	for _, order := range s.Order {
		exprs = append(exprs, order.Expr)
	}
	return NameScan{Target: s.Target, Columns: s.Columns, Exprs: exprs}
}

// namesOf returns the texts of scans of one selection that may have names.
func namesOf(scans []ValueScan) NameScan {
	names := NameScan{Target: scans[0].Target, Exprs: []Expr{scans[0].Where}}
	for _, scan := range scans {
		names.Exprs = append(names.Exprs, scan.Field)
	}
	return names
}

// BareName is a key that was written without its map.
type BareName struct {
	Name string
	Path string // of the text that has it
}

// nameDesk remembers which names records have.
type nameDesk struct {
	mu   sync.Mutex
	seen map[nameKey]nameState
}

type nameKey struct{ team, table, name, scope string }

type nameState struct {
	isKnown bool
	during  query.TimeRange // in which it was looked for
	until   time.Time
}

// holds reports whether what is remembered says something about a time: a name
// that is nowhere in a day may be in the week, and one of the week nowhere in the
// day. Times that go along with the clock are the same for as long as a name is
// remembered.
func (s nameState) holds(during query.TimeRange, now time.Time) bool {
	if s.isKnown {
		return now.Before(s.until) && isWithin(s.during, query.TimeRange{From: during.From.Add(-knownNameMax), To: during.To})
	}
	return now.Before(s.until) && isWithin(during, query.TimeRange{From: s.during.From, To: s.during.To.Add(unknownNameMax)})
}

func isWithin(inner, outer query.TimeRange) bool {
	return !inner.From.Before(outer.From) && !inner.To.After(outer.To)
}

// warnings returns which names of the texts no record of the time has. That it
// can't be found out is no reason to answer nothing.
func (q *Queries) warnings(ctx context.Context, scan NameScan) []query.Warning {
	bare, err := q.Engine.BareNames(ctx, scan)
	if err != nil {
		return nil
	}
	var warnings []query.Warning
	for _, name := range bare[:min(len(bare), lookedUpMax)] {
		if q.isKnown(ctx, scan.Target, name.Name) {
			continue
		}
		newest := q.newestNames(ctx, scan.Target)
		if slices.ContainsFunc(newest, func(names []string) bool { return names[0] == name.Name }) { // it came since it was looked for
			continue
		}
		warnings = append(warnings, query.Warning{Path: name.Path, Name: name.Name, Suggestions: nearest(name.Name, newest)})
	}
	return warnings
}

// AlertWarnings returns which names of what an alert watches no record of the
// time has.
func (q *Queries) AlertWarnings(ctx context.Context, reads *AlertReads, question AlertQuestion) []query.Warning {
	plan := reads.planAlerts(ctx, []AlertQuestion{question})
	var warnings []query.Warning
	for _, shared := range plan.scans {
		warnings = append(warnings, q.warnings(ctx, shared.scan.names())...)
	}
	for _, task := range plan.apart {
		task.scan.Series = task.series
		warnings = append(warnings, q.warnings(ctx, task.scan.names())...)
	}
	return warnings
}

// isKnown reports whether a record of the time has the name, or whether that is
// not known.
func (q *Queries) isKnown(ctx context.Context, target Target, name string) bool {
	scope, err := scopeOf(ctx)
	if err != nil {
		return true
	}
	key := nameKey{target.TeamID, target.Table, name, scope.text()}
	if state := q.names.state(key); state.holds(target.Range, q.Now()) {
		return state.isKnown
	}
	found, err := q.Engine.HasName(ctx, target, name)
	if err != nil {
		return true
	}
	q.names.note(key, nameState{isKnown: found, during: target.Range}, q.Now())
	return found
}

func (d *nameDesk) state(key nameKey) nameState {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen[key]
}

func (d *nameDesk) note(key nameKey, state nameState, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen == nil || len(d.seen) >= namesKeptMax {
		d.seen = map[nameKey]nameState{}
	}
	state.until = now.Add(unknownNameMax)
	if state.isKnown {
		state.until = now.Add(knownNameMax)
	}
	d.seen[key] = state
}

// newestNames returns the names that the newest records have. The other names of
// a column follow its own.
func (q *Queries) newestNames(ctx context.Context, target Target) [][]string {
	found, err := q.Engine.Fields(ctx, FieldScan{Target: target, Limit: suggestKeysMax, Rows: suggestRowsMax})
	if err != nil {
		return nil
	}
	var names [][]string
	for _, field := range found.Fields {
		_, key, _ := strings.Cut(field.Name, ".")
		if !field.Key {
			key = field.Name
		}
		names = append(names, append([]string{key}, field.Known...))
	}
	return names
}

// nearest returns the names that one was likely meant to be, the nearest first, and
// of those of one column only the nearest.
func nearest(name string, fields [][]string) []string {
	wanted := strings.ToLower(name)
	distances := map[string]int{}
	for _, names := range fields {
		candidate := slices.MinFunc(names, func(a, b string) int { return apart(wanted, a) - apart(wanted, b) })
		if d := apart(wanted, candidate); d <= max(1, len(wanted)/suggestDistance) {
			distances[candidate] = d
		}
	}
	near := slices.SortedFunc(maps.Keys(distances), func(a, b string) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a, b))
	})
	return append([]string{}, near[:min(len(near), suggestionsMax)]...)
}

// apart returns how far a name is from the wanted one, which may be a part of it.
func apart(wanted, candidate string) int {
	other := strings.ToLower(candidate)
	if strings.HasSuffix(other, "."+wanted) || strings.HasPrefix(other, wanted+".") || strings.HasPrefix(other, wanted+"_") {
		return 1
	}
	return distance(wanted, other)
}

// distance returns how many letters have to be added, removed, changed or swapped
// with the next one to make one text the other.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			changed := last[j]
			if a[i] != b[j] {
				changed++
			}
			row[j+1] = min(changed, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
