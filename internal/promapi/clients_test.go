package promapi_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/promapi"
)

// TestGrafanaIsServed sends what the Prometheus data source of Grafana is known
// to send, with the headers that it has.
func TestGrafanaIsServed(t *testing.T) {
	t.Parallel()
	base := serve(t) + promapi.Prefix
	for _, r := range []struct{ method, path, form, has string }{
		{"GET", "/status/buildinfo", "", `"version":"3.`},
		{"POST", "/query_range", "query=rate(http_requests_total[1m0s])&start=1772362800&end=1772366400&step=15", `"resultType":"matrix","result":[{"metric":{"code":"200","job":"api"},"values":[[`},
		{"POST", "/query", "query=1%2B1&time=1772366400.123", `"result":[1772366400.123,"2"]`},
		{"POST", "/query", "query=up&time=1772366400", `"resultType":"vector"`},
		{"GET", "/label/__name__/values?limit=40000&start=1772362800&end=1772366400", "", `"http_requests_total"`},
		{"GET", "/label/job/values?match%5B%5D=up&limit=40000&start=1772362800&end=1772366400", "", `["api","db"]`},
		{"POST", "/labels", "match[]=up&limit=40000&start=1772362800&end=1772366400", `["__name__","instance","job"]`},
		{"GET", "/labels?start=1772362800&end=1772366400", "", `"instance"`},
		{"POST", "/series", "match[]=up&start=1772362800&end=1772366400&limit=40000", `"instance":"2"`},
		{"GET", "/metadata?limit=5000", "", `"http_requests_total"`},
		{"GET", "/metadata?limitPerMetric=1&limit=5000", "", `"up"`},
		{"GET", "/rules", "", `"groups":[`},
		{"GET", "/rules?type=alert", "", `"type":"alerting"`},
		{"POST", "/query_exemplars", "query=http_requests_total&start=1772362800&end=1772366400", `"trace_id"`},
		{"GET", "/query_exemplars?query=http_requests_total&start=1772362800&end=1772366400", "", `"trace_id"`},
	} {
		params := ""
		if r.form != "" {
			params = form(strings.ReplaceAll(r.form, "%2B", "+"))
		}
		got := ask(t, r.method, base+r.path, params, "User-Agent", "Grafana/12.1.0", "Accept-Encoding", "identity", "X-Grafana-Org-Id", "1")
		if got.status != http.StatusOK || !strings.Contains(got.body, r.has) {
			t.Errorf("%s %s %s: %d %s, want %s", r.method, r.path, r.form, got.status, got.body, r.has)
		}
	}
}

// TestPromtoolIsServed runs Debian's promtool, whose older versions take the key
// in the address alone.
func TestPromtoolIsServed(t *testing.T) {
	t.Parallel()
	root := strings.Replace(serve(t), "://", "://promtool:%s@", 1) + promapi.Root
	run := func(key, command string, flags []string, args ...string) (string, error) {
		line := slices.Concat([]string{"query", command}, flags, []string{fmt.Sprintf(root, key)}, args)
		out, err := exec.CommandContext(t.Context(), "promtool", line...).CombinedOutput()
		return string(out), err
	}
	for _, c := range []struct {
		command string
		flags   []string
		arg     []string
		has     string
	}{
		{"instant", []string{"--time=1772366400"}, []string{`up{instance="2"}`}, `up{instance="2", job="api"} => 240 @[1772366400]`},
		{"range", []string{"--start=1772362800", "--end=1772366400", "--step=30m"}, []string{"up"}, `240 @[1772366400]`},
		{"series", []string{"--match=up"}, nil, `{__name__="up", instance="1", job="api"}`},
		{"series", []string{"--match=up", "--start=1772362800", "--end=1772366400"}, nil, `job="db"`},
		{"labels", nil, []string{"job"}, "api\ndb"},
	} {
		if out, err := run(secret, c.command, c.flags, c.arg...); err != nil || !strings.Contains(out, c.has) {
			t.Errorf("%s %v %v: %v %s, want %s", c.command, c.flags, c.arg, err, out, c.has)
		}
	}
	for word, expr := range map[string]string{"parse error": "up{", "execution": "sum_over_time(up[1h:1ms])"} {
		if out, err := run(secret, "instant", []string{"--time=1772366400"}, expr); err == nil || !strings.Contains(out, word) {
			t.Errorf("%s: %v %s, want %s", expr, err, out, word)
		}
	}
	if out, err := run("wrong", "instant", nil, "up"); err == nil || !strings.Contains(out, "401") {
		t.Errorf("a wrong key: %v %s", err, out)
	}
}
