package compile

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
)

// wellKnown returns the names that people and other programs have for columns.
func wellKnown() map[string][]string {
	return map[string][]string{
		"ServiceName":    {"service", "service.name", "service_name"},
		"SeverityText":   {"level", "log.level", "severity", "severity_text"},
		"SeverityNumber": {"severity_number"},
		"Body":           {"body", "message", "msg"},
		"EventName":      {"event.name", "event_name"},
		"Timestamp":      {"@timestamp", "timestamp"},
		"TimeUnix":       {"@timestamp", "timestamp"},
		"TraceId":        {"trace.id", "traceId", "trace_id", "traceid"},
		"SpanId":         {"span.id", "spanId", "span_id", "spanid"},
		"ParentSpanId":   {"parent.id", "parentSpanId", "parent_span_id"},
		"SpanName":       {"name", "span.name", "span_name"},
		"SpanKind":       {"kind", "span.kind", "span_kind"},
		"Duration":       {"duration"},
		"StatusCode":     {"otel.status_code", "status", "status.code", "status_code"},
		"StatusMessage":  {"otel.status_description", "status.message", "status_message"},
		"ScopeName":      {"logger", "otel.scope.name", "scope", "scope.name"},
		"ScopeVersion":   {"otel.scope.version", "scope.version"},
		"MetricName":     {"metric", "metric.name", "metric_name"},
		"MetricUnit":     {"unit"},
		"Value":          {"value"},
	}
}

// Known returns the names by which a column of the table is also known.
func (t *Table) Known(column string) []string {
	if t.Column(column) == nil {
		return nil
	}
	return wellKnown()[column]
}

// withNames lets the columns of a table be called by the names that they are
// known by.
func withNames(t *Table) *Table {
	t.names = map[string]string{}
	for column, names := range wellKnown() {
		for _, name := range names {
			if t.Column(column) != nil {
				t.names[name] = column
			}
		}
	}
	return t
}

// columnNamed returns the column that a name means, by its own name or by one
// that it is known by, or nil.
func (c *Compiler) columnNamed(name string) *LogicalColumn {
	if column := c.Table.Column(name); column != nil || c.Exact || c.Aliases[name] != nil {
		return column
	}
	return c.Table.Column(c.Table.names[name])
}

// maps returns the maps that a key may be in: of the record, of its resource,
// of its scope.
func (c *Compiler) maps() []*LogicalColumn {
	var found []*LogicalColumn
	for i := range c.Table.Columns {
		if column := &c.Table.Columns[i]; column.Kind == MapKind {
			found = append(found, column)
		}
	}
	slices.SortStableFunc(found, func(a, b *LogicalColumn) int { return rank(a) - rank(b) })
	return found
}

// rank puts the record's own map first.
func rank(column *LogicalColumn) int {
	switch {
	case strings.HasPrefix(column.Name, "Resource"):
		return 1
	case strings.HasPrefix(column.Name, "Scope"):
		return 2
	default:
		return 0
	}
}

// isBare reports whether a name is a key that has to be looked for in all maps.
func (c *Compiler) isBare(name string) bool {
	if c.Exact || name == "" || c.columnNamed(name) != nil || c.Aliases[name] != nil {
		return false
	}
	if _, ok := patternField(name); ok {
		return false
	}
	column, _ := c.prefixed(name)
	return column == nil && len(c.maps()) > 0
}

// prefixed returns the shortest prefix of a name that is a column with parts,
// and what lies below it; nil where there is none.
func (c *Compiler) prefixed(name string) (*LogicalColumn, string) {
	for i, r := range name {
		if r != '.' || i+1 == len(name) {
			continue
		}
		if column := c.Table.Column(name[:i]); column != nil && column.hasParts() {
			return column, name[i+1:]
		}
	}
	return nil, ""
}

// noteBare remembers that a key was written without its map.
func (c *Compiler) noteBare(name string) {
	if note := (explore.BareName{Name: name, Path: c.Path}); !slices.Contains(c.Bare, note) {
		c.Bare = append(c.Bare, note)
	}
}

