package promapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// watchers has an alert of each threshold type on a tile with two queries.
type watchers struct{ team }

const watchedExpr = "sum by (job) (rate(errors_total[5m])) or\n  vector(0) # of all jobs"

func (watchers) Alerts(context.Context, resources.Part) ([]stack.Alert, int, error) {
	high := 9.5
	var all []stack.Alert
	for i, kind := range stack.ThresholdTypes() {
		alert := stack.Alert{Record: stack.Record{ID: fmt.Sprintf("a%d", i)}, AlertStatus: stack.NewAlertStatus(), AlertSpec: stack.AlertSpec{
			Name: string(kind), Source: stack.AlertOnTile, DashboardID: "d1", TileID: "t1", Interval: "5m", ThresholdType: kind, Threshold: 5,
		}}
		if kind.IsRange() {
			alert.ThresholdMax = &high
		}
		all = append(all, alert)
	}
	return all, len(all), nil
}

func (watchers) Dashboards(context.Context) ([]stack.Dashboard, error) {
	var tile stack.Tile
	tile.ID, tile.Name = "t1", "Errors"
	tile.Config = stack.PromQLLineConfig{PromQLQuery: stack.PromQLQuery{Queries: []stack.PromQLExpression{{Expression: "up"}, {Expression: watchedExpr}}}}
	return []stack.Dashboard{{Record: stack.Record{ID: "d1"}, DashboardSpec: stack.DashboardSpec{Name: "API", Tiles: []stack.Tile{tile}}}}, nil
}

func TestRulesOfPromQLAlertsAreExpressions(t *testing.T) {
	t.Parallel()
	base := serve(t, func(uses *promapi.Uses) { uses.Alerts = watchers{} })
	want := map[string]string{
		"above": ">= 5", "below": "< 5", "above_exclusive": "> 5", "below_or_equal": "<= 5", "equal": "== 5", "not_equal": "!= 5",
		"between": ">= 5 <= 9.5", "not_between": "> 9.5",
	}
	groups := dataOf(t, base, "/rules").(map[string]any)["groups"].([]any)
	rules := groups[0].(map[string]any)["rules"].([]any)
	if len(rules) != len(stack.ThresholdTypes()) {
		t.Fatalf("%d rules, want one for each threshold type", len(rules))
	}
	for _, r := range rules {
		name, query := r.(map[string]any)["name"].(string), r.(map[string]any)["query"].(string)
		expr, err := promtext.NewParser().ParseExpr(query)
		if err != nil || expr.Type() != parser.ValueTypeVector || !strings.HasSuffix(query, want[name]) || !strings.Contains(query, watchedExpr) {
			t.Errorf("%s: %q: %v", name, query, err)
		}
	}
	if reply := ask(t, http.MethodGet, base+promapi.Prefix+"/alerts", ""); reply.status != http.StatusOK {
		t.Errorf("alerts: %d", reply.status)
	}
}
