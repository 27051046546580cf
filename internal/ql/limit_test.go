package ql_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
)

// nested wraps x n times.
func nested(n int, opening, x, closing string) string {
	return strings.Repeat(opening, n) + x + strings.Repeat(closing, n)
}

func items(n int, item, separator string) string {
	return strings.TrimSuffix(strings.Repeat(item+separator, n), separator)
}

func TestLimitIsTheLastThatIsAllowed(t *testing.T) {
	t.Parallel()
	f := func(parse func(string) (ql.Node, error), at func(n int) string, limit int, what string) {
		t.Helper()
		if _, err := parse(at(limit)); err != nil {
			t.Errorf("%d %s: %v", limit, what, err)
		}
		_, err := parse(at(limit + 1))
		var syntax *ql.SyntaxError
		if !errors.As(err, &syntax) || syntax.Code != ql.CodeLimit {
			t.Errorf("%d %s: %v", limit+1, what, err)
			return
		}
		if want := fmt.Sprintf("over the limit of %d %s", limit, what); syntax.Expectation != want {
			t.Errorf("message %q, want %q", syntax.Expectation, want)
		}
	}
	spaces := func(n int) string { return "a" + strings.Repeat(" ", n-1) }
	f(parseLucene, spaces, ql.TextBytesMax, "bytes of text")
	f(parseScalar, spaces, ql.TextBytesMax, "bytes of text")

	f(parseLucene, func(n int) string { return nested(n-1, "NOT ", "a", "") }, ql.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return nested(n-1, "lower(", "a", ")") }, ql.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return items(n, "a", "+") }, ql.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return "a" + strings.Repeat("[1]", n-1) }, ql.DepthMax, "levels of nesting")

	f(parseLucene, func(n int) string { return nested(n, "(", "a", ")") }, ql.BracketsMax, "open brackets")
	f(parseScalar, func(n int) string { return nested(n-1, "(", "a", ")") }, ql.BracketsMax, "open brackets")

	f(parseLucene, func(n int) string { return items(n-1, "a", " ") }, ql.NodesMax, "nodes")
	f(parseScalar, func(n int) string {
		return "[" + items(n-1003, "1", ",") + "] < [" + items(1000, "1", ",") + "]"
	}, ql.NodesMax, "nodes")

	f(parseScalar, func(n int) string { return "a IN (" + items(n, "1", ",") + ")" }, ql.ListItemsMax, "items in a list")
	f(parseScalar, func(n int) string { return "[" + items(n, "1", ",") + "]" }, ql.ListItemsMax, "items in a list")
	f(parseScalar, func(n int) string { return "concat(" + items(n, "a", ",") + ")" }, ql.ListItemsMax, "items in a list")
	f(parseSelect, func(n int) string { return items(n, "a", ",") }, ql.ListItemsMax, "items in a list")

	f(parseScalar, func(n int) string { return "multiSearchAny(a, [" + items(n, "'b'", ",") + "])" }, ql.SearchTextsMax,
		"texts in the list of multiSearchAny")
	f(parseScalar, func(n int) string { return "multiSearchAnyCaseInsensitive(a, [" + items(n, "'b'", ",") + "])" }, ql.SearchTextsMax,
		"texts in the list of multiSearchAnyCaseInsensitive")

	f(parseScalar, func(n int) string { return "'" + strings.Repeat("x", n) + "'" }, ql.StringBytesMax, "bytes in a string")
	f(parseLucene, func(n int) string { return strings.Repeat("x", n) }, ql.StringBytesMax, "bytes in a word")
	f(parseLucene, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }, ql.StringBytesMax, "bytes in a phrase")

	f(parseLucene, func(n int) string { return strings.Repeat("x", n) + ":a" }, ql.NameBytesMax, "bytes in a field name")
	f(parseScalar, func(n int) string { return strings.Repeat("x", n) }, ql.NameBytesMax, "bytes in a name")
	f(parseScalar, func(n int) string { return "a.`" + strings.Repeat("x", n) + "`" }, ql.NameBytesMax, "bytes in a name")
	f(parseSelect, func(n int) string { return "a AS " + strings.Repeat("x", n) }, ql.NameBytesMax, "bytes in a name")

	f(parseScalar, func(n int) string { return nested(n, "hex(", "a", ")") }, ql.GrowthMax,
		"calls of functions that multiply their input")
	f(parseScalar, func(n int) string { return "a::" + nested(n-1, "Array(", "Int8", ")") }, ql.TypeDepthMax, "levels of types")
}

// parseSelect returns the first expression of a list.
func parseSelect(text string) (ql.Node, error) {
	list, err := ql.ParseSelect(text, ql.ParseOptions{})
	if err != nil {
		return nil, err
	}
	return list[0].Expression, nil
}

func TestLimitOfParametersIsTheLastThatIsAllowed(t *testing.T) {
	t.Parallel()
	f := func(limit int, at func(n int) string) {
		t.Helper()
		if _, err := parseAggregate(at(limit)); err != nil {
			t.Errorf("%s: %v", at(limit), err)
		}
		if _, err := parseAggregate(at(limit + 1)); err == nil {
			t.Errorf("%s is accepted", at(limit+1))
		}
	}
	f(ql.LevelsMax, func(n int) string { return "quantiles(" + items(n, "0.5", ",") + ")(a)" })
	f(ql.ParamSizeMax, func(n int) string { return fmt.Sprintf("topK(%d)(a)", n) })
	f(ql.FixedStringBytesMax, func(n int) string { return fmt.Sprintf("a::FixedString(%d)", n) })
}

func TestNodesOfAListCountTogether(t *testing.T) {
	t.Parallel()
	_, err := ql.ParseSelect(items(3, "["+items(900, "1", ",")+"]", ","), ql.ParseOptions{})
	var syntax *ql.SyntaxError
	if !errors.As(err, &syntax) || syntax.Code != ql.CodeLimit {
		t.Errorf("2703 nodes: %v", err)
	}
}

func TestDeepestTreeStillRoundTrips(t *testing.T) {
	t.Parallel()
	f := func(text string, parse func(string) (ql.Node, error)) {
		t.Helper()
		node, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, node, parse)
	}
	f(nested(ql.DepthMax-1, "- ", "a", ""), parseScalar)
	f(nested(ql.DepthMax-2, "- ", "(a).b", ""), parseScalar)
	f(nested(ql.DepthMax-1, "a - (", "a", ")"), parseScalar)
	f(nested((ql.DepthMax-2)/2, "NOT (a OR ", "b", ")"), parseScalar)
	f(nested((ql.DepthMax-2)/2, "-(a OR ", "b", ")"), parseLucene)
	f(nested(ql.DepthMax-1, "NOT ", "a", ""), parseLucene)
}
