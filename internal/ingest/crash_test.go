package ingest_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// scene is one moment: what a process that is killed right then
// leaves behind, and what it had acknowledged.
type scene struct {
	where string
	dir   string
	sink  *sink
	acked map[string]bool
	open  map[string]string // payloads without an answer, and their teams
}

// camera takes scenes at every step of a pipeline.
type camera struct {
	t    *testing.T
	dir  string // of the log
	sink *sink

	still sync.RWMutex // held for reading by everything that changes the scene

	mu     sync.Mutex
	acked  map[string]bool
	open   map[string]string
	scenes []scene
	every  int
	steps  int
}

// shoot takes the scene. Log and sink stand still meanwhile, as they do for a
// process that is killed.
func (c *camera) shoot(where string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steps++
	if c.steps%c.every != 0 {
		return
	}
	dir := c.t.TempDir()
	c.still.Lock()
	defer c.still.Unlock()
	if err := os.CopyFS(dir, os.DirFS(c.dir)); err != nil {
		c.t.Errorf("copy the log: %v", err)
	}
	c.scenes = append(c.scenes, scene{where: where, dir: dir, sink: c.sink.clone(), acked: maps.Clone(c.acked), open: maps.Clone(c.open)})
}

// send accepts a request and notes that it was answered.
func (c *camera) send(r *rig, team, payload string) error {
	c.mu.Lock()
	c.open[payload] = team
	c.mu.Unlock()
	request := logs(payload)
	request.Sender = witness{c, payload}
	_, err := r.Accept(context.Background(), team, request)
	return err
}

// witness is a sender that notes when it is answered.
type witness struct {
	camera  *camera
	payload string
}

func (witness) Gone() bool   { return false }
func (witness) Missed() bool { return false }

func (w witness) Answer(telemetry.Outcome) ingest.Receipt {
	w.camera.mu.Lock()
	defer w.camera.mu.Unlock()
	delete(w.camera.open, w.payload)
	for _, word := range strings.Fields(w.payload) {
		body, _, _ := strings.Cut(word, "@")
		w.camera.acked[body] = true
	}
	return w
}

// filmed is a log whose every step is a scene.
type filmed struct {
	ingest.Log
	camera *camera
}

func (f filmed) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	f.camera.shoot("before append")
	p, err := f.Log.Append(ctx, meta, payload)
	f.camera.shoot("after append")
	return p, err
}

func (f filmed) Done(from, to ingest.Position) {
	f.camera.shoot("before done")
	f.Log.Done(from, to)
	f.camera.shoot("after done")
}

// stillFS is the operating system's, one change at a time.
type stillFS struct {
	wal.OS
	still *sync.RWMutex
}

func (f stillFS) Create(path string) (wal.File, error) {
	f.still.RLock()
	defer f.still.RUnlock()
	file, err := f.OS.Create(path)
	return stillFile{file, f.still}, err
}

func (f stillFS) Open(path string) (wal.File, error) {
	file, err := f.OS.Open(path)
	if err != nil {
		return nil, err
	}
	return stillFile{file, f.still}, nil
}

func (f stillFS) Rename(from, to string) error {
	f.still.RLock()
	defer f.still.RUnlock()
	return f.OS.Rename(from, to)
}

func (f stillFS) Remove(path string) error {
	f.still.RLock()
	defer f.still.RUnlock()
	return f.OS.Remove(path)
}

type stillFile struct {
	wal.File
	still *sync.RWMutex
}

func (f stillFile) WriteParts(parts [][]byte, off int64) error {
	f.still.RLock()
	defer f.still.RUnlock()
	return f.File.WriteParts(parts, off)
}

func (f stillFile) Truncate(size int64) error {
	f.still.RLock()
	defer f.still.RUnlock()
	return f.File.Truncate(size)
}

// film starts a pipeline whose steps are scenes.
func film(t *testing.T, dir string, s *sink, every int) (*rig, *camera) {
	t.Helper()
	c := newCamera(t, dir, s, every)
	return c.film(asItIs), c
}

