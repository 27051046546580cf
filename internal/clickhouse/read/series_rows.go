package read

import (
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
)

// rowsFrom is where a query that groups rows has them from: a query that yields
// them, or the table with names for what is read of it. Shards group the rows of a
// table themselves; those of a query they all send.
type rowsFrom struct {
	with string // the names; empty: those of the query
	from string
}

// rowsOf returns the rows that a query yields.
func rowsOf(query string) rowsFrom { return rowsFrom{from: "(" + query + ")"} }

// rows returns the rows of the table.
func (p *seriesPlan) rows() rowsFrom {
	during := p.during()
	if p.isSharded && !p.onShards() {
		return p.rowsWhere(p.c.Table.Second, during[0])
	}
	parts := make([]string, len(during))
	for i, part := range during {
		parts[i] = p.rowsText(p.c.Table.Second, part)
	}
	return rowsOf(strings.Join(parts, "\nUNION ALL "))
}

// splitShardedMin is the length of a time range from which it pays to ask shards
// about its ends apart, as each of them plans another query for that.
const splitShardedMin = 3 * time.Hour

// during returns conditions that no row meets twice and that together mean the time
// range of the plan: one, where it can't be read in parts.
func (p *seriesPlan) during() []string {
	r := p.scan.Range
	parts := p.c.DuringParts(r)
	if len(parts) > 1 && p.isSharded && (r.Duration() < splitShardedMin || !p.canMerge()) {
		return []string{p.c.During(r)}
	}
	return parts
}

// rowsWhere reads the rows of a time, which they have in t.
func (p *seriesPlan) rowsWhere(t, during string) rowsFrom {
	if !p.isSharded {
		return rowsOf(p.rowsText(t, during))
	}
	return rowsFrom{
		with: "WITH " + strings.Join(p.named(t), ",\n    ") + "\n",
		from: p.c.From("") + "\nWHERE " + compile.Both(during, p.where),
	}
}

// named returns what is read of a row that has a name of ours.
func (p *seriesPlan) named(t string) []string {
	named := []string{t + " AS t"}
	for _, item := range p.inner {
		if !isColumn(item) {
			named = append(named, item)
		}
	}
	return named
}

func (p *seriesPlan) rowsText(t, during string) string {
	shown := strings.Join(append([]string{t + " AS t"}, p.inner...), ", ")
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s", shown, p.c.From(""), compile.Both(during, p.where))
}

// isColumn reports whether what is read of a row is a column under its own name;
// all others end in a name of ours, which is not quoted.
func isColumn(item string) bool { return strings.HasSuffix(item, "`") }

// isSharded reports whether what is asked goes to the shards of a cluster.
func (r *Reads) isSharded() bool {
	if r.client == nil {
		return false
	}
	target, err := r.client.Target()
	return err == nil && target.Cluster != ""
}
