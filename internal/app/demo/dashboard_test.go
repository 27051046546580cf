package demo_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestDashboardsOfTheShopAreValid(t *testing.T) {
	t.Parallel()
	const logs, traces, metrics = "68a1eeee000000000000000a", "68a1eeee000000000000000b", "68a1eeee000000000000000c"
	bodies, err := demo.Dashboards(demo.Sources{Logs: logs, Traces: traces, Metrics: metrics})
	if err != nil {
		t.Fatal(err)
	}
	refs := stack.References{Sources: map[string]stack.SourceRef{
		logs: {Kind: stack.KindLog}, traces: {Kind: stack.KindTrace}, metrics: {Kind: stack.KindMetric},
	}}
	for _, body := range bodies {
		if verdict := stack.ValidateDashboard(body, refs); !verdict.Valid {
			t.Errorf("%.80s: %v", body, verdict.Errors)
		}
	}
	if len(bodies) != 2 {
		t.Errorf("%d dashboards, want 2", len(bodies))
	}
}
