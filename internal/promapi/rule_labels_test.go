package promapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// called is an alert on the first tile of a dashboard, named in some way.
type called struct {
	team
	dashboard, name string
	tiles           []string
	tags            []string
	labels          map[string]string // of its one group
}

func (c called) Alerts(context.Context, resources.Part) ([]stack.Alert, int, error) {
	a := stack.Alert{Record: stack.Record{ID: "a1"}, AlertSpec: stack.AlertSpec{
		Source: stack.AlertOnTile, DashboardID: "d1", TileID: "t0", Interval: "1m", ThresholdType: stack.ThresholdAbove, Name: c.name, Tags: c.tags,
	}}
	a.State, a.Progress.Through = stack.StateFiring, noon()
	return []stack.Alert{a}, 1, nil
}

func (c called) Dashboards(context.Context) ([]stack.Dashboard, error) {
	d := stack.Dashboard{Record: stack.Record{ID: "d1"}, DashboardSpec: stack.DashboardSpec{Name: c.dashboard}}
	for i, name := range c.tiles {
		var tile stack.Tile
		tile.ID, tile.Name = fmt.Sprint("t", i), name
		d.Tiles = append(d.Tiles, tile)
	}
	return []stack.Dashboard{d}, nil
}

func (c called) Evaluations(context.Context, string, alerting.Span) ([]alerting.Evaluation, error) {
	one := 1.0
	g := alerting.GroupResult{Value: &one, State: stack.StateFiring}
	for name, value := range c.labels {
		g.Values = append(g.Values, alerting.GroupValue{Name: name, Value: value})
	}
	return []alerting.Evaluation{{Window: alerting.Window{End: noon()}, Groups: []alerting.GroupResult{g}}}, nil
}

// TestAlertsHaveTheLabelsOfTheirRules gives alerts names, tags and series, as the import
// of rules and people do.
func TestAlertsHaveTheLabelsOfTheirRules(t *testing.T) {
	t.Parallel()
	type texts = map[string]string
	for what, c := range map[string]struct {
		called
		want texts
	}{
		"imported": {
			called{dashboard: "rules / node", name: "Down (rules / node)", tiles: []string{"Down"}, tags: []string{"prometheus-rules", "severity=critical", "team=a=b"}, labels: texts{"job": "x"}},
			texts{"alertname": "Down", "severity": "critical", "team": "a=b", "job": "x", "tags": "prometheus-rules"},
		},
		"numbered": {
			called{dashboard: "r / n", name: "Down (2) (r / n)", tiles: []string{"Down (2)", "Down"}, tags: []string{"severity=info"}},
			texts{"alertname": "Down", "severity": "info"},
		},
		"a number of its own": {called{dashboard: "r / n", name: "Down (2) (r / n)", tiles: []string{"Down (2)"}}, texts{"alertname": "Down (2)"}},
		"named by a person":   {called{dashboard: "d", name: "Down (prod)", tiles: []string{"Down"}}, texts{"alertname": "Down (prod)"}},
		"without a name":      {called{dashboard: "d", tiles: []string{"Down"}}, texts{"alertname": "Down"}},
		"labels of the rule come first": {
			called{dashboard: "d", name: "A", tags: []string{"job=rule"}, labels: texts{"job": "series", "alertname": "x", "alert_id": "y"}},
			texts{"alertname": "A", "job": "rule"},
		},
		"tags that are no labels": {
			called{dashboard: "d", name: "A", tags: []string{"=a", "a=", "a b=c", "1a=b", "alertname=B", "alert_id=b", "__name__=x", "k=1", "k=2", "plain", "_=y", "_z9=z"}},
			texts{"alertname": "A", "k": "1", "_": "y", "_z9": "z", "tags": "=a,a=,a b=c,1a=b,alertname=B,alert_id=b,__name__=x,k=2,plain"},
		},
		"a series with tags": {called{dashboard: "d", name: "A", tags: []string{"t"}, labels: texts{"tags": "s"}}, texts{"alertname": "A", "tags": "s"}},
	} {
		base := serve(t, func(u *promapi.Uses) { u.Alerts, u.Past = c.called, c.called })
		c.want["alert_id"] = "a1"
		text, err := json.Marshal(dataOf(t, base, "/alerts"))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Alerts []struct{ Labels texts } }
		if err := json.Unmarshal(text, &got); err != nil || len(got.Alerts) != 1 {
			t.Fatalf("%s: %s, %v", what, text, err)
		}
		if diff := cmp.Diff(c.want, got.Alerts[0].Labels); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}
