package wal_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/wal"
)

// bytesOnDisk returns the length of all segments and of the spare.
func (d *disk) bytesOnDisk() (total int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, c := range d.names {
		if strings.Contains(name, "segment") || filepath.Ext(name) == ".wal" {
			total += len(c.live)
		}
	}
	return total
}

func (d *disk) hasSpare() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.names["segment.spare"] != nil
}

// overwritten reports whether the last segment is written over an earlier one.
func (d *disk) overwritten() bool {
	names := d.segmentNames()
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(names) > 0 && d.names[names[len(names)-1]].live[8]%2 == 0
}

// writtenOver returns a log whose last segment is written over an earlier one,
// and the records that are not done.
func writtenOver(t *testing.T, d *disk) (*wal.Log, []entry) {
	t.Helper()
	log := openDisk(t, d)
	var kept []entry
	for i := 0; !d.overwritten() || len(kept) < 3; i++ {
		if i > 1000 {
			t.Fatal("no segment is written over another one")
		}
		e := appendEntry(t, log, fmt.Sprint(i), filler(uint64(i), 1500))
		kept = append(kept, e)
		if d.overwritten() {
			continue
		}
		if err := log.Commit(e.Position + 1); err != nil {
			t.Fatal(err)
		}
		kept = nil
		if log.Stats().Segments > 1 {
			eventually(t, "the segment is the spare", d.hasSpare)
		}
	}
	return log, kept
}

func TestSegmentIsWrittenOverOneThatIsDone(t *testing.T) {
	t.Parallel()
	for name, crash := range map[string]func(*disk) *disk{
		"closed":     func(d *disk) *disk { return d },
		"killed":     func(d *disk) *disk { return d.kill() },
		"power loss": func(d *disk) *disk { return d.losePower(seeded(7)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDisk()
			log, want := writtenOver(t, d)
			if name == "closed" {
				closeLog(t, log)
			}
			log = openDisk(t, crash(d))
			got, lost := readAll(t, log, want[0].Position)
			if diff := cmp.Diff(want, got); diff != "" || lost != nil {
				t.Errorf("lost %v: %s", lost, diff)
			}
			if stats := log.Stats(); stats.TornTails != 0 || stats.LostRecords != 0 {
				t.Errorf("remains count as damage: %+v", stats)
			}
		})
	}
}

func TestSpareStaysWithinTheTotal(t *testing.T) {
	t.Parallel()
	d, options := newDisk(), smallOptions()
	options.FS, options.TotalBytesMax = d, 3*options.SegmentBytesMax
	log := open(t, t.TempDir(), options)
	reached, last := 0, wal.Position(0)
	for i := range 400 {
		p, err := log.Append(t.Context(), nil, []byte(filler(uint64(i), 1000)))
		if err == nil {
			last = p
		}
		if err != nil || i%50 == 49 { // the log is full, or a little in it
			_ = log.Commit(last + 1)
			eventually(t, "what is done is gone", func() bool { return log.Stats().Segments <= 1 })
		}
		reached = max(reached, d.bytesOnDisk())
	}
	if int64(reached) > options.TotalBytesMax {
		t.Errorf("%d bytes on disk, want %d at most", reached, options.TotalBytesMax)
	}
}

func TestSpareThatCantBeWrittenIsGivenUp(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	var failed atomic.Bool
	d.setOnSync(func(name string) error {
		if name == "segment.spare" {
			failed.Store(true)
			return unix.EIO
		}
		return nil
	})
	var want []entry
	for i := 0; !failed.Load() || len(want) < 20; i++ {
		e := appendEntry(t, log, fmt.Sprint(i), filler(uint64(i), 1500))
		if want = append(want, e); !failed.Load() {
			_ = log.Commit(e.Position)
			want = want[len(want)-1:]
		}
	}
	got, lost := readAll(t, log, want[0].Position)
	if diff := cmp.Diff(want, got); diff != "" || lost != nil {
		t.Errorf("lost %v: %s", lost, diff)
	}
}

func TestSpareOfAnEarlierLifeIsAdoptedWhereItFits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bytes int
		want  bool
	}{"of a segment": {16 << 10, true}, "too large": {16<<10 + 1, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDisk()
			file, err := d.Create("segment.spare")
			if err != nil {
				t.Fatal(err)
			}
			if err := file.WriteParts([][]byte{[]byte(filler(1, c.bytes))}, 0); err != nil {
				t.Fatal(err)
			}
			log := openDisk(t, d)
			want := appendNumbered(t, log, 3, 100)
			if got, _ := readAll(t, log, 0); !cmp.Equal(want, got) {
				t.Errorf("%d records", len(got))
			}
			if d.overwritten() != c.want || d.hasSpare() {
				t.Errorf("written over it: %t, want %t", d.overwritten(), c.want)
			}
		})
	}
}

// A disk that gets full must not be kept full by a log that has nothing to keep.
func TestTightLogTakesNoRoomThatItDoesNotNeed(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log, kept := writtenOver(t, d)
	if got, want := log.Stats().DiskBytes, int64(d.bytesOnDisk()); got != want {
		t.Errorf("DiskBytes is %d with %d bytes on disk", got, want)
	}
	log.Tighten(true)
	eventually(t, "nothing is behind the last record", func() bool { return d.bytesOnDisk() < 3*1600 })
	if got, lost := readAll(t, log, kept[0].Position); len(lost) > 0 || !cmp.Equal(got, kept) {
		t.Errorf("lost %v; %s", lost, cmp.Diff(kept, got))
	}
	if err := log.Commit(log.End()); err != nil {
		t.Fatal(err)
	}
	log.Tighten(true)
	eventually(t, "no segment is left", func() bool { return d.bytesOnDisk() == 0 })
	log.Tighten(false)
	e := appendEntry(t, log, "after", filler(1, 100))
	if got, lost := readAll(t, log, e.Position); len(lost) > 0 || !cmp.Equal(got, []entry{e}) {
		t.Errorf("lost %v; %s", lost, cmp.Diff([]entry{e}, got))
	}
}

func TestTightLogGivesUpTheSpare(t *testing.T) {
	t.Parallel()
	d := newDisk()
	log := openDisk(t, d)
	for i := 0; !d.hasSpare(); i++ {
		e := appendEntry(t, log, fmt.Sprint(i), filler(uint64(i), 1500))
		if err := log.Commit(e.Position + 1); err != nil {
			t.Fatal(err)
		}
		if log.Stats().Segments > 1 {
			eventually(t, "the segment is the spare", d.hasSpare)
		}
	}
	log.Tighten(true)
	eventually(t, "the spare is gone", func() bool { return !d.hasSpare() && log.Stats().DiskBytes == 0 })
}
