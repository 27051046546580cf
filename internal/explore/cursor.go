package explore

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// cursor is where an answer ended. Clients see it as a text that means
// nothing to them.
type cursor struct {
	Query  string `json:"q"` // digest of the query that it belongs to
	From   int64  `json:"f"` // unix nanoseconds
	To     int64  `json:"t"`
	Offset int    `json:"o,omitempty"` // of an order that is not that of time
	Place  *Place `json:"p,omitempty"`
}

// cursorBytesMax bounds the text of a cursor.
const cursorBytesMax = 512

// nextCursor returns the cursor for what follows, empty at the end. An order
// that is not that of time ends at the largest offset.
func nextCursor(asked query.RowsQuery, scan RowScan, result RowResult) string {
	next := scan.Offset + len(result.Rows)
	if !result.More || len(scan.Order) > 0 && next > query.SearchOffsetMax {
		return ""
	}
	c := cursor{Query: queryDigest(asked), From: scan.Range.From.UnixNano(), To: scan.Range.To.UnixNano()}
	if len(scan.Order) > 0 {
		c.Offset = next
	} else {
		c.Place = result.Last
	}
	text, err := json.Marshal(c)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// resume makes a scan go on at its query's cursor.
func resume(scan *RowScan, asked *query.RowsQuery) error {
	c, err := readCursor(asked.Cursor)
	if err != nil || c.Query != queryDigest(*asked) || !c.valid() {
		return fault.InvalidAt("cursor", "invalid", "is not the cursor of an answer to this query")
	}
	scan.Range = query.TimeRange{From: time.Unix(0, c.From), To: time.Unix(0, c.To)}
	scan.After, scan.Offset = c.Place, c.Offset
	asked.Range = scan.Range
	return scan.Range.Check("startTime", "endTime")
}

// skipMax bounds how many equal rows of one instant a cursor goes past.
const skipMax = 1_000_000

// valid reports whether the numbers can be those of an answer.
func (c cursor) valid() bool {
	if c.Offset < 0 || c.Offset > query.SearchOffsetMax {
		return false
	}
	return c.Place == nil || c.Place.Skip >= 0 && c.Place.Skip <= skipMax && c.Place.Nanoseconds >= c.From && c.Place.Nanoseconds <= c.To
}

func readCursor(text string) (cursor, error) {
	if len(text) > cursorBytesMax {
		return cursor{}, fmt.Errorf("a cursor of more than %d bytes", cursorBytesMax)
	}
	plain, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return cursor{}, err
	}
	var c cursor
	if err := json.Unmarshal(plain, &c); err != nil {
		return cursor{}, err
	}
	return c, nil
}

// queryDigest is equal for queries that ask for the same rows in the same
// order.
func queryDigest(q query.RowsQuery) string {
	parts := []string{q.SourceID, q.Where, string(q.Language), q.Select, q.OrderBy}
	sum := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintf(sum, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
