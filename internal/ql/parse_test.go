package ql_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

type parseCase struct{ text, shape, canonical string }

type errorCase struct{ text, message string }

func parseLucene(text string) (ql.Node, error) { return ql.ParseLucene("where", text) }

func parseScalar(text string) (ql.Node, error) {
	return ql.ParseExpression(text, ql.ParseOptions{Path: "where"})
}

func parseAggregate(text string) (ql.Node, error) {
	return ql.ParseCondition(text, ql.ParseOptions{Path: "where", Aggregates: true})
}

func TestLuceneTextHasItsTreeAndCanonicalText(t *testing.T) {
	t.Parallel()
	checkParses(t, luceneCases(), parseLucene)
}

func TestExpressionHasItsTreeAndCanonicalText(t *testing.T) {
	t.Parallel()
	checkParses(t, expressionCases(), parseAggregate)
}

func checkParses(t *testing.T, cases []parseCase, parse func(string) (ql.Node, error)) {
	t.Helper()
	for _, c := range cases {
		node, err := parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := ql.Shape(node); got != c.shape {
			t.Errorf("%q: shape %s, want %s", c.text, got, c.shape)
		}
		if got := node.String(); got != c.canonical {
			t.Errorf("%q: canonical text %s, want %s", c.text, got, c.canonical)
		}
		checkRoundTrip(t, node, parse)
	}
}

// checkRoundTrip holds that canonical text parses to an equal tree and is its
// own canonical text.
func checkRoundTrip(t *testing.T, node ql.Node, parse func(string) (ql.Node, error)) {
	t.Helper()
	text := node.String()
	if len(text) > ql.TextBytesMax {
		return
	}
	again, err := parse(text)
	if err != nil {
		t.Fatalf("canonical text %q: %v", text, err)
	}
	if !ql.Equal(node, again) {
		t.Fatalf("canonical text %q: shape %s, want %s", text, ql.Shape(again), ql.Shape(node))
	}
	if again.String() != text {
		t.Fatalf("canonical text %q prints as %q", text, again.String())
	}
}

func TestLuceneErrorSaysPlaceAndExpectation(t *testing.T) {
	t.Parallel()
	checkErrors(t, luceneErrors(), parseLucene)
}

func TestExpressionErrorSaysPlaceAndExpectation(t *testing.T) {
	t.Parallel()
	checkErrors(t, expressionErrors(), parseScalar)
}

func TestAggregateErrorSaysPlaceAndExpectation(t *testing.T) {
	t.Parallel()
	checkErrors(t, aggregateErrors(), parseAggregate)
}

func checkErrors(t *testing.T, cases []errorCase, parse func(string) (ql.Node, error)) {
	t.Helper()
	for _, c := range cases {
		node, err := parse(c.text)
		if err == nil {
			t.Errorf("%q is accepted as %s", c.text, ql.Shape(node))
			continue
		}
		if got, want := fault.From(err).Message, "where: "+c.message; got != want {
			t.Errorf("%q: message %q, want %q", c.text, got, want)
		}
		checkRefusal(t, c.text, err)
	}
}

// checkRefusal holds what is true of every error: an Invalid fault with one
// detail, caused by a SyntaxError whose column is a place of the text.
func checkRefusal(t *testing.T, text string, err error) {
	t.Helper()
	refusal := fault.From(err)
	if refusal.Kind != fault.Invalid || len(refusal.Details) != 1 {
		t.Fatalf("%q: kind %q with %d details", text, refusal.Kind, len(refusal.Details))
	}
	var syntax *ql.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%q: no SyntaxError in %v", text, err)
	}
	if syntax.Column < 1 || syntax.Column > utf8.RuneCountInString(text)+1 {
		t.Errorf("%q: column %d is outside of the text", text, syntax.Column)
	}
	detail := refusal.Details[0]
	if detail.Code != syntax.Code || !strings.HasSuffix(detail.Message, syntax.Expectation) {
		t.Errorf("%q: detail %+v differs from %+v", text, detail, syntax)
	}
}

func TestErrorCarriesPathAndColumn(t *testing.T) {
	t.Parallel()
	_, err := ql.ParseLucene("series.0.where", "ServiceName: api")
	want := fault.Detail{Path: "series.0.where", Code: "syntax", Message: `col 13: expected a value after ":"`}
	if got := fault.From(err).Details[0]; got != want {
		t.Errorf("detail = %+v, want %+v", got, want)
	}
	var syntax *ql.SyntaxError
	if !errors.As(err, &syntax) || syntax.Column != 13 || syntax.Expectation != `expected a value after ":"` {
		t.Errorf("cause = %+v", syntax)
	}
	if got := syntax.Error(); got != "syntax error at column 13" {
		t.Errorf("Error() = %q", got)
	}
}

func TestErrorWithoutPathIsTheBareMessage(t *testing.T) {
	t.Parallel()
	_, err := ql.ParseCondition("a =", ql.ParseOptions{})
	if got := fault.From(err).Message; got != "col 4: expected a value" {
		t.Errorf("message = %q", got)
	}
}

func TestErrorNeverRepeatsTheText(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	texts := []string{secret + ":", "(" + secret, `"` + secret, secret + " -- x", "'" + secret, secret + "('x')", "a::" + secret, "`" + secret + "`(x)"}
	for _, text := range texts {
		for _, parse := range []func(string) (ql.Node, error){parseLucene, parseScalar} {
			if _, err := parse(text); err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

func TestNodesKnowTheirColumns(t *testing.T) {
	t.Parallel()
	f := func(parse func(string) (ql.Node, error), text string, want ...int) {
		t.Helper()
		node, err := parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var got []int
		ql.Walk(node, func(n ql.Node) bool {
			got = append(got, n.At())
			return true
		})
		if len(got) != len(want) {
			t.Fatalf("%q: columns %v, want %v", text, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q: columns %v, want %v", text, got, want)
			}
		}
	}
	f(parseLucene, "", 1)
	f(parseLucene, "größe AND b", 1, 1, 11)
	f(parseLucene, "  a -b:c", 3, 3, 5, 6)
	f(parseLucene, "f:(a OR >5)", 4, 4, 9)
	f(parseLucene, "x:[1 TO 2] NOT y:*", 1, 1, 12, 16)
	f(parseScalar, "'größe' = a", 1, 1, 11)
	f(parseScalar, "  NOT a IN (1, -2)", 3, 7, 7, 13, 16)
	f(parseScalar, "lower(a.b['c'])", 1, 7, 7, 11)
	f(parseScalar, "(a + b) * c", 2, 2, 2, 6, 11)
	f(parseAggregate, "quantile(0.5)(d)", 1, 10, 15)
}
