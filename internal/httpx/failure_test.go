package httpx_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
)

func TestFaultKindDecidesStatusAndReason(t *testing.T) {
	t.Parallel()
	kinds := map[fault.Kind]string{
		fault.Invalid:         "400 BAD_REQUEST: as asked",
		fault.Unauthenticated: "401 UNAUTHORIZED: as asked",
		fault.Forbidden:       "403 FORBIDDEN: as asked",
		fault.NotFound:        "404 NOT_FOUND: as asked",
		fault.Conflict:        "409 CONFLICT: as asked",
		fault.Stale:           "412 PRECONDITION_FAILED: as asked",
		fault.Limited:         "429 TOO_MANY_REQUESTS: as asked",
		fault.Unavailable:     "503 SERVICE_UNAVAILABLE: the engine is away",
		"stranger":            "500 INTERNAL_ERROR: internal error",
		"internal":            "500 INTERNAL_ERROR: internal error",
		"panic":               "500 INTERNAL_ERROR: internal error",
		"slow":                "503 SERVICE_UNAVAILABLE: the request took too long",
		"store":               "503 SERVICE_UNAVAILABLE: the request took too long",
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for kind, want := range kinds {
			got := x.send("GET", "/fail/"+string(kind), "")
			status, message, _ := strings.Cut(want, " ")
			if f.name == "stack" {
				_, message, _ = strings.Cut(message, ": ")
			}
			if status == "500" && f.name == "stack" {
				message += " (request id " + got.header.Get("X-Request-Id") + ")"
			}
			if strconv.Itoa(got.status) != status || got.message(t) != message {
				t.Errorf("%s: %d %s, want %s %s", kind, got.status, got.body, status, message)
			}
		}
	})
}

func TestStrangersErrorsAndPanicsStayInTheLog(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		for _, how := range []string{"stranger", "internal", "panic"} {
			x := f.serve(t)
			got := x.send("GET", "/fail/"+how, "")
			if got.status != http.StatusInternalServerError || strings.Contains(got.body, "hunter2") || strings.Contains(got.body, "leaky") {
				t.Errorf("%s: %d %s", how, got.status, got.body)
			}
			log := x.log.String()
			if strings.Count(log, "hunter2") != 1 || !strings.Contains(log, got.header.Get("X-Request-Id")) {
				t.Errorf("%s: the log is %s", how, log)
			}
		}
	})
}

func TestClientThatWentAwayIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	left, leave := context.WithCancel(t.Context())
	leave()
	serve(x.api.Handler(), request("GET", "/v1/fail/store").WithContext(left))
	if log := x.log.String(); !strings.Contains(log, "status=499") || strings.Contains(log, "level=ERROR") {
		t.Errorf("log: %s", log)
	}
}

func TestUnavailableSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	if got := x.send("GET", "/fail/unavailable", "").header.Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After = %q, want 2: one and a half seconds rounded up", got)
	}
	if got := x.send("GET", "/fail/limited", "").header.Get("Retry-After"); got != "5" {
		t.Errorf("Retry-After = %q, want the default", got)
	}
}

func TestUnknownRouteIsAPageInTheCloudAndAMessageInTheStack(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		got := f.serve(t).send("GET", "/nothing/here", "", "Authorization", "-")
		want := map[string]string{"cloud": "text/html; charset=utf-8", "stack": "application/json"}[f.name]
		if got.status != http.StatusNotFound || got.header.Get("Content-Type") != want || got.header.Get("X-Request-Id") == "" {
			t.Errorf("%d %s %s", got.status, got.header.Get("Content-Type"), got.body)
		}
		if f.name == "stack" && got.message(t) != "no such route" {
			t.Errorf("body %s", got.body)
		}
	})
}

