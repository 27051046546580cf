package stackwire_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// step is one request of a scenario and what its answer must be. ${name} in
// its texts stands for what an earlier step kept.
type step struct {
	does    string
	call    string // as in "POST /alerts"
	body    string
	send    map[string]string // headers
	status  int               // 0: 200
	want    []string          // each must stand in the value, written without spaces
	lack    []string          // none may stand in the body
	message []string          // each must stand in the message of a failure
	header  map[string]string // of the answer
	keep    map[string]string // name: path of a text in the value, as in 0.id
}

// scenario is a story of steps that share what they keep.
type scenario struct {
	name  string
	steps []step
}

// shared lists the scenarios of what both deployments offer.
func shared() []scenario {
	return []scenario{
		sourceScenario(), webhookScenario(), webhookSecretScenario(), deliveryScenario(), savedSearchScenario(),
		dashboardScenario(), dashboardVersionScenario(), tileScenario(), alertScenario(), alertRulesScenario(), alertReviewScenario(), silenceScenario(), pagingScenario(),
		conditionalScenario(), idempotencyScenario(), drawScenario(), roleScenario(),
	}
}

// eachStore runs the test on SQLite and on PostgreSQL.
func eachStore(t *testing.T, test func(t *testing.T, o stacktest.Options)) {
	t.Helper()
	t.Parallel()
	for _, postgres := range []bool{false, true} {
		t.Run("postgres="+strconv.FormatBool(postgres), func(t *testing.T) {
			t.Parallel()
			test(t, stacktest.Options{Postgres: postgres})
		})
	}
}

// TestBothDeploymentsAnswerAlike runs every scenario in both deployments and
// holds that what differs is envelope, error body and authentication alone.
func TestBothDeploymentsAnswerAlike(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		for _, s := range shared() {
			t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
				t.Parallel()
				selfHosted := s.play(t, stacktest.New(t, o), (*stacktest.World).SelfHosted)
				managed := s.play(t, stacktest.New(t, o), (*stacktest.World).Managed)
				if diff := cmp.Diff(selfHosted, managed); diff != "" {
					t.Errorf("the deployments differ (-self-hosted +managed):\n%s", diff)
				}
			})
		}
	})
}

// TestSelfHostedAnswers runs the scenarios of what only the self-hosted
// deployment offers.
func TestSelfHostedAnswers(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		for _, s := range []scenario{connectionScenario(), teamScenario(), keyScenario(), shareScenario()} {
			t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
				t.Parallel()
				s.play(t, stacktest.New(t, o), (*stacktest.World).SelfHosted)
			})
		}
	})
}

// play runs the scenario and returns what was said, without who said it.
func (s scenario) play(t *testing.T, w *stacktest.World, door func(*stacktest.World) stacktest.Door) []string {
	t.Helper()
	d := door(w)
	kept := map[string]string{"team": w.Home.TeamID, "user": w.Home.User.ID}
	first := step{
		does: "sources are there", call: "GET /sources",
		keep: map[string]string{"logs": "0.id", "traces": "1.id", "metrics": "2.id", "connection": "0.connection"},
	}
	var transcript []string
	for _, st := range append([]step{first}, s.steps...) {
		answer := st.play(t, d, kept)
		line := fmt.Sprintf("%s: %d %s %s etag=%s total=%s", st.does, answer.Status, stacktest.Compact(answer.Value), answer.Message,
			answer.Header.Get("ETag"), answer.Header.Get("X-Total-Count"))
		line = contentTag.ReplaceAllString(line, `etag="h"`)
		transcript = append(transcript, actor.ReplaceAllString(line, `"$1":"somebody"`))
	}
	return transcript
}

// contentTag finds a tag that is made of the body, which differs.
var contentTag = regexp.MustCompile(`etag="h[0-9a-f]+"`)

// actor finds who did something: a user in one deployment, a key in the other.
var actor = regexp.MustCompile(`"(by|createdBy)":"[^"]*"`)

var variable = regexp.MustCompile(`\$\{(\w+)\}`)

func fill(t testing.TB, text string, kept map[string]string) string {
	t.Helper()
	return variable.ReplaceAllStringFunc(text, func(match string) string {
		value, ok := kept[match[2:len(match)-1]]
		if !ok {
			t.Fatalf("nothing is kept as %s", match)
		}
		return value
	})
}

