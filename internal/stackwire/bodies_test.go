package stackwire_test

import (
	"io"
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
				request := s.ask(op.Method, nowhere().Replace(strings.TrimPrefix(op.Path, s.prefix)), body)
				if answer := doctest.Send(s.api.Handler(), request); answer.Code != status || !strings.Contains(answer.Body.String(), want) {
					t.Errorf("%s, %s with %q: %d %s, want %d and %s", deployment, s.name(op), body, answer.Code, answer.Body, status, want)
				}
			}
		}
	}
}

// nowhere fills in paths: it names a dashboard that does not exist.
func nowhere() *strings.Replacer { return strings.NewReplacer("{id}", noSuch, "{version}", "1") }

// questions are bodies of the operations that need an engine; none gets to it.
var questions = map[string]string{
	"POST /charts/series":       `{"startTime":1767225600000,"endTime":1767225659999,"granularity":"1m","series":[{"sourceId":"` + noSuch + `","aggFn":"count","where":"a","groupBy":["b"]}]}`,
	"POST /charts/series/sql":   `{"startTime":1767225600000,"endTime":1767225659999,"granularity":"1m","series":[{"sourceId":"` + noSuch + `","aggFn":"count"}]}`,
	"POST /charts/sql":          `{"startTime":1767225600000,"endTime":1767225659999,"connectionId":"` + noSuch + `","sqlTemplate":"SELECT 1","filters":[{"expression":"a","values":["b"]}],"variables":[{"name":"v","values":["a"]}]}`,
	"POST /search":              `{"sourceId":"` + noSuch + `","startTime":1767225600000,"endTime":1767225659999,"where":"a","select":"Body"}`,
	"POST /search/fields":       `{"sourceId":"` + noSuch + `","startTime":1767225600000,"endTime":1767225659999}`,
	"POST /search/values":       `{"sourceId":"` + noSuch + `","startTime":1767225600000,"endTime":1767225659999,"fields":["a"]}`,
	"POST /search/label-values": `{"label":"job","startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-01T00:00:59Z","where":"up","variables":[{"name":"a","values":["b"]}],"limit":5}`,
	"POST /search/around":       `{"sourceId":"` + noSuch + `","timestamp":"2026-01-01T00:00:00Z"}`,
	"POST /search/explain":      `{"sourceId":"` + noSuch + `","where":"a","whereLanguage":"lucene"}`,
	"POST /shared/values":       `{"token":"a","filterId":"b","startTime":1767225600000,"endTime":1767225659999}`,
	"POST /search/metrics":      `{"sourceId":"` + noSuch + `","startTime":1767225600000,"endTime":1767225659999}`,
}

// TestARuleHasOneCodeEverywhere breaks every rule that the document states, at
// every place of every body: the refusal names the place, with the same code for
// the same rule.
func TestARuleHasOneCodeEverywhere(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	s := newStage(t, w, "self-hosted", nil)
	tried := map[string]int{}
	for _, op := range doctest.Read(t, s.api).Operations {
		name := s.name(op)
		body := questions[name]
		if _, known := s.rows[name]; known && !strings.HasSuffix(op.Path, "/validate") { // which tells the rules without their codes
			body = bodyOf(t, s.request(op, s.own))
		}
		if body == "" && op.HasBody() && telemetry.MatchString(name) {
			t.Errorf("%s has no question", name)
		}
		for _, broken := range op.Breaks(body) {
			if strings.HasSuffix(broken.Place, ".series") {
				continue // beside a config it is refused, whatever it is
			}
			tried[broken.Code]++
			request := s.ask(op.Method, nowhere().Replace(strings.TrimPrefix(op.Path, s.prefix)), broken.Body)
			answer := doctest.Send(s.api.Handler(), request)
			want := `{"path":"` + broken.Place + `","code":"` + broken.Code + `",`
			if answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), want) {
				t.Errorf("%s with %.300s: %d %.300s, want %s", name, broken.Body, answer.Code, answer.Body, want)
			}
		}
	}
	for _, code := range []string{"null", "type", "enum", "max_length", "range"} {
		if tried[code] < 10 {
			t.Errorf("%d places with the rule %s", tried[code], code)
		}
	}
}

func bodyOf(t *testing.T, r *http.Request) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