// mapsWith returns the maps that a key may be in, without those of which it is
// known that no record has it there. One is left, so that there is something to
// ask.
func (c *Compiler) mapsWith(key string) []*LogicalColumn {
	if found := c.mapsNotLacking(key); len(found) > 0 {
		return found
	}
	return c.maps()[:1]
}

func (c *Compiler) mapsNotLacking(key string) []*LogicalColumn {
	maps := c.maps()
	if c.Lacks == nil {
		return maps
	}
	return slices.DeleteFunc(maps, func(column *LogicalColumn) bool { return c.Lacks(column, key) })
}

// bare returns the text under a key in the first map that has it.
func (c *Compiler) bare(name string) Value {
	c.noteBare(name)
	maps := c.mapsWith(name)
	v := c.attribute(maps[len(maps)-1], name)
	number := v.AsNumber()
	for _, column := range slices.Backward(maps[:len(maps)-1]) {
		own := c.attribute(column, name)
		v.SQL = "if(" + own.SQL + " != '', " + own.SQL + ", " + v.SQL + ")"
		number = "coalesce(" + own.AsNumber() + ", " + number + ")"
	}
	v.number, v.hot = number, nil
	return v
}

// Spread returns a condition on a key without its map as one that any of the
// maps meets that may have it, and false for any other condition.
func (c *Compiler) Spread(n ql.Node) (ql.Node, bool) {
	name := fieldOf(n)
	if !c.isBare(name) {
		return nil, false
	}
	c.noteBare(name)
	anywhere := &ql.Or{Pos: ql.Pos(n.At())}
	maps := c.maps()
	if isAboutSome(n) {
		maps = c.mapsWith(name)
	}
	for _, column := range maps {
		anywhere.Items = append(anywhere.Items, withField(n, column.Name+"."+name))
	}
	return anywhere, true
}

// Has returns, for each map, the condition that a record has a key in it. Each of
// them alone can spare the engine most of the records: an index knows which keys
// maps have, and origins have few different texts.
func (c *Compiler) Has(key string) []string {
	var conditions []string
	for _, column := range c.mapsNotLacking(key) {
		conditions = append(conditions, c.HasKey(column, key))
	}
	return conditions
}

// HasKey returns the condition that a record has a key in a map.
func (c *Compiler) HasKey(column *LogicalColumn, key string) string {
	v := c.attribute(column, key)
	if !column.Object && c.hotColumn(column, key) == nil {
		return "mapContains(" + column.SQL + ", " + c.BindText(key) + ")"
	}
	return v.sure(v.present())
}

// isAboutSome reports whether a leaf of the Lucene-like language is met only by
// records that have its field. Others are met by the empty text, which a field
// that is not there is.
func isAboutSome(n ql.Node) bool {
	switch n := n.(type) {
	case *ql.Term:
		return n.Text != ""
	case *ql.Exists:
		return true
	case *ql.Compare:
		return isNumber(n.Value)
	case *ql.Range:
		isLo, isHi := !n.Lo.Open && isNumber(n.Lo.Value), !n.Hi.Open && isNumber(n.Hi.Value)
		return (isLo || n.Lo.Open) && (isHi || n.Hi.Open) && (isLo || isHi)
	default:
		return false
	}
}

func isNumber(v ql.Value) bool {
	_, ok := v.Number()
	return ok
}

// fieldOf returns the field that a leaf of the Lucene-like language is about,
// empty for anything else.
func fieldOf(n ql.Node) string {
	switch n := n.(type) {
	case *ql.Term:
		return n.Field
	case *ql.Compare:
		return n.Field
	case *ql.Range:
		return n.Field
	case *ql.Exists:
		return n.Field
	default:
		return ""
	}
}

// withField returns a leaf that is about another field.
func withField(n ql.Node, field string) ql.Node {
	switch n := n.(type) {
	case *ql.Term:
		moved := *n
		moved.Field = field
		return &moved
	case *ql.Compare:
		moved := *n
		moved.Field = field
		return &moved
	case *ql.Range:
		moved := *n
		moved.Field = field
		return &moved
	case *ql.Exists:
		moved := *n
		moved.Field = field
		return &moved
	default:
		return n
	}
}
