package wal

import (
	"errors"
	"io/fs"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Commit declares every record before p done. It returns at once: the durable
// cursor follows within CursorLag, and segments that lie wholly before it are
// removed. A p before the present cursor changes nothing; a p beyond End is
// fault.Invalid.
func (l *Log) Commit(p Position) error {
	if !l.index.commit(p) {
		return fault.New(fault.Invalid, "the position lies behind the end of the write-ahead log")
	}
	l.wakeRetention()
	return nil
}

// Committed returns the cursor: the first position that is not done.
func (l *Log) Committed() Position { return l.index.cursor() }

// endLagFactor is how many CursorLags the end of the log may have moved before
// it is saved, though nothing is committed: records that vanish are noticed.
const endLagFactor = 2

// retain is the goroutine that saves the cursor and removes what it has
// passed, at most once per CursorLag.
func (l *Log) retain() {
	defer close(l.done)
	defer l.release()
	failing, ends := false, time.NewTicker(endLagFactor*l.options.CursorLag)
	defer ends.Stop()
	for l.awaitCommit(ends.C) {
		err := l.saveCursor()
		if err != nil && !failing {
			l.options.Logger.Error("cursor of the write-ahead log can't be saved", "error", err)
		}
		failing = err != nil
	}
	if err := l.noteClosed(); err != nil {
		l.options.Logger.Error("cursor of the write-ahead log was not saved", "error", err)
	}
}

// noteClosed saves the cursor and notes that the end of the log is known for
// good.
func (l *Log) noteClosed() error {
	p := l.index.cursor()
	if err := l.cursor.write(p, l.index.end(), true); err != nil {
		l.counters.cursorErrors.Add(1)
		return err
	}
	return l.removeBefore(p)
}

// noteOpen notes that records may follow the end that the cursor knows, and the
// stamp.
func (l *Log) noteOpen() {
	if !l.cursor.closed && l.cursor.stamp == l.options.Stamp {
		return
	}
	l.cursor.stamp = l.options.Stamp
	if err := l.cursor.write(l.cursor.position, l.cursor.end, false); err != nil {
		l.counters.cursorErrors.Add(1)
		l.options.Logger.Error("cursor of the write-ahead log can't be saved", "error", err)
	}
}

// awaitCommit waits until there is something to save, and returns false when
// the writer has ended.
func (l *Log) awaitCommit(ends <-chan time.Time) bool {
	select {
	case <-l.consumed:
	case <-ends:
		return true
	case <-l.writerDone:
		return false
	}
	pause := time.NewTimer(l.options.CursorLag)
	defer pause.Stop()
	select {
	case <-pause.C:
		return true
	case <-l.writerDone:
		return false
	}
}

func (l *Log) saveCursor() error {
	p, end := l.index.cursor(), l.index.end()
	if p > l.cursor.position || end > l.cursor.end {
		if err := l.cursor.write(p, end, false); err != nil {
			l.counters.cursorErrors.Add(1)
			l.wakeRetention()
			return err
		}
	}
	return l.removeBefore(p)
}

// removeBefore deletes what a durable cursor has passed, or keeps it as the
// spare. Bytes that can't be deleted stay counted until the next Open tries
// again.
func (l *Log) removeBefore(p Position) error {
	var failed error
	for _, s := range l.index.drop(p) {
		if l.keepSpare(s) {
			l.index.bytes.Add(-s.bytes)
			continue
		}
		err := l.options.FS.Remove(l.path(segmentName(s.first)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
			continue
		}
		l.index.bytes.Add(-s.bytes)
	}
	return failed
}

func (l *Log) wakeRetention() {
	select {
	case l.consumed <- struct{}{}:
	default:
	}
}
