package demo_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app/demo"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestAlertsOfTheShopAreValidAndTellNobody(t *testing.T) {
	t.Parallel()
	const id = "68a1eeee000000000000000a"
	now := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	watch, err := demo.NewWatch(demo.Sources{Logs: id}, demo.Watched{SavedSearch: id, Webhook: id, Dashboard: id, Tile: id}, now)
	if err != nil {
		t.Fatal(err)
	}
	if len(watch.Alerts) != 2 {
		t.Errorf("%d alerts, want 2", len(watch.Alerts))
	}
	for _, body := range watch.Alerts {
		if _, err := stack.DecodeAlert(body); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
	in, err := stack.DecodeSilence(watch.Silence)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stack.NewSilence(in, "somebody", now); err != nil {
		t.Error(err)
	}
	if !strings.Contains(string(watch.Webhook), ".invalid/") {
		t.Errorf("somebody could be at %s", watch.Webhook)
	}
}
