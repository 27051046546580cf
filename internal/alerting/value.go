package alerting

import (
	"math"

	"github.com/cairnstack/cairn/internal/evaluate"
)

// Infinity is the sign of a value that is infinite.
type Infinity int

// The infinities.
const (
	Finite        Infinity = 0
	PlusInfinity  Infinity = 1
	MinusInfinity Infinity = -1
)

// InfinityOf returns which infinity was compared with the threshold.
func InfinityOf(o evaluate.Outcome) Infinity {
	switch {
	case o.HasValue && math.IsInf(o.Value, 1):
		return PlusInfinity
	case o.HasValue && math.IsInf(o.Value, -1):
		return MinusInfinity
	default:
		return Finite
	}
}

// ValueOf returns the value as it can be kept and shown: JSON has no infinite
// numbers.
func ValueOf(o evaluate.Outcome) *float64 {
	if !o.HasValue || InfinityOf(o) != Finite {
		return nil
	}
	value := o.Value
	return &value
}
