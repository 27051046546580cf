package wal_test

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/wal"
)

func TestEveryDamagedByteCostsOneRecord(t *testing.T) {
	t.Parallel()
	d, want := closedLog(t, 6, 40)
	name := d.segmentNames()[0]
	recordBytes := recordHeaderBytes + len("m0") + 40
	for at := headerBytes; at < headerBytes+5*recordBytes; at++ {
		hit := (at - headerBytes) / recordBytes
		log := openDisk(t, d.with(name, func(b []byte) []byte { b[at] ^= 0x55; return b }))
		if got := log.Stats().LostRecords; got != 1 {
			t.Fatalf("byte %d: LostRecords = %d after Open", at, got)
		}
		got, lost := readAll(t, log, 0)
		rest := slices.Delete(slices.Clone(want), hit, hit+1)
		gap := []wal.Lost{{From: wal.Position(hit + 1), To: wal.Position(hit + 2)}}
		if diff := cmp.Diff(rest, got) + cmp.Diff(gap, lost); diff != "" {
			t.Fatalf("byte %d: %s", at, diff)
		}
		closeLog(t, log)
	}
}

func TestDamageInAnOlderSegmentIsReportedToTheReader(t *testing.T) {
	t.Parallel()
	for _, verify := range []bool{false, true} {
		d, want := closedLog(t, 30, 1500)
		first := d.segmentNames()[0]
		inFirst := (len(d.names[first].live) - headerBytes) / (recordHeaderBytes + 2 + 1500)
		options := smallOptions()
		options.VerifyAll = verify
		options.FS = d.with(first, func(b []byte) []byte { return b[:len(b)-1] })
		log := open(t, t.TempDir(), options)
		if got := log.Stats().LostRecords == 1; got != verify {
			t.Errorf("verify %v: LostRecords = %d after Open", verify, log.Stats().LostRecords)
		}
		got, lost := readAll(t, log, 0)
		rest := slices.Delete(slices.Clone(want), inFirst-1, inFirst)
		gap := []wal.Lost{{From: wal.Position(inFirst), To: wal.Position(inFirst + 1)}}
		if diff := cmp.Diff(rest, got) + cmp.Diff(gap, lost); diff != "" {
			t.Error(diff)
		}
	}
}

func TestDamagedHeaderCostsNoRecord(t *testing.T) {
	t.Parallel()
	for at := range headerBytes {
		d, want := closedLog(t, 30, 1500)
		hit := d.segmentNames()[1]
		d = d.with(hit, func(b []byte) []byte { b[at] ^= 0x55; return b })
		for _, repaired := range []int64{1, 0} { // the header is intact again
			log := openDisk(t, d)
			got, lost := readAll(t, log, 0)
			if diff := cmp.Diff(want, got); diff != "" || lost != nil {
				t.Fatalf("byte %d: lost %v; %s", at, lost, diff)
			}
			if stats := log.Stats(); stats.Repaired != repaired || stats.SetAside != 0 || stats.LostRecords != 0 {
				t.Fatalf("byte %d: %+v", at, stats)
			}
			closeLog(t, log)
		}
	}
}

// TestDamagedHeaderAndFirstRecordCostOneRecord destroys the mark in both.
func TestDamagedHeaderAndFirstRecordCostOneRecord(t *testing.T) {
	t.Parallel()
	for _, segment := range []int{0, 1, 2} {
		d, want := closedLog(t, 30, 1500)
		hit := d.segmentNames()[segment]
		first, _ := wal.ParseSegmentName(hit)
		log := openDisk(t, d.with(hit, func(b []byte) []byte {
			clear(b[:headerBytes+recordHeaderBytes])
			return b
		}))
		got, lost := readAll(t, log, 0)
		rest := slices.Delete(slices.Clone(want), int(first-1), int(first))
		if diff := cmp.Diff(rest, got) + cmp.Diff([]wal.Lost{{From: first, To: first + 1}}, lost); diff != "" {
			t.Fatal(diff)
		}
		closeLog(t, log)
	}
}

