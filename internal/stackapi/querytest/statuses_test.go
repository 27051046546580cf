package querytest_test

import (
	"cmp"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// TestTelemetryAnswersAreThoseOfTheDocument provokes every status that the
// document names for the operations that ask for telemetry, then breaks valid
// requests at random, and holds every answer to the document.
func TestTelemetryAnswersAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	x := newTenants(t)
	d := x.driver(t)
	d.Run(t)
	asking := slices.DeleteFunc(slices.Clone(d.Operations), func(o *doctest.Operation) bool { return tenantRows()[nameOf(o)].streams })
	doctest.Prober{Operations: asking, API: d.API, Valid: d.Valid}.Run(t)
	t.Logf("%d malformed requests: %v", mutatedRequests, x.sendMalformed(t, mutatedRequests, func(int) {}))
}

// described returns the operations that ask for telemetry, each with a row.
func (x *tenants) described(t *testing.T) []*doctest.Operation {
	t.Helper()
	return slices.DeleteFunc(doctest.Read(t, x.api).Operations, func(o *doctest.Operation) bool {
		if !asksForTelemetry.MatchString(nameOf(o)) {
			return true
		}
		if _, ok := tenantRows()[nameOf(o)]; !ok {
			t.Errorf("%s has no row in the matrix", nameOf(o))
		}
		return false
	})
}

// nameOf returns an operation as the rows call it.
func nameOf(o *doctest.Operation) string {
	return o.Method + " " + strings.TrimPrefix(o.Path, stackapi.Prefix)
}

func (x *tenants) driver(t *testing.T) doctest.Driver {
	t.Helper()
	nothing := map[string]string{}
	for name, id := range x.home.own {
		nothing[name] = strings.Repeat("a", len(id))
	}
	return doctest.Driver{
		Operations: x.described(t), API: patient(x.api.Handler()), Careless: x.careless(httpx.Limits{}),
		Limited: x.careless(httpx.Limits{Rate: httpx.Rate{Max: 1, Window: time.Hour}}),
		Valid:   func(o *doctest.Operation) *http.Request { return x.request(o, x.home.own) },
		Unknown: func(o *doctest.Operation) *http.Request { return x.request(o, nothing) },
		Forbid:  func(r *http.Request) { r.Header.Set("Authorization", x.billing) },
	}
}

// patienceMax is how often a request is sent: on a machine where the engine
// waits for a core for a second, the API answers that it is away.
const patienceMax = 20

// patient sends a request again to which the answer is that the engine is away,
// unless its own time is up.
func patient(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := doctest.Send(api, r)
		for tries := 1; answer.Code == http.StatusServiceUnavailable && r.Context().Err() == nil && tries < patienceMax; tries++ {
			again := r.Clone(r.Context())
			again.Body, _ = r.GetBody()
			answer = doctest.Send(api, again)
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w)
	})
}

// careless serves the API with limits and nothing behind it.
func (x *tenants) careless(limits httpx.Limits) http.Handler {
	return stackapi.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)}, Limits: limits,
		Authenticator: stackapi.Bearer{Keys: x.keys, Note: func(access.Principal) {}},
	}, stackapi.Uses{}).Handler()
}

// request returns a valid request of an operation about what the ids name.
func (x *tenants) request(o *doctest.Operation, ids map[string]string) *http.Request {
	path, body := patternsOf(o)
	return x.asking(o.Method, named(path, ids), named(body, ids))
}

// patternsOf returns path and body of a valid request, with names for ids.
func patternsOf(o *doctest.Operation) (path, body string) {
	row := tenantRows()[nameOf(o)]
	_, path, _ = strings.Cut(nameOf(o), " ")
	return cmp.Or(row.path, path), (&shop{}).fill(row.body)
}

// named puts ids in the place of their names.
func named(text string, ids map[string]string) string {
	for name, id := range ids {
		text = strings.ReplaceAll(text, "${"+name+"}", id)
	}
	return text
}

func (x *tenants) asking(method, path, body string) *http.Request {
	return doctest.NewRequest(method, stackapi.Prefix+path, body, "Bearer "+x.home.key)
}

// sendMalformed sends so many broken requests, says so after each, and returns
// how often each status came.
func (x *tenants) sendMalformed(t *testing.T, count int, sent func(n int)) map[int]int {
	t.Helper()
	m := testkit.NewMutator(testkit.Seed(t, 3), "where", "whereLanguage", "sql", "lucene", "groupBy", "Body", "Timestamp", "orderBy", "select",
		"aggFn", "quantile", "1m", "Body:x AND", "SELECT 1", "count()")
	operations, handler, statuses := x.described(t), patient(x.api.Handler()), map[int]int{}
	for n := range count {
		op := testkit.Pick(m, operations)
		request := x.mutated(t, m, op)
		answer := doctest.Send(handler, request)
		statuses[answer.Code]++
		if err := op.CheckRefusal(request, answer); err != nil {
			t.Fatal(err)
		}
		sent(n)
	}
	return statuses
}

func (x *tenants) mutated(t *testing.T, m *testkit.Mutator, op *doctest.Operation) *http.Request {
	t.Helper()
	path, body := patternsOf(op)
	ids := maps.Clone(x.home.own)
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		if m.OneIn(4) {
			ids[name] = url.PathEscape(m.ID(ids[name]))
		}
	}
	path = named(path, ids)
	if m.OneIn(6) {
		path, _, _ = strings.Cut(path, "?")
		path += "?" + m.Query()
	}
	request := x.asking(op.Method, path, m.Body(t, named(body, x.home.own)))
	m.Headers(request.Header)
	return request
}
