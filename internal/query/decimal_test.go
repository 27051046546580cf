package query_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/cairnstack/cairn/internal/query"
)

func TestDecimal(t *testing.T) {
	t.Parallel()
	for number, want := range map[float64]float64{
		0.30000000000000004: 0.3, 0.09999999999999999: 0.1, 6.999999999999999: 7, -2.9999999999999996: -3, 1.0 / 3: 0.3333333333333,
		0: 0, 51.2: 51.2, 1<<53 + 2: 1<<53 + 2, math.MaxInt64: math.MaxInt64, 12345678901234.5: 12345678901234.5,
		5e-324: 5e-324, math.MaxFloat64: math.MaxFloat64, math.Inf(1): math.Inf(1), math.Inf(-1): math.Inf(-1),
	} {
		if got := query.Decimal(number); got != want {
			t.Errorf("%v becomes %v, want %v", number, got, want)
		}
	}
	if got := query.Decimal(math.NaN()); !math.IsNaN(got) {
		t.Errorf("NaN becomes %v", got)
	}
}

func FuzzDecimal(f *testing.F) {
	f.Add(0.1)
	f.Add(-1e-300)
	f.Fuzz(func(t *testing.T, number float64) {
		got := query.Decimal(number)
		if again := query.Decimal(got); again != got && !math.IsNaN(got) {
			t.Errorf("%v becomes %v, and then %v", number, got, again)
		}
		if text := strconv.FormatFloat(number, 'e', -1, 64); len(text) <= len("d.ddde-300") && got != number && !math.IsNaN(number) {
			t.Errorf("%s becomes %v", text, got)
		}
	})
}

func BenchmarkDecimal(b *testing.B) {
	for b.Loop() {
		query.Decimal(0.30000000000000004)
	}
}
