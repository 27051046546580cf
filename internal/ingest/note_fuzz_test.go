package ingest

import (
	"slices"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// FuzzNote holds that no note breaks the start, and that what is read of one
// is read again from what it is written as.
func FuzzNote(f *testing.F) {
	now := func() time.Time { return time.Unix(1_793_534_400, 0) }
	known := &unanswered{now: now, until: map[digest]time.Time{}}
	known.add(digest{1}, now().Add(time.Hour))
	f.Add(known.encode(5))
	f.Add([]byte(nil))
	f.Add(make([]byte, 8))
	f.Add(slices.Repeat([]byte{0xff}, 8+2*noteEntryBytes))
	f.Fuzz(func(t *testing.T, note []byte) {
		first := &unanswered{now: now, until: map[digest]time.Time{}}
		answered := first.decode(note)
		second := &unanswered{now: now, until: map[digest]time.Time{}}
		if again := second.decode(first.encode(answered)); again != answered || len(second.until) != len(first.until) {
			t.Fatalf("%d with %d requests became %d with %d", answered, len(first.until), again, len(second.until))
		}
	})
}

// FuzzBatchID holds that what an id of ours says makes the same id.
func FuzzBatchID(f *testing.F) {
	id := source{name: 7}.batchID(extent{1, 2}, 20_000)
	f.Add(uint64(7), false, id[:])
	f.Add(uint64(0), true, slices.Repeat([]byte{0xff}, 16))
	f.Fuzz(func(t *testing.T, name uint64, early bool, text []byte) {
		var id telemetry.BatchID
		copy(id[:], text)
		s := source{name, early}
		if e, day, ours := s.parse(id); ours && s.batchID(e, day) != id {
			t.Fatalf("%x is read as %v on %d", id, e, day)
		}
	})
}
