package webhook_test

import (
	"strings"
	"testing"
)

func TestHugeNumbersHaveAnExponent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value, threshold float64
		want             string
	}{
		{1e300, 1e299, "1e+300 meets or exceeds 1e+299"},
		{-1.5e22, -2e22, "-1.5e+22 meets or exceeds -2e+22"},
		{1e300, 0.25, "1e+300 meets or exceeds 0.25"},
		{3e20, 1, "300000000000000000000 meets or exceeds 1"},
	} {
		n := firing()
		n.Value, n.Alert.Threshold = number(c.value), c.threshold
		if got := own(t, n, "{{body}}"); !strings.Contains(got, c.want) {
			t.Errorf("%v over %v: %s, want %s", c.value, c.threshold, got, c.want)
		}
	}
}
