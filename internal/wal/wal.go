// Package wal is the write-ahead log between the receivers and the pipeline:
// a record is acknowledged only after it is on disk.
//
// # Order and durability
//
// Records are numbered without holes by Position. Append returns after an
// fdatasync that covers its record; many appenders share one fdatasync. Readers
// see a record only after that fdatasync.
//
// # Failures
//
// A failed fdatasync is never repeated: the kernel may have dropped the pages
// and would report success. The batch is refused, the segment is cut back to
// its last durable record and closed for good, and after Options.RetryPause
// the next append starts a new segment, which counts as healthy only when
// its header and the folder have been synced. A failed write (disk full) cuts
// the partial record off and tries again in the same segment after the pause.
// The numbers of refused records are given out again, so that whatever could
// not be cut off is hidden by the first number of the segment that follows. A
// refused record can come back only if the machine stops before that segment
// exists, like any request whose answer was lost on the way.
//
// # Damage
//
// Every segment has a random mark that starts each of its records. Behind a
// damaged record the scan looks for the next intact one with that mark, so
// that damage costs the records it hit and no others; content can't pose as a
// record because nobody outside knows the mark. In the last segment, damage
// with nothing intact behind it is a torn tail and is cut off by Open; what a
// closed log had there is known from the cursor. Lost numbers are reported to
// each reader as *Lost, and counted and told to Options.OnLost once. Where the
// cursor was destroyed, which knows the end of the log, Options.OnDoubt is told.
//
// A damaged header is rewritten: the number is in the file's name, the id in the
// cursor, and the mark starts every record. Content could pose as a record only
// where the header's mark and that of the first record are both destroyed; what
// then has more than one mark is not believed. Files without an intact record,
// and whatever stands in the folder that is no file of the log, are set aside
// under their name with the suffix ".corrupt"; they never keep a log from being
// opened. A file that can't be opened or read does: nobody knows what is in it,
// and nothing is renamed or given up before somebody has looked.
//
// # Consumption
//
// Commit moves the cursor; whole segments before it are removed, or written
// over by the next one. After a
// crash the cursor may lag by Options.CursorLag, and records are then read
// again: the consumer recognises them by its own batch ids, which should be
// made from Origin and Position, because a folder that was emptied or put back
// from a copy gives out positions for a second time.
package wal

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/cairnstack/cairn/internal/fault"
)

// ErrClosed is answered by a log after Close.
var ErrClosed = fault.New(fault.Unavailable, "the write-ahead log is closed")

// Position numbers a record; the first one is 1. The zero Position stands
// before every record.
type Position uint64

// ID names one life of a folder: it stays the same until the folder is emptied.
type ID [16]byte

// String returns the id as hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// Log is an open write-ahead log. All methods may be called concurrently.
type Log struct {
	dir        string
	options    Options
	id         ID
	lock       *os.File
	queue      *queue
	index      *index
	cursor     *cursorFile
	counters   counters
	lost       Spans // that were reported
	isDoubted  bool  // that records may be lost is reported
	requests   sync.Pool
	active     *active // owned by the writer goroutine
	frames     []byte
	failing    bool
	spareBytes atomic.Int64  // length of the spare; 0 is none
	reused     atomic.Int64  // length of the active segment's file, if it was the spare
	isTight    atomic.Bool   // the disk has little room
	consumed   chan struct{} // wakes the retention goroutine
	writerDone chan struct{}
	done       chan struct{}
}

// Open opens the log in dir, makes the folder if need be, and recovers what
// an earlier process left. It returns fault.Conflict when another Log has the
// folder open, and fault.Invalid for options out of range.
func Open(dir string, options Options) (*Log, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := makeFolder(dir); err != nil {
		return nil, fmt.Errorf("make the log folder: %w", err)
	}
	lock, err := lockFolder(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	l := newLog(dir, options, lock)
	if err := l.recover(); err != nil {
		l.release()
		return nil, fmt.Errorf("recover the log: %w", err)
	}
	go l.write()
	go l.retain()
	return l, nil
}

// makeFolder makes the log's folder. A file in its place is moved out of the
// way; a link is not: it may lead to a disk that is not there at the moment.
func makeFolder(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	stat, statErr := os.Lstat(dir)
	if err == nil || statErr != nil || !stat.Mode().IsRegular() {
		return err
	}
	return errors.Join(os.Rename(dir, dir+corruptSuffix), os.MkdirAll(dir, 0o700))
}

func newLog(dir string, options Options, lock *os.File) *Log {
	return &Log{
		dir:        dir,
		options:    options,
		lock:       lock,
		queue:      newQueue(options.SegmentBytesMax),
		index:      &index{},
		requests:   sync.Pool{New: func() any { return &request{done: make(chan struct{}, 1)} }},
		consumed:   make(chan struct{}, 1),
		writerDone: make(chan struct{}),
		done:       make(chan struct{}),
	}
}

// Close refuses further appends, waits for the outstanding ones, saves the
// cursor and unlocks the folder. When ctx ends first it returns the error of
// ctx while the work goes on. It may be called again.
func (l *Log) Close(ctx context.Context) error {
	l.queue.close()
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
	}
	select {
	case <-l.done: // at the same time
		return nil
	default:
		return ctx.Err()
	}
}

// ID returns the id of the folder's present life.
func (l *Log) ID() ID { return l.id }

// End returns the position that follows the last durable record.
func (l *Log) End() Position { return l.index.end() }

func (l *Log) release() {
	if l.cursor != nil {
		_ = l.cursor.file.Close()
	}
	unlockFolder(l.lock)
}

func (l *Log) path(name string) string { return filepath.Join(l.dir, name) }
