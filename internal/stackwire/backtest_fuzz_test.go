package stackwire_test

import (
	"encoding/json"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// FuzzDecodeBacktest holds that no body panics, and that what is taken holds
// an alert in JSON.
func FuzzDecodeBacktest(f *testing.F) {
	for _, seed := range []string{
		`{"alert":{},"startTime":0,"endTime":3600000}`, `{"alert":null,"startTime":-1,"endTime":9223372036854775807}`,
		`{"alert":[],"startTime":1.5,"endTime":1e3}`, `{"startTime":null}`, `[]`, `null`, `{`, `{"alert":{},"startTime":0,"endTime":1,"x":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := stackwire.DecodeBacktest(body)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if !json.Valid(in.Alert) {
			t.Fatalf("%q has the alert %q", body, in.Alert)
		}
	})
}
