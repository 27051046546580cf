package wal_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/wal"
)

// FuzzScan puts arbitrary bytes between two intact records: both are found,
// whatever stands between them.
func FuzzScan(f *testing.F) {
	const last = wal.Position(math.MaxUint64)
	mark := binary.LittleEndian.AppendUint64(nil, wal.FuzzMark)
	one, two := wal.EncodeRecord(2, nil), wal.EncodeRecord(3, make([]byte, 300))
	f.Add([]byte(nil))
	f.Add(one)
	f.Add(slices.Concat(one, two))
	f.Add(slices.Concat(two, one))
	f.Add(two[:len(two)-1])
	f.Add(one[1:])
	f.Add(slices.Concat(mark, mark[:7], mark))
	f.Add(slices.Concat(mark, slices.Repeat([]byte{0xff}, 20)))
	f.Add(make([]byte, 600<<10)) // longer than a chunk
	f.Fuzz(func(t *testing.T, between []byte) {
		wal.DecodeHeaders(between)
		var positions []wal.Position
		records := slices.Concat(wal.EncodeRecord(1, []byte("first")), between, wal.EncodeRecord(last, []byte("last")))
		err := wal.Scan(records, func(r wal.Record) { positions = append(positions, r.Position) })
		if !errors.Is(err, io.EOF) {
			t.Fatalf("the walk ended with %v", err)
		}
		if len(positions) < 2 || positions[0] != 1 || positions[len(positions)-1] != last {
			t.Fatalf("found %d records, %v", len(positions), positions)
		}
		if !slices.IsSorted(positions) || len(slices.Compact(slices.Clone(positions))) != len(positions) {
			t.Fatalf("positions do not ascend: %v", positions)
		}
	})
}
