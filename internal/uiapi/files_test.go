package uiapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cairnstack/cairn/internal/uiapi"
)

func TestSharedPagesAreNotIndexed(t *testing.T) {
	t.Parallel()
	files := uiapi.Files(fstest.MapFS{"index.html": {Data: []byte("page")}})
	for path, want := range map[string]bool{"/shared/cairn_sl_x": true, "/x/../shared/y": true, "/dashboards": false, "/shared": false} {
		w := httptest.NewRecorder()
		files.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if got := strings.Contains(w.Header().Get("X-Robots-Tag"), "noindex"); got != want {
			t.Errorf("%s: noindex %t, want %t", path, got, want)
		}
	}
}
