package read

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// idsRangeMin is the length of a time range from which on ids are looked up
// before rows are: in a shorter one the filters of its granules are quicker.
const idsRangeMin = 24 * time.Hour

// whereIDs returns the condition that a row is where the ids can be that the
// target's filter, or every one of the conditions, asks for. It is empty where
// they ask for none, or nothing is known: then all rows are looked at.
func (r *Reads) whereIDs(ctx context.Context, c *compile.Compiler, target explore.Target, conditions ...explore.Expr) string {
	if r.opts.IDs == nil || !isLong(target.Range) || c.Err != nil {
		return ""
	}
	ids := c.IDs(target.Filter, conditions...)
	if len(ids) == 0 {
		return ""
	}
	places, err := r.opts.IDs(ctx, target.TeamID, telemetry.Table(c.Table.Name), ids)
	if err != nil || len(places.Days) == 0 {
		return ""
	}
	return c.Within(places)
}

// isLong reports whether a range is worth a look-up. No range is all of the
// time.
func isLong(r query.TimeRange) bool {
	return r.From.IsZero() && r.To.IsZero() || r.Duration() > idsRangeMin
}
