package promtext_test

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
)

func scope() promtext.Scope {
	return promtext.Scope{
		Step: 30 * time.Second, Range: 90 * time.Minute,
		Variables: []promtext.Variable{
			{Name: "job", Values: []string{"api"}},
			{Name: "jobs", Values: []string{"a.b", `c"} or up{x="`}},
			{Name: "none"},
			{Name: "metric", Values: []string{"http_requests:rate5m"}},
			{Name: "n", Values: []string{"5"}},
			{Name: "window", Values: []string{"1h30m"}},
			{Name: "evil", Values: []string{"up) or vector(1"}},
			{Name: "word", Values: []string{"or"}},
		},
	}
}

func TestVariablesOfSelectors(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		matchers, err := scope().Selector(text)
		var got []string
		for _, m := range matchers {
			got = append(got, m.String())
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s became %s, want %s", text, all, want)
		}
	}
	f(`up`, `__name__="up"`)
	f(`(up{job="$job"})`, `job="api" __name__="up"`)
	f(`{job="$none"}`, `job=~".*"`)
	f(`{job=~"$jobs"}`, `job=~"(a\\.b|c\"\\} or up\\{x=\")"`)
	f(`$metric{a!="$none"}`, `a=~".*" __name__="http_requests:rate5m"`)
	f(`$evil`, "$evil must be a name, a number or a duration, because it does not stand in a string")
	f(`sum(up)`, `1:1: must be a series selector, such as up{job="api"}`)
	f(`up > 1`, `1:1: must be a series selector, such as up{job="api"}`)
	f(`{job=~".*"}`, "1:1: vector selector must contain at least one non-empty matcher")
}

func TestNamesThatAreNoVariables(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		if got := strings.Join(scope().Strays(text), " "); got != want {
			t.Errorf("%s has %q, want %q", text, got, want)
		}
	}
	f(`up{job="$job", a=~"$none"}`, "")
	f(`up{job="$jobb"} / up{a=~"x${nobody:regex}|$jobb"}`, "jobb nobody")
	f(`up{a=~"end$", b="$5", c=~"($jobs)"}`, "")
	f(`label_replace(up, "a", "$name", "b", "(?P<name>.*)")`, "")
}

func TestWords(t *testing.T) {
	t.Parallel()
	if got, want := scope().Words("{{x}} of $job, ${n}, $none, $jobs, $1 $nobody"), `{{x}} of api, 5, all, a.b, c"} or up{x=", $1 $nobody`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestVariablesOfExpressions(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		expr, err := scope().Expand(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			return
		}
		if expr.String() != want {
			t.Errorf("%s\nbecame %s\n  want %s", text, expr, want)
		}
	}
	f(`up`, `up`)
	f(`rate(x[$__interval]) + rate(x[$__rate_interval]) + rate(x[$__range])`, `rate(x[30s]) + rate(x[1m]) + rate(x[1h30m])`)
	f(`x * $__range_s / ${__interval_ms} + $__range_ms`, `x * 5400 / 30000 + 5400000`)
	f(`$metric{job="$job"}`, `http_requests:rate5m{job="api"}`)
	f(`topk($n, $metric)`, `topk(5, http_requests:rate5m)`)
	f(`sum by ($metric) (x offset $window)`, `sum by ("http_requests:rate5m") (x offset 1h30m)`)
	f(`max_over_time(x[$window:$__interval])`, `max_over_time(x[1h30m:30s])`)
	f(`x{job=~"$jobs"}`, `x{job=~"(a\\.b|c\"\\} or up\\{x=\")"}`)
	f(`x{job="$jobs"}`, `x{job=~"(a\\.b|c\"\\} or up\\{x=\")"}`)
	f(`x{job!="$jobs"}`, `x{job!~"(a\\.b|c\"\\} or up\\{x=\")"}`)
	f(`x{job!~"v.$job"}`, `x{job!~"v.api"}`)
	f(`x{job="v.${jobs}-$job"}`, `x{job=~"v\\.(a\\.b|c\"\\} or up\\{x=\")-api"}`)
	f(`x{job="$none"} + x{job=~"$none"} + x{job!="$none"} + x{job!~"$none"}`, strings.Repeat(` + x{job=~".*"}`, 4)[3:])
	f(`x{path=~"/a$|/b$"} # of $nobody`, `x{path=~"/a$|/b$"}`)
	f(`x{path="$unknown"}`, `x{path="$unknown"}`)
	f(`{__name__="$metric"}`, `{__name__="http_requests:rate5m"}`)
	f(`{"$jobs", a="b"}`, `{__name__=~"(a\\.b|c\"\\} or up\\{x=\")",a="b"}`)
	f(`label_replace(x, "a", "$job", "b", "$jobs")`, `label_replace(x, "a", "api", "b", "(a\\.b|c\"\\} or up\\{x=\")")`)
}

