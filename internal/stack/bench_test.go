package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
)

// BenchmarkDashboardOf500Tiles measures the two halves of an update of the
// largest dashboard: reading the body, and checking it, ids and references
// included.
func BenchmarkDashboardOf500Tiles(b *testing.B) {
	g := stackgen.New(1)
	stored := must[stack.DashboardSpec](b, 1)(stack.DashboardSpec{}.Apply(g.Dashboard(stack.TilesMax), g.Mint))
	body, refs := encode(b, stored), g.References()
	in := must[stack.DashboardInput](b, 1)(stack.DecodeDashboard(body))
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			must[stack.DashboardInput](b, 1)(stack.DecodeDashboard(body))
		}
	})
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			next := must[stack.DashboardSpec](b, 1)(stored.Apply(in, g.Mint))
			if err := next.CheckReferences(refs, stored); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFormula(b *testing.B) {
	for b.Loop() {
		program, err := stack.ParseFormula("(A - B) / (A + 1.5) * -100")
		if err != nil {
			b.Fatal(err)
		}
		program.Eval([]float64{3, 2})
	}
}
