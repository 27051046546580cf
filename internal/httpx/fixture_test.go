package httpx_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/peer"
)

// fixture is a listener with a small API of notes.
type fixture struct {
	t     *testing.T
	api   *httpx.API
	notes *notebook
	log   *syncBuffer
	url   string
}

// families are the two dialects with the prefix of their routes.
var families = []family{
	{"cloud", httpx.Cloud{}, "/v1"},
	{"stack", httpx.Stack{}, "/api/v2"},
}

type family struct {
	name    string
	dialect httpx.Dialect
	prefix  string
}

// eachFamily runs a test once in each dialect.
func eachFamily(t *testing.T, test func(t *testing.T, f family)) {
	t.Helper()
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			test(t, f)
		})
	}
}

func (f family) options() httpx.Options {
	return httpx.Options{
		EdgeOptions:   httpx.EdgeOptions{Name: f.name, Dialect: f.dialect},
		Title:         "Notes",
		Version:       "1.0",
		Prefix:        f.prefix,
		Authenticator: passwords{"alice": "secret-a", "bob": "secret-b"},
		Idempotency:   newMemory(),
		Aliases:       []httpx.Alias{{Of: "notes", As: "memos"}},
	}
}

// serve starts the notes API with options that a test may change.
func (f family) serve(t *testing.T, change ...func(*httpx.Options)) *fixture {
	t.Helper()
	x := &fixture{t: t, notes: newNotebook(), log: &syncBuffer{}}
	o := f.options()
	o.Logger = slog.New(slog.NewTextHandler(x.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	for _, c := range change {
		c(&o)
	}
	x.api = httpx.New(o)
	x.notes.register(x.api, f.prefix)
	server := httptest.NewUnstartedServer(x.api.Handler())
	server.Config = httpx.NewServer(x.api.Handler(), httpx.ServerOptions{Logger: o.Logger})
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(server.Client().CloseIdleConnections)
	x.url = server.URL + f.prefix
	return x
}

// answer is a whole answer.
type answer struct {
	status int
	header http.Header
	body   string
}

// send makes a request as alice unless the headers say otherwise; a header
// with the value "-" is not sent.
func (x *fixture) send(method, path, body string, headers ...string) answer {
	x.t.Helper()
	req, err := http.NewRequest(method, x.url+path, strings.NewReader(body))
	if err != nil {
		x.t.Fatal(err)
	}
	req.SetBasicAuth("alice", "secret-a")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "-" {
			req.Header.Del(headers[i])
		}
	}
	return x.do(req)
}

func (x *fixture) do(req *http.Request) answer {
	x.t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		x.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(data)}
}

// message returns the text of an error body, whichever the family, and checks
// the body's shape.
func (a answer) message(t *testing.T) string {
	t.Helper()
	var b struct {
		Message   string
		Error     string
		RequestID string
		Status    int
	}
	if err := json.Unmarshal([]byte(a.body), &b); err != nil {
		t.Fatalf("error body %q: %v", a.body, err)
	}
	if b.Message != "" {
		return b.Message
	}
	if b.Status != a.status || b.RequestID != a.header.Get("X-Request-Id") {
		t.Errorf("error body %s with status %d and X-Request-Id %s", a.body, a.status, a.header.Get("X-Request-Id"))
	}
	return b.Error
}

// details returns the places and rules of a failed validation as "path code".
func (a answer) details(t *testing.T) []string {
	t.Helper()
	var b struct{ Details []fault.Detail }
	if err := json.Unmarshal([]byte(a.body), &b); err != nil {
		t.Fatalf("error body %q: %v", a.body, err)
	}
	var list []string
	for _, d := range b.Details {
		list = append(list, d.Path+" "+d.Code)
	}
	return list
}

// passwords authenticates by Basic user name and password.
type passwords map[string]string

func (p passwords) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	user, password, ok := r.BasicAuth()
	if !ok || p[user] == "" || p[user] != password {
		return ctx, httpx.Identity{}, fault.New(fault.Unauthenticated, "the credential is not valid")
	}
	return context.WithValue(ctx, userKey{}, user), httpx.Identity{ID: "user/" + user, Label: user, Account: user}, nil
}

type userKey struct{}

// syncBuffer is a log that several requests write to.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// manual is a clock that a test moves.
type manual struct {
	mu  sync.Mutex
	now time.Time
}

func newManual() *manual { return &manual{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (m *manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *manual) advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

func limitBody(bytesMax int64) func(*httpx.Options) {
	return func(o *httpx.Options) { o.Limits.BodyBytesMax = bytesMax }
}

func limitRate(requests int, window time.Duration) func(*httpx.Options) {
	return func(o *httpx.Options) { o.Limits.Rate = httpx.Rate{Max: requests, Window: window} }
}

func withClock(m *manual) func(*httpx.Options) {
	return func(o *httpx.Options) { o.Clock = m.Now }
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// request makes a request of alice for a handler that is called directly.
func request(method, path string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.SetBasicAuth("alice", "secret-a")
	return r
}

func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func record(h http.Handler, method, path string) *httptest.ResponseRecorder {
	return serve(h, request(method, path))
}

// proxies are trusted networks.
func proxies(t *testing.T, cidrs ...string) peer.Proxies {
	t.Helper()
	trusted, err := peer.ParseProxies(cidrs)
	if err != nil {
		t.Fatal(err)
	}
	return trusted
}
