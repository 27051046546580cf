package wal_test

import (
	"math/rand/v2"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

func TestTrackerAdvancesOverWhatIsDone(t *testing.T) {
	t.Parallel()
	tracker := wal.NewTracker(10, 100)
	for _, step := range []struct{ from, to, low wal.Position }{
		{11, 12, 10},  // behind a hole
		{10, 11, 12},  // the hole closes
		{3, 5, 12},    // old news
		{14, 100, 12}, // a range across words
		{12, 14, 100},
		{90, 105, 105}, // half old, half new
		{50, 900, 900}, // a range that starts at the mark may leave the window
	} {
		low, err := tracker.Done(step.from, step.to)
		if err != nil || low != step.low {
			t.Fatalf("Done(%d, %d) = %d, %v; want %d", step.from, step.to, low, err, step.low)
		}
	}
}

func TestTrackerRefusesMoreThanItsWindow(t *testing.T) {
	t.Parallel()
	tracker := wal.NewTracker(1, 128)
	if !tracker.Fits(128) || tracker.Fits(129) {
		t.Error("the window is not 128 positions")
	}
	if low, err := tracker.Done(129, 130); fault.KindOf(err) != fault.Limited || low != 1 {
		t.Fatalf("Done = %d, %v; want limited", low, err)
	}
	if low, err := tracker.Done(2, 129); err != nil || low != 1 {
		t.Fatalf("Done = %d, %v", low, err)
	}
	if low, err := tracker.Done(1, 2); err != nil || low != 129 {
		t.Fatalf("Done = %d, %v; want 129", low, err)
	}
}

func TestTrackerAgreesWithAModel(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+50; seed++ {
		random := seeded(seed)
		low := wal.Position(1 + random.IntN(200))
		tracker, done := wal.NewTracker(low, 256), map[wal.Position]bool{}
		for range 2000 {
			from := low + wal.Position(random.IntN(230))
			to := from + wal.Position(random.IntN(20))
			for p := from; p < to; p++ {
				done[p] = true
			}
			for done[low] {
				low++
			}
			if got, err := tracker.Done(from, to); err != nil || got != low {
				t.Fatalf("seed %d: Done(%d, %d) = %d, %v; want %d", seed, from, to, got, err, low)
			}
		}
	}
}
