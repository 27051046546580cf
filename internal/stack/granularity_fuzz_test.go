package stack_test

import (
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// FuzzParseGranularity holds that what is read is one of the list, and reads as
// itself.
func FuzzParseGranularity(f *testing.F) {
	for _, text := range []string{"5m", "5 minute", "1 day", "30 second", "5  minute", "-1m", "auto", "1e3s", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := stack.ParseGranularity(text)
		if err != nil {
			return
		}
		if !slices.Contains(query.ViewGranularities(), g) {
			t.Fatalf("%q is read as %q", text, g)
		}
		if again, err := stack.ParseGranularity(string(g)); err != nil || again != g {
			t.Fatalf("%q is read as %q, %v", g, again, err)
		}
	})
}
