//go:build soak

package delivertest_test

import "testing"

// TestSoakDeliveryKill is promise R2 for delivery: 500 kills.
func TestSoakDeliveryKill(t *testing.T) { killNotifiers(t, 500) }
