package promrules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cairnstack/cairn/internal/promrules"
	"github.com/cairnstack/cairn/internal/stack"
)

// inGroup returns a file with one group.
func inGroup(fields string, rules ...string) string {
	return "groups:\n- name: g\n" + fields + "  rules:\n  - " + strings.Join(rules, "\n  - ") + "\n"
}

func convert(t *testing.T, text string) promrules.Board {
	t.Helper()
	boards, err := promrules.Convert("f", []byte(text), promrules.Options{WebhookID: "w"})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return boards[0]
}

// shownOnly compares what others can see of boards.
func shownOnly() cmp.Option { return cmpopts.IgnoreUnexported(promrules.Board{}, promrules.Verdict{}) }

// TestConditions tries every comparison with numbers on both sides of it.
func TestConditions(t *testing.T) {
	t.Parallel()
	f := func(expr, wantExpr, want string) {
		t.Helper()
		board := convert(t, inGroup("", `{alert: a, expr: '`+expr+`'}`))
		query := board.Tiles[0]["config"].(map[string]any)["queries"].([]any)[0].(map[string]any)["expression"]
		got := fmt.Sprintf("%s %v", board.Alerts[0]["thresholdType"], board.Alerts[0]["threshold"])
		if query != wantExpr || got != want {
			t.Errorf("%s: %s with %s, want %s with %s", expr, query, got, wantExpr, want)
		}
		isChanged := strings.HasPrefix(wantExpr, "group without ()") || strings.HasPrefix(want, "not_equal")
		if isChanged != (len(board.Verdicts[0].Changed) > 0) || board.Alerts[0]["noData"] != stack.NoDataOK {
			t.Errorf("%s: %+v", expr, board.Verdicts[0])
		}
	}
	f("rate(x[5m]) > 5", "rate(x[5m])", "above_exclusive 5")
	f("(x > 0)", "x", "above_exclusive 0")
	f("x >= 0.5", "x", "above 0.5")
	f("1e3 < (sum by (a) (x))", "sum by (a) (x)", "above_exclusive 1000")
	f("5 <= x", "x", "above 5")
	f("x < -1", "x", "below -1")
	f("x <= -(1)", "x", "below_or_equal -1")
	f("x == 3", "x", "equal 3")
	f("x != 0", "x", "not_equal 0")
	f("x < 5", "x < 5", "below 5")
	f("x <= 0", "x <= 0", "below_or_equal 0")
	f("x >= 0", "x >= 0", "above 0")
	f("x > -1", "x > -1", "above_exclusive -1")
	f("x == 0", "x == 0", "equal 0")
	f("5 > x", "5 > x", "below 5")
	f("x > 2 * (3 + 1) ^ 2", "x", "above_exclusive 32")
	f("1 - 10 % 4 >= x", "x", "below_or_equal -1")
	f("x == (2 > bool 1)", "x", "equal 1")
	f("x > pi()", "x", "above_exclusive 3.141592653589793")
	f("x > 5m", "x", "above_exclusive 300")
	f("x > 5 and y", "x > 5 and y", "above_exclusive 5")
	f("(a or b) < 5 unless on (c) y", "(a or b) < 5 unless on (c) y", "below 5")
	f("x + y > 5 and on () z == 0", "x + y > 5 and on () z == 0", "above_exclusive 5")
	f("x > 3 < 5", "x > 3 < 5", "below 5")
	f("1 > bool 0", "group without () (vector(1 > bool 0))", "above 1")
	presence := func(expr string) {
		t.Helper()
		f(expr, "group without () ("+expr+")", "above 1")
	}
	for _, expr := range []string{
		"x > bool 1", "x > y", "y and x > 5", "x > 5 or y", "absent(x)", "x", "x > +Inf", "x < 1 / 0", "x != NaN", "vector(1)", "x > scalar(y)",
	} {
		presence(expr)
	}
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	f := func(group, rule, want string) {
		t.Helper()
		board := convert(t, inGroup(group, `{alert: a, expr: x > 1`+rule+`}`))
		a := board.Alerts[0]
		got := fmt.Sprint(a["interval"], " ", a["numConsecutiveWindows"], " ", a["delaySeconds"], " ", board.Verdicts[0].Changed, board.Verdicts[0].LeftOut)
		if got != want {
			t.Errorf("%s%s: %s, want %s", group, rule, got, want)
		}
	}
	f("", "", "1m 1 <nil> [] []")
	f("", ", for: 0s", "1m 1 <nil> [] []")
	f("", ", for: 5m", "1m 6 <nil> [] []")
	f("", ", for: 90s", "1m 3 <nil> [] []")
	f("  interval: 30s\n", ", for: 5m", "1m 6 <nil> [it is evaluated every 1m instead of every 30s] []")
	f("  interval: 5m\n", ", for: 12m", "5m 4 <nil> [] []")
	f("  interval: 10m\n", "", "15m 1 <nil> [it is evaluated every 15m instead of every 10m] []")
	f("", ", for: 1d", "5m 289 <nil> [it is evaluated every 5m instead of every 1m] []")
	f("  query_offset: 90s\n", "", "1m 1 90 [] []")
	f("  query_offset: 2h\n", "", "1m 1 <nil> [] [query_offset, which is longer than 3600 s]")
	f("  interval: 1w\n", "", "1d 1440 <nil> [] [interval and for: at most 1440 windows of 1d can be asked for]")
	f("  limit: 10\n", ", keep_firing_for: 5m", "1m 1 <nil> [] [limit of the group keep_firing_for: the alert ends with the first window that does not breach]")
}

