//go:build soak

package main

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakSlowFill is promise R9: disks fill up slowly and in the middle of
// work, again and again, with a kill now and then, and every record that was
// acknowledged is read back as it was sent.
func TestSoakSlowFill(t *testing.T) {
	for name, mount := range map[string]string{"tmpfs": mountTmpfs, "ext4": mountExt4} {
		t.Run(name, func(t *testing.T) {
			rounds := testkit.Size(t, "CAIRN_SOAK_ROUNDS", 50)
			for round := 0; round < rounds; round += roundsPerDisk {
				d := startSlowDisk(t, mount, serveAgain)
				for i := range min(roundsPerDisk, rounds-round) {
					d.round(i)
				}
				d.restartOnFullDisk()
				for i := range min(roundsPerDisk, rounds-round) {
					d.verify(i)
				}
				d.finish()
			}
		})
	}
}

// roundsPerDisk is how many rounds a small disk can take: nothing is deleted.
const roundsPerDisk = 2
