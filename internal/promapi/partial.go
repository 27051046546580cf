package promapi

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
)

// reading returns the context in which an operation reads, and what collects the shards
// that its answer lacks; nil when it must be whole.
func reading(ctx context.Context, asked httpx.Wholeness) (context.Context, *query.Gaps) {
	if !asked.AllowsPartial() {
		return ctx, nil
	}
	return query.AllowPartial(ctx)
}

// Warned implements httpx.Warner.
func (n notes) Warned() []string { return n.warnings }

// lacking returns the notes with a warning, before all others, for each shard that an
// answer lacks.
func (n notes) lacking(gaps *query.Gaps) notes {
	var missing []string
	for _, absent := range gaps.List() {
		missing = append(missing, fmt.Sprintf("partial result: what shard %d stores is missing: %s", absent.Shard, absent.Reason))
	}
	n.warnings = append(missing, n.warnings...)
	return n
}
