package promapi_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/promapi"
)

func TestFailuresOfQuestions(t *testing.T) {
	t.Parallel()
	type outcome struct {
		err    error
		status int
		has    string
	}
	for name, want := range map[string]outcome{
		"syntax":        {&prom.ParseError{Err: errors.New("1:2: no")}, 400, `"errorType":"bad_data","error":"invalid parameter \"query\": 1:2: no"`},
		"wrapped":       {fmt.Errorf("ask: %w", &prom.ParseError{Err: errors.New("no")}), 400, `"bad_data"`},
		"evaluation":    {fault.New(fault.Invalid, "vector cannot contain metrics with the same labelset"), 422, `"errorType":"execution","error":"vector cannot`},
		"samples":       {promql.ErrTooManySamples("query execution"), 422, `"errorType":"execution"`},
		"time":          {promql.ErrQueryTimeout("query execution"), 503, `"errorType":"timeout"`},
		"deadline":      {context.DeadlineExceeded, 503, `"errorType":"timeout"`},
		"canceled":      {promql.ErrQueryCanceled("query execution"), 499, `"errorType":"canceled"`},
		"context":       {context.Canceled, 499, `"errorType":"canceled"`},
		"engine away":   {fault.New(fault.Unavailable, "the engine is away"), 503, `"errorType":"unavailable","error":"the engine is away"`},
		"forbidden":     {fault.New(fault.Forbidden, "not yours"), 403, `"errorType":"forbidden","error":"not yours"`},
		"credential":    {fault.New(fault.Unauthenticated, "who?"), 401, `"errorType":"unauthorized","error":"who?"`},
		"missing":       {fault.New(fault.NotFound, "no team"), 404, `"errorType":"not_found","error":"no team"`},
		"too many":      {fault.New(fault.Limited, "later"), 429, `"errorType":"too_many_requests","error":"later"`},
		"not foreseen":  {errors.New("secret of the engine"), 500, `"errorType":"internal","error":"internal error (request id `},
		"storage fails": {promql.ErrStorage{Err: errors.New("secret of the engine")}, 500, `"errorType":"internal"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			memory := newMemory()
			memory.fails = want.err
			base := serve(t, func(u *promapi.Uses) { u.Questions = memory }) + promapi.Prefix
			for _, path := range []string{"/query?query=up", "/query_range?query=up&start=1&end=2&step=1", "/series?match[]=up", "/labels", "/label/job/values", "/metadata", "/query_exemplars?query=up"} {
				got := ask(t, http.MethodGet, base+path, "")
				if got.status != want.status || !strings.Contains(got.body, `{"status":"error",`) || !strings.Contains(got.body, want.has) || strings.Contains(got.body, "secret") {
					t.Errorf("%s: %d %s, want %d %s", path, got.status, got.body, want.status, want.has)
				}
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	base := serve(t) + promapi.Prefix
	for name, c := range map[string]struct {
		got    reply
		status int
		has    string
	}{
		"no such path":   {ask(t, http.MethodGet, base+"/nothing", ""), 404, `"errorType":"not_found"`},
		"no such method": {ask(t, http.MethodDelete, base+"/query", ""), 405, `"status":"error"`},
		"no form there":  {ask(t, http.MethodPost, base+"/metadata", "a=1"), 405, `"status":"error"`},
		"JSON":           {ask(t, http.MethodPost, base+"/query", `{"query":"up"}`, "Content-Type", "application/json"), 415, `application/x-www-form-urlencoded`},
		"too long":       {ask(t, http.MethodPost, base+"/query", "query="+strings.Repeat("1", promapi.ExprCharsMax+1)), 400, `query: must be at most 65536 characters`},
		"no form":        {ask(t, http.MethodPost, base+"/query", "query=%zz"), 400, `the form is not well formed`},
		"no text":        {ask(t, http.MethodPost, base+"/query", "query=%ff"), 400, `UTF-8`},
		"no XML":         {ask(t, http.MethodGet, base+"/query?query=up", "", "Accept", "text/xml"), 406, `"errorType":"not_acceptable"`},
		"no label":       {ask(t, http.MethodGet, base+"/label/%00/values", ""), 400, `"bad_data"`},
		"record rules":   {ask(t, http.MethodGet, base+"/rules?type=other", ""), 400, `"bad_data"`},
		"metadata":       {ask(t, http.MethodGet, base+"/metadata?limit=x", ""), 400, `invalid parameter \"limit\"`},
	} {
		if c.got.status != c.status || !strings.Contains(c.got.body, c.has) {
			t.Errorf("%s: %d %s, want %d %s", name, c.got.status, c.got.body, c.status, c.has)
		}
	}
}

// TestCredentials has the key as a bearer and as a password.
func TestCredentials(t *testing.T) {
	t.Parallel()
	base := serve(t)
	const path = promapi.Prefix + "/status/buildinfo"
	basic := func(user, password string) string {
		r, _ := http.NewRequest(http.MethodGet, base, nil)
		r.SetBasicAuth(user, password)
		return r.Header.Get("Authorization")
	}
	for header, status := range map[string]int{
		"Bearer " + secret: 200, basic("anybody", secret): 200, basic("", secret): 200,
		"": 401, "Bearer wrong": 401, basic(secret, ""): 401, basic("anybody", "wrong"): 401, "Token " + secret: 401,
	} {
		got := ask(t, http.MethodGet, base+path, "", "Authorization", header)
		if got.status != status {
			t.Errorf("%q: %d %s, want %d", header, got.status, got.body, status)
		}
		if challenge := got.header.Get("WWW-Authenticate"); status == 401 &&
			(challenge != `Bearer realm="cairn", Basic realm="cairn"` || !strings.Contains(got.body, `"errorType":"unauthorized"`)) {
			t.Errorf("%q: challenged with %s, %s", header, challenge, got.body)
		}
	}
}

func TestProbesNeedNoKey(t *testing.T) {
	t.Parallel()
	ready := true
	base := serve(t, func(u *promapi.Uses) { u.Ready = func(context.Context) bool { return ready } }) + promapi.Root
	probe := func(path string) int { return ask(t, http.MethodGet, base+path, "", "Authorization", "").status }
	if got := []int{probe("/-/healthy"), probe("/-/ready")}; got[0] != 200 || got[1] != 200 {
		t.Error(got)
	}
	ready = false
	if got := []int{probe("/-/healthy"), probe("/-/ready")}; got[0] != 200 || got[1] != 503 {
		t.Error(got)
	}
}

func TestResponsesAreCompressedIfAsked(t *testing.T) {
	t.Parallel()
	address := serve(t) + promapi.Prefix + "/query_range?query=up&step=15&start=1772362800&end=1772366400"
	plain := ask(t, http.MethodGet, address, "")
	zipped := ask(t, http.MethodGet, address, "", "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(bytes.NewReader([]byte(zipped.body)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil || string(text) != plain.body || zipped.header.Get("Content-Encoding") != "gzip" || plain.header.Get("Content-Encoding") != "" {
		t.Errorf("%v: %v, %v", err, zipped.header, plain.header)
	}
}

// TestFormsAreBounded sends to the handler itself: a listener resets the
// connection of a client that is still sending.
func TestFormsAreBounded(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, promapi.Prefix+"/query", strings.NewReader("query="+strings.Repeat("1", promapi.FormBytesMax)))
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	got := httptest.NewRecorder()
	newAPI().Handler().ServeHTTP(got, r)
	if got.Code != http.StatusRequestEntityTooLarge || !strings.Contains(got.Body.String(), `"errorType":"bad_data"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
