package querytest_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// remoteWritten returns the samples of a counter, every 15 s for ten minutes, of
// two jobs: 1 a second and 2 a second.
func remoteWritten(t *testing.T) *telemetry.Rows {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for i, job := range []string{"cart", "shop"} {
		under, ok := w.Labels([]telemetry.Label{{Name: []byte("job"), Value: []byte(job)}})
		if !ok {
			t.Fatal("labels were refused")
		}
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("asked_total"), Temporality: 2, Monotonic: true}, under.Origin)
		for second := 0; second <= 600; second += 15 {
			at := start().Add(time.Duration(second) * time.Second)
			w.EndNumber(telemetry.Sum, &telemetry.NumberPoint{
				PointHead: telemetry.PointHead{Time: uint64(at.UnixNano()), Labels: &under}, Value: float64((i + 1) * second), HasValue: true,
			}, metric)
		}
	}
	w.End()
	return rows
}

// promConfig returns the config of a tile with one query.
func promConfig(display, expression, legend string) string {
	text, _ := json.Marshal(expression)
	return `{"configType":"promql","displayType":"` + display + `","queries":[{"expression":` + string(text) + `,"legend":"` + legend + `"}]}`
}

// TestPromQLTilesAreDrawnAndWatched asks the real engine for tiles and for
// alerts on them.
func TestPromQLTilesAreDrawnAndWatched(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, remoteWritten(t))
	to := start().Add(10 * time.Minute).UnixMilli()
	draw := func(config string, want ...string) testkit.Scenario {
		return testkit.Scenario{
			Name: config, Path: "/charts/tile", Status: 200, Contains: want,
			Body: fmt.Sprintf(`{"tile":{"config":%s},"startTime":START_MS,"endTime":%d,"granularity":"5m","variables":[{"name":"job","values":["cart","x\"y"]}]}`, config, to),
		}
	}
	refuse := func(config, want string) testkit.Scenario {
		refused := draw(config, want)
		refused.Status = 400
		return refused
	}
	watch := func(config, alert string, want ...string) testkit.Scenario {
		return testkit.Scenario{Name: config + alert, Path: "/alerts/backtest", Status: 200, Contains: want, Body: s.watchTile(t, config, alert)}
	}
	at := func(minutes int) time.Time { return start().Add(time.Duration(minutes) * time.Minute).UTC() }
	row := func(minutes int, rest string) string { return fmt.Sprintf(`[%d,%s]`, at(minutes).UnixMilli(), rest) }
	fires := func(minutes int) string { return `"at":"` + at(minutes).Format("2006-01-02T15:04:05") }
	const rate = "sum by (job) (rate(asked_total[$__rate_interval]))"
	above := `"threshold":1.95,"thresholdType":"above"`
	s.run(t, []testkit.Scenario{
		draw(promConfig("line", rate, "{{job}}"), row(10, `"cart",1`), row(10, `"shop",2`)),
		draw(promConfig("number", `sum(asked_total{job=~"$job"})`, ""), `"rows":[[600]]`),
		draw(promConfig("number", `sum(asked_total{job="$job"})`, ""), `"rows":[[600]]`),
		draw(promConfig("number", `sum(increase(asked_total[$__range]))`, ""), `"rows":[[1800]]`),
		draw(promConfig("table", "asked_total", "n"), `["asked_total","cart",600]`, `["asked_total","shop",1200]`),
		draw(promConfig("pie", "asked_total", "{{job}}"), `["shop",1200],["cart",600]`),
		draw(promConfig("bar", "vector(1)", ""), `"rows":[["vector(1)",1]]`),
		draw(promConfig("number", "gone", ""), `"rows":[]`),
		refuse(promConfig("number", "sum(", ""), `tile.config.queries.0.expression: 1:5: unclosed left parenthesis`),
		refuse(promConfig("number", `"text"`, ""), `must return numbers, not a string`),
		refuse(promConfig("table", `asked_total[1m]`, ""), `must return numbers, not a range vector`),
		refuse(promConfig("table", `asked_total + on () asked_total`, ""), `many-to-many matching not allowed`),
		watch(promConfig("line", rate, ""), above, `"group":[{"name":"job","value":"shop"}]`, fires(2), `"to":"firing","value":2}`),
		watch(promConfig("line", "sum(rate(asked_total[$__rate_interval]))", ""), above, `"group":[]`, fires(1)),
		watch(promConfig("number", "asked_total", ""), `"threshold":200,"thresholdType":"above_exclusive"`, `"to":"firing","value":240}`, fires(4)),
		watch(promConfig("line", "gone", ""), above, `"transitions":[]`),
		watch(promConfig("line", "gone", ""), `"threshold":1,"thresholdType":"below","noData":"zero"`, `"to":"firing","value":0}`),
		watch(promConfig("line", "group without () (asked_total > 1000)", ""), `"threshold":1,"thresholdType":"above","noData":"zero"`, `{"name":"job","value":"shop"}`, fires(9)),
	})
}

// TestPromQLTilesNeedTheirSource tries sources that are not PromQL, or nobody's.
func TestPromQLTilesNeedTheirSource(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, remoteWritten(t))
	sources := s.send(t, "GET", "/connections", "").JSON(t)["data"].([]any)
	own := sources[0].(map[string]any)["id"].(string)
	made := s.send(t, "POST", "/sources", `{"name":"Prometheus","kind":"promql","connection":"`+own+`","timestampValueExpression":"TimeUnix","from":{"databaseName":"default","tableName":"metrics"}}`)
	source, _ := made.JSON(t)["data"].(map[string]any)
	if source == nil {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	ask := func(id string, status int, want string) testkit.Scenario {
		return testkit.Scenario{
			Name: id, Path: "/charts/tile", Status: status, Contains: []string{want},
			Body: `{"tile":{"config":{"configType":"promql","displayType":"number","sourceId":"` + id + `","queries":[{"expression":"vector(7)"}]}},"startTime":START_MS,"endTime":END_MS}`,
		}
	}
	s.run(t, []testkit.Scenario{
		ask(source["id"].(string), 200, `"rows":[[7]]`),
		ask("METRICS", 400, "must be a PromQL source"),
		ask("0123456789abcdef01234567", 404, "source does not exist"),
	})
}
