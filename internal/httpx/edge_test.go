package httpx_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/httpx"
)

func TestEveryAnswerCarriesRequestIDAndSecurityHeaders(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		seen := map[string]bool{}
		for _, path := range []string{"/colors", "/nothing", "/notes/404", "/fail/panic", "/docs", "/openapi.json", "/export"} {
			h := x.send("GET", path, "").header
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer"} {
				if got := h.Get(name); got != want {
					t.Errorf("%s: %s = %q", path, name, got)
				}
			}
			if got := h.Get("Strict-Transport-Security"); got != "" {
				t.Errorf("%s: Strict-Transport-Security = %q without TLS", path, got)
			}
			id := h.Get("X-Request-Id")
			if id == "" || seen[id] || h.Get("Content-Security-Policy") == "" {
				t.Errorf("%s: X-Request-Id %q, policy %q", path, id, h.Get("Content-Security-Policy"))
			}
			seen[id] = true
		}
		if got := x.send("GET", "/colors", "").header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("Cache-Control = %q", got)
		}
	})
}

func TestAccessLogHasOneLineWithoutSecrets(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	got := x.send("GET", "/notes/404?token=canary", "")
	log := x.log.String()
	for _, part := range []string{"level=INFO msg=request", "api=cloud", "request_id=" + got.header.Get("X-Request-Id"), "method=GET",
		"route=/v1/notes/{id}", "status=404", "key=alice", "client=127.0.0.1", "took=", "bytes="} {
		if !strings.Contains(log, part) {
			t.Errorf("the log has no %s: %s", part, log)
		}
	}
	if strings.Count(log, "\n") != 1 || strings.Contains(log, "canary") || strings.Contains(log, "secret") {
		t.Errorf("log: %s", log)
	}
	x.send("GET", "/colors", "")
	if !strings.Contains(x.log.String(), "level=DEBUG msg=request") {
		t.Errorf("success is not logged for debugging: %s", x.log.String())
	}
}

func TestMetricsCountByRouteAndNotByPath(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	metrics := httpx.NewMetrics(registry)
	use := func(o *httpx.Options) { o.Metrics = metrics }
	cloud, stack := families[0].serve(t, use), families[1].serve(t, use)
	cloud.send("GET", "/notes/1", "")
	cloud.send("GET", "/memos/2", "")
	cloud.send("GET", "/nothing/1", "")
	cloud.send("BREW", "/nothing/2", "")
	stack.send("GET", "/fail/panic", "")
	want := []string{
		"cairn_http_request_duration_seconds api=cloud method=GET route=/v1/notes/{id} 2",
		"cairn_http_request_duration_seconds api=cloud method=GET route=unrouted 1",
		"cairn_http_request_duration_seconds api=cloud method=OTHER route=unrouted 1",
		"cairn_http_request_duration_seconds api=stack method=GET route=/api/v2/fail/{how} 1",
		"cairn_http_requests_in_flight api=cloud 0",
		"cairn_http_requests_in_flight api=stack 0",
		"cairn_http_requests_total api=cloud code=404 method=GET route=/v1/notes/{id} 2",
		"cairn_http_requests_total api=cloud code=404 method=GET route=unrouted 1",
		"cairn_http_requests_total api=cloud code=404 method=OTHER route=unrouted 1",
		"cairn_http_requests_total api=stack code=500 method=GET route=/api/v2/fail/{how} 1",
	}
	if diff := cmp.Diff(want, series(t, registry)); diff != "" {
		t.Error(diff)
	}
}

// series lists what a registry holds: name, labels and value, the count of
// histograms.
func series(t *testing.T, registry *prometheus.Registry) []string {
	t.Helper()
	metricFamilies, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, mf := range metricFamilies {
		for _, m := range mf.GetMetric() {
			line := mf.GetName()
			for _, label := range m.GetLabel() {
				line += " " + label.GetName() + "=" + label.GetValue()
			}
			value := m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			list = append(list, fmt.Sprint(line, " ", value))
		}
	}
	return list
}

