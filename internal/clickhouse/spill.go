package clickhouse

import (
	"strconv"
	"sync"
)

// spillSetting is the engine's name of how much a query may put on the disk
// when its memory does not suffice. To the engine 0 means no limit.
const spillSetting = "max_temporary_data_on_disk_size_for_query"

// How much room one read gets at most of what is left: half of it, so that
// others have some too, and never more than it can write in its time.
const (
	spillShareMax = 2
	spillBytesMax = 8 << 30
)

// spillRoom divides the room on the embedded engine's disk among the reads that
// run at the same time, so that together they leave what ingest needs.
type spillRoom struct {
	mu    sync.Mutex
	taken int64
}

// enter returns how much of the room a read may use; leave gives it back.
func (s *spillRoom) enter(room int64) (bytes int64, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bytes = max(1, min((room-s.taken)/spillShareMax, spillBytesMax))
	s.taken += bytes
	return bytes, func() { s.leave(bytes) }
}

func (s *spillRoom) leave(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken -= bytes
}

// withSpill returns the statement with the room that it may use.
func (s Statement) withSpill(bytes int64) Statement {
	settings := NativeSettings([]Setting{{spillSetting, strconv.FormatInt(bytes, 10)}})
	s.Query.Settings = append(settings, s.Query.Settings...)
	return s
}

// runBounded runs a statement. A read on the embedded engine may use a part of
// the room on its disk.
func (c *Client) runBounded(target Target, s Statement, run func(Statement) (Stats, error)) (Stats, error) {
	if target.SpillRoom == nil || s.Role != Reader {
		return run(s)
	}
	bytes, leave := c.spill.enter(target.SpillRoom())
	defer leave()
	return run(s.withSpill(bytes))
}
