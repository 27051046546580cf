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

// TestSeriesWithoutLabelsHasNoGroup holds that nobody reads the key of a group.
func TestSeriesWithoutLabelsHasNoGroup(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Group.Key, n.Group.Values = "e3f4b9b1", nil
	if got := own(t, n, "{{group}}|{{body}}"); strings.Contains(got, "e3f4b9b1") || strings.Contains(got, "Group:") {
		t.Errorf("the text is %q", got)
	}
}
