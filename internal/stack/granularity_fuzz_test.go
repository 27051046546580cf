package stack_test

import (
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// FuzzParseGranularity holds that what is read is one of the list, in both
// spellings.
func FuzzParseGranularity(f *testing.F) {
	for _, text := range []string{"5m", "5 minute", "1 day", "30 second", "5  minute", "-1m", "auto", "1e3s", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := stack.ParseGranularity(text)
		if err != nil {
			return
		}
		if !slices.Contains(stack.Granularities(), g) {
			t.Fatalf("%q is read as %q", text, g)
		}
		if again, err := stack.ParseGranularity(g.Long()); err != nil || again != g {
			t.Fatalf("%q is spelled %q, which is read as %q, %v", g, g.Long(), again, err)
		}
	})
}
