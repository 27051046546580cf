package read

import (
	"context"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// lackingRangeMin is the length of a time range from which on it pays to find out
// which maps have a key, before all of them are read.
const lackingRangeMin = 30 * time.Minute

// lacking returns how a compiler learns that no record of a target has a key in
// one of the maps that a name without its map may mean; nil where asking all of
// them is quicker. What can't be found out is not lacking.
func (r *Reads) lacking(ctx context.Context, c *compile.Compiler, target explore.Target) func(*compile.LogicalColumn, string) bool {
	if r.opts.Origins == nil || c.Table.Points != compile.NoPoints || target.Range.Duration() < lackingRangeMin {
		return nil
	}
	table := telemetry.Table(c.Table.Name)
	origins := sync.OnceValue(func() tables.OriginKeys {
		keys, err := r.opts.Origins(ctx, target.TeamID, table, target.Range.From, target.Range.To)
		if err != nil {
			return nil
		}
		return keys
	})
	known := map[string]bool{} // keys that the record's own map lacks
	return func(column *compile.LogicalColumn, key string) bool {
		if column.Object {
			return origins().Lacks(column.Stored, key)
		}
		if _, ok := known[key]; !ok {
			known[key] = r.lacksKey(ctx, c.Table, target, column, key)
		}
		return known[key]
	}
}

// lacksKey reports whether no record has a key in the map of its own. An index
// knows the keys of maps; one that has a column is frequent.
func (r *Reads) lacksKey(ctx context.Context, table *compile.Table, target explore.Target, column *compile.LogicalColumn, key string) bool {
	c := compile.New(table, target)
	if c.HasColumn(column, key) {
		return false
	}
	during, condition := c.During(target.Range), c.HasKey(column, key)
	found, err := r.hasRow(ctx, c, target.TeamID, compile.Both(during, condition))
	return err == nil && !found
}