func TestEdgeWrapsAnyHandlerOnce(t *testing.T) {
	t.Parallel()
	inner := httpx.NewEdge(httpx.EdgeOptions{Name: "inner", Dialect: httpx.Cloud{}, Logger: discard()})
	outer := httpx.NewEdge(httpx.EdgeOptions{Name: "outer", Dialect: httpx.Stack{}, Logger: discard(), NewRequestID: func() string { return "outer-id" }})
	handler := outer.Wrap(inner.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if httpx.RequestID(r.Context()) != "outer-id" {
			t.Errorf("request id %s", httpx.RequestID(r.Context()))
		}
		panic("boom")
	})))
	w := record(handler, "GET", "/")
	if w.Code != http.StatusInternalServerError || w.Body.String() != "{\"message\":\"internal error (request id outer-id)\"}\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestClientAddrLooksThroughTrustedProxiesOnly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		trusted   []string
		forwarded []string
		want      string
	}{
		{nil, []string{"10.0.0.1"}, "192.0.2.1"},
		{[]string{"198.51.100.0/24"}, []string{"10.0.0.1"}, "192.0.2.1"},
		{[]string{"192.0.2.0/24"}, []string{"10.0.0.1"}, "10.0.0.1"},
		{[]string{"192.0.2.0/24"}, []string{"6.6.6.6, 10.0.0.1"}, "10.0.0.1"},
		{[]string{"192.0.2.0/24"}, []string{"6.6.6.6", "10.0.0.1"}, "10.0.0.1"},
		{[]string{"192.0.2.0/24", "10.0.0.2/32"}, []string{"6.6.6.6, 10.0.0.1, 10.0.0.2"}, "10.0.0.1"},
		{[]string{"192.0.2.0/24"}, []string{"nonsense"}, "192.0.2.1"},
		{[]string{"192.0.2.0/24"}, nil, "192.0.2.1"},
		{[]string{"192.0.2.0/24"}, []string{"fe80::1%eth0"}, "fe80::1"},
	}
	for _, test := range tests {
		edge := httpx.NewEdge(httpx.EdgeOptions{Dialect: httpx.Stack{}, Logger: discard(), Proxies: proxies(t, test.trusted...)})
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "192.0.2.1:1234"
		r.Header["X-Forwarded-For"] = test.forwarded
		var got string
		serve(edge.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = httpx.ClientAddr(r.Context()).String() })), r)
		if got != test.want {
			t.Errorf("%v, %v: %s, want %s", test.trusted, test.forwarded, got, test.want)
		}
	}
}

func TestCookieGoesOutWithTheAnswer(t *testing.T) {
	t.Parallel()
	edge := httpx.NewEdge(httpx.EdgeOptions{Dialect: httpx.Stack{}, Logger: discard()})
	w := record(edge.Wrap(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		httpx.SetCookie(r.Context(), &http.Cookie{Name: "session", Value: "x", HttpOnly: true})
	})), "GET", "/")
	if got := w.Header().Get("Set-Cookie"); got != "session=x; HttpOnly" {
		t.Errorf("Set-Cookie = %q", got)
	}
	httpx.SetCookie(t.Context(), &http.Cookie{Name: "session"}) // outside of a request: nothing happens
}

func TestOutsideOfARequestNothingIsKnown(t *testing.T) {
	t.Parallel()
	if id := httpx.RequestID(t.Context()); id != "" {
		t.Errorf("RequestID = %q", id)
	}
	if addr := httpx.ClientAddr(t.Context()); addr.IsValid() {
		t.Errorf("ClientAddr = %s", addr)
	}
}

func TestCORSIsOffByDefault(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	got := x.send("OPTIONS", "/notes", "", "Origin", "https://app.example", "Access-Control-Request-Method", "POST")
	if got.status != http.StatusMethodNotAllowed || got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%d %v", got.status, got.header)
	}
}

func TestDeadlineReachesTheHandler(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	if got := families[1].serve(t).send("GET", "/fail/slow", ""); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", got.status, got.body)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestForwardedHeaderOfAStrangerIsWarnedOfOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	edge := httpx.NewEdge(httpx.EdgeOptions{Name: "stack", Dialect: httpx.Stack{}, Logger: slog.New(slog.NewTextHandler(&log, nil)), Proxies: proxies(t, "10.0.0.0/8")})
	handler := edge.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for _, from := range []string{"10.0.0.1:1", "192.0.2.1:1", "192.0.2.2:1"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = from
		r.Header.Set("X-Forwarded-For", "198.51.100.7")
		serve(handler, r)
	}
	if got := log.String(); strings.Count(got, "is not believed") != 1 || !strings.Contains(got, "from=192.0.2.1") {
		t.Errorf("log:\n%s", got)
	}
}
