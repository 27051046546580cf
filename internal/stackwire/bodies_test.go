package stackwire_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/doctest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestBodiesThatAreNoObjectAreRefusedAlike sends the same broken bodies to every
// operation that takes one: all refuse them with the same details.
func TestBodiesThatAreNoObjectAreRefusedAlike(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	var own map[string]string
	for _, deployment := range []string{"self-hosted", "managed"} {
		s := newStage(t, w, deployment, own)
		own = s.own
		for body, want := range map[string]string{
			`{"a":`:            `"details":[{"path":"","code":"syntax","message":"the request body is not valid JSON at byte 5"}]`,
			`{} x`:             `"details":[{"path":"","code":"syntax","message":"the request body is not valid JSON at byte 4"}]`,
			`[]`:               `"details":[{"path":"","code":"type","message":"must be an object"}]`,
			`null`:             `"details":[{"path":"","code":"type","message":"must be an object"}]`,
			`"a"`:              `"details":[{"path":"","code":"type","message":"must be an object"}]`,
			"{\"a\":\"\xff\"}": `"code":"encoding"`,
		} {
			for _, op := range s.operations() {
				if s.rows[s.name(op)].body == "" {
					continue
				}
				request := s.ask(op.Method, strings.ReplaceAll(strings.TrimPrefix(op.Path, s.prefix), "{id}", noSuch), body)
				if answer := doctest.Send(s.api.Handler(), request); answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), want) {
					t.Errorf("%s, %s with %q: %d %s, want %s", deployment, s.name(op), body, answer.Code, answer.Body, want)
				}
			}
		}
	}
}
