//go:build soak

package main

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakDiskFull is promise R9: the disk is filled and freed again and
// again, and everything acknowledged is stored.
func TestSoakDiskFull(t *testing.T) {
	c := startOnSmallDisk(t)
	rounds, acked, refused := testkit.Size(t, "CAIRN_SOAK_ROUNDS", 50), 0, 0
	for round := range rounds {
		more, no := c.surviveFullDisk(round)
		acked, refused = acked+more, refused+no
	}
	stored := int(c.metric("cairn_ingest_rows_stored_total"))
	t.Logf("%d times full: %d requests refused, %d records acknowledged, %d stored", rounds, refused, acked, stored)
	if stored != acked {
		t.Errorf("acknowledged %d, stored %d", acked, stored)
	}
}

// TestSoakBombs is promise R13: the bombs again and again, one by one and all
// at once, and memory that does not grow.
func TestSoakBombs(t *testing.T) {
	c := startCollector(t)
	rounds, corpus, slowest := testkit.Size(t, "CAIRN_SOAK_ROUNDS", 200), bombs(t), time.Duration(0)
	c.warmUp()
	before := peakBytes(t, c.Process.Pid)
	for range rounds {
		slowest = max(slowest, c.explode(corpus))
		c.explodePacked()
	}
	single := peakBytes(t, c.Process.Pid) - before
	for range rounds {
		c.explodeAtOnce(corpus)
	}
	together := peakBytes(t, c.Process.Pid) - before
	t.Logf("%d rounds of %d bombs: the slowest refusal took %s; %d MiB before, %d MiB more one by one, %d MiB more at once",
		rounds, len(corpus), slowest.Round(time.Millisecond), before>>20, single>>20, together>>20)
	if single > bombBytesMax || together > 2*bombBytesMax {
		t.Errorf("the bombs took %d MiB, and %d MiB at once", single>>20, together>>20)
	}
}
