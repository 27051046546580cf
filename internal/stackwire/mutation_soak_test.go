//go:build soak

package stackwire_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakMalformedRequests is promise R6 for the stack API in both deployments: with its sibling a
// million malformed requests, no answer of which is our fault, while memory
// stays flat.
func TestSoakMalformedRequests(t *testing.T) {
	const growthMax = 32 << 20
	requests := testkit.Size(t, "CAIRN_SOAK_REQUESTS", 300_000)
	memory := testkit.NewMemory(requests)
	for name, statuses := range sendMalformed(t, requests, memory.Step) {
		t.Logf("%s: %d requests, %v", name, requests, statuses)
	}
	memory.Check(t, growthMax)
}
