package webhook_test

import (
	"strings"
	"testing"
)

func TestTitleCountsLinesInWords(t *testing.T) {
	t.Parallel()
	f := func(value, threshold float64, want string) {
		t.Helper()
		n := firing()
		n.Value, n.Alert.Threshold = number(value), threshold
		if got := own(t, n, "{{title}}"); !strings.HasSuffix(got, want) {
			t.Errorf("%v beside %v: %q, want it to end with %q", value, threshold, got, want)
		}
	}
	f(0, 1, " - 0 lines found")
	f(1, 1, " - 1 line found")
	f(1, 0.5, " - 1 line found")
	f(2, 1, " - 2 lines found")
	f(1000, 1, " - 1000 lines found")
}
