package httpx

import (
	"sync"
	"time"
)

// counter counts requests by key in fixed windows that begin with a key's
// first request. Keys beyond the bound share one bucket.
type counter struct {
	rate    Rate
	mu      sync.Mutex
	buckets *generations[string, bucket]
	shared  bucket
}

type bucket struct {
	end  time.Time
	used int
}

func newCounter(rate Rate, bucketsMax int) *counter {
	return &counter{rate: rate, buckets: newGenerations[string, bucket](rate.Window, bucketsMax)}
}

// take counts one request and returns false when the window is used up.
func (c *counter) take(key string, now time.Time) (usage, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.load(key, now)
	allowed := b.used < c.rate.Max
	if allowed {
		b.used++
	}
	c.store(key, b)
	return usage{remaining: c.rate.Max - b.used, reset: b.end.Sub(now)}, allowed
}

// giveBack takes one request off the count again.
func (c *counter) giveBack(key string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.load(key, now)
	b.used = max(0, b.used-1)
	c.store(key, b)
}

func (c *counter) load(key string, now time.Time) bucket {
	c.buckets.turn(now)
	b, known := c.buckets.get(key)
	if !known && c.buckets.full() {
		b = c.shared
	}
	if !now.Before(b.end) {
		b = bucket{end: now.Add(c.rate.Window)}
	}
	return b
}

func (c *counter) store(key string, b bucket) {
	if !c.buckets.put(key, b) {
		c.shared = b
	}
}
