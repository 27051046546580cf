package search_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/search"
)

func TestHostileTextIsRefusedOrHarmless(t *testing.T) {
	t.Parallel()
	if n := len(hostileLucene()) + len(hostileExpressions()); n < 200 {
		t.Fatalf("%d payloads", n)
	}
	checkHostile(t, hostileLucene(), parseLucene)
	checkHostile(t, hostileExpressions(), parseScalar)
}

func checkHostile(t *testing.T, cases []hostileCase, parse func(string) (search.Node, error)) {
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

func verdictOf(node search.Node, err error) string {
	if err != nil {
		return refused
	}
	return search.Shape(node)
}

// checkAllowed holds what is true of every tree: within the limits, and
// nothing called but functions of the table in their own spelling.
func checkAllowed(t *testing.T, node search.Node, aggregates bool) {
	t.Helper()
	nodes := 0
	search.Walk(node, func(n search.Node) bool {
		nodes++
		call, isCall := n.(*search.Call)
		if !isCall {
			return true
		}
		f, found := search.Lookup(call.Name)
		if !found || f.Name != call.Name {
			t.Fatalf("%s is called and not allowed", call.Name)
		}
		if f.Class == search.Aggregate && !aggregates {
			t.Fatalf("%s is called where aggregates are not allowed", call.Name)
		}
		return true
	})
	if nodes > search.NodesMax {
		t.Fatalf("%d nodes", nodes)
	}
	if depth := depthOf(node); depth > search.DepthMax {
		t.Fatalf("%d levels", depth)
	}
}

func depthOf(node search.Node) int {
	deepest := 0
	search.Walk(node, func(n search.Node) bool {
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
		if list, err := search.ParseOrderBy(c.text, search.ParseOptions{}); err == nil && len(list) > 0 {
			t.Errorf("%.80q is an order: %s", c.text, list)
		}
		list, err := search.ParseSelect(c.text, search.ParseOptions{})
		if err == nil && len(list) > 0 && c.text != "1 AS x" {
			t.Errorf("%.80q is a list: %s", c.text, list)
		}
	}
}
