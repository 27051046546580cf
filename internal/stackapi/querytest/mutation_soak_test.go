//go:build soak

package querytest_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakMalformedTelemetryRequests is promise R6 for what asks for
// telemetry, with the engine behind it.
func TestSoakMalformedTelemetryRequests(t *testing.T) {
	const growthMax = 64 << 20
	requests := testkit.Size(t, "CAIRN_SOAK_REQUESTS", 50_000)
	memory := testkit.NewMemory(requests)
	t.Logf("%d requests, %v", requests, newTenants(t).sendMalformed(t, requests, memory.Step))
	memory.Check(t, growthMax)
}
