package stackwire_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestMalformedRequestsAreNeverOurFault takes the operations of both
// documents, breaks valid requests in random ways, and holds that no answer
// is a 5xx and that every error body has the shape of the document.
func TestMalformedRequestsAreNeverOurFault(t *testing.T) {
	t.Parallel()
	for name, statuses := range sendMalformed(t, mutatedRequests, func(int) {}) {
		t.Logf("%s: %v", name, statuses)
	}
}

// sendMalformed sends so many broken requests to each deployment, says so
// after each, and answers how often each status came.
func sendMalformed(t *testing.T, count int, sent func(n int)) map[string]map[int]int {
	t.Helper()
	w := stacktest.New(t, stacktest.Options{})
	own := belongings(t, w, w.SelfHosted(), w.Home)
	statuses := map[string]map[int]int{}
	for _, d := range []struct {
		door    stacktest.Door
		handler http.Handler
		ops     []string
	}{
		{w.SelfHosted(), w.Stack.Handler(), operations(t, w.Stack, "/api/v2")},
		{w.Managed(), w.Cloud.Handler(), operations(t, w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack")},
	} {
		m := &mutator{testkit.NewMutator(testkit.Seed(t, 1), "tags", "filters", "containers", "channels", "headers", "silence", "lucene", "sql", "tile", "between", "15m"), own, d.door}
		statuses[d.door.Name] = map[int]int{}
		for n := range count {
			request := m.request(t, testkit.Pick(m.Mutator, d.ops))
			answer := httptest.NewRecorder()
			d.handler.ServeHTTP(answer, request)
			statuses[d.door.Name][answer.Code]++
			if problem := wrong(d.door.Name, answer); problem != "" {
				t.Fatalf("%s: %s %s: %d %s", problem, request.Method, request.URL, answer.Code, answer.Body)
			}
			sent(n)
		}
	}
	return statuses
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

// mutator breaks requests of a deployment.
type mutator struct {
	*testkit.Mutator
	own  map[string]string
	door stacktest.Door
}

func (m *mutator) request(t *testing.T, op string) *http.Request {
	t.Helper()
	r := rows()[op]
	method, path, _ := strings.Cut(op, " ")
	path = strings.ReplaceAll(path, "{id}", url.PathEscape(m.id(r)))
	if m.OneIn(6) {
		path += "?" + m.Query()
	}
	// What deletes would leave nothing to break.
	if method == http.MethodDelete && !m.OneIn(20) {
		path = strings.ReplaceAll(path, m.own[r.noun], noSuch)
	}
	body := m.Body(t, fill(t, r.body, m.own))
	request := httptest.NewRequest(method, m.door.Base+path, strings.NewReader(body))
	for name, value := range m.door.Headers {
		request.Header.Set(name, value)
	}
	m.Headers(request.Header)
	return request
}

func (m *mutator) id(r row) string {
	if own := m.own[r.noun]; own != "" && m.OneIn(2) {
		return own
	}
	return m.ID(noSuch)
}
