package ingest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/cairnstack/cairn/internal/ingest"
)

// TestSeriesSetIsASet compares it with a map, with ids that stand close together
// and ones that are far apart.
func TestSeriesSetIsASet(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		set, want := ingest.NewSeriesSet(random.Uint64()|1), map[uint64]bool{}
		spread := uint64(1) << (4 + 3*seed)
		for range 5000 {
			id := random.Uint64N(spread)
			isNew := !want[max(id, 1)]
			if set.Has(id) == isNew || set.Add(id) != isNew || !set.Has(id) {
				t.Fatalf("seed %d: %d, new: %v", seed, id, isNew)
			}
			want[max(id, 1)] = true
		}
		if set.Len() != len(want) {
			t.Fatalf("seed %d: %d series, want %d", seed, set.Len(), len(want))
		}
	}
}
