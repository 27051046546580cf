package httpx_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/httpx"
)

// sink is a writer that costs nothing.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}

// benchmarkChain runs one request again and again through everything but the
// network: limits, authentication, metrics, log, checks and envelope.
func benchmarkChain(b *testing.B, method, path, body string, headers ...string) {
	f := families[0]
	o := f.options()
	o.Logger, o.Metrics = discard(), httpx.NewMetrics(prometheus.NewRegistry())
	o.Limits.Rate = httpx.Rate{Max: 1 << 30, Window: time.Hour}
	api := httpx.New(o)
	book := newNotebook()
	book.register(api, f.prefix)
	handler := api.Handler()
	book.notes["1"] = &note{ID: "1", Title: "a", version: 3}
	w := &sink{header: http.Header{}}
	reader := strings.NewReader(body)
	r := httptest.NewRequest(method, f.prefix+path, reader)
	r.SetBasicAuth("alice", "secret-a")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		reader.Reset(body)
		handler.ServeHTTP(w, r)
	}
}

func BenchmarkGet(b *testing.B) { benchmarkChain(b, "GET", "/notes/1", "") }

func BenchmarkNotModified(b *testing.B) {
	benchmarkChain(b, "GET", "/notes/1", "", "If-None-Match", `"3"`)
}

func BenchmarkPage(b *testing.B) { benchmarkChain(b, "GET", "/notes?limit=10&offset=0", "") }

func BenchmarkPut(b *testing.B) {
	benchmarkChain(b, "PUT", "/notes/1", `{"title":"b","tiles":[{"w":3},{"w":4}],"tags":["x","y"]}`)
}

func BenchmarkRefusedBody(b *testing.B) {
	benchmarkChain(b, "PUT", "/notes/1", `{"title":"","tiles":[{"w":99}]}`)
}
