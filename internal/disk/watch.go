package disk

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// retryAfter is how long senders are asked to wait.
const retryAfter = 5 * time.Second

// Watch reports whether the disk of a folder is low. Once it is, it stays so
// until a quarter more than the floor is free, so that senders are not let in
// and sent away in turns.
type Watch struct {
	dir     string
	refused atomic.Int64

	mu    sync.Mutex
	isLow bool
}

// NewWatch returns a watch on the disk of the folder.
func NewWatch(dir string) *Watch { return &Watch{dir: dir} }

// Check returns an Unavailable fault while the disk is low. A disk that can't
// be measured is not low.
func (w *Watch) Check() error {
	space, err := Measure(w.dir)
	if err != nil || !w.judge(space) {
		return nil
	}
	f := fault.New(fault.Unavailable, "the disk is almost full: only %d MiB are free; telemetry is refused below %d MiB",
		space.FreeBytes>>20, space.FloorBytes()>>20)
	f.RetryAfter = retryAfter
	return f
}

// Admit is Check for a request, and counts the refusals.
func (w *Watch) Admit() error {
	err := w.Check()
	if err != nil {
		w.refused.Add(1)
	}
	return err
}

// Refused returns how many requests Admit refused.
func (w *Watch) Refused() int64 { return w.refused.Load() }

// Space returns the room on the disk; zero when it can't be measured.
func (w *Watch) Space() Space {
	space, err := Measure(w.dir)
	if err != nil {
		return Space{}
	}
	return space
}

func (w *Watch) judge(space Space) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	floor := space.FloorBytes()
	w.isLow = space.FreeBytes < floor || w.isLow && space.FreeBytes < floor+floor/4
	return w.isLow
}
