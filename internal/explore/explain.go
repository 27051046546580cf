package explore

import (
	"context"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// Explain returns in words what a condition on a source of the caller's team
// matches, without reading any telemetry.
func (q *Queries) Explain(ctx context.Context, asked query.Selection) (string, error) {
	if err := asked.Check(); err != nil {
		return "", err
	}
	source, err := q.source(ctx, "sourceId", asked.SourceID)
	if err != nil {
		return "", err
	}
	where, err := condition("where", asked.Where, asked.Language)
	if err != nil {
		return "", err
	}
	implicit := implicitText(source)
	if strings.TrimSpace(implicit) == "" {
		implicit = "the text"
	}
	return ql.Explain(where.Node, implicit), nil
}
