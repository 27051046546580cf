package evaluate_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
)

func BenchmarkStep(b *testing.B) {
	for _, count := range []int{0, 10, 1000} {
		b.Run(fmt.Sprintf("groups=%d", count), func(b *testing.B) {
			rule := evaluate.Rule{Comparison: stack.ThresholdAbove, Threshold: 10, Windows: 2, Grouped: count > 0}
			values := evaluate.Values{"": 20}
			for n := range count {
				values[fmt.Sprint(n)] = float64(n % 20)
			}
			schedule, groups := evaluate.Schedule{Interval: time.Minute}, evaluate.Groups{}
			b.ReportAllocs()
			for n := range b.N {
				groups, _ = evaluate.Step(rule, groups, schedule.Window(int64(n)), values)
			}
		})
	}
}
