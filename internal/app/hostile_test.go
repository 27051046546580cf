package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// hostile asks about good telemetry that lies between hostile one.
type hostile struct {
	deployment
	minute  time.Time
	sources map[string]string // ids by kind
}

// export posts a request of OTLP.
func (h *hostile) export(t *testing.T, s *apptest.Server, signal string, body []byte, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleOTLPHTTP)+"/v1/"+signal, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Authorization", s.Installation.IngestionKey)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", signal, response.StatusCode)
	}
}

// watchedSeries is a number that charts and alerts ask for.
type watchedSeries struct {
	kind, name string
	series     string // of a chart, without its source, condition and groups
	item       string // the same of a tile
	good       string // the condition that only good telemetry meets
	want       string // the number of the good telemetry
}

func watchedSeriesOfAll() []watchedSeries {
	list := []watchedSeries{}
	add := func(kind, metric, metricType, function, want string) {
		field, item, good := `"field":"LogAttributes['v']"`, `"valueExpression":"LogAttributes['v']"`, "ServiceName:good"
		switch {
		case metric != "":
			field = `"metricDataType":"` + metricType + `","metricName":"` + metric + `"`
			item, good = `"metricType":"`+metricType+`","metricName":"`+metric+`","valueExpression":"Value"`, "Attributes.host:good"
		case kind == "trace":
			field, item = `"field":"Duration / 1e6"`, `"valueExpression":"Duration / 1e6"`
		}
		if function == `"count"` {
			item, _, _ = strings.Cut(item, `"valueExpression"`)
		}
		item = strings.Trim(`"aggFn":`+function+`,`+item, ",")
		list = append(list, watchedSeries{kind: kind, name: strings.Trim(kind+" "+metric+" "+function, " "), good: good, want: want,
			series: `"aggFn":` + function + `,` + field, item: item})
	}
	for _, kind := range []string{"log", "trace"} {
		for function, want := range map[string]string{`"sum"`: "150", `"avg"`: "30", `"max"`: "50", `"min"`: "10", `"quantile","level":0.5`: "30", `"count"`: "5"} {
			add(kind, "", "", function, want)
		}
	}
	for _, metric := range []string{"gauge", "sum"} {
		for _, function := range []string{`"sum"`, `"avg"`, `"max"`, `"min"`, `"quantile","level":0.9`} {
			add("metric", metric, metric, function, "50")
		}
	}
	add("metric", "counter", "sum", `"increase"`, "50")
	for metric, metricType := range map[string]string{"histogram": "histogram", "exponential": "exponential histogram", "summary": "summary"} {
		add("metric", metric, metricType, `"sum"`, "50")
		add("metric", metric, metricType, `"avg"`, "50")
		add("metric", metric, metricType, `"count"`, "1")
	}
	add("metric", "summary", "summary", `"quantile","level":0.9`, "50")
	add("metric", "exponential", "exponential histogram", `"quantile","level":0.5`, "48")
	add("metric", "histogram", "histogram", `"quantile","level":0.5`, "50")
	return list
}

func (h *hostile) chart(t *testing.T, w watchedSeries, where, groupBy string) testkit.Answer {
	t.Helper()
	return h.send(t, http.MethodPost, "/charts/series", fmt.Sprintf(
		`{"startTime":%d,"endTime":%d,"granularity":"1m","series":[{"sourceId":%q,"where":%q,"groupBy":[%s],%s}]}`,
		h.minute.UnixMilli(), h.minute.Add(time.Minute-time.Millisecond).UnixMilli(), h.sources[w.kind], where, groupBy, w.series))
}

// number asks a deployment what a number tile shows.
func (h *hostile) number(t *testing.T, d deployment, w watchedSeries) testkit.Answer {
	t.Helper()
	return d.send(t, http.MethodPost, "/charts/tile", fmt.Sprintf(
		`{"startTime":%d,"endTime":%d,"tile":{"config":{"displayType":"number","sourceId":%q,"select":[{"where":%q,%s}]}}}`,
		h.minute.UnixMilli(), h.minute.Add(time.Minute-time.Millisecond).UnixMilli(), h.sources[w.kind], w.good, w.item))
}

