package wal

// The spare is the file of a segment that is done, kept for the next segment to
// be written over: to sync blocks that a file has already, the file system need
// not commit its journal, where it would wait for everybody else who writes
// (BenchmarkDatasync). The retention goroutine puts it there, the writer takes
// it, and Log.spareBytes tells each of them whether it is.
const spareFile = "segment.spare"

// keepSpare makes a segment's file the spare, unless there is one already, it
// is too small to be of use, or the log is so full that TotalBytesMax would not
// hold both.
func (l *Log) keepSpare(s segment) bool {
	if l.isTight.Load() || l.spareBytes.Load() != 0 || 2*s.bytes < l.options.SegmentBytesMax || !l.spareFits(l.index.bytes.Load()-s.bytes) {
		return false
	}
	if l.options.FS.Rename(l.path(segmentName(s.first)), l.path(spareFile)) != nil {
		return false
	}
	// Before its old name is gone for good, nothing may be written over it.
	if l.options.FS.SyncDir(l.dir) == nil {
		l.spareBytes.Store(s.bytes)
		if l.isTight.Load() { // since a moment ago: the writer may not have seen the spare
			l.queue.nudge()
		}
	}
	return true
}

// spareFits reports whether a spare is of use beside that many bytes: they can't
// come to TotalBytesMax before another segment is begun, over the spare. Where
// they do, as the writer goes on meanwhile, it removes the spare.
func (l *Log) spareFits(bytes int64) bool {
	return bytes+2*l.options.SegmentBytesMax <= l.options.TotalBytesMax
}

// useSpare makes the spare the file of a segment, or returns nil. The spare's
// name is free for another one only after it.
func (l *Log) useSpare(h segmentHeader) File {
	bytes := l.spareBytes.Load()
	if bytes == 0 {
		return nil
	}
	defer l.spareBytes.Store(0)
	if l.index.bytes.Load()+bytes <= l.options.TotalBytesMax {
		if file := l.writeOver(h); file != nil {
			l.reused.Store(bytes)
			return file
		}
	}
	_ = l.options.FS.Remove(l.path(spareFile))
	return nil
}

func (l *Log) writeOver(h segmentHeader) File {
	file, err := l.options.FS.Open(l.path(spareFile))
	if err != nil {
		return nil
	}
	h.over = true
	if file, err = l.establish(file, spareFile, segmentName(h.first), h.encode()); err != nil {
		return nil
	}
	return file
}

// adoptSpare takes over the spare of an earlier life.
func (l *Log) adoptSpare() {
	file, err := l.options.FS.Open(l.path(spareFile))
	if err != nil {
		return
	}
	bytes, err := file.Size()
	_ = file.Close()
	if err != nil {
		return
	}
	if bytes > l.options.SegmentBytesMax || !l.spareFits(l.index.bytes.Load()) {
		_ = l.options.FS.Remove(l.path(spareFile))
		return
	}
	l.spareBytes.Store(bytes)
}

// Tighten tells the log whether the disk has little room. While it has, the log
// keeps no spare, nothing behind the last record, and no segment whose records
// are all done.
func (l *Log) Tighten(tight bool) {
	l.isTight.Store(tight)
	if tight {
		l.queue.nudge()
	}
}

// shrink gives up what the log does not need. Only the writer may call it.
func (l *Log) shrink() {
	if l.active != nil && l.index.cursor() >= l.index.end() {
		l.closeActive()
	}
	if l.active != nil && l.active.over && l.active.file.Truncate(l.active.bytes) == nil {
		l.active.over = false
		l.reused.Store(0)
	}
	l.removeSpare()
}

// removeSpare gives up the spare, if there is one. Only the writer may call it.
func (l *Log) removeSpare() {
	if l.spareBytes.Load() != 0 && l.options.FS.Remove(l.path(spareFile)) == nil {
		l.spareBytes.Store(0)
	}
}

// diskBytes returns how much room the log takes.
func (l *Log) diskBytes() int64 {
	return l.index.bytes.Load() + l.spareBytes.Load() + max(0, l.reused.Load()-l.index.lastBytes())
}
