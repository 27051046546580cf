package wal_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/wal"
)

// FuzzCursorFile holds that a slot that was written whole is found, whatever
// stands in the other one.
func FuzzCursorFile(f *testing.F) {
	good := wal.EncodeCursor(7, 100)
	f.Add([]byte(nil), true)
	f.Add(good, false)
	f.Add(good[:len(good)-1], true)
	f.Add(append(slices.Clone(good[:8]), bytes.Repeat([]byte{0xff}, 36)...), false)
	f.Fuzz(func(t *testing.T, other []byte, isFirst bool) {
		wal.NewestCursor(other)
		file := make([]byte, 2*wal.CursorSlotBytes)
		written, torn := file[:wal.CursorSlotBytes], file[wal.CursorSlotBytes:]
		if isFirst {
			written, torn = torn, written
		}
		copy(torn, other)
		copy(written, good)
		at, found := wal.NewestCursor(file)
		if !found || at != 100 && !bytes.HasPrefix(torn, good[:8]) {
			t.Fatalf("the cursor is at %d (%t)", at, found)
		}
	})
}

// FuzzSegmentName holds that a name that is read is the one that was written.
func FuzzSegmentName(f *testing.F) {
	for _, seed := range []string{wal.SegmentName(1), wal.SegmentName(1<<64 - 1), "cursor", "", "99999999999999999999.wal", "+0000000000000000001.wal"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if first, ok := wal.ParseSegmentName(name); ok && wal.SegmentName(first) != name {
			t.Fatalf("%q is read as the segment from %d", name, first)
		}
	})
}
