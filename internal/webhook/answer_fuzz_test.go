package webhook_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/webhook"
)

// FuzzRetryAfter holds that no receiver holds its messages up for longer than
// allowed.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "5", "-1", "9223372036854775807", "Sun, 01 Nov 2026 12:05:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "1e3"} {
		f.Add(seed)
	}
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, header string) {
		if after := webhook.RetryAfter(header, now); after < 0 || after > webhook.RetryAfterMax {
			t.Fatalf("%q is %s", header, after)
		}
	})
}