func TestLabelsAndAnnotations(t *testing.T) {
	t.Parallel()
	board := convert(t, `groups:
- name: node
  labels: {team: a, tier: x}
  rules:
  - alert: Down
    expr: up > on () group_left () limit
    labels: {severity: page, team: b, dynamic: "{{ $labels.x }}", long: `+strings.Repeat("x", 30)+`, lines: "a\nb"}
    annotations:
      summary: "{{ $labels.instance }} of {{$labels.job}} is down"
      description: "{{ $value | humanize }} is {{ $value }}"
      message: "{{ range query \"up\" }}{{ .Value }}{{ end }}"
      dashboard: https://example.org/{{ $labels.job }}
      owner: ops
      runbook_url: https://example.org/{{ x
  - alert: Down
    expr: up < 0
  - record: job:up:sum
    expr: sum by (job) (up)
`)
	alert := board.Alerts[0]
	want := map[string]any{
		"name": "Down (f / node)", "tags": []string{promrules.Tag, "severity=page", "team=b", "tier=x"},
		"message": "{{attributes.instance}} of {{attributes.job}} is down\n\nn/a is n/a\n\ndashboard: https://example.org/{{attributes.job}}",
		"note":    "message: {{ range query \"up\" }}{{ .Value }}{{ end }}\nowner: ops\nrunbook_url: https://example.org/{{ x",
	}
	for field, value := range want {
		if diff := cmp.Diff(value, alert[field]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
	verdicts := []promrules.Verdict{
		{
			Rule: "Down", Becomes: "above 1 for 1 windows of 1m",
			Changed: []string{
				"the tile is 1 while the expression returns a series: notifications say 1 in the place of its value",
			},
			LeftOut: []string{
				"the value in the annotation description, where n/a stands",
				"the template in the annotation message, whose text is in the note",
				"the template in the annotation runbook_url, whose text is in the note",
				"the label dynamic, which can't be a tag", "the label lines, which can't be a tag", "the label long, which can't be a tag",
			},
		},
		{Rule: "Down (2)", Becomes: "below 0 for 1 windows of 1m"},
		{Rule: "job:up:sum", LeftOut: []string{"recording rules: ask for the expression itself, or keep Prometheus for them"}},
	}
	if diff := cmp.Diff(verdicts, board.Verdicts, shownOnly()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestManifestsAreRead gives the same rules as a file and as a resource of the
// Prometheus operator.
func TestManifestsAreRead(t *testing.T) {
	t.Parallel()
	plain := inGroup("", "{alert: a, expr: x > 1}")
	head := "apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: n, labels: {a: b}}\nspec:\n  "
	if diff := cmp.Diff(convert(t, plain), convert(t, head+strings.ReplaceAll(plain, "\n", "\n  ")), shownOnly()); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		head + "groups: [{name: g, rool: 1}]\n": `unknown field "rool"`,
		"kind: Deployment\nspec: {}\n":          `kind: is "Deployment", want PrometheusRule`,
	} {
		if _, err := promrules.Convert("f", []byte(text), promrules.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestFilesAreReadStrictly(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		_, err := promrules.Convert("f", []byte(text), promrules.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", text, err, want)
		}
	}
	f("groups: 5", "f: ")
	f("groups:\n- name: g\n  rule: []\n", `unknown field "rule"`)
	f("groups:\n- rules: []\n", "groups.0.name: is required")
	f("groups:\n- name: g\n- name: g\n", "group g: there are two of this name")
	f(inGroup("", "{expr: x}"), "group g, rule 1: has neither record nor alert")
	f(inGroup("", "{alert: a, record: b, expr: x}"), "rule 1 (ab): has both record and alert")
	f(inGroup("", "{alert: a}"), "rule 1 (a): has no expr")
	f(inGroup("", "{record: a, expr: x, for: 5m}"), "are of alerting rules")
	f(inGroup("", "{alert: a, expr: x}", "{alert: b, expr: 'sum('}"), "rule 2 (b): 1:5: unclosed left parenthesis")
	f(inGroup("", "{alert: a, expr: 'x[5m]'}"), "rule 1 (a): 1:1: must return numbers, not a range vector")
	f(inGroup("", "{alert: a, expr: x, for: soon}"), "soon")
	f(inGroup("  interval: 1.5\n", "{alert: a, expr: x}"), "1.5")
	f(strings.Repeat("#", promrules.FileBytesMax+1), "is larger than")
	many := make([]string, 501)
	for i := range many {
		many[i] = "{alert: a, expr: x}"
	}
	f(inGroup("", many...), "has 501 alerting rules")
	f(inGroup("", "{alert: a, expr: x}")+"- name: "+strings.Repeat("x", 300), "its name has 304 characters")
	for _, text := range []string{"", "groups: []\n", "groups:\n- name: g\n", inGroup("", "{alert: a, expr: 1 > bool 0, for: 0}")} {
		if _, err := promrules.Convert("f", []byte(text), promrules.Options{}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzConvert(f *testing.F) {
	f.Add([]byte(inGroup("", "{alert: a, expr: x > 1, for: 5m, annotations: {summary: '{{ $value }}'}}")))
	f.Fuzz(func(t *testing.T, text []byte) {
		boards, err := promrules.Convert("f", text, promrules.Options{})
		if err != nil {
			return
		}
		for _, b := range boards {
			if len(b.Tiles) != len(b.Alerts) || len(b.Verdicts) < len(b.Tiles) {
				t.Errorf("%d tiles, %d alerts, %d verdicts", len(b.Tiles), len(b.Alerts), len(b.Verdicts))
			}
		}
	})
}