// TestMarksInContentAreNotBelieved has content that looks like records, in a
// segment that has lost its own mark.
func TestMarksInContentAreNotBelieved(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	appendEntry(t, log, "", string(wal.EncodeRecord(2, []byte("forged"))))
	want := []entry{appendEntry(t, log, "genuine", "")}
	closeLog(t, log)
	log = openDisk(t, d.with(d.segmentNames()[0], func(b []byte) []byte {
		clear(b[:headerBytes+recordHeaderBytes])
		return b
	}))
	got, lost := readAll(t, log, 0)
	if len(got) > 0 && !cmp.Equal(want, got) {
		t.Errorf("%v, lost %v", got, lost)
	}
}

func TestNumbersOfALastSegmentSetAsideAreNotUsedAgain(t *testing.T) {
	t.Parallel()
	noise := func(b []byte) []byte { return []byte(filler(99, len(b))) }
	d, want := killedLog(t, 5, 100)
	log := openDisk(t, d.with(d.segmentNames()[0], noise))
	if e := appendEntry(t, log, "", ""); e.Position <= want[4].Position {
		t.Errorf("position %d is used again", e.Position)
	}
	d, _ = closedLog(t, 5, 100)
	log = openDisk(t, d.with(d.segmentNames()[0], noise))
	e := appendEntry(t, log, "", "")
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff([]entry{e}, got) + cmp.Diff([]wal.Lost{{From: 1, To: 6}}, lost); diff != "" {
		t.Error(diff)
	}
}

func TestMissingFileIsReportedToTheReader(t *testing.T) {
	t.Parallel()
	d, want := closedLog(t, 30, 1500)
	log := openDisk(t, d)
	if err := d.Remove(d.segmentNames()[1]); err != nil {
		t.Fatal(err)
	}
	got, lost := readAll(t, log, 0)
	if len(lost) != 1 || len(got)+int(lost[0].To-lost[0].From) != len(want) {
		t.Errorf("%d records, lost %v of %d", len(got), lost, len(want))
	}
}

func TestDamageWhileTheSegmentIsInUseIsReported(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	want := appendNumbered(t, log, 4, 100)
	d.names[d.segmentNames()[0]].live[headerBytes+3*130+40] ^= 1 // in the last record
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want[:3], got) + cmp.Diff([]wal.Lost{{From: 4, To: 5}}, lost); diff != "" {
		t.Error(diff)
	}
	want = []entry{appendEntry(t, log, "behind", "")}
	got, lost = readAll(t, log, 5)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Error(diff, lost)
	}
}

func TestCommittedDamageIsNotReported(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	want := appendNumbered(t, log, 4, 100)
	d.names[d.segmentNames()[0]].live[headerBytes+40] ^= 1
	if err := log.Commit(2); err != nil {
		t.Fatal(err)
	}
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want[1:], got); diff != "" || lost != nil {
		t.Error(diff, lost)
	}
}

func TestPayloadCantPoseAsARecord(t *testing.T) {
	t.Parallel()
	forged := make([]byte, recordHeaderBytes)
	binary.LittleEndian.PutUint64(forged[8:], 2)
	sum := crc32.Checksum(forged[:24], crc32.MakeTable(crc32.Castagnoli))
	binary.LittleEndian.PutUint32(forged[24:], sum)
	d := newDisk()
	log := openDisk(t, d)
	appendEntry(t, log, "", string(forged))
	want := []entry{appendEntry(t, log, "genuine", "")}
	closeLog(t, log)
	log = openDisk(t, d.with(d.segmentNames()[0], func(b []byte) []byte { b[headerBytes]++; return b }))
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want, got) + cmp.Diff([]wal.Lost{{From: 1, To: 2}}, lost); diff != "" {
		t.Error(diff)
	}
}

func TestOtherFormatIsAConflict(t *testing.T) {
	t.Parallel()
	d, _ := closedLog(t, 1, 10)
	options := smallOptions()
	options.FS = d.with(d.segmentNames()[0], func(b []byte) []byte {
		b[8] += 2
		b[headerBytes+24]++ // and its records are others, too
		return b
	})
	if _, err := wal.Open(t.TempDir(), options); fault.KindOf(err) != fault.Conflict {
		t.Fatalf("Open = %v, want conflict", err)
	}
}