// TestHostileValuesSilenceNothing sends hostile values of every kind beside
// good ones, in the same requests: charts and searches still have the good
// ones, and alerts over all of them fire.
func TestHostileValuesSilenceNothing(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	h := &hostile{deployment: deployments(s)[0], minute: time.Now().UTC().Truncate(time.Minute).Add(-10 * time.Minute), sources: map[string]string{}}
	at := h.minute.Add(20 * time.Second)
	logs, logsErr := (&plog.ProtoMarshaler{}).MarshalLogs(hostileLogs(at))
	h.export(t, s, "logs", logs, logsErr)
	traces, tracesErr := (&ptrace.ProtoMarshaler{}).MarshalTraces(hostileTraces(at))
	h.export(t, s, "traces", traces, tracesErr)
	metrics, metricsErr := (&pmetric.ProtoMarshaler{}).MarshalMetrics(hostileMetrics(at))
	h.export(t, s, "metrics", metrics, metricsErr)
	h.learnSources(t)
	for _, w := range watchedSeriesOfAll() {
		t.Run(w.name, func(t *testing.T) {
			want := `"series_0.data":` + w.want + `}`
			testkit.Eventually(t, time.Minute, "the good values are in the chart", func() bool {
				answer := h.chart(t, w, w.good, "")
				return answer.Status == http.StatusOK && strings.Contains(answer.Body, want)
			})
			for _, d := range deployments(s) {
				if answer := h.number(t, d, w); answer.Status != http.StatusOK || !strings.Contains(answer.Body, `"rows":[[`+w.want+`]]`) {
					t.Errorf("as a tile: %d %.500s", answer.Status, answer.Body)
				}
			}
			if answer := h.chart(t, w, "", ""); answer.Status != http.StatusOK || !strings.Contains(answer.Body, `"series_0.data":`) {
				t.Errorf("over all: %d %.500s", answer.Status, answer.Body)
			}
			h.checkAlert(t, w)
		})
	}
	h.checkSearch(t)
}

func (h *hostile) learnSources(t *testing.T) {
	t.Helper()
	var body struct{ Data []struct{ ID, Kind string } }
	if err := json.Unmarshal([]byte(h.send(t, http.MethodGet, "/sources", "").Body), &body); err != nil {
		t.Fatal(err)
	}
	for _, source := range body.Data {
		h.sources[source.Kind] = source.ID
	}
}

// checkAlert holds an alert that watches each group to fire for the good one.
func (h *hostile) checkAlert(t *testing.T, w watchedSeries) {
	t.Helper()
	group := "ServiceName"
	if w.kind == "metric" {
		group = "Attributes['host']"
	}
	for _, groupBy := range []string{"", `,"groupBy":"` + group + `"`} {
		dashboard := record(t, h.send(t, http.MethodPost, "/dashboards", fmt.Sprintf(
			`{"name":"d","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":{"displayType":"line","sourceId":%q%s,"select":[{%s}]}}]}`, h.sources[w.kind], groupBy, w.item)))
		answer := h.send(t, http.MethodPost, "/alerts/backtest", fmt.Sprintf(
			`{"alert":{"source":"tile","dashboardId":%q,"tileId":%q,"interval":"1m","threshold":-1e308,"thresholdType":"above"},"startTime":%d,"endTime":%d}`,
			dashboard["id"], tileID(t, dashboard), h.minute.UnixMilli(), h.minute.Add(2*time.Minute).UnixMilli()))
		fired := `"to":"firing"`
		if groupBy != "" {
			fired = `"value":"good"}],"from":"inactive","to":"firing","value":` + w.want + `}`
		}
		isLeast := strings.Contains(w.name, `"min"`) && groupBy == "" // of which an infinity is no breach of above
		if answer.Status != http.StatusOK || !isLeast && !strings.Contains(answer.Body, fired) {
			t.Errorf("alert%s: %d %.700s", groupBy, answer.Status, answer.Body)
		}
	}
}

// checkSearch finds good and hostile records, and every field.
func (h *hostile) checkSearch(t *testing.T) {
	t.Helper()
	for _, kind := range []string{"log", "trace"} {
		during := fmt.Sprintf(`"sourceId":%q,"startTime":%q,"endTime":%q`, h.sources[kind], h.minute.Format(time.RFC3339), h.minute.Add(time.Minute).Format(time.RFC3339))
		for path, body := range map[string]string{
			"/search":        `{` + during + `,"where":"ServiceName:good","limit":100}`,
			"/search/fields": `{` + during + `}`,
			"/search/values": `{` + during + `,"fields":["ServiceName"]}`,
		} {
			if answer := h.send(t, http.MethodPost, path, body); answer.Status != http.StatusOK || !strings.Contains(answer.Body, "good") && path != "/search/fields" {
				t.Errorf("%s of %s: %d %.300s", path, kind, answer.Status, answer.Body)
			}
		}
		all := h.send(t, http.MethodPost, "/search", `{`+during+`,"where":"","limit":1000}`)
		if all.Status != http.StatusOK || !json.Valid([]byte(all.Body)) || strings.Count(all.Body, `"good"`) < 5 {
			t.Errorf("all of %s: %d %.300s", kind, all.Status, all.Body)
		}
	}
}
