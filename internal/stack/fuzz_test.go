package stack_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
	"github.com/cairnstack/cairn/internal/testkit"
)

// FuzzDecodeDashboard holds that no body panics, and that what is accepted is
// answered in a form that is accepted and changes nothing.
func FuzzDecodeDashboard(f *testing.F) {
	for _, config := range stackgen.New(1).Configs() {
		tile := stack.Tile{Placement: stack.Placement{W: 1, H: 1}, Config: config}
		f.Add(encode(f, stack.DashboardInput{Tiles: []stack.Tile{tile}}))
	}
	f.Add(encode(f, stackgen.New(2).Dashboard(0)))
	f.Add([]byte(seriesBody(`,"asRatio":true`, `[{"type":"time","sourceId":"`+idA+`","aggFn":"count","where":"","groupBy":["a"]}]`)))
	f.Add([]byte(seriesBody(``, `[{"type":"markdown","content":"x"}]`)))
	f.Fuzz(func(t *testing.T, body []byte) { roundTrip(t, body) })
}

// roundTrip reports whether the body is accepted; if it is, its answer must be
// accepted too and change nothing.
func roundTrip(t *testing.T, body []byte) bool {
	t.Helper()
	stored, err := save(stack.DashboardSpec{}, string(body))
	if err != nil {
		return false
	}
	again, err := save(stored, string(encode(t, stored)))
	if err != nil {
		t.Fatalf("%s\nthe answer is refused: %v", body, err)
	}
	if !reflect.DeepEqual(stored, again) {
		t.Fatalf("%s\n(-stored +after the update):\n%s", body, cmp.Diff(stored, again))
	}
	var read stack.DashboardSpec
	if err := json.Unmarshal(encode(t, stored), &read); err != nil {
		t.Fatalf("%s\nthe stored form can't be read: %v", body, err)
	}
	return true
}

// TestMutatedDashboards is the fuzz test with mutations that keep the body
// JSON, so that most of them get past the parser.
func TestMutatedDashboards(t *testing.T) {
	t.Parallel()
	const rounds = 1000
	accepted := 0
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+rounds; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		var tree any
		if err := json.Unmarshal(encode(t, stackgen.New(seed).Dashboard(rng.IntN(4))), &tree); err != nil {
			t.Fatal(err)
		}
		for range 1 + rng.IntN(3) {
			tree = mutate(rng, tree)
		}
		if roundTrip(t, encode(t, tree)) {
			accepted++
		}
	}
	if accepted == 0 || accepted == rounds {
		t.Errorf("%d of %d mutated bodies were accepted", accepted, rounds)
	}
}

// mutate changes one place of a JSON tree.
func mutate(rng *rand.Rand, tree any) any {
	if rng.IntN(6) == 0 {
		odd := []any{nil, true, "", "x", -1, 1e300, 0.5, []any{}, []any{nil}, map[string]any{}, map[string]any{"a": 1}, "\u0000", idA}
		return odd[rng.IntN(len(odd))]
	}
	switch node := tree.(type) {
	case map[string]any:
		return mutateObject(rng, node)
	case []any:
		if len(node) > 0 {
			i := rng.IntN(len(node))
			node[i] = mutate(rng, node[i])
		}
	}
	return tree
}

func mutateObject(rng *rand.Rand, node map[string]any) any {
	keys := slices.Sorted(maps.Keys(node))
	if len(keys) == 0 {
		return node
	}
	key := keys[rng.IntN(len(keys))]
	switch rng.IntN(8) {
	case 0:
		delete(node, key)
	case 1:
		node[key+"x"] = node[key]
	default:
		node[key] = mutate(rng, node[key])
	}
	return node
}

// FuzzFormula holds that no text panics, and that what is accepted can be
// computed over any number of operands.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{"A", "-(A + B) * 2.5 / C", "((((A))))", "A//B", "1.2.3", ".5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		program, err := stack.ParseFormula(expression)
		if err != nil {
			return
		}
		values := make([]float64, stack.FormulaOperandsMax)
		for n := range values {
			values[n] = float64(n) - 1
			program.Eval(values[:n])
		}
	})
}

// FuzzOtherBodies holds that no body of the other nouns panics.
func FuzzOtherBodies(f *testing.F) {
	g := stackgen.New(1)
	f.Add(encode(f, g.Alert(idA, idB, noon())))
	f.Add(encode(f, g.Webhook()))
	f.Add(encode(f, g.SavedSearch()))
	f.Add(encode(f, g.Connection()))
	for _, kind := range stack.SourceKinds() {
		f.Add(encode(f, g.Source(kind)))
	}
	f.Fuzz(func(_ *testing.T, body []byte) {
		_, _ = alert(stack.AlertSpec{}, string(body))
		_, _ = webhook(stack.Webhook{}, string(body))
		_, _ = savedSearch(stack.SavedSearchSpec{}, string(body))
		_, _ = connect(stack.Connection{}, string(body))
		_, _ = stack.DecodeSource(body)
		_, _ = stack.DecodeInvitation(body)
		_, _ = stack.DecodeSilence(body)
	})
}
