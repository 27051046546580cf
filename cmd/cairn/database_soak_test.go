//go:build soak

package main

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakDatabaseAway is promise R25 with outages that are ten times as long,
// or CAIRN_SOAK_FACTOR.
func TestSoakDatabaseAway(t *testing.T) {
	surviveOutages(t, outageTime*time.Duration(testkit.Size(t, "CAIRN_SOAK_FACTOR", 10)))
}
