package search_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/search"
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
	f := func(parse func(string) (search.Node, error), at func(n int) string, limit int, what string) {
		t.Helper()
		if _, err := parse(at(limit)); err != nil {
			t.Errorf("%d %s: %v", limit, what, err)
		}
		_, err := parse(at(limit + 1))
		var syntax *search.SyntaxError
		if !errors.As(err, &syntax) || syntax.Code != search.CodeLimit {
			t.Errorf("%d %s: %v", limit+1, what, err)
			return
		}
		if want := fmt.Sprintf("over the limit of %d %s", limit, what); syntax.Expectation != want {
			t.Errorf("message %q, want %q", syntax.Expectation, want)
		}
	}
	spaces := func(n int) string { return "a" + strings.Repeat(" ", n-1) }
	f(parseLucene, spaces, search.TextBytesMax, "bytes of text")
	f(parseScalar, spaces, search.TextBytesMax, "bytes of text")

	f(parseLucene, func(n int) string { return nested(n-1, "NOT ", "a", "") }, search.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return nested(n-1, "lower(", "a", ")") }, search.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return items(n, "a", "+") }, search.DepthMax, "levels of nesting")
	f(parseScalar, func(n int) string { return "a" + strings.Repeat("[1]", n-1) }, search.DepthMax, "levels of nesting")

	f(parseLucene, func(n int) string { return nested(n, "(", "a", ")") }, search.BracketsMax, "open brackets")
	f(parseScalar, func(n int) string { return nested(n-1, "(", "a", ")") }, search.BracketsMax, "open brackets")

	f(parseLucene, func(n int) string { return items(n-1, "a", " ") }, search.NodesMax, "nodes")
	f(parseScalar, func(n int) string {
		return "[" + items(n-1003, "1", ",") + "] < [" + items(1000, "1", ",") + "]"
	}, search.NodesMax, "nodes")

	f(parseScalar, func(n int) string { return "a IN (" + items(n, "1", ",") + ")" }, search.ListItemsMax, "items in a list")
	f(parseScalar, func(n int) string { return "[" + items(n, "1", ",") + "]" }, search.ListItemsMax, "items in a list")
	f(parseScalar, func(n int) string { return "concat(" + items(n, "a", ",") + ")" }, search.ListItemsMax, "items in a list")
	f(parseSelect, func(n int) string { return items(n, "a", ",") }, search.ListItemsMax, "items in a list")

	f(parseScalar, func(n int) string { return "'" + strings.Repeat("x", n) + "'" }, search.StringBytesMax, "bytes in a string")
	f(parseLucene, func(n int) string { return strings.Repeat("x", n) }, search.StringBytesMax, "bytes in a word")
	f(parseLucene, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }, search.StringBytesMax, "bytes in a phrase")

	f(parseLucene, func(n int) string { return strings.Repeat("x", n) + ":a" }, search.NameBytesMax, "bytes in a field name")
	f(parseScalar, func(n int) string { return strings.Repeat("x", n) }, search.NameBytesMax, "bytes in a name")
	f(parseScalar, func(n int) string { return "a.`" + strings.Repeat("x", n) + "`" }, search.NameBytesMax, "bytes in a name")
	f(parseSelect, func(n int) string { return "a AS " + strings.Repeat("x", n) }, search.NameBytesMax, "bytes in a name")

	f(parseScalar, func(n int) string { return nested(n, "hex(", "a", ")") }, search.GrowthMax,
		"calls of functions that multiply their input")
	f(parseScalar, func(n int) string { return "a::" + nested(n-1, "Array(", "Int8", ")") }, search.TypeDepthMax, "levels of types")
}

// parseSelect returns the first expression of a list.
func parseSelect(text string) (search.Node, error) {
	list, err := search.ParseSelect(text, search.ParseOptions{})
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
	f(search.LevelsMax, func(n int) string { return "quantiles(" + items(n, "0.5", ",") + ")(a)" })
	f(search.ParamSizeMax, func(n int) string { return fmt.Sprintf("topK(%d)(a)", n) })
	f(search.FixedStringBytesMax, func(n int) string { return fmt.Sprintf("a::FixedString(%d)", n) })
}

func TestNodesOfAListCountTogether(t *testing.T) {
	t.Parallel()
	_, err := search.ParseSelect(items(3, "["+items(900, "1", ",")+"]", ","), search.ParseOptions{})
	var syntax *search.SyntaxError
	if !errors.As(err, &syntax) || syntax.Code != search.CodeLimit {
		t.Errorf("2703 nodes: %v", err)
	}
}

func TestDeepestTreeStillRoundTrips(t *testing.T) {
	t.Parallel()
	f := func(text string, parse func(string) (search.Node, error)) {
		t.Helper()
		node, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, node, parse)
	}
	f(nested(search.DepthMax-1, "- ", "a", ""), parseScalar)
	f(nested(search.DepthMax-2, "- ", "(a).b", ""), parseScalar)
	f(nested(search.DepthMax-1, "a - (", "a", ")"), parseScalar)
	f(nested((search.DepthMax-2)/2, "NOT (a OR ", "b", ")"), parseScalar)
	f(nested((search.DepthMax-2)/2, "-(a OR ", "b", ")"), parseLucene)
	f(nested(search.DepthMax-1, "NOT ", "a", ""), parseLucene)
}
