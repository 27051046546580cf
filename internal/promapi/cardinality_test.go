package promapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/promapi"
)

// counts is numbers of series.
type counts struct{ fails error }

func (c counts) MetricSeries(_ context.Context, q prom.CountQuestion) ([]prom.MetricSeries, error) {
	all := []prom.MetricSeries{
		{Name: "disk_free_bytes", Original: "disk.free", Type: "gauge", Unit: "By", Help: "What is left.", Series: 2, LastDay: noon()},
		{Name: "up", Type: "gauge", Series: 30, Fresh: 7, LastDay: noon().AddDate(0, 0, -1)},
	}
	if q.Metric != "" {
		all = all[1:]
	}
	return all, c.fails
}

func (c counts) LabelSeries(_ context.Context, q prom.CountQuestion) (prom.LabelCounts, error) {
	if q.Metric == "none" {
		return prom.LabelCounts{}, c.fails
	}
	return prom.LabelCounts{Partial: true, Labels: []prom.LabelSeries{
		{Name: "instance", Series: 32, Values: 30, Top: []prom.ValueCount{{Value: "a=\"b\"", Series: 2}}},
		{Name: "job", Attribute: "service.name", Series: 32, Values: 2, Top: []prom.ValueCount{{Value: "api", Series: 30}, {Value: "db", Series: 2}}},
	}}, c.fails
}

func (c counts) SeriesLimit(context.Context) (prom.SeriesLimit, error) {
	return prom.SeriesLimit{Active: 32, Max: 40, Fresh: 7, IsNear: true, Metric: "up", Label: "instance"}, c.fails
}

func TestCardinality(t *testing.T) {
	t.Parallel()
	base := serve(t) + promapi.Prefix
	for path, want := range map[string]string{
		"/status/tsdb": `{"headStats":{"numSeries":32,"numLabelPairs":32,"chunkCount":0,"minTime":1772236800000,"maxTime":1772366400000},` +
			`"seriesCountByMetricName":[{"name":"up","value":30},{"name":"disk_free_bytes","value":2}],` +
			`"labelValueCountByLabelName":[{"name":"instance","value":30},{"name":"job","value":2}],"memoryInBytesByLabelName":[],` +
			`"seriesCountByLabelValuePair":[{"name":"job=api","value":30},{"name":"instance=a=\"b\"","value":2},{"name":"job=db","value":2}]}`,
		"/status/tsdb?limit=1":             `"seriesCountByMetricName":[{"name":"up","value":30}],`,
		"/cardinality/metrics":             `{"name":"disk_free_bytes","original":"disk.free","type":"gauge","unit":"By","help":"What is left.","series":2,"fresh":0,"lastSeen":"2026-03-01"}`,
		"/cardinality/metrics?metric=up":   `{"metrics":[{"name":"up","type":"gauge","unit":"","help":"","series":30,"fresh":7,"lastSeen":"2026-02-28"}],"total":1,"series":30}`,
		"/cardinality/labels":              `{"name":"job","attribute":"service.name","series":32,"values":2,"top":[{"value":"api","series":30},{"value":"db","series":2}]}],"partial":true}`,
		"/cardinality/labels?metric=none":  `{"labels":[],"partial":false}`,
		"/cardinality/limit":               `{"active":32,"limit":40,"fresh":7,"near":true,"metric":"up","label":"instance"}`,
		"/cardinality/limit?anything=else": `"near":true`,
	} {
		if got := ask(t, http.MethodGet, base+path, ""); got.status != http.StatusOK || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d %s\nlacks %s", path, got.status, got.body, want)
		}
	}
	for path, want := range map[string]string{
		"/status/tsdb?limit=0":                    `invalid parameter \"limit\": a limit is a whole number from 1 to 10000`,
		"/status/tsdb?limit=-1":                   "whole number",
		"/status/tsdb?limit=10001":                "whole number",
		"/status/tsdb?limit=x":                    "whole number",
		"/cardinality/metrics?start=x":            `invalid parameter \"start\"`,
		"/cardinality/labels?start=2&end=1":       `invalid parameter \"end\"`,
		"/cardinality/labels?metric=" + tooLong(): "metric",
	} {
		if got := ask(t, http.MethodGet, base+path, ""); got.status != http.StatusBadRequest || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d %s\nlacks %s", path, got.status, got.body, want)
		}
	}
}

func tooLong() string { return strings.Repeat("x", 4097) }

func TestCardinalityFails(t *testing.T) {
	t.Parallel()
	for kind, status := range map[fault.Kind]int{
		fault.Forbidden: http.StatusForbidden, fault.Unavailable: http.StatusServiceUnavailable, fault.Internal: http.StatusInternalServerError,
	} {
		base := serve(t, func(u *promapi.Uses) {
			u.Cardinality = counts{&fault.Error{Kind: kind, Message: "no", RetryAfter: time.Second}}
		}) + promapi.Prefix
		for _, path := range []string{"/status/tsdb", "/cardinality/metrics", "/cardinality/labels", "/cardinality/limit"} {
			if got := ask(t, http.MethodGet, base+path, ""); got.status != status {
				t.Errorf("%s: %d %s, want %d", path, got.status, got.body, status)
			}
		}
	}
}
