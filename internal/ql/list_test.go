package ql_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

func TestSelectListKeepsExpressionsAndAliases(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		options := ql.ParseOptions{Aggregates: true}
		list, err := ql.ParseSelect(text, options)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := list.String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		again, err := ql.ParseSelect(list.String(), options)
		if err != nil || again.String() != want {
			t.Errorf("%q: round trip %q, %v", text, again, err)
		}
	}
	f("", "")
	f(" ", "")
	f("a", "a")
	f("Timestamp,ServiceName , Body", "Timestamp, ServiceName, Body")
	f("round(Duration / 1e6) AS ms", "round(Duration / 1e+06) AS ms")
	f("a as b, c As `d e`, f", "a AS b, c AS `d e`, f")
	f("a AS `select`", "a AS `select`")
	f("(a, b), [c, d]", "(a, b), [c, d]")
	f("count() AS n, quantile(0.9)(d) AS \"p 90\"", "count() AS n, quantile(0.9)(d) AS `p 90`")
	f("m['a,b'] AS k", "m['a,b'] AS k")
}

func TestSelectListRefusesOtherText(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		_, err := ql.ParseSelect(text, ql.ParseOptions{Path: "select"})
		if got := fault.From(err).Message; got != "select: "+want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	f(",", "col 1: expected a value")
	f("a,", "col 3: expected a value")
	f("a,,b", "col 3: expected a value")
	f("a b", "col 3: expected an operator or the end")
	f("a AS", "col 5: expected a name after AS")
	f("a AS 'b'", "col 6: expected a name after AS")
	f("a AS select", "col 6: expected a name after AS")
	f("a AS b.c", "col 7: expected an operator or the end")
	f("a DESC", "col 3: expected an operator or the end")
	f("*", "col 1: expected a value")
	f("a, t.*", `col 6: expected a name or a position after "."`)
	f("a FROM system.users", "col 3: statements and clauses are not allowed; quote the name of a column")
	f("a; b", "col 2: a semicolon is not allowed")
	f("count()", "col 1: an aggregate function is not allowed here")
}

func TestOrderListKeepsDirectionAndNulls(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		options := ql.ParseOptions{Aggregates: true}
		list, err := ql.ParseOrderBy(text, options)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := list.String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		again, err := ql.ParseOrderBy(list.String(), options)
		if err != nil || again.String() != want {
			t.Errorf("%q: round trip %q, %v", text, again, err)
		}
	}
	f("", "")
	f("a", "a")
	f("a ASC", "a")
	f("a desc, b", "a DESC, b")
	f("a DESC NULLS LAST", "a DESC NULLS LAST")
	f("a nulls first, b asc nulls last", "a NULLS FIRST, b NULLS LAST")
	f("toStartOfFiveMinutes(Time) DESC, Timestamp DESC", "toStartOfFiveMinutes(Time) DESC, Timestamp DESC")
	f("count() DESC", "count() DESC")
	f("`desc` DESC", "`desc` DESC")
}

func TestOrderListRefusesOtherText(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		_, err := ql.ParseOrderBy(text, ql.ParseOptions{Path: "orderBy"})
		if got := fault.From(err).Message; got != "orderBy: "+want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	f("a DESC DESC", "col 8: expected an operator or the end")
	f("a NULLS", "col 8: expected FIRST or LAST after NULLS")
	f("a NULLS b", "col 9: expected FIRST or LAST after NULLS")
	f("a NULLS 'FIRST'", "col 9: expected FIRST or LAST after NULLS")
	f("a AS b", "col 3: expected an operator or the end")
	f("a WITH FILL", "col 3: statements and clauses are not allowed; quote the name of a column")
	f("a COLLATE 'en'", "col 3: expected an operator or the end")
	f("a LIMIT 1", "col 3: statements and clauses are not allowed; quote the name of a column")
	f("count()", "col 1: an aggregate function is not allowed here")
}

func TestOrderItemTellsDirectionAndNulls(t *testing.T) {
	t.Parallel()
	list, err := ql.ParseOrderBy("a DESC NULLS LAST, b", ql.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	column := func(at int, name string) ql.Node {
		return &ql.Column{Pos: ql.Pos(at), Path: []string{name}}
	}
	want := ql.OrderList{
		{Expression: column(1, "a"), Descending: true, Nulls: ql.NullsLast},
		{Expression: column(20, "b")},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}
