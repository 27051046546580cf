package explore

import (
	"encoding/base64"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// FuzzCursor holds that no text makes a search go on where no answer ended.
func FuzzCursor(f *testing.F) {
	asked := query.RowsQuery{SourceID: "s", Where: "error"}
	digest := queryDigest(asked)
	for _, plain := range []string{
		`{"q":"` + digest + `","f":1,"t":9,"p":{"Nanoseconds":5,"Skip":0}}`, `{"q":"` + digest + `","f":1,"t":9,"o":100}`,
		`{"q":"` + digest + `","o":-1}`, `{"q":"other"}`, `null`, `[]`, `{`,
	} {
		f.Add(base64.RawURLEncoding.EncodeToString([]byte(plain)))
	}
	f.Add("%")
	f.Fuzz(func(t *testing.T, text string) {
		var scan RowScan
		asked := asked
		asked.Cursor = text
		if err := resume(&scan, &asked); err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("a malformed cursor is %v", err)
			}
			return
		}
		if scan.Offset < 0 || scan.Offset > query.SearchOffsetMax || scan.Range.To.Before(scan.Range.From) {
			t.Fatalf("%q goes on at %+v", text, scan)
		}
	})
}
