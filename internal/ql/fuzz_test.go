package ql_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cairnstack/cairn/internal/ql"
)

func FuzzLucene(f *testing.F) {
	for _, c := range luceneCases() {
		f.Add(c.text)
	}
	for _, c := range luceneErrors() {
		f.Add(c.text)
	}
	for _, c := range hostileLucene() {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		node, err := parseLucene(text)
		if err != nil {
			checkRefusal(t, text, err)
			return
		}
		checkAllowed(t, node, false)
		checkRoundTrip(t, node, parseLucene)
		checkSameStructure(t, node, parseLucene)
		ql.Fields(node)
	})
}

func FuzzExpression(f *testing.F) {
	for _, c := range expressionCases() {
		f.Add(c.text, true)
	}
	for _, c := range expressionErrors() {
		f.Add(c.text, false)
	}
	for _, c := range aggregateErrors() {
		f.Add(c.text, true)
	}
	for _, c := range hostileExpressions() {
		f.Add(c.text, false)
	}
	f.Fuzz(func(t *testing.T, text string, aggregates bool) {
		options := ql.ParseOptions{Path: "where", Aggregates: aggregates}
		parse := func(text string) (ql.Node, error) { return ql.ParseCondition(text, options) }
		fuzzLists(t, text, options)
		node, err := parse(text)
		if err != nil {
			checkRefusal(t, text, err)
			return
		}
		checkAllowed(t, node, aggregates)
		checkRoundTrip(t, node, parse)
		checkSameStructure(t, node, parse)
		ql.Fields(node)
	})
}

// FuzzQuoted holds that any text that is stored can be written in both languages.
func FuzzQuoted(f *testing.F) {
	for _, text := range []string{"", "a", "\x1b[31m\x00\t\n", "\u0085\x7f", `\x1b\u0000`, `\`, `"'`, "\u2028"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > ql.StringBytesMax/8 {
			return
		}
		node, err := parseLucene("a:" + ql.QuoteLucene(text))
		if term, ok := node.(*ql.Term); err != nil || !ok || term.Text != text || term.Match != ql.Exact {
			t.Errorf("Lucene: %q is read as %v, %v", text, node, err)
		}
		node, err = ql.ParseCondition("a IN ("+ql.QuoteSQL(text)+")", ql.ParseOptions{})
		if err != nil || !hasText(node, text) {
			t.Errorf("SQL: %q is read as %v, %v", text, node, err)
		}
	})
}

func hasText(node ql.Node, text string) bool {
	in, ok := node.(*ql.In)
	if !ok || len(in.Items) != 1 {
		return false
	}
	literal, ok := in.Items[0].(*ql.Literal)
	return ok && literal.Text == text
}

// checkSameStructure compares node with what its canonical text parses to,
// field by field and without the help of Shape.
func checkSameStructure(t *testing.T, node ql.Node, parse func(string) (ql.Node, error)) {
	t.Helper()
	text := node.String()
	if len(text) > ql.TextBytesMax {
		return
	}
	again, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(node, again, cmpopts.IgnoreTypes(ql.Pos(0)), cmpopts.EquateEmpty()); diff != "" {
		t.Fatal(diff)
	}
}

func fuzzLists(t *testing.T, text string, options ql.ParseOptions) {
	t.Helper()
	if list, err := ql.ParseSelect(text, options); err == nil {
		checkListText(t, list.String(), func(text string) (string, error) {
			again, err := ql.ParseSelect(text, options)
			return again.String(), err
		})
	}
	if list, err := ql.ParseOrderBy(text, options); err == nil {
		checkListText(t, list.String(), func(text string) (string, error) {
			again, err := ql.ParseOrderBy(text, options)
			return again.String(), err
		})
	}
}

func checkListText(t *testing.T, text string, again func(string) (string, error)) {
	t.Helper()
	if len(text) > ql.TextBytesMax {
		return
	}
	got, err := again(text)
	if err != nil || got != text {
		t.Fatalf("canonical list %q prints as %q, %v", text, got, err)
	}
}
