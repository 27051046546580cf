package wal

import (
	"errors"
	"time"
)

// write is the writer goroutine: it takes what has gathered, writes and syncs
// it as one batch, and tells the appenders. While it syncs, the next batch
// gathers.
func (l *Log) write() {
	defer close(l.writerDone)
	window := time.NewTimer(l.options.CommitWindow)
	window.Stop()
	for {
		batch, more := l.queue.take(window, l.options.CommitWindow)
		if !more {
			l.closeActive()
			l.index.close()
			return
		}
		if l.isTight.Load() {
			l.shrink()
		}
		if len(batch) == 0 {
			continue
		}
		if err := l.commit(batch); err != nil {
			l.refuse(batch, err)
			continue
		}
		l.recovered()
		l.settle(batch, nil)
	}
}

// commit makes a batch durable, publishes it to the readers, and leaves the
// log unchanged when it fails.
func (l *Log) commit(batch []*request) error {
	if err := l.makeRoom(batchBytes(batch)); err != nil {
		l.counters.writeErrors.Add(1)
		return err
	}
	a := l.active
	parts := l.frame(batch)
	if err := a.file.WriteParts(parts, a.bytes); err != nil {
		l.counters.writeErrors.Add(1)
		return l.retract(err)
	}
	start := l.options.Now()
	err := a.file.Datasync()
	if err == nil && !a.file.Named() {
		err = errRemoved
	}
	if err != nil {
		l.counters.syncErrors.Add(1)
		l.sealActive()
		return err
	}
	l.counters.observeSync(l.options.Now().Sub(start), len(batch), batchBytes(batch))
	a.next += Position(len(batch))
	a.bytes += batchBytes(batch)
	l.index.extend(a.next, a.bytes)
	return nil
}

// errRemoved says that somebody has removed the file that records go to: nobody
// would find them there after the process.
var errRemoved = errors.New("the segment was removed")

// frame numbers the records and returns the parts to write. Headers and metas
// share one buffer that is kept from batch to batch.
func (l *Log) frame(batch []*request) [][]byte {
	size := 0
	for _, r := range batch {
		size += recordHeaderBytes + len(r.meta)
	}
	if cap(l.frames) < size {
		l.frames = make([]byte, 0, size)
	}
	b := l.frames[:0]
	parts := make([][]byte, 0, 2*len(batch))
	for i, r := range batch {
		r.position = l.active.next + Position(i) // an index is not negative
		r.header.position = r.position
		start := len(b)
		b = appendRecordHeader(b, l.active.mark, r.header, r.bodySum)
		b = append(b, r.meta...)
		parts = append(append(parts, b[start:]), r.payload...)
	}
	return parts
}

// settle tells the appenders of a batch.
func (l *Log) settle(batch []*request, err error) {
	l.queue.settled(batchBytes(batch))
	for _, r := range batch {
		if err != nil {
			r.position, r.err = 0, err
		}
		r.done <- struct{}{}
	}
}

// refuse fails the batch and everybody behind it, and stops appends for a
// while.
func (l *Log) refuse(batch []*request, cause error) {
	pause := l.options.RetryPause
	batch = append(batch, l.queue.fail(cause, l.options.Now().Add(pause))...)
	l.counters.refusedFailing.Add(int64(len(batch)))
	if !l.failing {
		l.options.Logger.Error("write-ahead log refuses records", "error", cause)
	}
	l.failing = true
	l.settle(batch, unavailable(cause, pause))
}

func (l *Log) recovered() {
	if l.failing {
		l.options.Logger.Info("write-ahead log accepts records again")
	}
	l.failing = false
}

func batchBytes(batch []*request) int64 {
	total := int64(0)
	for _, r := range batch {
		total += r.bytes
	}
	return total
}
