package app

import "testing"

// TestMemoryIsTrimmedAfterBursts looks every ten seconds at a server that
// allocates so many MiB in between.
func TestMemoryIsTrimmedAfterBursts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		allocated []uint64
		trims     string // T: memory is given back at this look
	}{
		"idle":                            {[]uint64{1, 1, 1, 1}, "...."},
		"a burst":                         {[]uint64{1, 900, 1, 1, 1}, "..TT."},
		"a burst of several looks":        {[]uint64{300, 300, 300, 1, 1, 1}, "...TT."},
		"always busy":                     {[]uint64{40, 40, 40, 40}, "...."},
		"two bursts":                      {[]uint64{300, 1, 300, 1, 1, 1}, ".T.TT."},
		"slowly":                          {[]uint64{20, 20, 20, 20, 20}, ".TT.T"},
		"a burst that goes on afterwards": {[]uint64{300, 5, 31, 31, 1}, ".TT.T"},
		"idle for long":                   {[]uint64{10, 10, 10, 10, 10, 10, 10, 10}, "...TT..."},
	} {
		trim, total, got := memoryTrim{}, uint64(0), ""
		for _, mebibytes := range c.allocated {
			total += mebibytes << 20
			if trim.isDue(total) {
				got += "T"
			} else {
				got += "."
			}
		}
		if got != c.trims {
			t.Errorf("%s: %s, want %s", name, got, c.trims)
		}
	}
}