func asItIs(log ingest.Log) ingest.Log { return log }

func newCamera(t *testing.T, dir string, s *sink, every int) *camera {
	return &camera{t: t, dir: dir, sink: s, acked: map[string]bool{}, open: map[string]string{}, every: every}
}

// film starts a pipeline over the log, whose steps are scenes.
func (c *camera) film(wrap func(ingest.Log) ingest.Log) *rig {
	c.t.Helper()
	c.sink.still = &c.still
	c.sink.before = func(int) error { c.shoot("before insert"); return nil }
	c.sink.after = func(int) error { c.shoot("after insert"); return nil }
	limits := quickLimits()
	limits.BatchAge, limits.BatchRows = 2*time.Millisecond, 12
	return start(c.t, rigOptions{
		dir: c.dir, sink: c.sink, limits: limits, wal: crashOptions(&c.still),
		wrap: func(log ingest.Log) ingest.Log { return filmed{wrap(log), c} },
	})
}

// crashOptions save the cursor quickly, so that scenes show it at work.
func crashOptions(still *sync.RWMutex) wal.Options {
	return wal.Options{FS: stillFS{still: still}, CursorLag: time.Millisecond, SegmentBytesMax: 8 << 10, RecordBytesMax: 4 << 10, TotalBytesMax: 1 << 30}
}

// send accepts requests of two teams, some on two days, from several senders.
func send(t *testing.T, r *rig, c *camera, prefix string, requests int) {
	t.Helper()
	var senders sync.WaitGroup
	seed := testkit.Seed(t, 1)
	for sender := range 4 {
		senders.Go(func() {
			random := rand.New(rand.NewPCG(uint64(sender), seed))
			for i := range requests {
				a, b := fmt.Sprintf("%s-%d-%d-a", prefix, sender, i), fmt.Sprintf("%s-%d-%d-b", prefix, sender, i)
				team := []string{teamA, teamB}[random.IntN(2)]
				payload := a + fmt.Sprintf("@%d ", -random.IntN(2)) + b
				if err := c.send(r, team, payload); err != nil {
					t.Errorf("Accept: %v", err)
					return
				}
			}
		})
	}
	senders.Wait()
}

// TestKillAtEveryStep kills a pipeline at every step, lets another one take
// over, kills that at some of its steps too, and wants everything that was
// acknowledged, before or after a retry, stored once.
func TestKillAtEveryStep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r, c := film(t, dir, newSink(), 1)
	send(t, r, c, "x", 12)
	drained(t, r)
	r.stop()
	t.Logf("%d scenes", len(c.scenes))
	slots := make(chan struct{}, 4)
	for i, s := range c.scenes {
		t.Run(fmt.Sprintf("%d_%s", i, s.where), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			again := takeOver(t, s, 23)
			if len(again) > 0 {
				takeOver(t, again[i%len(again)], 1<<30)
			}
		})
	}
}

// takeOvers is how many there were, so that each sends something else.
var takeOvers atomic.Int64

// takeOver runs a pipeline on a scene, sends something more, and checks what
// is stored in the end. It returns scenes of its own.
func takeOver(t *testing.T, s scene, every int) []scene {
	t.Helper()
	c := newCamera(t, s.dir, s.sink, every)
	maps.Copy(c.acked, s.acked)
	r := c.film(asItIs)
	for payload, team := range s.open { // senders that heard nothing try again
		if err := c.send(r, team, payload); err != nil {
			t.Errorf("Accept: %v", err)
		}
	}
	send(t, r, c, fmt.Sprint("again-", takeOvers.Add(1)), 2)
	drained(t, r)
	r.stop()
	stored := s.sink.bodies()
	for word := range c.acked {
		if stored[word] != 1 {
			t.Errorf("%s: %q was acknowledged and is stored %d times", s.where, word, stored[word])
		}
	}
	for word, n := range stored {
		if n > 1 {
			t.Errorf("%s: %q is stored %d times", s.where, word, n)
		}
	}
	return c.scenes
}
