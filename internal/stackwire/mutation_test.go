package stackwire_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestMalformedRequestsAreNeverOurFault takes the operations of both
// documents, breaks valid requests in random ways, and holds that no answer
// is a 5xx and that every answer is one that the document describes.
func TestMalformedRequestsAreNeverOurFault(t *testing.T) {
	t.Parallel()
	for name, statuses := range sendMalformed(t, mutatedRequests, func(int) {}) {
		t.Logf("%s: %v", name, statuses)
	}
}

// sendMalformed sends so many broken requests to each deployment, says so
// after each, and returns how often each status came.
func sendMalformed(t *testing.T, count int, sent func(n int)) map[string]map[int]int {
	t.Helper()
	w := stacktest.New(t, stacktest.Options{})
	statuses := map[string]map[int]int{}
	var own map[string]string
	for _, deployment := range []string{"self-hosted", "managed"} {
		s := newStage(t, w, deployment, own)
		own = s.own
		m := &mutator{testkit.NewMutator(testkit.Seed(t, 1), "tags", "filters", "containers", "channels", "headers", "silence", "lucene", "sql", "tile", "between", "15m"), s}
		operations, handler := s.operations(), s.api.Handler()
		statuses[deployment] = map[int]int{}
		for n := range count {
			op := testkit.Pick(m.Mutator, operations)
			request := m.request(t, op)
			answer := doctest.Send(handler, request)
			statuses[deployment][answer.Code]++
			if err := op.CheckRefusal(request, answer); err != nil {
				t.Fatal(err)
			}
			sent(n)
		}
	}
	return statuses
}

// mutator breaks requests of a deployment.
type mutator struct {
	*testkit.Mutator
	*stage
}

func (m *mutator) request(t *testing.T, op *doctest.Operation) *http.Request {
	t.Helper()
	r := m.rows[m.name(op)]
	path := strings.ReplaceAll(strings.TrimPrefix(op.Path, m.prefix), "{id}", url.PathEscape(m.id(r)))
	if m.OneIn(6) {
		path += "?" + m.Query()
	}
	// What deletes would leave nothing to break.
	if own := m.own[r.noun]; op.Method == http.MethodDelete && own != "" && !m.OneIn(20) {
		path = strings.ReplaceAll(path, own, noSuch)
	}
	request := m.ask(op.Method, path, m.Body(t, fill(t, r.body, m.own)))
	m.Headers(request.Header)
	return request
}

func (m *mutator) id(r row) string {
	if own := m.own[r.noun]; own != "" && m.OneIn(2) {
		return own
	}
	return m.ID(noSuch)
}
