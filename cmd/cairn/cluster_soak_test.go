//go:build soak

package main

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakClusterKills is promises R1, R2 and R12 over three shards and two servers:
// 100 faults of any kind, or CAIRN_SOAK_KILLS.
func TestSoakClusterKills(t *testing.T) {
	faults := testkit.Size(t, "CAIRN_SOAK_KILLS", 100)
	w := startClusterWorld(t, faults, true)
	w.awayMax = awayTimeLong
	w.survive(w.anyFaults(faults))
}

// everythingEvery is of how many faults one takes everything away.
const everythingEvery = 20

// anyFaults returns so many faults at random.
func (w *clusterWorld) anyFaults(count int) (faults []clusterFault) {
	some := everyClusterFault()
	some = some[:len(some)-1] // the last one is everything
	for i := range count {
		fault := some[w.random.IntN(len(some))]
		if i%everythingEvery == everythingEvery-1 {
			fault = killEverything
		}
		faults = append(faults, fault)
	}
	return faults
}
