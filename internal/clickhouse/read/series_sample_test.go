package read_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
)

// FuzzNth compares with the place of values in their order.
func FuzzNth(f *testing.F) {
	f.Add(uint64(1), uint16(1), uint16(0), uint8(1))
	f.Add(uint64(2), uint16(9000), uint16(8999), uint8(3))
	f.Add(uint64(3), uint16(4000), uint16(2000), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, count, place uint16, different uint8) {
		random := rand.New(rand.NewPCG(seed, 0))
		values := make([]float64, 1+int(count))
		for i := range values {
			values[i] = float64(random.IntN(1 + int(different)*20))
			if different == 0 { // in their order
				values[i] = float64(i)
			}
		}
		sorted, at := slices.Sorted(slices.Values(values)), int(place)%len(values)
		if got := read.Nth(values, at); got != sorted[at] {
			t.Fatalf("%v at %d, want %v", got, at, sorted[at])
		}
		if at+1 < len(values) && slices.Min(values[at+1:]) != sorted[at+1] {
			t.Fatalf("behind %d stands something less than %v", at, sorted[at+1])
		}
	})
}
