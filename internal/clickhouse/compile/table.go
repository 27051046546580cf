package compile

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
)

// Table is a logical table, its columns under the names that users write, and
// the physical one behind it.
type Table struct {
	Name    string // physical
	Columns []LogicalColumn
	names   map[string]string // of columns, by what else they are called
	Second  string            // the physical column with the time in whole seconds
	Instant string            // the physical column with the time in full
	Bucket  string            // the first expression of the key, over second
	width   int64             // of a bucket in seconds
	// identity is the physical columns in which rows that differ do so.
	identity []string
	// Counted is what the table's projection counts the rows of a minute by.
	Counted []string
	// Attributes is the logical map whose hot keys have columns of their own.
	Attributes string
	Hot        []tables.HotColumn
	Points     PointKind // the type of metric whose points the table holds
	// Identifies is the physical columns that are the same in all points of a
	// series: what its Series is a hash of.
	Identifies []string
}

// LogicalColumn is a column under its logical name.
type LogicalColumn struct {
	Name    string
	Kind    Kind
	elem    Kind     // of a list
	SQL     string   // its value, over physical columns
	Stored  string   // the physical column, or the main one of several
	Reads   []string // the physical columns besides
	IDBytes int      // the length of an id that is stored as bytes
	Words   string   // the column with an index over the words of this one
	Object  bool     // a map, or a list of maps, that is stored as JSON
	// Derive returns the value of a column that is made of others; nil where
	// SQL is all.
	Derive func(c *Compiler) Value
}

// Digest returns a number that tells rows of the same instant apart. A digest
// over a column without a value would be none, so those say what they lack.
func (t *Table) Digest() string {
	var parts []string
	for _, name := range t.identity {
		parts = append(parts, clickhouse.QuoteName(name))
	}
	for _, hot := range t.Hot {
		name := clickhouse.QuoteName(hot.Name)
		if hot.Type == tables.HotNumber {
			name = "isNull(" + name + "), ifNull(" + name + ", 0)"
		}
		parts = append(parts, name)
		if hot.Misfits != "" {
			parts = append(parts, clickhouse.QuoteName(hot.Misfits))
		}
	}
	return "cityHash64(" + strings.Join(parts, ", ") + ")"
}

// Differing returns the physical columns in which rows that differ do so.
func (t *Table) Differing() []string {
	return slices.Concat(t.identity, t.HotNames())
}

// HotNames returns the columns of hot keys.
func (t *Table) HotNames() []string {
	var names []string
	for _, hot := range t.Hot {
		names = append(names, hot.Names()...)
	}
	return names
}

// With returns the table with columns for hot keys.
func (t *Table) With(hot []tables.HotColumn) *Table {
	if len(hot) == 0 {
		return t
	}
	own := *t
	own.Hot = hot
	return &own
}

// Column returns the column of a logical name, or nil.
func (t *Table) Column(name string) *LogicalColumn {
	at := slices.IndexFunc(t.Columns, func(c LogicalColumn) bool { return c.Name == name })
	if at < 0 {
		return nil
	}
	return &t.Columns[at]
}
