package metric_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
