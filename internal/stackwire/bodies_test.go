package stackwire_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/doctest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestBodiesThatAreNoObjectAreRefusedAlike sends the same broken bodies to every
// operation that takes one: all refuse them with the same details. One that is
// asked whether a body is right says that it is not.
func TestBodiesThatAreNoObjectAreRefusedAlike(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	var own map[string]string
	for _, deployment := range []string{"self-hosted", "managed"} {
		s := newStage(t, w, deployment, own)
		own = s.own
		for body, rule := range map[string][2]string{
			`{"a":`: {"syntax", "the request body is not valid JSON at byte 5"},
			`{} x`:  {"syntax", "the request body is not valid JSON at byte 4"},
			`[]`:    {"type", "must be an object"},
			`null`:  {"type", "must be an object"},
			`"a"`:   {"type", "must be an object"},
		} {
			for _, op := range s.operations() {
				if s.rows[s.name(op)].body == "" {
					continue
				}
				status, want := http.StatusBadRequest, `"details":[{"path":"","code":"`+rule[0]+`","message":"`+rule[1]+`"}]`
				if strings.HasSuffix(op.Path, "/validate") {
					status, want = http.StatusOK, `"valid":false,"errors":[{"path":"","message":"`+rule[1]+`"}]`
				}
				request := s.ask(op.Method, strings.ReplaceAll(strings.TrimPrefix(op.Path, s.prefix), "{id}", noSuch), body)
				if answer := doctest.Send(s.api.Handler(), request); answer.Code != status || !strings.Contains(answer.Body.String(), want) {
					t.Errorf("%s, %s with %q: %d %s, want %d and %s", deployment, s.name(op), body, answer.Code, answer.Body, status, want)
				}
			}
		}
	}
}
