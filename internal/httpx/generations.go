package httpx

import "time"

// generations is a bounded map that forgets on its own: an entry lives for at
// least one period after it was last put, and for less than two. It is not
// safe for concurrent use.
type generations[K comparable, V any] struct {
	period   time.Duration
	max      int
	turnAt   time.Time
	current  map[K]V
	previous map[K]V
}

func newGenerations[K comparable, V any](period time.Duration, limit int) *generations[K, V] {
	return &generations[K, V]{period: period, max: limit, current: map[K]V{}}
}

// turn forgets what was not put for a whole period. It costs the same no
// matter how much that is.
func (g *generations[K, V]) turn(now time.Time) {
	if now.Before(g.turnAt) {
		return
	}
	g.previous = g.current
	if now.Sub(g.turnAt) >= g.period {
		g.previous = nil
	}
	g.current = map[K]V{}
	g.turnAt = now.Add(g.period)
}

func (g *generations[K, V]) get(key K) (V, bool) {
	if v, ok := g.current[key]; ok {
		return v, true
	}
	v, ok := g.previous[key]
	return v, ok
}

// put stores an entry and returns false when there is no room for another.
func (g *generations[K, V]) put(key K, v V) bool {
	if _, known := g.get(key); !known && g.full() {
		return false
	}
	delete(g.previous, key)
	g.current[key] = v
	return true
}

func (g *generations[K, V]) full() bool { return len(g.current)+len(g.previous) >= g.max }

func (g *generations[K, V]) drop(key K) {
	delete(g.current, key)
	delete(g.previous, key)
}
