package disk

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// retryAfter is how long senders are asked to wait.
const retryAfter = 5 * time.Second

// Watch reports whether the disk of a folder is low, and whether the folder is
// still at its path. Once the disk is low, it stays so until a quarter more than
// the floor is free, so that senders are not let in and sent away in turns.
type Watch struct {
	dir     string
	place   Place
	refused atomic.Int64

	mu          sync.Mutex
	followed    []Place
	isLow       bool // on bytes
	lacksInodes bool
}

// NewWatch returns a watch on the folder and its disk.
func NewWatch(dir string) *Watch { return &Watch{dir: dir, place: NewPlace(dir)} }

// Follow watches a folder below, too, that is called what. While it is not at its
// path, nothing is taken in; what was goes on to the engine.
func (w *Watch) Follow(what, dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.followed = append(w.followed, newPlace(what, dir))
}

// Check returns an Unavailable fault while the disk is low or a folder is not at
// its path. A disk that can't be measured is not low.
func (w *Watch) Check() error {
	if err := w.CheckPlaces(); err != nil {
		return err
	}
	space, err := Measure(w.dir)
	if err != nil {
		return nil
	}
	isLow, lacksInodes := w.judge(space)
	switch {
	case isLow:
		return lowOn("MiB", space.FreeBytes>>20, space.FloorBytes()>>20)
	case lacksInodes:
		return lowOn("inodes", space.FreeInodes, space.FloorInodes())
	}
	return nil
}

func lowOn(unit string, free, floor int64) error {
	f := fault.New(fault.Unavailable, "the disk is almost full: only %d %s are free; telemetry is refused below %d %s", free, unit, floor, unit)
	f.RetryAfter = retryAfter
	return f
}

// CheckPlace returns an Unavailable fault while the folder is not at its path.
func (w *Watch) CheckPlace() error { return w.place.Check() }

// CheckPlaces is CheckPlace for the folder and those below that are followed.
func (w *Watch) CheckPlaces() error {
	if err := w.CheckPlace(); err != nil {
		return err
	}
	w.mu.Lock()
	followed := w.followed
	w.mu.Unlock()
	for _, place := range followed {
		if err := place.Check(); err != nil {
			return err
		}
	}
	return nil
}

// CheckInsert returns an Unavailable fault while the engine must not store
// anything. It watches its floor of bytes itself.
func (w *Watch) CheckInsert() error {
	if err := w.CheckPlace(); err != nil {
		return err
	}
	if space := w.Space(); space.FreeInodes < space.EngineFloorInodes() {
		return lowOn("inodes", space.FreeInodes, space.FloorInodes())
	}
	return nil
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

func (w *Watch) judge(space Space) (isLow, lacksInodes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isLow = isBelow(space.FreeBytes, space.FloorBytes(), w.isLow)
	w.lacksInodes = isBelow(space.FreeInodes, space.FloorInodes(), w.lacksInodes)
	return w.isLow, w.lacksInodes
}

// isBelow reports whether too little is free, or still too little.
func isBelow(free, floor int64, wasBelow bool) bool {
	return free < floor || wasBelow && free < floor+floor/4
}
