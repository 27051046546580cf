package ingest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestBatchIDSaysWhatItHolds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(testkit.Seed(t, 1), 2))
	for range 10_000 {
		s := source{random.Uint64N(nameMax), random.IntN(2) == 0}
		first := Position(random.Uint64N(positionMax - spanMax))
		e := extent{first, first + Position(random.Uint64N(spanMax+1))}
		day := telemetry.Day(random.IntN(dayMax + 1))
		got, gotDay, ours := s.parse(s.batchID(e, day))
		if got != e || gotDay != day || !ours {
			t.Fatalf("%v on %d became %v on %d (%t)", e, day, got, gotDay, ours)
		}
		if _, _, ours := s.parse(source{s.name ^ 1, s.early}.batchID(e, day)); ours {
			t.Fatal("another origin's id is taken for ours")
		}
	}
}

func TestBatchIDsSortByPosition(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(testkit.Seed(t, 3), 4))
	for range 1000 {
		s := source{random.Uint64N(nameMax), random.IntN(2) == 0}
		begin := Position(random.Uint64N(1 << 40))
		from := begin + Position(random.Uint64N(1000))
		stretch := Stretch{First: begin, Next: from + Position(1+random.Uint64N(1000))}
		first := begin + Position(random.Uint64N(uint64(from-begin)+1))
		if s.early { // whose batches know no stretches
			first = Position(max(0, int64(from)-int64(random.Uint64N(spanMax))))
		}
		ids, id := s.ids(stretch, from), s.batchID(extent{first, from}, telemetry.Day(random.IntN(dayMax)))
		if slices.Compare(ids.low[:], id[:]) > 0 || slices.Compare(id[:], ids.high[:]) > 0 {
			t.Fatalf("a batch that reaches %d is outside of the range of %v", from, stretch)
		}
	}
	if prefix := tokenPrefix(nameOf([16]byte{1})); len(prefix) != logNameChars {
		t.Errorf("prefix %q", prefix)
	}
}

func TestStoredBatchesAgreeWithALook(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(testkit.Seed(t, 5), 6))
	for range 300 {
		const end = 60
		var stored []storedExtent
		for range random.IntN(8) {
			first := Position(random.IntN(end))
			last := first + Position(random.IntN(10))
			stored = append(stored, storedExtent{extent{first, last}, place{table: telemetry.Tables()[random.IntN(3)], day: telemetry.Day(random.IntN(2))}})
		}
		s := newStoredBatches(stored, end)
		for p := Position(0); p < end; p++ {
			got, want := s.at(p), map[place]bool{}
			for _, block := range stored {
				if block.holds(p) {
					want[block.place] = true
				}
			}
			if !got.holds(p) || len(got.places) != len(want) {
				t.Fatalf("at %d: %v, want %v (stored %v)", p, got, want, stored)
			}
			for where := range want {
				if !got.places[where] {
					t.Fatalf("at %d: %v is missing", p, where)
				}
			}
		}
	}
}

// TestHeaderNamesEveryForm holds that earlier programs refuse the forms that they
// do not know: they only knew version 1.
func TestHeaderNamesEveryForm(t *testing.T) {
	t.Parallel()
	for encoding := range RemoteWrite2 + 2 {
		for compression := range Snappy + 2 {
			h := header{form: Form{telemetry.Metrics, encoding, compression}, team: "0123456789abcdef01234567", received: time.Unix(7, 9)}
			b, err := h.encode()
			if err != nil {
				t.Fatal(err)
			}
			isEarly := encoding <= JSON && compression <= Zstd
			if (b[0] == 1) != isEarly {
				t.Errorf("%v has version %d", h.form, b[0])
			}
			got, err := decodeHeader(b)
			if known := encoding <= RemoteWrite2 && compression <= Snappy; known != (err == nil) || known && got != h {
				t.Errorf("%v became %v, %v", h, got, err)
			}
		}
	}
}

func FuzzHeader(f *testing.F) {
	h := header{team: "0123456789abcdef01234567"}
	good, _ := h.encode()
	f.Add(good)
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := decodeHeader(b)
		if err != nil {
			return
		}
		if again, err := h.encode(); err != nil || !slices.Equal(again, b) {
			t.Fatalf("%x became %x (%v)", b, again, err)
		}
	})
}
