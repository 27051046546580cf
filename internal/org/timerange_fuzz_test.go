package org_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
)

// FuzzParseTimeRange holds that a range never ends before it begins.
func FuzzParseTimeRange(f *testing.F) {
	f.Add("2026-11-01", "2026-11-02")
	f.Add("2026-11-01T10:00:00Z", "2026-11-01T10:00:00+14:00")
	f.Add("", "9999-12-31")
	f.Add("0000-01-01", "2026-02-30")
	f.Fuzz(func(t *testing.T, from, to string) {
		r, err := org.ParseTimeRange(from, to)
		if err == nil && !r.From.IsZero() && !r.To.IsZero() && r.To.Before(r.From) {
			t.Fatalf("%q to %q is %+v", from, to, r)
		}
	})
}

// FuzzParseHash holds that a hash that is read is written the same, in lower case.
func FuzzParseHash(f *testing.F) {
	f.Add("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
	f.Add("E3")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if hash, ok := org.ParseHash(text); ok && !strings.EqualFold(hash.String(), text) {
			t.Fatalf("%q is written %q", text, hash)
		}
	})
}
