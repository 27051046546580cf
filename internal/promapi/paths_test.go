package promapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/promapi"
)

// question is a path with parameters, and what comes back.
type question struct {
	path, params string
	status       int
	has          string // in the body
}

func questions() []question {
	const (
		hour  = "start=2026-03-01T11:00:00Z&end=2026-03-01T12:00:00Z"
		bad   = http.StatusBadRequest
		empty = `{"status":"success","data":[]}`
	)
	return []question{
		{"/query", "query=up", 200, `{"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"up","instance":"1","job":"api"},"value":[1772366400,"240"]},`},
		{"/query", "query=up&time=1772366399.5", 200, `[1772366399.500,"239"]`},
		{"/query", "query=up&time=2026-03-01T12:00:00.25Z", 200, `[1772366400.250,"240"]`},
		{"/query", "query=up&time=1772366700", 200, `"result":[]`},
		{"/query", "query=up&time=1772366700&lookback_delta=10m", 200, `"240"`},
		{"/query", "query=up&limit=2", 200, `"warnings":["results truncated due to limit"]}`},
		{"/query", "query=up&limit=3", 200, `]}}`},
		{"/query", "query=vector(1)&stats=all&timeout=5s", 200, `"stats":{"timings":{"evalTotalTime":0,`},
		{"/query", "query=1%2F0", 200, `{"resultType":"scalar","result":[1772366400,"+Inf"]}`},
		{"/query", "query=-1%2F0", 200, `"-Inf"`},
		{"/query", "query=NaN", 200, `"NaN"`},
		{"/query", `query="a\"b"`, 200, `{"resultType":"string","result":[1772366400,"a\"b"]}`},
		{"/query", "query=latency", 200, `"histogram":[1772366400,{"count":"243","sum":"240","buckets":[[3,"-0.5","0.5","1"],[0,"0.5","1","2"],[0,"1","2","240"]]}]`},
		{"/query", `query={"disk.free"}`, 200, `{"__name__":"disk.free","host/name":"a\"b\nc"},"value":[1772366400,"1e+21"]`},
		{"/query", "query=up[30s]", 200, `{"resultType":"matrix","result":[{"metric":{"__name__":"up","instance":"1","job":"api"},"values":[[1772366385,"239"],[1772366400,"240"]]}`},
		{"/query", "query=rate(up[5m])", 200, `"infos":["PromQL info: metric might not be a counter`},
		{"/query", "query=nothing", 200, `{"status":"success","data":{"resultType":"vector","result":[]}}`},
		{"/query", "", bad, `{"status":"error","errorType":"bad_data","error":"invalid parameter \"query\":`},
		{"/query", "query=up{", bad, `parse error`},
		{"/query", "query=up&time=soon", bad, `invalid parameter \"time\"`},
		{"/query", "query=up&time=1e300", bad, `invalid parameter \"time\"`},
		{"/query", "query=up&time=NaN", bad, `invalid parameter \"time\"`},
		{"/query", "query=up&time=-62135596800", bad, `1678`},
		{"/query", "query=up&limit=-1", bad, `invalid parameter \"limit\"`},
		{"/query", "query=up&limit=x", bad, `invalid parameter \"limit\"`},
		{"/query", "query=up&timeout=-1", bad, `invalid parameter \"timeout\"`},
		{"/query", "query=up&timeout=1e40", bad, `invalid parameter \"timeout\"`},
		{"/query", "query=up&lookback_delta=0", bad, `invalid parameter \"lookback_delta\"`},
		{"/query", "query=sum_over_time(up[1h:1ms])", 422, `"errorType":"execution"`},
		{"/query", "query=label_replace(up,\"instance\",\"1\",\"\",\"\")", 422, `"errorType":"execution"`},

		{"/query_range", "query=up&step=15&" + hour, 200, `{"resultType":"matrix","result":[{"metric":{"__name__":"up","instance":"1","job":"api"},"values":[[1772362800,"0"],[1772362815,"1"]`},
		{"/query_range", "query=latency&step=1h&" + hour, 200, `"histograms":[[1772362800,{"count":"3","sum":"0","buckets":[[3,"-0.5","0.5","1"],[0,"0.5","1","2"]]}],`},
		{"/query_range", "query=up&step=1h&limit=1&" + hour, 200, `results truncated due to limit`},
		{"/query_range", "query=up&step=5m&start=5&end=5", 200, `{"resultType":"matrix","result":[]}`},
		{"/query_range", "query=up&" + hour, bad, `invalid parameter \"step\"`},
		{"/query_range", "query=up&step=15&end=5", bad, `invalid parameter \"start\"`},
		{"/query_range", "query=up&step=15&start=5", bad, `invalid parameter \"end\"`},
		{"/query_range", "query=up&step=15&start=5&end=4", bad, `before the start`},
		{"/query_range", "query=up&step=0&" + hour, bad, `invalid parameter \"step\"`},
		{"/query_range", "query=up&step=-5s&" + hour, bad, `invalid parameter \"step\"`},
		{"/query_range", "query=up&step=0.0001&" + hour, bad, `millisecond`},
		{"/query_range", "query=up&step=fast&" + hour, bad, `invalid parameter \"step\"`},
		{"/query_range", "query=up&step=1&start=0&end=11000", 200, `"matrix"`},
		{"/query_range", "query=up&step=1&start=0&end=11001", bad, `more than 11000 points`},
		{"/query_range", "query=up[5m]&step=15&" + hour, bad, `invalid parameter \"query\"`},

		{"/series", "match[]=up&match[]=latency", 200, `[{"__name__":"latency","job":"api"},{"__name__":"up","instance":"1","job":"api"},`},
		{"/series", "match[]=up&limit=1&start=0&end=1772366400", 200, `[{"__name__":"up","instance":"1","job":"api"}],"warnings":["results truncated due to limit"]}`},
		{"/series", "match[]=nothing", 200, empty},
		{"/series", "match[]=up&start=-62135596800&end=253402300799", 200, `"up"`},
		{"/series", "", bad, `invalid parameter \"match[]\"`},
		{"/series", "match[]={a=\"\"}", bad, `empty`},
		{"/series", "match[]=up{", bad, `invalid parameter \"match[]\"`},
		{"/series", "match[]=up&start=9&end=8", bad, `before the start`},
		{"/labels", "", 200, `{"status":"success","data":["__name__","code","host/name","instance","job"]}`},
		{"/labels", "match[]=up&limit=2", 200, `["__name__","instance"],"warnings"`},
		{"/labels", "match[]=nothing", 200, empty},
		{"/labels", "end=never", bad, `invalid parameter \"end\"`},
		{"/label/__name__/values", "", 200, `["disk.free","http_requests_total","latency","up"]`},
		{"/label/job/values", "match[]=up{instance=\"2\"}", 200, `{"status":"success","data":["api"]}`},
		{"/label/U__host_2f_name/values", "", 200, `["a\"b\nc"]`},
		{"/label/host%2Fname/values", "", 200, `["a\"b\nc"]`},
		{"/label/nothing/values", "limit=1", 200, empty},
		{"/label/job/values", "limit=1.5", bad, `invalid parameter \"limit\"`},
		{"/query_exemplars", "query=rate(http_requests_total[5m])", 200, `[{"seriesLabels":{"__name__":"http_requests_total"},"exemplars":[{"labels":{"trace_id":"4bf9"},"value":"0.25","timestamp":1772366400.007}]}]`},
		{"/query_exemplars", "query=up&start=1&end=2", 200, empty},
		{"/query_exemplars", "query=up{", bad, `invalid parameter \"query\"`},
		{"/query_exemplars", "query=up&start=2&end=1", bad, `before the start`},
		{"/format_query", "query=sum(up)by(job)", 200, `{"status":"success","data":"sum by (job) (up)"}`},
		{"/format_query", "query=sum(", bad, `parse error`},
		{"/parse_query", "query=1", 200, `{"status":"success","data":{"type":"numberLiteral","val":"1"}}`},
		{"/parse_query", "query=", bad, `bad_data`},
	}
}

