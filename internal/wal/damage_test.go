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

func TestDamagedHeaderSetsTheSegmentAside(t *testing.T) {
	t.Parallel()
	for at := range headerBytes {
		d, want := closedLog(t, 30, 1500)
		names := d.segmentNames()
		hit, first := names[1], (len(d.names[names[0]].live)-headerBytes)/(recordHeaderBytes+2+1500)
		d = d.with(hit, func(b []byte) []byte { b[at] ^= 0x55; return b })
		options := smallOptions()
		options.FS = d
		log, err := wal.Open(t.TempDir(), options)
		if fault.KindOf(err) == fault.Conflict && at >= 8 && at < 12 {
			continue // another version
		}
		if err != nil {
			t.Fatal(err)
		}
		got, lost := readAll(t, log, 0)
		closeLog(t, log)
		if len(lost) != 1 || lost[0].From != wal.Position(first+1) || len(got)+int(lost[0].To-lost[0].From) != len(want) {
			t.Fatalf("byte %d: %d records, lost %v of %d", at, len(got), lost, len(want))
		}
		if log.Stats().SetAside != 1 || d.names[hit+".corrupt"] == nil {
			t.Fatalf("byte %d: not set aside", at)
		}
	}
}

func TestNumbersOfALastSegmentSetAsideAreNotUsedAgain(t *testing.T) {
	t.Parallel()
	d, want := closedLog(t, 5, 100)
	name := d.segmentNames()[0]
	log := openDisk(t, d.with(name, func(b []byte) []byte { b[0]++; return b }))
	e := appendEntry(t, log, "", "")
	if e.Position <= want[4].Position {
		t.Errorf("position %d is used again", e.Position)
	}
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff([]entry{e}, got) + cmp.Diff([]wal.Lost{{From: 1, To: e.Position}}, lost); diff != "" {
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
	options.FS = d.with(d.segmentNames()[0], func(b []byte) []byte { b[8] += 2; return b })
	if _, err := wal.Open(t.TempDir(), options); fault.KindOf(err) != fault.Conflict {
		t.Fatalf("Open = %v, want conflict", err)
	}
}
