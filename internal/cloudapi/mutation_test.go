package cloudapi_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// TestMalformedRequestsAreNeverOurFault takes the operations of the document,
// breaks valid requests in random ways, and holds that no answer is a 5xx and
// that every answer is one that the document describes. The managed stack has
// such a test of its own.
func TestMalformedRequestsAreNeverOurFault(t *testing.T) {
	t.Parallel()
	t.Logf("%v", sendMalformed(t, mutatedRequests, func(int) {}))
}

// sendMalformed sends so many broken requests, says so after each, and returns
// how often each status came.
func sendMalformed(t *testing.T, count int, sent func(n int)) map[int]int {
	t.Helper()
	s := newStage(t)
	operations, handler := s.operations(), s.api.Handler()
	m := testkit.NewMutator(testkit.Seed(t, 2), "tags", "ipAccessList", "add", "remove", "command", "admin", "aws", "us-east-1", "stop")
	statuses := map[int]int{}
	for n := range count {
		op := testkit.Pick(m, operations)
		request := s.mutated(m, op)
		answer := doctest.Send(handler, request)
		statuses[answer.Code]++
		if err := op.CheckRefusal(request, answer); err != nil {
			t.Fatal(err)
		}
		sent(n)
	}
	return statuses
}

func (s *stage) mutated(m *testkit.Mutator, op *doctest.Operation) *http.Request {
	s.t.Helper()
	r := s.rows[op.ID]
	path := parameterForm.ReplaceAllStringFunc(op.Path, func(match string) string {
		name := match[1 : len(match)-1]
		if op.Method != http.MethodDelete && !m.OneIn(4) || name == "organizationId" && !m.OneIn(10) {
			return s.own[name]
		}
		return url.PathEscape(m.ID(unknownID, missingID("userId")))
	})
	query := r.query
	if m.OneIn(6) {
		query = "?" + m.Query()
	}
	request := doctest.NewRequest(op.Method, path+query, m.Body(s.t, r.body), s.house.admin["Authorization"])
	m.Headers(request.Header)
	return request
}
