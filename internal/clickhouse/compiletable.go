package clickhouse

import (
	"slices"
	"strings"
)

// table is a logical table, its columns under the names that users write, and
// the physical one behind it.
type table struct {
	name    string // physical
	columns []logicalColumn
	second  string // the physical column with the time in whole seconds
	instant string // the physical column with the time in full
	bucket  string // the first expression of the key, over second
	width   int64  // of a bucket in seconds
	// identity is the physical columns in which rows that differ do so.
	identity []string
	// counted is what the table's projection counts the rows of a minute by.
	counted []string
	// attributes is the logical map whose hot keys have columns of their own.
	attributes string
	hot        []HotColumn
	points     pointKind // the type of metric whose points the table holds
}

// logicalColumn is a column under its logical name.
type logicalColumn struct {
	name    string
	kind    kind
	elem    kind     // of a list
	sql     string   // its value, over physical columns
	stored  string   // the physical column, or the main one of several
	reads   []string // the physical columns besides
	idBytes int      // the length of an id that is stored as bytes
	words   string   // the column with an index over the words of this one
	object  bool     // a map, or a list of maps, that is stored as JSON
	// derive returns the value of a column that is made of others; nil where
	// sql is all.
	derive func(c *compiler) value
}

// digest returns a number that tells rows of the same instant apart. A digest
// over a column without a value would be none, so those say what they lack.
func (t *table) digest() string {
	var parts []string
	for _, name := range t.identity {
		parts = append(parts, quoteName(name))
	}
	for _, hot := range t.hot {
		name := quoteName(hot.Name)
		if hot.Type == HotNumber {
			name = "isNull(" + name + "), ifNull(" + name + ", 0)"
		}
		parts = append(parts, name)
	}
	return "cityHash64(" + strings.Join(parts, ", ") + ")"
}

// differing returns the physical columns in which rows that differ do so.
func (t *table) differing() []string {
	return slices.Concat(t.identity, t.hotNames())
}

// hotNames returns the columns of hot keys.
func (t *table) hotNames() []string {
	names := make([]string, len(t.hot))
	for i, hot := range t.hot {
		names[i] = hot.Name
	}
	return names
}

// with returns the table with columns for hot keys.
func (t *table) with(hot []HotColumn) *table {
	if len(hot) == 0 {
		return t
	}
	own := *t
	own.hot = hot
	return &own
}

// column returns the column of a logical name, or nil.
func (t *table) column(name string) *logicalColumn {
	at := slices.IndexFunc(t.columns, func(c logicalColumn) bool { return c.name == name })
	if at < 0 {
		return nil
	}
	return &t.columns[at]
}
