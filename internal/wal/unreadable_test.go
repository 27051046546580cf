package wal_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/wal"
)

// TestFilesThatCantBeReadAreLeftAlone opens a log one of whose files can't be
// opened, or not be read. The error names the file, nothing is renamed, and
// when the file can be read again every record is there.
func TestFilesThatCantBeReadAreLeftAlone(t *testing.T) {
	t.Parallel()
	for _, errno := range []error{unix.EACCES, unix.EPERM, unix.EIO, unix.EMFILE, unix.ENFILE} {
		for _, operation := range []string{"open", "read"} {
			d, want := killedLog(t, 30, 1500)
			for _, name := range append(d.segmentNames(), "cursor") {
				wantLeftAlone(t, d.kill(), name, operation, errno)
			}
			got, lost := readAll(t, openDisk(t, d), 0)
			if diff := cmp.Diff(want, got); diff != "" || lost != nil {
				t.Errorf("%v: lost %v; %s", errno, lost, diff)
			}
		}
	}
}

func wantLeftAlone(t *testing.T, d *disk, name, operation string, errno error) {
	t.Helper()
	before := slices.Sorted(maps.Keys(d.names))
	fail := func(of string) error {
		if of == name {
			return errno
		}
		return nil
	}
	if operation == "open" {
		d.setOnOpen(fail)
	} else {
		d.setOnRead(func(of string, _ int64) error { return fail(of) })
	}
	options := smallOptions()
	options.FS = d
	log, err := wal.Open(t.TempDir(), options)
	if err == nil {
		closeLog(t, log)
	}
	if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), errno.Error()) {
		t.Errorf("%s %s, %v: Open = %v", operation, name, errno, err)
	}
	if diff := cmp.Diff(before, slices.Sorted(maps.Keys(d.names))); diff != "" {
		t.Errorf("%s %s, %v: %s", operation, name, errno, diff)
	}
}

// TestUnreadableSegmentWithADamagedHeaderIsLeftAlone fails the search for the
// mark that is to repair a header, at any place.
func TestUnreadableSegmentWithADamagedHeaderIsLeftAlone(t *testing.T) {
	t.Parallel()
	d, _ := killedLog(t, 4, 100<<10/30)
	name := d.segmentNames()[0]
	d = d.with(name, func(b []byte) []byte { clear(b[:headerBytes+recordHeaderBytes]); return b })
	for _, from := range []int64{0, 1, headerBytes} {
		options := smallOptions()
		failing := d.kill()
		failing.setOnRead(func(of string, off int64) error {
			if of == name && off >= from {
				return unix.EIO
			}
			return nil
		})
		options.FS = failing
		if _, err := wal.Open(t.TempDir(), options); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("from %d: Open = %v", from, err)
		}
		if names := failing.segmentNames(); !slices.Equal(names, d.segmentNames()) {
			t.Errorf("from %d: %v", from, names)
		}
	}
}

// TestSegmentThatCantBeOpenedIsTriedAgain runs out of file descriptors under a
// reader.
func TestSegmentThatCantBeOpenedIsTriedAgain(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	want := appendNumbered(t, log, 30, 1500)
	d.setOnOpen(func(string) error { return unix.EMFILE })
	reader := log.Between(0, log.End())
	if record, err := reader.Next(t.Context()); err == nil || !strings.Contains(err.Error(), unix.EMFILE.Error()) {
		t.Errorf("Next = %v, %v", record, err)
	}
	_ = reader.Close()
	d.setOnOpen(nil)
	got, lost := readAll(t, log, 0)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Error(diff, lost)
	}
}
