//go:build soak

package main

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakImpatientSenders is promise R1 for senders that give up: 30 times, or
// CAIRN_SOAK_ROUNDS, the server stands still and everybody sends again.
func TestSoakImpatientSenders(t *testing.T) {
	startCollector(t).outlastImpatience(32, testkit.Size(t, "CAIRN_SOAK_ROUNDS", 30))
}
