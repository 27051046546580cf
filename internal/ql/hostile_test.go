package ql_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/ql"
)

func TestHostileTextIsRefusedOrHarmless(t *testing.T) {
	t.Parallel()
	if n := len(hostileLucene()) + len(hostileExpressions()); n < 200 {
		t.Fatalf("%d payloads", n)
	}
	checkHostile(t, hostileLucene(), parseLucene)
	checkHostile(t, hostileExpressions(), parseScalar)
}

func checkHostile(t *testing.T, cases []hostileCase, parse func(string) (ql.Node, error)) {
	t.Helper()
	for _, c := range cases {
		node, err := parse(c.text)
		if err != nil {
			checkRefusal(t, c.text, err)
		}
		if verdict := verdictOf(node, err); verdict != c.verdict {
			t.Errorf("%.80q: %s, want %s", c.text, verdict, c.verdict)
		}
		if err == nil {
			checkAllowed(t, node, false)
			checkRoundTrip(t, node, parse)
		}
	}
}

func verdictOf(node ql.Node, err error) string {
	if err != nil {
		return refused
	}
	return ql.Shape(node)
}

// checkAllowed holds what is true of every tree: within the limits, and
// nothing called but functions of the table in their own spelling.
func checkAllowed(t *testing.T, node ql.Node, aggregates bool) {
	t.Helper()
	nodes := 0
	ql.Walk(node, func(n ql.Node) bool {
		nodes++
		call, isCall := n.(*ql.Call)
		if !isCall {
			return true
		}
		f, found := ql.Lookup(call.Name)
		if !found || f.Name != call.Name {
			t.Fatalf("%s is called and not allowed", call.Name)
		}
		if f.Class == ql.Aggregate && !aggregates {
			t.Fatalf("%s is called where aggregates are not allowed", call.Name)
		}
		return true
	})
	if nodes > ql.NodesMax {
		t.Fatalf("%d nodes", nodes)
	}
	if depth := depthOf(node); depth > ql.DepthMax {
		t.Fatalf("%d levels", depth)
	}
}

func depthOf(node ql.Node) int {
	deepest := 0
	ql.Walk(node, func(n ql.Node) bool {
		if n != node {
			deepest = max(deepest, depthOf(n))
		}
		return n == node
	})
	return deepest + 1
}

func TestHostileTextIsRefusedAsAliasOrderAndSelect(t *testing.T) {
	t.Parallel()
	for _, c := range hostileExpressions() {
		if c.verdict != refused {
			continue
		}
		if list, err := ql.ParseOrderBy(c.text, ql.ParseOptions{}); err == nil && len(list) > 0 {
			t.Errorf("%.80q is an order: %s", c.text, list)
		}
		list, err := ql.ParseSelect(c.text, ql.ParseOptions{})
		if err == nil && len(list) > 0 && c.text != "1 AS x" {
			t.Errorf("%.80q is a list: %s", c.text, list)
		}
	}
}
