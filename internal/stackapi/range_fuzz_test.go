package stackapi_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stackapi"
)

// FuzzReadRange holds that times are read as they were meant, or refused.
func FuzzReadRange(f *testing.F) {
	f.Add("2026-11-01T12:00:00Z", "2026-11-01")
	f.Add("", "2026-11-01T12:00:00.123456789+02:00")
	f.Add("yesterday", "2026-11-31")
	f.Add("0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z")
	f.Fuzz(func(t *testing.T, start, end string) {
		from, to, err := stackapi.ReadRange(start, end)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%q, %q: %v", start, end, err)
			}
			return
		}
		for _, at := range []time.Time{from, to} {
			again, _, err := stackapi.ReadRange(at.Format(time.RFC3339Nano), "")
			if err != nil || !again.Equal(at) {
				t.Fatalf("%q, %q: %s is read as %s: %v", start, end, at, again, err)
			}
		}
	})
}
