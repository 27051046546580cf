package wal_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// TestSpansCountEachPositionOnce compares the set with a map.
func TestSpansCountEachPositionOnce(t *testing.T) {
	t.Parallel()
	random := seeded(testkit.Seed(t, 1))
	for range 200 {
		var spans wal.Spans
		known := map[wal.Position]bool{}
		for range 40 {
			from := wal.Position(random.IntN(60))
			to := from + wal.Position(random.IntN(12))
			want := uint64(0)
			for p := from; p < to; p++ {
				if !known[p] {
					want++
				}
				known[p] = true
			}
			if got := wal.Count(spans.Add(from, to)); got != want {
				t.Fatalf("Add(%d, %d) = %d, want %d", from, to, got, want)
			}
		}
	}
}
