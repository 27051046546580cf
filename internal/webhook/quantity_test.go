package webhook_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// TestTextsCarryTheUnitOfWhatIsWatched holds that durations and sizes are told
// in units, in the texts of every service.
func TestTextsCarryTheUnitOfWhatIsWatched(t *testing.T) {
	t.Parallel()
	nanos, yes := 1e-9, true
	duration := &stack.NumberFormat{Output: "duration", Factor: &nanos}
	f := func(format *stack.NumberFormat, value, threshold float64, want string) {
		t.Helper()
		n := onTile()
		n.Watched.Format, n.Value = format, number(value)
		n.Alert.ThresholdType, n.Alert.Threshold, n.Alert.ThresholdMax = stack.ThresholdAboveExclusive, threshold, nil
		for _, service := range stack.WebhookServices() {
			got := deliver(t, n, func(w *stack.Webhook) {
				w.Service = service
				w.Secrets.QueryParams = map[string]string{service.Rules().Key: "0123456789abcdef"}
			})
			if !strings.Contains(string(got.Body), want) {
				t.Errorf("%s: %q is not in %s", service, want, got.Body)
			}
		}
	}
	f(duration, 1_342_123_456, 200e6, "1.34 s exceeds 200 ms")
	f(duration, 200_000_400, 200e6, "200.0004 ms exceeds 200 ms")
	f(duration, 7200e9, 90e9, "2 h exceeds 1.5 min")
	f(&stack.NumberFormat{Output: "duration"}, 0.25, 0, "250 ms exceeds 0 s")
	f(&stack.NumberFormat{Output: "byte"}, 3<<30, 1<<20, "3 GiB exceeds 1 MiB")
	f(&stack.NumberFormat{Output: "byte", DecimalBytes: &yes}, 2_500_000, 1000, "2.5 MB exceeds 1 kB")
	f(&stack.NumberFormat{Output: "percent"}, 0.0512, 0.05, "5.12 % exceeds 5 %")
	f(&stack.NumberFormat{Output: "currency", CurrencySymbol: "€"}, 12.5, 10, "€12.5 exceeds €10")
	f(&stack.NumberFormat{Output: "number", Unit: "req/s"}, 12, 10, "12 req/s exceeds 10 req/s")
	f(nil, 12, 10, "12 exceeds 10")
}
