package telemetry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestOutcome(t *testing.T) {
	t.Parallel()
	var outcome, other telemetry.Outcome
	outcome.Accepted = 3
	outcome.Reject(telemetry.RejectedPast)
	outcome.Cut(telemetry.CutValue)
	other.RejectMany(telemetry.RejectedRecords, 5)
	other.Cut(telemetry.CutValue)
	outcome.Add(other)
	if outcome.Accepted != 3 || outcome.Rejected != 6 || outcome.Truncated != 2 {
		t.Errorf("outcome = %+v", outcome)
	}
	want := map[telemetry.Reason]int{telemetry.RejectedPast: 1, telemetry.RejectedRecords: 5, telemetry.CutValue: 2}
	if diff := cmp.Diff(want, outcome.Reasons()); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if got, want := outcome.Message(), "too many records in one request: 5; record too old: 1; value shortened: 2"; got != want {
		t.Errorf("message = %q, want %q", got, want)
	}
}

func TestReasons_have_words(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for reason := telemetry.RejectedRecords; reason <= telemetry.CutExemplars; reason++ {
		text := reason.String()
		if seen[text] || strings.TrimSpace(text) == "" {
			t.Errorf("reason %d is %q", reason, text)
		}
		seen[text] = true
	}
}
