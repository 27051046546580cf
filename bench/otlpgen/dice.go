package otlpgen

import "math/bits"

// dice yields numbers that look random and follow from the seed.
type dice struct{ state uint64 }

// The mixing constants of dice.
const (
	diceStep  = 0x9e3779b97f4a7c15
	diceFirst = 0xbf58476d1ce4e5b9
	diceLast  = 0x94d049bb133111eb
)

// diceFor returns the dice of one thing of a kind.
func (g *Generator) diceFor(kind, number uint64) *dice {
	d := &dice{state: g.Seed ^ kind<<56}
	d.state = d.next() ^ number
	d.next()
	return d
}

func (d *dice) next() uint64 {
	d.state += diceStep
	z := d.state
	z = (z ^ z>>30) * diceFirst
	z = (z ^ z>>27) * diceLast
	return z ^ z>>31
}

// below returns a number from zero up to, not including, n.
func (d *dice) below(n int) int {
	high, _ := bits.Mul64(d.next(), uint64(n))
	return int(high)
}

// skewed returns as below does, with small numbers more often.
func (d *dice) skewed(n int) int { return d.below(d.below(n) + 1) }

// oneIn returns true once in n.
func (d *dice) oneIn(n int) bool { return d.below(n) == 0 }

func pick[T any](d *dice, from []T) T { return from[d.below(len(from))] }
