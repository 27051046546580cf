package read_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
)

// FuzzNth compares with the place of values in their order.
func FuzzNth(f *testing.F) {
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

// TestQuantileOfHeaps compares with the quantile of all values in their order.
func TestQuantileOfHeaps(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 9))
	for _, different := range []int{1, 2, 300} {
		counts, all := map[float64]uint64{}, []float64{}
		for range different {
			value, count := random.NormFloat64(), 1+random.Uint64N(50)
			counts[value] += count
			all = append(all, slices.Repeat([]float64{value}, int(count))...)
		}
		slices.Sort(all)
		for _, level := range []float64{0, 0.25, 0.5, 0.999, 1} {
			position := level * float64(len(all)-1)
			at := int(position)
			want := all[at] + (all[min(at+1, len(all)-1)]-all[at])*(position-float64(at))
			if got := read.QuantileOfHeaps(counts, level); math.Abs(got-want) > 1e-12 {
				t.Errorf("quantile %g of %d different values is %g, want %g", level, different, got, want)
			}
		}
	}
	if got := read.QuantileOfHeaps(nil, 0.5); query.HasNumber(got) {
		t.Errorf("the quantile of nothing is %g", got)
	}
}
