package wal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// model is what a log must look like.
type model struct {
	t         *testing.T
	random    *rand.Rand
	disk      *disk
	log       *wal.Log
	entries   []entry // every record ever, by position
	committed wal.Position
}

func TestLogAgreesWithAModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			m := &model{t: t, random: seeded(testkit.Seed(t, seed)), disk: newDisk(), committed: 1}
			m.reopen(m.disk)
			defer func() { closeLog(t, m.log) }()
			for range 120 {
				m.step()
			}
		})
	}
}

func (m *model) step() {
	switch n := m.random.IntN(100); {
	case n < 60:
		e := appendEntry(m.t, m.log, fmt.Sprint(len(m.entries)), filler(m.random.Uint64(), m.random.IntN(3000)))
		if m.entries = append(m.entries, e); e.Position != wal.Position(len(m.entries)) {
			m.t.Fatalf("position %d, want %d", e.Position, len(m.entries))
		}
	case n < 80:
		m.commit()
	case n < 92:
		m.read(m.committed + wal.Position(m.random.IntN(len(m.entries)-int(m.committed)+2)))
	case n < 96:
		closeLog(m.t, m.log)
		m.reopen(m.disk)
	default:
		m.crash()
	}
}

func (m *model) commit() {
	p := wal.Position(1 + m.random.IntN(len(m.entries)+1))
	if err := m.log.Commit(p); err != nil {
		m.t.Fatalf("Commit: %v", err)
	}
	m.committed = max(m.committed, p)
}

func (m *model) read(from wal.Position) {
	got, lost := readAll(m.t, m.log, from)
	want := m.entries[from-1:]
	if len(got)+len(want) > 0 && !cmp.Equal(want, got) || lost != nil {
		m.t.Fatalf("from %d: %d records, lost %v; want %d", from, len(got), lost, len(want))
	}
}

// crash loses the power; the cursor may have lagged.
func (m *model) crash() {
	after := m.disk.losePower(m.random)
	closeLog(m.t, m.log)
	m.reopen(after)
}

func (m *model) reopen(d *disk) {
	options := smallOptions()
	options.FS, options.SegmentBytesMax = d, 8<<10
	log, err := wal.Open(m.t.TempDir(), options)
	if err != nil {
		m.t.Fatalf("Open: %v", err)
	}
	m.disk, m.log = d, log
	if log.Committed() > m.committed || log.End() != wal.Position(len(m.entries)+1) {
		m.t.Fatalf("cursor %d, end %d; want at most %d, and %d", log.Committed(), log.End(), m.committed, len(m.entries)+1)
	}
	m.committed = log.Committed()
	m.read(m.committed)
}

func TestPowerLossUnderLoadKeepsWhatWasAcknowledged(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			d := newDisk()
			options := smallOptions()
			options.FS, options.TotalBytesMax = d, 64<<20
			log := open(t, t.TempDir(), options)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			acked := &ackList{}
			var group sync.WaitGroup
			for a := range 8 {
				group.Go(func() { acked.appendUntil(ctx, log, a) })
			}
			eventually(t, "some records", func() bool { return acked.count() > 30+int(seed) })
			want := acked.all()
			after := d.losePower(seeded(testkit.Seed(t, seed)))
			cancel()
			group.Wait()
			checkContains(t, after, want)
		})
	}
}

// ackList holds the records that were acknowledged.
type ackList struct {
	mu      sync.Mutex
	entries []entry
}

func (l *ackList) all() []entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]entry(nil), l.entries...)
}

func (l *ackList) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.entries)
}

func (l *ackList) appendUntil(ctx context.Context, log *wal.Log, appender int) {
	for i := 0; ctx.Err() == nil; i++ {
		e := entry{Meta: fmt.Sprintf("%d/%d", appender, i), Payload: filler(uint64(i), 1+i*37%900)}
		p, err := log.Append(ctx, []byte(e.Meta), []byte(e.Payload))
		if err != nil {
			return
		}
		e.Position = p
		l.mu.Lock()
		l.entries = append(l.entries, e)
		l.mu.Unlock()
		time.Sleep(50 * time.Microsecond)
	}
}

func checkContains(t *testing.T, d *disk, want []entry) {
	t.Helper()
	log := openDisk(t, d)
	got, _ := readAll(t, log, 0)
	byPosition := map[wal.Position]entry{}
	for _, e := range got {
		byPosition[e.Position] = e
	}
	for _, e := range want {
		if byPosition[e.Position] != e {
			t.Fatalf("record %s at %d was acknowledged and is gone", e.Meta, e.Position)
		}
	}
}