// TestQuestions asks everything by GET, as a form, and with the parameters in
// both places.
func TestQuestions(t *testing.T) {
	t.Parallel()
	base := serve(t) + promapi.Prefix
	for _, q := range questions() {
		params := form(strings.ReplaceAll(q.params, "%2F", "/"))
		if q.params == "" {
			params = ""
		}
		ways := map[string]reply{
			"GET":               ask(t, http.MethodGet, base+q.path+"?"+params, ""),
			"POST":              ask(t, http.MethodPost, base+q.path, params),
			"POST, both places": ask(t, http.MethodPost, base+q.path+"?query=overruled", params),
		}
		if !strings.Contains(q.params, "query") {
			delete(ways, "POST, both places")
		}
		for way, got := range ways {
			if got.status != q.status || !strings.Contains(got.body, q.has) || !json.Valid([]byte(got.body)) {
				t.Errorf("%s %s?%s: %d %s, want %d with %s", way, q.path, q.params, got.status, got.body, q.status, q.has)
			}
			if kind := got.header.Get("Content-Type"); kind != "application/json" {
				t.Errorf("%s %s: the type is %s", way, q.path, kind)
			}
		}
	}
}

// TestConstants asks what is the same for everybody, and what is empty.
func TestConstants(t *testing.T) {
	t.Parallel()
	base := serve(t)
	for path, want := range map[string]string{
		"/api/v1/metadata":                                   `"up":[{"type":"gauge","help":"Whether it is up.","unit":""}]`,
		"/api/v1/metadata?limit=0":                           `"data":{}`,
		"/api/v1/metadata?metric=up":                         `"data":{"up":[{`,
		"/api/v1/metadata?limit_per_metric=1&limitPerMetric": `"http_requests_total":[{"type":"counter","help":"Requests.","unit":""}]`,
		"/api/v1/query?query=up":                             `"resultType":"vector"`,
		"/api/v1/status/buildinfo":                           `"data":{"version":"3.15.0","revision":"cairn-1.2.3",`,
		"/api/v1/status/runtimeinfo":                         `"startTime":"2026-03-01T11:00:00Z"`,
		"/api/v1/status/config":                              `{"status":"success","data":{"yaml":""}}`,
		"/api/v1/status/flags":                               `{"status":"success","data":{}}`,
		"/api/v1/status/walreplay":                           `{"status":"success","data":{"min":0,"max":0,"current":0}}`,
		"/api/v1/targets":                                    `{"status":"success","data":{"activeTargets":[],"droppedTargets":[],"droppedTargetCounts":{}}}`,
		"/api/v1/targets/metadata":                           `{"status":"success","data":[]}`,
		"/api/v1/scrape_pools":                               `{"status":"success","data":{"scrapePools":[]}}`,
		"/api/v1/alertmanagers":                              `{"status":"success","data":{"activeAlertmanagers":[],"droppedAlertmanagers":[]}}`,
	} {
		got := ask(t, http.MethodGet, base+promapi.Root+path, "")
		if got.status != http.StatusOK || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d %s, want %s", path, got.status, got.body, want)
		}
		if head := ask(t, http.MethodHead, base+promapi.Root+path, ""); head.status != http.StatusOK || head.body != "" {
			t.Errorf("HEAD %s: %d %s", path, head.status, head.body)
		}
	}
}
