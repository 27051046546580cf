package grafana_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/grafana"
)

// TestVariablesKeepWhatIsChosen tries each form in which a file says what is chosen
// for a variable whose values are asked for.
func TestVariablesKeepWhatIsChosen(t *testing.T) {
	t.Parallel()
	f := func(fields, wantDefaults string, wantNotes ...string) {
		t.Helper()
		result, err := grafana.Translate([]byte(`{"panels":[{"type":"text","options":{"content":"a"}},{"type":"stat","targets":[{"expr":"up{job=~\"$v\"}"}]}],` +
			`"templating":{"list":[{"name":"v","type":"query","query":"label_values(up, job)",` + fields + `}]}}`))
		if err != nil {
			t.Fatalf("%s: %v", fields, err)
		}
		filter := result.Spec.Filters[0]
		var notes []string
		for _, n := range result.Notes {
			if field, ok := strings.CutPrefix(n.Path, "templating.list.0."); ok {
				notes = append(notes, field)
			}
		}
		if got := fmt.Sprint(filter.Type, filter.DefaultValues); got != "PROMQL"+wantDefaults || !slices.Equal(notes, wantNotes) {
			t.Errorf("%s: %s %v, want %s %v", fields, got, notes, wantDefaults, wantNotes)
		}
	}
	f(`"current":{"value":"api"}`, "[api]", "current", "multi")
	f(`"current":{"value":["api"]},"multi":false`, "[api]", "current", "multi")
	f(`"current":{"value":["api","db"]}`, "[api]", "current", "multi")
	f(`"current":{"value":["api","db"]},"multi":true`, "[api db]", "current")
	f(`"current":{"value":"api"},"multi":true,"includeAll":true`, "[api]", "current")
	f(`"current":{"value":"$__all"},"includeAll":true`, "[]")
	f(`"current":{"value":["$__all"]},"includeAll":true,"multi":true`, "[]")
	f(`"current":{}`, "[]", "includeAll")
	f(`"current":{"value":""}`, "[]", "includeAll")
	f(`"current":{"value":"api.*"}`, "[]", "query")
	f(`"current":{"value":"`+strings.Repeat("x", 300)+`"}`, "[]", "includeAll")
}

// TestEmptyDashboardsAreListed has nobody believe that everything was imported.
func TestEmptyDashboardsAreListed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"title":"E","panels":[]}`: true, `{"rows":[]}`: true, `{"panels":[{"type":"row","title":"r","panels":[]}]}`: true, `{"panels":[{"type":"text","options":{"content":"a"}}]}`: false,
	} {
		result, err := grafana.Translate([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(result.Notes, func(n grafana.Note) bool { return strings.Contains(n.Message, "there is nothing to show") }); got != want {
			t.Errorf("%s: %+v", text, result.Notes)
		}
	}
}
