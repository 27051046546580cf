package wal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Lost reports that the records From up to but without To are damaged or
// missing. The reader goes on behind them with the next call.
type Lost struct{ From, To Position }

// Error returns the range.
func (e *Lost) Error() string {
	return fmt.Sprintf("records %d to %d of the write-ahead log are lost", e.From, e.To-1)
}

// Reader returns the durable records in order. One goroutine at a time may
// use it; it takes no lock that appenders wait for.
type Reader struct {
	log   *Log
	want  Position // the next record to answer
	until Position // records from here on are not wanted; 0: there is no end
	seg   segment
	file  File // nil between segments
	scan  *scanner
	held  Record // read, but to be answered after a Lost; position 0 is none
}

// Reader makes a reader that starts with the record at from, or with the
// first one after it that is still there: what Commit has passed is gone
// without notice. Close it after use.
func (l *Log) Reader(from Position) *Reader {
	return &Reader{log: l, want: max(from, 1)}
}

// Between makes a reader of the records from up to but without to. It never
// waits: Next returns io.EOF once every record of the range that the log holds
// was returned or reported as lost. Those that Commit has passed may be gone.
func (l *Log) Between(from, to Position) *Reader {
	return &Reader{log: l, want: max(from, 1), until: max(to, 1)}
}

// Extend moves the end of the range of Between further on; it never moves back.
func (r *Reader) Extend(to Position) { r.until = max(r.until, to) }

// Next returns the next record and waits for it if need be. Meta and payload
// belong to the reader and are valid until the next call.
//
// It returns *Lost when records are missing, io.EOF at the end of a range,
// ErrClosed when the log is closed and read to its end, the error of ctx, or an
// error of the disk; after any of them it may be called again.
func (r *Reader) Next(ctx context.Context) (Record, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Record{}, err
		}
		if r.isThrough() {
			return Record{}, io.EOF
		}
		record, err := r.try()
		if !errors.Is(err, io.EOF) {
			return r.clip(record, err)
		}
		changed, end, closed := r.log.index.watch()
		if end > r.want {
			continue
		}
		if r.until != 0 {
			return Record{}, io.EOF
		}
		if closed {
			return Record{}, ErrClosed
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// isThrough reports whether a range was read to its end.
func (r *Reader) isThrough() bool { return r.until != 0 && r.want >= r.until }

// clip keeps what was read within the range of the reader.
func (r *Reader) clip(record Record, err error) (Record, error) {
	lost, isLoss := errors.AsType[*Lost](err)
	switch {
	case r.until == 0:
		return record, err
	case isLoss && lost.To > r.until:
		return Record{}, r.clipLoss(lost)
	case err == nil && record.Position >= r.until:
		r.want, r.held = record.Position, record
		return Record{}, io.EOF
	default:
		return record, err
	}
}

// clipLoss leaves the part of a loss that lies behind the range to be found
// again after Extend.
func (r *Reader) clipLoss(lost *Lost) error {
	within := max(lost.From, r.until)
	r.want = within
	if lost.From >= r.until {
		return io.EOF
	}
	return &Lost{From: lost.From, To: within}
}

// Close releases the reader's file.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	err := r.file.Close()
	r.file, r.scan, r.held = nil, nil, Record{}
	return err
}

// try returns io.EOF when no durable record is left.
func (r *Reader) try() (Record, error) {
	for {
		if r.file == nil {
			if err := r.enter(); err != nil {
				return Record{}, err
			}
		}
		record, err := r.read()
		if err == nil {
			return r.answer(record)
		}
		if !errors.Is(err, io.EOF) {
			return Record{}, err
		}
		if err := r.leave(); err != nil {
			return Record{}, err
		}
	}
}

func (r *Reader) answer(record Record) (Record, error) {
	if record.Position > r.want {
		if err := r.skipTo(record.Position); err != nil {
			r.held = record
			return Record{}, err
		}
	}
	r.want = record.Position + 1
	return record, nil
}

// enter opens the segment with the next record.
func (r *Reader) enter() error {
	s, end, found := r.log.index.find(r.want)
	if !found {
		return r.atEnd(end)
	}
	if s.first > r.want {
		if err := r.skipTo(s.first); err != nil {
			return err
		}
	}
	file, err := r.log.options.FS.Open(r.log.path(segmentName(s.first)))
	if errors.Is(err, fs.ErrNotExist) {
		return r.missing(s)
	}
	if err != nil {
		return fmt.Errorf("open a segment: %w", err)
	}
	r.file, r.seg, r.scan = file, s, newScanner(file, s)
	return nil
}

// atEnd is called when no segment holds a record at or behind want. Numbers up
// to end that no segment holds were in one that is set aside.
func (r *Reader) atEnd(end Position) error {
	if r.want < end {
		if err := r.skipTo(end); err != nil {
			return err
		}
	}
	return io.EOF
}

// missing handles a file that is not there: removed after a Commit, or lost.
func (r *Reader) missing(s segment) error {
	if err := r.skipTo(s.next); err != nil {
		return err
	}
	return r.enter()
}

// read returns the next record at or behind want, or io.EOF at the end of what
// the reader knows to be durable.
func (r *Reader) read() (Record, error) {
	if record := r.held; record.Position != 0 {
		r.held = Record{}
		return record, nil
	}
	for {
		record, err := r.scan.next()
		if err != nil || record.Position >= r.want {
			return record, err
		}
	}
}

// leave is called at the end of what was durable when the reader last looked.
// It returns nil when there may be more, in this segment or in another.
func (r *Reader) leave() error {
	if r.want < r.seg.next {
		return r.skipTo(r.seg.next)
	}
	s, found := r.log.index.view(r.seg.first)
	if found && s.bytes > r.seg.bytes {
		r.seg, r.scan.limit, r.scan.below = s, s.bytes, s.next
		return nil
	}
	if found && !s.sealed {
		return io.EOF
	}
	return r.Close()
}

// skipTo moves on to p, and reports what lies between and was not committed.
func (r *Reader) skipTo(p Position) error {
	r.want = max(r.want, min(p, r.log.index.cursor()))
	if r.want == p {
		return nil
	}
	lost := &Lost{From: r.want, To: p}
	r.want = p
	r.log.lose(lost.From, lost.To)
	return lost
}
