package notifier

import (
	"maps"
	"slices"
	"time"
)

// DeliverySchedule returns how long a message waits before each of its
// attempts, the first included: ten attempts in about 75 hours.
func DeliverySchedule() []time.Duration {
	return []time.Duration{
		0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour,
		5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
	}
}

// jitterShare is the part of a wait that chance decides: half of it before
// the time, half after.
const jitterShare = 0.1

// waitBefore returns how long a message waits before the next attempt after
// so many tries, and false when there is none. Chance is from 0 up to 1.
func waitBefore(tries int, chance float64) (time.Duration, bool) {
	schedule := DeliverySchedule()
	if tries >= len(schedule) {
		return 0, false
	}
	spread := 1 + jitterShare*(chance-0.5)
	return time.Duration(float64(schedule[tries]) * spread), true
}

// clockSlack is how far clocks may be apart, or be set back, without a word.
const clockSlack = time.Second

// longestWaits returns the longest wait before each attempt.
func longestWaits() []time.Duration {
	waits := DeliverySchedule()
	for i, wait := range waits {
		waits[i] = time.Duration(float64(wait)*(1+jitterShare/2)) + clockSlack
	}
	return waits
}

// The circuit breaker of an endpoint.
const (
	// BreakerFailures is how many attempts in a row must fail before an
	// endpoint is left alone for a while.
	BreakerFailures = 5
	// BreakerMin and BreakerMax bound that while; it doubles from one to the
	// other.
	BreakerMin = 15 * time.Second
	BreakerMax = 10 * time.Minute
)

// openFor returns how long an endpoint is left alone after so many failures
// in a row.
func openFor(failures int) time.Duration {
	if failures < BreakerFailures {
		return 0
	}
	wait := BreakerMin
	for range failures - BreakerFailures {
		if wait *= 2; wait >= BreakerMax {
			return BreakerMax
		}
	}
	return wait
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
