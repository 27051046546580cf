package metric_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/metric"
)

func TestHandlerExposesTheBuild(t *testing.T) {
	t.Parallel()
	recorder := httptest.NewRecorder()
	metric.Handler(metric.New("1.2.3")).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if want := `cairn_build_info{version="1.2.3"} 1`; !strings.Contains(recorder.Body.String(), want) {
		t.Errorf("%q is missing in:\n%s", want, recorder.Body.String())
	}
}

func TestCountersStartAtZero(t *testing.T) {
	t.Parallel()
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "c", Help: "h"}, []string{"a", "b"})
	metric.StartAtZero(counter, []string{"1", "2"}, []string{"x", "y", "z"})
	registry := prometheus.NewRegistry()
	registry.MustRegister(counter)
	families, err := registry.Gather()
	if err != nil || len(families) != 1 || len(families[0].GetMetric()) != 6 {
		t.Errorf("%v, %v; want 6 series", families, err)
	}
}
