package disk

import "testing"

func TestWatchStaysLowForAWhile(t *testing.T) {
	t.Parallel()
	w := NewWatch("")
	space := Space{TotalBytes: 800} // a floor of 100
	for _, step := range []struct {
		free int64
		want bool
	}{{110, false}, {99, true}, {110, true}, {124, true}, {125, false}, {110, false}} {
		space.FreeBytes = step.free
		if got, _ := w.judge(space); got != step.want {
			t.Errorf("%d bytes are free: low %v, want %v", step.free, got, step.want)
		}
	}
}