func TestVariablesThatCanNotStandThere(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		_, err := scope().Expand(text)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	f(`$evil`, "$evil must be a name, a number or a duration")
	f(`sum($none)`, "$none needs one value")
	f(`sum($jobs)`, "$jobs needs one value")
	f(`sum($nobody)`, "$nobody is not a variable of the dashboard")
	f(`up $word up`, "1:4: unexpected")
	f(`{job="$none"}`, "at least one non-empty matcher")
	f(`rate($metric)`, "expected type range vector")
}

func TestMistakesHavePlaces(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		err := promtext.Check(text)
		if want == "" && err == nil {
			return
		}
		if err == nil || fault.KindOf(err) != fault.Invalid || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{
		`topk($n, rate($m{a="$b"}[$c]) > $d)`, `x offset ${o}`, `last_over_time(x[5m:$r])`, `# only $x
		up`, `quantile($q, $a * on ($b) $c)`, `$a + $b + $c + $d + $e + $f + $g`,
	} {
		f(text, "")
	}
	f("", "1:1: no expression found in input")
	f("sum(", "1:5: unclosed left parenthesis")
	f("x[5m]", "1:1: must return numbers, not a range vector")
	f(`"x"`, "1:1: must return numbers, not a string")
	f("x +\n  rate(y)", "2:8: expected type range vector")
	f(`x{a="größe"} + $metric[`, "1:24: ")
	f(`"$x`, "1:1: unterminated quoted string")
}

func TestLegends(t *testing.T) {
	t.Parallel()
	of := labels.FromStrings("__name__", "up", "job", "a\"b", "instance", "h:1", "http.route", "/")
	f := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	f(promtext.Legend("{{job}} on {{ instance }}{{gone}} {{http.route}} {{x", of), `a"b on h:1 / {{x`)
	f(promtext.Legend("{{__name__}}", of), "up")
	f(promtext.SeriesText(of), `up{http.route="/",instance="h:1",job="a\"b"}`)
	f(promtext.SeriesText(labels.FromStrings("__name__", "up")), "up")
	f(promtext.SeriesText(labels.EmptyLabels()), "{}")
}

func TestExpressionsThatHaveOneValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"1": true, "sum(x)": true, "sum(x) / count(y) * 2": true, "(max(x))": true, "vector(1)": true, "scalar(x)": true, "-sum(x)": true,
		"x": false, "sum by (a) (x)": false, "sum without (a) (x)": false, "topk(1, x)": false, "rate(x[1m])": false,
		"sum(x) > x": false, `count_values("a", x)`: false, "absent(x)": false, "sum without () (x)": false,
	} {
		expr, err := promtext.Parse(text)
		if err != nil || promtext.IsSingle(expr) != want {
			t.Errorf("%s: want %t, %v", text, want, err)
		}
	}
}

func FuzzExpand(f *testing.F) {
	for _, text := range []string{`x{a="$v"}`, `rate(x[$v])`, `$v`, "`$v` # $v", `${v}`, `x offset $v`, `"\`} {
		f.Add(text, "a")
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		expr, err := promtext.Scope{Variables: []promtext.Variable{{Name: "v", Values: []string{value}}}, Step: time.Minute}.Expand(text)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatal(err)
			}
			return
		}
		if _, err := promtext.Parse(expr.String()); err != nil {
			t.Fatalf("%s became %s: %v", text, expr, err)
		}
	})
}
