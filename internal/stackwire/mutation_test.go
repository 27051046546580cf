package stackwire_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestMalformedRequestsAreNeverOurFault takes the operations of both
// documents, breaks valid requests in random ways, and holds that no answer
// is a 5xx and that every error body has the shape of the document.
func TestMalformedRequestsAreNeverOurFault(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	own := belongings(t, w, w.SelfHosted(), w.Home)
	for _, d := range []struct {
		door    stacktest.Door
		handler http.Handler
		ops     []string
	}{
		{w.SelfHosted(), w.Stack.Handler(), operations(t, w.Stack, "/api/v2")},
		{w.Managed(), w.Cloud.Handler(), operations(t, w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack")},
	} {
		t.Run(d.door.Name, func(t *testing.T) {
			m := &mutator{rng: rand.New(rand.NewPCG(1, 2)), own: own, door: d.door}
			statuses := map[int]int{}
			for range mutatedRequests {
				request := m.request(t, pick(m.rng, d.ops))
				answer := httptest.NewRecorder()
				d.handler.ServeHTTP(answer, request)
				statuses[answer.Code]++
				if problem := wrong(d.door.Name, answer); problem != "" {
					t.Fatalf("%s: %s %s: %d %s", problem, request.Method, request.URL, answer.Code, answer.Body)
				}
			}
			t.Logf("%v", statuses)
		})
	}
}

// wrong answers what is wrong with an answer, if anything.
func wrong(deployment string, answer *httptest.ResponseRecorder) string {
	if answer.Code >= http.StatusInternalServerError {
		return "our fault"
	}
	if answer.Code < http.StatusBadRequest {
		return ""
	}
	var body struct {
		Message, Error, RequestID string
		Status                    int
		Details                   []struct{ Path, Code, Message string }
	}
	decoder := json.NewDecoder(answer.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		return "no error body: " + err.Error()
	}
	for _, d := range body.Details {
		if d.Code == "" || d.Message == "" {
			return "an empty detail"
		}
	}
	isCloud := body.Error != "" && body.RequestID != "" && body.Status == answer.Code && body.Message == ""
	isStack := body.Message != "" && body.Error == "" && body.Status == 0
	if deployment == "managed" && !isCloud || deployment != "managed" && !isStack {
		return "an error body of another shape"
	}
	return ""
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// mutator breaks requests.
type mutator struct {
	rng  *rand.Rand
	own  map[string]string
	door stacktest.Door
}

func (m *mutator) request(t *testing.T, op string) *http.Request {
	t.Helper()
	r := rows()[op]
	method, path, _ := strings.Cut(op, " ")
	path = strings.ReplaceAll(path, "{id}", url.PathEscape(m.id(r)))
	if m.rng.IntN(6) == 0 {
		path += "?" + m.query()
	}
	// What deletes would leave nothing to break.
	if method == http.MethodDelete && m.rng.IntN(20) != 0 {
		path = strings.ReplaceAll(path, m.own[r.noun], noSuch)
	}
	request := httptest.NewRequest(method, m.door.Base+path, strings.NewReader(m.body(t, r)))
	request.Header.Set("Content-Type", pick(m.rng, []string{"application/json", "application/json", "application/json", "application/json; charset=utf-8", "text/plain", ""}))
	for name, value := range m.door.Headers {
		request.Header.Set(name, value)
	}
	m.headers(request.Header)
	return request
}

func (m *mutator) id(r row) string {
	if own := m.own[r.noun]; own != "" && m.rng.IntN(2) == 0 {
		return own
	}
	return pick(m.rng, []string{noSuch, "7", "%00", "../..", strings.Repeat("a", 24), strings.Repeat("f", 300), "é", " ", "null", "{id}"})
}

func (m *mutator) query() string {
	name := pick(m.rng, []string{"limit", "offset", "filter", "", "limit[]", "\x00"})
	value := pick(m.rng, []string{"-1", "0", "1e9", "99999999999999999999", "a", "", "%", "1001"})
	return pick(m.rng, []string{url.QueryEscape(name) + "=" + url.QueryEscape(value), "limit=1&limit=2", "%zz", "a;b"})
}

func (m *mutator) headers(h http.Header) {
	switch m.rng.IntN(12) {
	case 0:
		h.Set("If-Match", pick(m.rng, []string{`"1"`, `W/"1"`, `*`, `"`, `x`, `"9223372036854775808"`, ""}))
	case 1:
		h.Set("Idempotency-Key", pick(m.rng, []string{"k", strings.Repeat("k", 300), "ü", fmt.Sprint(m.rng.Uint64())}))
	case 2:
		h.Set("Accept", pick(m.rng, []string{"text/html", "application/json;q=0", "*/*", "garbage"}))
	case 3:
		h.Set("Content-Encoding", "gzip")
	}
}

// body answers a valid body that was broken in zero to three places.
func (m *mutator) body(t *testing.T, r row) string {
	t.Helper()
	text := fill(t, r.body, m.own)
	if text == "" {
		return pick(m.rng, []string{"", "{}", "null", "["})
	}
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	for range m.rng.IntN(4) {
		tree = m.mutate(tree, 0)
	}
	broken, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return m.damage(string(broken))
}

// damage breaks the text itself now and then.
func (m *mutator) damage(text string) string {
	switch m.rng.IntN(20) {
	case 0:
		return text[:m.rng.IntN(len(text)+1)]
	case 1:
		return text + pick(m.rng, []string{"x", "{}", "\x00", "]"})
	case 2:
		at := m.rng.IntN(len(text) + 1)
		return text[:at] + pick(m.rng, []string{"\xff", "\u0000", "\\u0000", "\ud7ff", "\""}) + text[at:]
	case 3:
		return strings.Repeat("[", 20_000)
	default:
		return text
	}
}

// mutate changes one place of the tree.
func (m *mutator) mutate(tree any, depth int) any {
	if depth > 0 && m.rng.IntN(3) == 0 {
		return m.junk()
	}
	switch node := tree.(type) {
	case map[string]any:
		m.mutateObject(node, depth)
		return node
	case []any:
		if len(node) == 0 {
			return m.junk()
		}
		i := m.rng.IntN(len(node))
		node[i] = m.mutate(node[i], depth+1)
		if m.rng.IntN(8) == 0 {
			return slices.Repeat(node, 200)
		}
		return node
	default:
		return m.junk()
	}
}

func (m *mutator) mutateObject(node map[string]any, depth int) {
	names := make([]string, 0, len(node))
	for name := range node {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 || m.rng.IntN(6) == 0 {
		node[pick(m.rng, []string{"extra", "", "id", "__proto__", "a\x00b", strings.Repeat("n", 500), "tags", "filters", "containers", "channels", "headers", "silence"})] = m.junk()
		return
	}
	name := pick(m.rng, names)
	if m.rng.IntN(5) == 0 {
		delete(node, name)
		return
	}
	node[name] = m.mutate(node[name], depth+1)
}

func (m *mutator) junk() any {
	return pick(m.rng, []any{
		nil, true, -1, 0, 1.5, 1e308, -1e308, "", "x", "\x00", "é\u202e", strings.Repeat("long ", 3000), []any{}, map[string]any{},
		[]any{[]any{[]any{nil}}}, map[string]any{"type": "webhook"}, json.Number("99999999999999999999999"), json.Number("1e999"),
		"2026-11-01T00:00:00Z", "9999-12-31T23:59:59Z", "24:00", noSuch, "lucene", "sql", "tile", "between", "15m",
		map[string]any{"displayType": "line"}, map[string]any{"displayType": "number", "configType": "sql"}, slices.Repeat([]any{"t"}, 1001),
	})
}
