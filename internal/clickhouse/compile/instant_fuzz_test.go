package compile_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
)

// FuzzReadInstant holds that a text that is taken for a time is not before the
// epoch: such a count has run over.
func FuzzReadInstant(f *testing.F) {
	for _, seed := range []string{
		"2026-11-01T12:00:00Z", "2026-11-01 12:00", "2026-11-01", "1793534400", "1793534400000", "1793534400000000000", "-1", "99999999999", "1e300", "NaN", "2200-01-01",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if nanoseconds, ok := compile.ReadInstant(text); ok && nanoseconds < 0 {
			t.Fatalf("%q is %d", text, nanoseconds)
		}
	})
}
