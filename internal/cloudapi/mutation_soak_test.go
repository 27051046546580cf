//go:build soak

package cloudapi_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakMalformedCloudRequests is promise R6 for the cloud API: with its sibling a
// million malformed requests, no answer of which is our fault, while memory
// stays flat.
func TestSoakMalformedCloudRequests(t *testing.T) {
	const growthMax = 32 << 20
	requests := testkit.Size(t, "CAIRN_SOAK_REQUESTS", 400_000)
	memory := testkit.NewMemory(requests)
	t.Logf("%d requests, %v", requests, sendMalformed(t, requests, memory.Step))
	memory.Check(t, growthMax)
}
