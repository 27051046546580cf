package httpx_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
)

// fuzzed is an API of the given dialect for requests that are made up.
func fuzzed(f family) func(r requestParts) *httptest.ResponseRecorder {
	o := f.options()
	o.Logger = discard()
	api := httpx.New(o)
	newNotebook().register(api, f.prefix)
	handler := api.Handler()
	return func(p requestParts) *httptest.ResponseRecorder {
		r := request(p.method, f.prefix+"/notes")
		r.URL.Path, r.URL.RawPath, r.URL.RawQuery = f.prefix+p.path, "", p.query
		r.Body, r.ContentLength = readCloser{bytes.NewReader(p.body)}, int64(len(p.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(p.header, p.value)
		return serve(handler, r)
	}
}

type requestParts struct {
	method, path, query, header, value string
	body                               []byte
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

func FuzzBodyNeverMakesAServerError(f *testing.F) {
	for _, seed := range []string{`{"title":"a"}`, `{"title":`, `null`, `[]`, `{"tiles":[{"w":1e300}]}`, `{"title":"a","tiles":[{"w":1,"size":-129}]}`,
		`{"title":"\ud800"}`, `{"title":"a","createdAt":{}}`, `{"tiles":{"*":{"computed":1}}}`, "\xef\xbb\xbf{}", `{"tags":[{},{}],"title":"a"}`, `{"a.b[0]":1}`} {
		f.Add([]byte(seed))
	}
	cloud, stack := fuzzed(families[0]), fuzzed(families[1])
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, path := range []string{"/notes", "/count"} {
			for name, w := range map[string]*httptest.ResponseRecorder{
				"cloud": cloud(requestParts{method: "POST", path: path, header: "Accept", body: body}),
				"stack": stack(requestParts{method: "POST", path: path, header: "Accept", body: body}),
			} {
				if w.Code != 200 && w.Code != 400 {
					t.Errorf("%s: %d %s", name, w.Code, w.Body)
				}
				if !json.Valid(w.Body.Bytes()) {
					t.Errorf("%s: no JSON: %s", name, w.Body)
				}
			}
		}
	})
}

func FuzzRequestNeverMakesAServerError(f *testing.F) {
	f.Add("/notes/1", "limit=1", "If-Match", `"1"`)
	f.Add("/notes", "limit=1&limit=%zz;", "Idempotency-Key", "\x00")
	f.Add("/notes/%2f", "since=2020-01-01", "Accept", "text/*;q=")
	f.Add("//", "filter=\xff", "Accept-Encoding", "gzip;q=2,*")
	serve := fuzzed(families[1])
	f.Fuzz(func(t *testing.T, path, query, header, value string) {
		if strings.HasPrefix(path, "/fail/") || path == "/events" {
			return // these fail, or stay, as asked
		}
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			w := serve(requestParts{method: method, path: path, query: query, header: header, value: value, body: []byte(`{"title":"a"}`)})
			if w.Code >= 500 {
				t.Errorf("%s %q?%q with %q: %q = %d %s", method, path, query, header, value, w.Code, w.Body)
			}
		}
	})
}
