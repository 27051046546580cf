package telemetry_test

import (
	"encoding/json"
	"testing"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// TestAppendJSONText_escapes_every_byte_at_every_place looks at texts around the
// eight bytes that are looked at together.
func TestAppendJSONText_escapes_every_byte_at_every_place(t *testing.T) {
	t.Parallel()
	for length := 1; length < 18; length++ {
		for place := range length {
			for c := range rune(0x100) {
				text := []rune("aé~ !#[]0zZ…x€ab}{,.:")[:length]
				text[place] = c
				encoded := telemetry.AppendJSONText(nil, []byte(string(text)))
				var got string
				if err := json.Unmarshal(encoded, &got); err != nil || got != string(text) {
					t.Fatalf("%q became %s, %q, %v", string(text), encoded, got, err)
				}
			}
		}
	}
}
