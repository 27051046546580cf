package cloudapi

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// FuzzParseTimeout holds that nobody waits for longer than allowed.
func FuzzParseTimeout(f *testing.F) {
	for _, seed := range []string{"", "30s", "45s", "45.0000001s", "-1s", "1h", "1e9s", "0", "٣s", "9223372036854775808ns"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		timeout, err := parseTimeout(text)
		if err == nil && (timeout < 0 || timeout > cloud.WaitMax) {
			t.Fatalf("%q is %s", text, timeout)
		}
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// FuzzParseExpiry holds that a time that is taken is the one that was sent.
func FuzzParseExpiry(f *testing.F) {
	for _, seed := range []string{"", "2026-11-01T12:00:00Z", "2026-11-01T12:00:00.5+14:00", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		field, err := parseExpiry(httpx.Optional[string]{Given: true, Value: text})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if text == "" {
			return
		}
		again, err := parseExpiry(httpx.Optional[string]{Given: true, Value: field.Value.Format(time.RFC3339Nano)})
		if err != nil || !again.Value.Equal(*field.Value) {
			t.Fatalf("%q is %s, then %s: %v", text, field.Value, again.Value, err)
		}
	})
}
