package delivertest_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/webhook"
)

// TestMentionedWebhooksAreTold holds that a message reaches the webhooks that
// it names by id or by the beginning of their names, each once.
func TestMentionedWebhooksAreTold(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.outbox.Mentions, w.outbox.Webhooks = webhook.Mentions, w.store
		channel, channelID := w.receiver()
		byID, mentionedID := w.receiver()
		other, _ := w.receiver()
		n := notice(20, 2, channelID)
		n.Alert.Message = "look @webhook-" + mentionedID + " @webhook-" + channelID + " @webhook-nobody"
		w.must(w.outbox.Enqueue(t.Context(), []alerting.Notice{n, n}))
		w.deliver()
		for name, got := range map[string]int{"channel": len(channel.Deliveries()), "mentioned": len(byID.Deliveries())} {
			if got != 1 {
				t.Errorf("%s: %d messages, want 1", name, got)
			}
		}
		if got := len(other.Deliveries()); got != 0 {
			t.Errorf("somebody else: %d messages", got)
		}
		n = notice(21, 4, channelID)
		n.Alert.Message = "@webhook-Hook"
		w.must(w.outbox.Enqueue(t.Context(), []alerting.Notice{n}))
		w.deliver()
		if got := len(channel.Deliveries()) + len(byID.Deliveries()) + len(other.Deliveries()); got != 3 {
			t.Errorf("by name: %d messages, want one more: the channel's own name begins so", got)
		}
	})
}
