package uiapi_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cairnstack/cairn/internal/uiapi"
)

func TestSharedPagesAreNotIndexed(t *testing.T) {
	t.Parallel()
	files := uiapi.Files(fstest.MapFS{"index.html": {Data: []byte("page")}}, "")
	for path, want := range map[string]bool{"/shared/cairn_sl_x": true, "/x/../shared/y": true, "/dashboards": false, "/shared": false} {
		w := httptest.NewRecorder()
		files.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if got := strings.Contains(w.Header().Get("X-Robots-Tag"), "noindex"); got != want {
			t.Errorf("%s: noindex %t, want %t", path, got, want)
		}
	}
}

// TestPageKnowsWhereItIsServed holds that the one build works at the root and
// below any path, from every address.
func TestPageKnowsWhereItIsServed(t *testing.T) {
	t.Parallel()
	const built = `<html><head><link href="./favicon.svg" /><script src="./assets/a.js"></script></head></html>`
	for base, want := range map[string]string{
		"":       `<html><head><meta name="base-path" content="" /><link href="/favicon.svg" /><script src="/assets/a.js"></script></head></html>`,
		"/cairn": `<html><head><meta name="base-path" content="/cairn" /><link href="/cairn/favicon.svg" /><script src="/cairn/assets/a.js"></script></head></html>`,
	} {
		files := uiapi.Files(fstest.MapFS{"index.html": {Data: []byte(built)}, "index.html.gz": {Data: []byte("old")}}, base)
		for _, path := range []string{"/", "/index.html", "/dashboards/1"} {
			for _, encoding := range []string{"", "gzip"} {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Accept-Encoding", encoding)
				w := httptest.NewRecorder()
				files.ServeHTTP(w, r)
				if got := bodyOf(t, w); got != want || w.Header().Get("Content-Encoding") != encoding {
					t.Errorf("%s below %q, %q: %s", path, base, encoding, got)
				}
			}
		}
	}
}

func bodyOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	body := io.Reader(w.Body)
	if w.Header().Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(body)
		if err != nil {
			t.Fatal(err)
		}
		body = unzipped
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
