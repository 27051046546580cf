package webhook_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

const (
	firstSecret  = "whsec_Zmlyc3Qtc2VjcmV0LW9mLXRoaXJ0eS10d28tYnl0ZXM="
	secondSecret = "whsec_c2Vjb25kLXNlY3JldC1vZi10aGlydHktdHdvLWJ5dGU="
)

func loopback() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

func options(allowed []netip.Prefix) webhook.Options {
	return webhook.Options{Allowed: allowed, Now: time.Now, PublicURL: func() string { return "https://cairn.example.net/" }}
}

// toLoopback returns a sender that may reach the receivers of tests.
func toLoopback() *webhook.Sender { return webhook.NewSender(options(loopback())) }

func generic(address string) stack.Webhook {
	return stack.Webhook{
		Record: stack.Record{ID: "65a000000000000000000003"}, Name: "n", Service: stack.ServiceGeneric, URL: address,
		Secrets: stack.WebhookSecrets{Signing: firstSecret},
	}
}

func number(v float64) *float64 { return &v }

// firing is a notice of a search alert with groups.
func firing() alerting.Notice {
	end := time.Date(2026, 11, 1, 12, 5, 0, 0, time.UTC)
	return alerting.Notice{
		Kind: alerting.NoticeTransition,
		Alert: stack.Alert{
			Record: stack.Record{ID: "65a000000000000000000001", TeamID: "65a000000000000000000009"},
			AlertSpec: stack.AlertSpec{
				Source: stack.AlertOnSearch, SavedSearchID: "65a000000000000000000002", GroupBy: "ServiceName", Threshold: 10,
				ThresholdType: stack.ThresholdAbove, Interval: "5m", Message: "look at {{attributes.ServiceName}}",
			},
		},
		Watched: alerting.Watched{SavedSearchName: "Errors", SourceName: "Logs"},
		Group:   alerting.Group{Key: "api", Values: []alerting.GroupValue{{Name: "ServiceName", Value: "api"}}},
		From:    stack.StateInactive, To: stack.StateFiring,
		Window: alerting.Window{Start: end.Add(-5 * time.Minute), End: end},
		Value:  number(42),
		Sample: []map[string]string{{"Body": "it <broke>, \"again\"", "ServiceName": "api"}, {"Body": "two\nlines", "ServiceName": "api"}},
	}
}

// resolved is the notice that the group of firing ceased to fire.
func resolved() alerting.Notice {
	n := firing()
	n.From, n.To, n.Value, n.Sample = stack.StateFiring, stack.StateInactive, number(3), nil
	n.Window.Start, n.Window.End = n.Window.End, n.Window.End.Add(5*time.Minute)
	return n
}

// onTile is a notice of a tile alert without groups.
func onTile() alerting.Notice {
	n := firing()
	n.Alert.Source, n.Alert.SavedSearchID, n.Alert.GroupBy, n.Alert.Message = stack.AlertOnTile, "", "", ""
	n.Alert.DashboardID, n.Alert.TileID = "65a000000000000000000004", "tile-1"
	n.Alert.ThresholdType, n.Alert.Threshold, n.Alert.ThresholdMax = stack.ThresholdNotBetween, 0.5, number(2)
	n.Watched = alerting.Watched{DashboardName: "Shop", TileName: "Latency"}
	n.Group, n.Sample, n.Value = alerting.Group{}, nil, number(3.14159)
	return n
}

func envelope(w stack.Webhook, n alerting.Notice) alerting.Envelope {
	return alerting.Envelope{
		MessageID: n.MessageID(w.ID), Notice: n, Webhook: w, At: time.Now(),
		CreatedAt: time.Date(2026, 11, 1, 12, 5, 11, 0, time.UTC),
	}
}

// deliver sends a notice to a receiver and returns what reached it.
func deliver(t *testing.T, n alerting.Notice, adjust func(*stack.Webhook)) hooktest.Delivery {
	t.Helper()
	receiver := hooktest.Start(t)
	w := generic(receiver.URL + "/hook")
	if adjust != nil {
		adjust(&w)
	}
	if answer := toLoopback().Send(t.Context(), envelope(w, n)); answer.Outcome != alerting.OutcomeDelivered {
		t.Fatalf("not delivered: %+v", answer)
	}
	return receiver.Deliveries()[0]
}
