package querytest_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/query"
)

// promLabels is the labels of metrics of the test's engine.
type promLabels struct{ of *prom.Service }

func newPromLabels(t *testing.T, reads *read.Reads) promLabels {
	t.Helper()
	everything := func(context.Context, *explore.Target, string) error { return nil }
	s := prom.New(read.NewProm(reads, everything), prom.Limits{}, time.Now, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = s.Close() })
	return promLabels{s}
}

// LabelValues implements explore.PromLabels.
func (p promLabels) LabelValues(ctx context.Context, label string, matchers []*labels.Matcher, in query.TimeRange, limit int) ([]string, error) {
	selection := prom.Selection{From: in.From, To: in.To, Limit: limit}
	if len(matchers) > 0 {
		selection.Matchers = [][]*labels.Matcher{matchers}
	}
	values, _, err := p.of.LabelValues(ctx, label, selection)
	return values, err
}
