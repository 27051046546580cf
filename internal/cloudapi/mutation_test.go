package cloudapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestMalformedRequestsAreNeverOurFault takes the operations of the document,
// breaks valid requests in random ways, and holds that no answer is a 5xx and
// that every error has the family's body. The managed stack has such a test of
// its own.
func TestMalformedRequestsAreNeverOurFault(t *testing.T) {
	t.Parallel()
	t.Logf("%v", sendMalformed(t, mutatedRequests, func(int) {}))
}

// sendMalformed sends so many broken requests, says so after each, and answers
// how often each status came.
func sendMalformed(t *testing.T, count int, sent func(n int)) map[int]int {
	t.Helper()
	l := newLobby(t, apptest.Options{})
	neighbour := &house{base: l.CloudURL, organization: "/v1/organizations/" + l.Home.OrganizationID, admin: l.admin()}
	neighbour.service = neighbour.organization + "/services/" + l.Home.ServiceID
	ids := neighbour.furnish(t)
	ids["organizationId"], ids["userId"] = l.Home.OrganizationID, l.Home.User.ID
	// What a request costs is known to the meter alone, which is not here.
	operations := slices.DeleteFunc(neighbour.operations(t), func(d documented) bool { return d.id == "getUsageCost" })
	m, table := testkit.NewMutator(testkit.Seed(t, 2), "tags", "ipAccessList", "add", "remove", "command", "admin", "aws", "us-east-1", "stop"), rows()
	statuses := map[int]int{}
	for n := range count {
		op := testkit.Pick(m, operations)
		request := mutated(t, m, op, table[op.id], ids)
		for name, value := range l.admin() {
			request.Header.Set(name, value)
		}
		answer := httptest.NewRecorder()
		l.Cloud.Handler().ServeHTTP(answer, request)
		statuses[answer.Code]++
		if problem := wrong(answer); problem != "" {
			t.Fatalf("%s: %s %s: %d %s", problem, request.Method, request.URL, answer.Code, answer.Body)
		}
		sent(n)
	}
	return statuses
}

func mutated(t *testing.T, m *testkit.Mutator, op documented, r row, ids map[string]string) *http.Request {
	t.Helper()
	path := parameterForm.ReplaceAllStringFunc(op.path, func(match string) string {
		name := match[1 : len(match)-1]
		if op.method != http.MethodDelete && !m.OneIn(4) || name == "organizationId" && !m.OneIn(10) {
			return ids[name]
		}
		return url.PathEscape(m.ID(unknownID, missingID("userId")))
	})
	query := r.query
	if m.OneIn(6) {
		query = "?" + m.Query()
	}
	request := httptest.NewRequest(op.method, path+query, strings.NewReader(m.Body(t, r.body)))
	m.Headers(request.Header)
	return request
}

// wrong answers what is wrong with an answer, if anything.
func wrong(answer *httptest.ResponseRecorder) string {
	if answer.Code >= http.StatusInternalServerError {
		return "our fault"
	}
	if answer.Code < http.StatusBadRequest || strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
		return "" // a path that an id has made no route
	}
	var body struct {
		Error, RequestID string
		Status           int
		Details          []struct{ Path, Code, Message string }
	}
	decoder := json.NewDecoder(answer.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		return "no error body: " + err.Error()
	}
	if body.Error == "" || body.RequestID == "" || body.Status != answer.Code {
		return "an error body of another shape"
	}
	return ""
}
