package explore

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Tiles is the use case of tiles: it reads what one shows. There is one
// reading of a tile: alerts take their values from the same code. Queries is
// required.
type Tiles struct {
	Queries *Queries
	SQL     *SQLTiles // nil: there are no raw SQL tiles
	PromQL  PromQL    // nil: there are no PromQL tiles
	Labels  PromLabels
}

// TileQuestion asks for what a tile shows over a time range.
type TileQuestion struct {
	Config      stack.Config
	Range       query.TimeRange
	Granularity query.Granularity // of tiles over time; empty: auto
	Filters     []TileFilter      // of the dashboard
	Variables   []SQLVariable     // of the dashboard
	SQL         bool              // return the statements too
	Exemplars   bool              // return exemplars too, of metrics over time
}

// TileFilter narrows a tile: to chosen values of an expression, or to what a
// condition says.
type TileFilter struct {
	Expression string
	Values     []string // none: all
	Where      string
	Language   query.Language // of Where; empty: Lucene
	SourceIDs  []string       // the sources whose tiles are narrowed; none: all
}

// Role is what a column of a tile is for.
type Role string

// The roles of columns.
const (
	RoleTime  Role = "time"  // the beginning of a bucket
	RoleGroup Role = "group" // what tells series, slices or rows apart
	RoleValue Role = "value" // a number that is drawn
	RoleCell  Role = "cell"  // is written as it is
)

// The types of columns that tiles compute. Raw SQL has those of a
// ResultColumn.
const (
	typeTime   = "time"
	typeText   = "text"
	typeNumber = "number"
	typeAny    = "any"
)

// TileColumn is a column of what a tile shows.
type TileColumn struct {
	Name    string
	Role    Role
	Type    string
	Series  *int // the select item whose value it is
	Formula *int // the formula whose value it is
	Format  *stack.NumberFormat
}

// TileRow is what a tile shows of one bucket and group, or one row of cells.
type TileRow struct {
	Bucket time.Time // only where there is a column of time
	Group  []string
	Values []float64    // NaN: nothing
	Cells  []query.Cell // of columns that are written as they are
}

// TileAnswer is what a tile shows. Columns are in the order of a row: its
// time, its groups, its values; or its cells.
type TileAnswer struct {
	Display    stack.DisplayType
	Columns    []TileColumn
	Rows       []TileRow
	Previous   []TileRow // of the period before, moved to this one; nil: not asked for
	Background []TileRow // the course of a number: time and first value
	// BackgroundStep is the width of the buckets of Background.
	BackgroundStep time.Duration
	Step           time.Duration  // of the buckets; the whole range where there are none
	GroupsLeft     int            // groups that are not shown
	EventsTotal    *uint64        // of patterns: how many events there are, some of which were read
	Message        string         // of patterns: the expression of the messages that have them
	Exemplars      []TileExemplar // only where they are asked for
	Truncated      bool           // there are more rows than an answer may hold
	NonFinite      uint64         // values that were not finite
	Stats          query.Stats
	Warnings       []query.Warning
	Statements     []string // only where they are asked for
}

// The limits of a TileQuestion.
const (
	TileFiltersMax      = SQLFiltersMax
	TileFilterValuesMax = 1000
)

// Draw returns what a tile of the caller's team shows.
func (t *Tiles) Draw(ctx context.Context, asked TileQuestion) (TileAnswer, error) {
	if err := asked.check(); err != nil {
		return TileAnswer{}, err
	}
	if _, err := caller(ctx); err != nil {
		return TileAnswer{}, err
	}
	asked.Config = withVariables(asked.Config, asked.Variables)
	answer, err := t.draw(ctx, asked)
	if err == nil {
		err = t.format(ctx, asked.Config, &answer)
	}
	answer.Display = asked.Config.Display()
	answer.Warnings = slices.Clone(answer.Warnings) // what is kept of names is shared
	for i := range answer.Warnings {
		answer.Warnings[i].Path = tilePath(answer.Warnings[i].Path)
	}
	return answer, inTile(err)
}

func (t *Tiles) draw(ctx context.Context, asked TileQuestion) (TileAnswer, error) {
	if shown, ok := chartOf(asked.Config); ok {
		return t.chart(ctx, asked, shown)
	}
	switch c := asked.Config.(type) {
	case stack.RawSQL:
		return t.statement(ctx, asked, c)
	case stack.PromQL:
		return t.promQL(ctx, asked, c)
	case stack.HeatmapConfig:
		return t.heatmap(ctx, asked, c)
	case stack.SearchConfig:
		return t.events(ctx, asked, c)
	case stack.EventPatternsConfig:
		return t.patterns(ctx, asked, c)
	default:
		return TileAnswer{}, nil // a text
	}
}

func (q TileQuestion) check() error {
	if err := q.Range.Check("startTime", "endTime"); err != nil {
		return err
	}
	var rules fault.Rules
	rules.Check(q.Config != nil, "tile.config", "required", "is required")
	rules.Check(q.Granularity == "" || q.Granularity.Known() && q.Granularity != query.GranularityTotal, "granularity", "enum", "must be one of %s", query.Words(query.TileGranularities()))
	rules.Check(len(q.Filters) <= TileFiltersMax, "filters", "max_items", "must have at most %d items", TileFiltersMax)
	for i, f := range q.Filters {
		f.check(&rules, filterPath(i))
	}
	if err := rules.Err(); err != nil {
		return err
	}
	return inTile(q.parseFilters())
}

// parseFilters returns the first mistake in a filter, also of a tile that none
// narrows, such as a text.
func (q TileQuestion) parseFilters() error {
	for i, f := range q.Filters {
		if _, err := f.exprs(filterPath(i)); err != nil {
			return err
		}
	}
	return nil
}

func (f TileFilter) check(rules *fault.Rules, path string) {
	rules.Check(len(f.Values) <= TileFilterValuesMax, path+".values", "max_items", "must have at most %d items", TileFilterValuesMax)
	rules.Check(len(f.Values) == 0 || f.Expression != "", path+".expression", "required", "is required with values")
	rules.Check(f.Language == "" || f.Language == query.Lucene || f.Language == query.SQL, path+".whereLanguage", "enum", "must be lucene or sql")
	rules.Check(len(f.Where) <= query.WhereBytesMax, path+".where", "max_length", "must be at most %d bytes", query.WhereBytesMax)
}

// before returns the question about the period of the same length before.
func (q TileQuestion) before() TileQuestion {
	q.Range = query.TimeRange{From: q.Range.From.Add(-q.Range.Duration()), To: q.Range.From}
	return q
}
