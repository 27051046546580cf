package httpx_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
)

type sought struct {
	Name string   `query:"name" maxLength:"10"`
	Tags []string `query:"tag[],explode"`
}

// seeker returns what it was asked with.
func seeker(t *testing.T) http.Handler {
	t.Helper()
	api := httpx.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Name: "prometheus", Dialect: httpx.Prometheus{}, Logger: discard()},
		Limits:      httpx.Limits{BodyBytesMax: 64},
	})
	op := httpx.Operation{ID: "seek", Method: http.MethodGet, Path: "/seek", Public: true, Form: true}
	httpx.Register(api, op, func(_ context.Context, in *sought) (httpx.Reply[string], error) {
		if in.Name == "" {
			return httpx.Reply[string]{}, &httpx.Failure{Status: http.StatusUnprocessableEntity, Word: "execution", Message: "nobody"}
		}
		return httpx.Reply[string]{Value: in.Name + " " + strings.Join(in.Tags, "+")}, nil
	})
	return api.Handler()
}

func TestParametersComeAsAForm(t *testing.T) {
	t.Parallel()
	handler := seeker(t)
	const isForm = "application/x-www-form-urlencoded"
	for name, c := range map[string]struct {
		method, path, kind, body string
		status                   int
		has                      string
	}{
		"GET":                  {"GET", "/seek?name=ann&tag[]=a&tag[]=b", "", "", 200, `{"status":"success","data":"ann a+b"}`},
		"form":                 {"POST", "/seek", isForm, "name=ann&tag[]=a&tag[]=b", 200, `"ann a+b"`},
		"form of UTF-8":        {"POST", "/seek", isForm + "; charset=UTF-8", "name=ann", 200, `"ann "`},
		"the form comes first": {"POST", "/seek?name=bob&tag[]=c", isForm, "name=ann&tag[]=a", 200, `"ann a+c"`},
		"the first counts":     {"GET", "/seek?name=ann&name=bob", "", "", 200, `"ann "`},
		"POST without a body":  {"POST", "/seek?name=ann", "", "", 200, `"ann "`},
		"a body is no form":    {"GET", "/seek?name=ann", isForm, "name=bob", 200, `"ann "`},
		"its own status":       {"POST", "/seek", isForm, "other=1", 422, `{"status":"error","errorType":"execution","error":"nobody"}`},
		"JSON":                 {"POST", "/seek", "application/json", `{"name":"ann"}`, 415, `"errorType":"bad_data"`},
		"no type":              {"POST", "/seek", "", "name=ann", 415, `"errorType":"bad_data"`},
		"too large":            {"POST", "/seek", isForm, "other=" + strings.Repeat("x", 64), 413, `larger than 64 bytes`},
		"malformed":            {"POST", "/seek", isForm, "name=%zz", 400, `"error":"the form is not well formed"`},
		"no text":              {"POST", "/seek", isForm, "name=%00", 400, `must be UTF-8 without U+0000`},
		"a rule is broken":     {"POST", "/seek", isForm, "name=bartholomew", 400, `name: must be at most 10 characters`},
		"another path":         {"POST", "/other", isForm, "name=ann", 404, `"errorType":"not_found"`},
		"another method":       {"PUT", "/seek", isForm, "name=ann", 405, `"status":"error"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.kind)
			got := serve(handler, r)
			if got.Code != c.status || !strings.Contains(got.Body.String(), c.has) {
				t.Errorf("%d %s, want %d %s", got.Code, got.Body, c.status, c.has)
			}
		})
	}
}
