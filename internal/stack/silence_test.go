package stack_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestSilence(t *testing.T) {
	t.Parallel()
	f := func(body, want string) {
		t.Helper()
		in, err := stack.DecodeSilence([]byte(body))
		if err == nil {
			_, err = stack.NewSilence(in, "user", noon())
		}
		expectMessage(t, body, err, want)
	}
	f(`{"until":"2026-11-02T00:00:00Z","reason":"deploy"}`, "")
	f(`{}`, "until: is required")
	f(`{"until":"2026-11-01T12:00:00Z"}`, "until: must be in the future and at most 1 year ahead")
	f(`{"until":"2028-11-01T12:00:00Z"}`, "until: must be in the future and at most 1 year ahead")
	f(`{"until":"2026-11-02T00:00:00Z","reason":"`+text(stack.SilenceReasonCharsMax+1)+`"}`, "reason: must be at most 1024 characters")
}

func TestSilenceEnds(t *testing.T) {
	t.Parallel()
	status := stack.NewAlertStatus()
	if status.State != stack.StateInactive || status.Silenced(noon()) {
		t.Errorf("new alert: %+v", status)
	}
	s, err := stack.NewSilence(stack.SilenceInput{Until: noon().Add(time.Hour), Reason: "deploy"}, "user", noon())
	if err != nil {
		t.Fatal(err)
	}
	status.Silence = &s
	if !status.Silenced(noon()) || status.Silenced(noon().Add(time.Hour)) {
		t.Error("the silence does not last until its end and no longer")
	}
	if len(stack.AlertStates()) != 4 || s.By != "user" || s.At != noon() || s.Reason != "deploy" {
		t.Errorf("silence %+v", s)
	}
}
