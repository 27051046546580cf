//go:build soak

package delivertest_test

import "testing"

// TestSoakDeliveryKill is promise R2 for delivery: 500 kills.
func TestSoakDeliveryKill(t *testing.T) { killNotifiers(t, 500) }

// TestSoakAlertingKill is promise R2 over the whole way: 500 kills.
func TestSoakAlertingKill(t *testing.T) { killAll(t, 500) }
