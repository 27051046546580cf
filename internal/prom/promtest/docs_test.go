package promtest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// TestPageNamesTheFlagsThatAreOn holds the page about PromQL to the language: names are
// dropped at the end of an expression.
func TestPageNamesTheFlagsThatAreOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	from := testkit.Today()
	f.insert(t, series{labels.FromStrings(model.MetricNameLabel, "level"), []sample{{at: from.UnixMilli(), value: 1}}})
	s := f.service(t, func(*prom.Service) {})
	result, err := s.QueryTeam(t.Context(), f.team, prom.Question{Expr: `label_replace(abs(level), "of", "$1", "__name__", "(.*)")`, From: from, To: from})
	if err != nil || !strings.Contains(result.Value.String(), `{of="level"}`) {
		t.Errorf("%v, %v", result.Value, err)
	}
	holds(t, "prometheus-query.md", "promql-delayed-name-removal", "promql-experimental-functions", "promql-extended-range-selectors", "promql-binop-fill-modifiers", "use-start-timestamps")
}

// TestPageSaysWhatRetentionRemoves holds the page about remote write to samples that are
// taken although retention removes them: they may be a day older than it.
func TestPageSaysWhatRetentionRemoves(t *testing.T) {
	t.Parallel()
	if telemetry.PastMax.Hours() != (telemetry.RetentionDaysDefault+1)*24 {
		t.Errorf("samples may be %s old", telemetry.PastMax)
	}
	holds(t, "prometheus.md", "older than 31 days", "retention](operations.md) of metrics (30 days by default) is acknowledged")
}

func holds(t *testing.T, page string, texts ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range texts {
		if !strings.Contains(string(text), wanted) {
			t.Errorf("docs/%s does not say %q", page, wanted)
		}
	}
}