func TestMissingThingIsJSONInBothFamilies(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		got := f.serve(t).send("GET", "/notes/404", "")
		if got.status != http.StatusNotFound || !strings.HasSuffix(got.message(t), "the note does not exist") {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

func TestWrongMethodNamesTheAllowedOnes(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for path, allow := range map[string]string{"/notes": "GET, HEAD, POST", "/notes/1": "DELETE, GET, HEAD, PUT", "/memos": "GET, HEAD, POST", "/signin": "POST"} {
			got := x.send("PATCH", path, "")
			if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != allow {
				t.Errorf("PATCH %s = %d, Allow %q, want %q", path, got.status, got.header.Get("Allow"), allow)
			}
			got.message(t)
		}
		if got := x.send("BREW", "/notes", ""); got.status != http.StatusMethodNotAllowed {
			t.Errorf("BREW = %d", got.status)
		}
		if got := x.send("BREW", "/nothing", ""); got.status != http.StatusNotFound {
			t.Errorf("BREW on no route = %d", got.status)
		}
	})
}

func TestTransportRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, path, body string
		headers                  []string
		status                   int
	}{
		{"accept of another type", "GET", "/notes", "", []string{"Accept", "text/html"}, 406},
		{"accept with weight 0", "GET", "/notes", "", []string{"Accept", "application/json;q=0, */*;q=0"}, 406},
		{"accept of anything", "GET", "/notes", "", []string{"Accept", "text/html, */*;q=0.1"}, 200},
		{"accept of the kind", "GET", "/notes", "", []string{"Accept", "application/*"}, 200},
		{"accept of a raw type", "GET", "/export", "", []string{"Accept", "text/csv"}, 200},
		{"accept of json for a raw type", "GET", "/export", "", []string{"Accept", "application/json"}, 406},
		{"form", "POST", "/notes", "title=a", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"no content type", "POST", "/notes", `{"title":"a"}`, []string{"Content-Type", "-"}, 415},
		{"charset", "POST", "/notes", `{"title":"a"}`, []string{"Content-Type", "application/json; charset=UTF-8"}, 200},
		{"other charset", "POST", "/notes", `{"title":"a"}`, []string{"Content-Type", "application/json; charset=latin1"}, 415},
		{"broken content type", "POST", "/notes", `{"title":"a"}`, []string{"Content-Type", "application/json; charset"}, 415},
		{"compressed", "POST", "/notes", `{"title":"a"}`, []string{"Content-Encoding", "gzip"}, 415},
		{"broken query", "GET", "/notes?limit=%zz", "", nil, 400},
		{"query that is not UTF-8", "GET", "/notes?since=%ff", "", nil, 400},
		{"NUL in the query", "GET", "/notes?owner=a%00b", "", nil, 400},
		{"NUL in the path", "GET", "/notes/a%00b", "", nil, 400},
		{"body for an operation that takes none", "POST", "/signin", "anything", []string{"Content-Type", "text/plain"}, 200},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for _, test := range tests {
			got := x.send(test.method, test.path, test.body, test.headers...)
			if got.status != test.status {
				t.Errorf("%s: %d %s, want %d", test.name, got.status, got.body, test.status)
			}
			if got.status >= 400 {
				got.message(t)
			}
		}
	})
}

func TestBodyAboveItsLimitIs413(t *testing.T) {
	t.Parallel()
	fits := `{"title":"a","tags":["` + strings.Repeat("x", 975) + `"]}`
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t, limitBody(int64(len(fits))))
		for name, test := range map[string]struct {
			body    string
			unsized bool
			status  int
		}{
			"at the limit":           {fits, false, 200},
			"at the limit, unsized":  {fits, true, 200},
			"one byte more":          {fits + " ", false, 413},
			"one byte more, unsized": {fits + " ", true, 413},
			"many bytes, unsized":    {fits + strings.Repeat(" ", 1<<20), true, 413},
		} {
			req, err := http.NewRequest(http.MethodPost, x.url+"/notes", strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			if test.unsized {
				req.ContentLength = -1
			}
			req.SetBasicAuth("alice", "secret-a")
			req.Header.Set("Content-Type", "application/json")
			if got := x.do(req); got.status != test.status {
				t.Errorf("%s: %d %s, want %d", name, got.status, got.body, test.status)
			}
		}
	})
}
