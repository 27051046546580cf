//go:build soak

package main

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakQuietKills is promise R18 for a server that had nothing to do when it
// ended: it ends in every way, again and again, on one folder.
func TestSoakQuietKills(t *testing.T) {
	endQuietly(t, testkit.Size(t, "CAIRN_SOAK_KILLS", 300))
}
