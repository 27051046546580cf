package ingest_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/testkit"
)

// copiesTried is how many pairs of moments are tried.
const copiesTried = 24

// TestEarlierCopiesOfTheLogLoseNothingAfterwards puts the log of one moment below
// an engine of a later one, as who restores half a folder does, and kills what
// goes on from there. Whatever was acknowledged by the moment of the copy, or is
// afterwards, is stored once.
func TestEarlierCopiesOfTheLogLoseNothingAfterwards(t *testing.T) {
	t.Parallel()
	r, c := film(t, t.TempDir(), newSink(), 1)
	send(t, r, c, "x", 12)
	drained(t, r)
	r.stop()
	random := rand.New(rand.NewPCG(testkit.Seed(t, 7), 8))
	for range copiesTried {
		from := random.IntN(len(c.scenes) - 1)
		to := from + 1 + random.IntN(len(c.scenes)-from-1)
		log, engine := c.scenes[from], c.scenes[to]
		where := fmt.Sprintf("log of %d %s, engine of %d %s", from, log.where, to, engine.where)
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			for _, again := range everyNth(takeOver(t, mixed(t, where, log, engine), 5), 5) {
				takeOver(t, again, 1<<30)
			}
		})
	}
}

// mixed returns the log of one scene with the engine of another. Who was not
// answered does not try again: what they sent may be in the engine.
func mixed(t *testing.T, where string, log, engine scene) scene {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(log.dir)); err != nil {
		t.Fatal(err)
	}
	return scene{where: where, dir: dir, sink: engine.sink.clone(), acked: log.acked}
}

func everyNth(scenes []scene, n int) (some []scene) {
	for i := n / 2; i < len(scenes); i += n {
		some = append(some, scenes[i])
	}
	return some
}

// early is a log as earlier versions had it: its records have one origin.
type early struct{ ingest.Log }

func (e early) Origin(ingest.Position) [16]byte { return e.ID() }

// TestUpgradeKnowsWhatEarlierVersionsStored kills an earlier version at every
// step and goes on with this one.
func TestUpgradeKnowsWhatEarlierVersionsStored(t *testing.T) {
	t.Parallel()
	c := newCamera(t, t.TempDir(), newSink(), 1)
	r := c.film(func(log ingest.Log) ingest.Log { return early{log} })
	send(t, r, c, "x", 12)
	drained(t, r)
	r.stop()
	for i, s := range everyNth(c.scenes, 7) {
		t.Run(fmt.Sprintf("%d_%s", i, s.where), func(t *testing.T) {
			t.Parallel()
			makeEarly(t, s.dir)
			for _, again := range everyNth(takeOver(t, s, 11), 5) {
				takeOver(t, again, 1<<30)
			}
		})
	}
}

// makeEarly gives the segments the version that an earlier one wrote.
func makeEarly(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.wal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		binary.LittleEndian.PutUint32(b[8:], binary.LittleEndian.Uint32(b[8:])-2)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