func (s step) play(t testing.TB, d stacktest.Door, kept map[string]string) stacktest.Answer {
	t.Helper()
	method, path, _ := strings.Cut(fill(t, s.call, kept), " ")
	for name, value := range s.send {
		d = d.With(name, fill(t, value, kept))
	}
	answer := d.Send(t, method, path, fill(t, s.body, kept))
	s.check(t, d, answer, kept)
	for name, place := range s.keep {
		kept[name] = textAt(t, answer.Value, place)
	}
	return answer
}

func (s step) check(t testing.TB, d stacktest.Door, got stacktest.Answer, kept map[string]string) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, %s: %s; %d %s", d.Name, s.does, fmt.Sprintf(format, args...), got.Status, got.Body)
	}
	want := s.status
	if want == 0 {
		want = 200
	}
	if got.Status != want {
		fail("status, want %d", want)
	}
	value := stacktest.Compact(got.Value)
	for _, text := range s.want {
		if text = fill(t, text, kept); !strings.Contains(value, text) {
			fail("%q is missing", text)
		}
	}
	body := requestIDForm.ReplaceAllString(got.Body, "")
	for _, text := range s.lack {
		if text = fill(t, text, kept); strings.Contains(body, text) {
			fail("%q is there", text)
		}
	}
	for _, text := range s.message {
		if text = fill(t, text, kept); !strings.Contains(got.Message, text) {
			fail("the message lacks %q", text)
		}
	}
	for name, text := range s.header {
		if got.Header.Get(name) != text {
			fail("header %s is %q, want %q", name, got.Header.Get(name), text)
		}
	}
}

// textAt returns the text at a path such as tiles.0.id.
func textAt(t testing.TB, value json.RawMessage, path string) string {
	t.Helper()
	var at any
	if err := json.Unmarshal(value, &at); err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	for _, name := range strings.Split(path, ".") {
		switch node := at.(type) {
		case map[string]any:
			at = node[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(node) {
				t.Fatalf("no %s in %s", path, value)
			}
			at = node[i]
		}
	}
	text, ok := at.(string)
	if !ok {
		t.Fatalf("no text at %s in %s", path, value)
	}
	return text
}

// noSuch is an id that nothing has.
const noSuch = "0123456789abcdef01234567"

// strangers returns the steps that every resource at the path must pass: ids
// that are malformed or of nothing.
func strangers(path, body string) []step {
	var steps []step
	for _, call := range []string{"GET ", "PUT ", "DELETE "} {
		sent := ""
		if call == "PUT " {
			sent = body
		}
		steps = append(steps,
			step{does: call + "of a malformed id is 400", call: call + path + "/7", body: sent, status: 400, message: []string{"id", "24"}},
			step{does: call + "of an upper-case id is 400", call: call + path + "/" + strings.ToUpper("abcdef"+noSuch[6:]), body: sent, status: 400},
			step{does: call + "of an unknown id is 404", call: call + path + "/" + noSuch, body: sent, status: 404, message: []string{"does not exist"}},
		)
	}
	return append(steps,
		step{does: "PUT of a bad body to an unknown id is 400", call: "PUT " + path + "/" + noSuch, body: `{"nonsense":1}`, status: 400, message: []string{"nonsense"}},
		step{does: "no body is 400", call: "POST " + path, status: 400, message: []string{"body is required"}},
		step{does: "broken JSON is 400", call: "POST " + path, body: `{"name":`, status: 400, message: []string{"not valid JSON"}},
		step{does: "a list is 400", call: "POST " + path, body: `[]`, status: 400, message: []string{"must be an object"}},
		step{does: "bytes that are no text are 400", call: "POST " + path, body: "{\"name\":\"\xff\"}", status: 400, message: []string{"UTF-8"}},
		step{does: "a form is 415", call: "POST " + path, body: `a=b`, send: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415},
	)
}

func with(fields map[string]string, more ...string) string {
	all := maps.Clone(fields)
	for i := 0; i+1 < len(more); i += 2 {
		all[more[i]] = more[i+1]
		if more[i+1] == "" {
			delete(all, more[i])
		}
	}
	raw := map[string]json.RawMessage{}
	for name, value := range all {
		raw[name] = json.RawMessage(value)
	}
	text, err := json.Marshal(raw)
	if err != nil {
		panic(err)
	}
	return string(text)
}
