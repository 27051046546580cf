package receive_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestShelfKeepsLittleAndNotForLong(t *testing.T) {
	t.Parallel()
	const mebibyte = 1 << 20
	s := receive.NewShelf(12*mebibyte, time.Hour)
	if got := s.Take(mebibyte); got != 0 {
		t.Errorf("an empty shelf has %d bytes", got)
	}
	for _, size := range []int64{3, 5, 4, 7} { // there is no room for the last one
		s.Put(size * mebibyte)
	}
	for _, c := range []struct{ want, got int64 }{{4, 4}, {6, 5}, {1, 3}, {1, 0}} {
		if got := s.Take(c.want * mebibyte); got != int(c.got)*mebibyte {
			t.Errorf("for %d MiB the shelf has %d bytes, want %d MiB", c.want, got, c.got)
		}
	}
	short := receive.NewShelf(12*mebibyte, time.Millisecond)
	for range 2 {
		short.Put(3 * mebibyte)
		testkit.Eventually(t, time.Minute, "the shelf is empty", func() bool { return short.Bytes() == 0 })
	}
}

func TestLargeRequestsUseTheSameMemory(t *testing.T) {
	t.Parallel()
	const size = 5 << 20
	whole, kept := receive.NewBuffers(0).ReadAgain(size)
	if want := [2]int64{size + 1, size + 1}; !whole || kept != want {
		t.Errorf("whole: %t, kept %v, want %v", whole, kept, want)
	}
}
