package statetest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// Fault is what happens to a server. Inflict notes with World.later how it is
// lifted; a server that has ended is started again afterwards.
type Fault struct {
	Name    string
	Text    string
	Volume  Volume
	Only    Database // empty: both
	Lingers bool     // damage may show at the next start only
	Inflict func(w *World)
}

// Faults returns every fault of the matrix.
func Faults() []Fault {
	return append([]Fault{
		{Name: "kill-server", Text: "kill -9 of the server", Inflict: func(w *World) { w.kill() }},
		{Name: "kill-engine", Text: "kill -9 of the engine", Inflict: func(w *World) { w.signalEngine(syscall.SIGKILL) }},
		{Name: "kill-both", Text: "kill -9 of both", Inflict: func(w *World) { w.signalEngine(syscall.SIGKILL); w.kill() }},
		{Name: "pause", Text: "SIGSTOP of both for 30 s (3 s in the short form), then SIGCONT", Inflict: pause},
		{Name: "terminate", Text: "SIGTERM", Inflict: func(w *World) { w.stop() }},
		{Name: "reboot", Text: "power cut: what was not synced is gone", Volume: Image, Inflict: reboot},
		{Name: "full-slowly", Lingers: true, Text: "telemetry fills the disk", Volume: Small, Inflict: fillSlowly},
		{Name: "full-at-once", Lingers: true, Text: "the disk is full from one moment to the next", Volume: Small, Inflict: fillAtOnce},
		{Name: "full-by-others", Lingers: true, Text: "another process fills the disk", Volume: Small, Inflict: fillByOthers},
		{Name: "engine-eio", Lingers: true, Text: "writes of the engine fail with EIO", Inflict: func(w *World) { failWrites(w, w.engine(), "write,pwrite64") }},
		{Name: "server-eio", Lingers: true, Text: "writes of the server to files fail with EIO", Inflict: func(w *World) { failWrites(w, w.server.Process.Pid, "pwritev,pwrite64,fdatasync,fsync") }},
		{Name: "postgres-gone", Text: "PostgreSQL is stopped", Only: Postgres, Inflict: postgresGone},
		{Name: "postgres-slow", Text: "PostgreSQL hangs (SIGSTOP)", Only: Postgres, Inflict: postgresSlow},
		{Name: "postgres-read-only", Text: "PostgreSQL refuses writes", Only: Postgres, Inflict: postgresReadOnly},
		{Name: "clock-ahead", Text: "stopped, started with a clock an hour ahead, and back", Inflict: func(w *World) { wrongClock(w, "1h") }},
		{Name: "clock-behind", Text: "stopped, started with a clock an hour behind, and back", Inflict: func(w *World) { wrongClock(w, "-1h") }},
	}, fileFaults()...)
}

// freeze stops server and engine.
func freeze(w *World) (engine int) {
	engine = w.engine()
	w.signal(syscall.SIGSTOP)
	if engine != 0 {
		_ = syscall.Kill(engine, syscall.SIGSTOP)
	}
	return engine
}

func pause(w *World) {
	server, engine := w.server.Process.Pid, freeze(w)
	w.later(func() {
		_ = syscall.Kill(server, syscall.SIGCONT)
		if engine != 0 {
			_ = syscall.Kill(engine, syscall.SIGCONT)
		}
	})
	time.Sleep(w.plan.holdFor())
}

func reboot(w *World) {
	if w.disk == nil || w.disk.image == "" { // only root can mount an image
		w.signalEngine(syscall.SIGKILL)
		w.kill()
		return
	}
	engine := freeze(w)
	w.check(w.disk.cutPower(func() {
		if engine != 0 {
			_ = syscall.Kill(engine, syscall.SIGKILL)
		}
		w.kill()
		w.await(stopTimeMax, "the engine is gone", func() bool { return engine == 0 || proctest.IsGone(engine) })
	}))
}

// Sizes of what fills a disk.
const (
	slowLeave    = 40 << 20
	paddingBytes = 4 << 10
	paddedRows   = 100
)

// awaitServing waits until the server can be sent to; a state may keep it from
// ever being so.
func awaitServing(w *World) {
	for begun := time.Now(); time.Since(begun) < 5*time.Second && w.server.Addr("otlp-http") == ""; {
		time.Sleep(pollEvery)
	}
}

func fillSlowly(w *World) {
	awaitServing(w)
	w.check(w.disk.fill(slowLeave))
	w.later(func() { w.check(w.disk.clear()) })
	w.beginOrdinary()
	refused := w.load.refused.Load()
	w.begin(10*time.Millisecond, func() request {
		return w.source.logs("padded", paddedRows, func(c *content) { c.text += w.source.padding(paddingBytes) })
	})
	for begun := time.Now(); time.Since(begun) < 20*time.Second && w.load.refused.Load() == refused; {
		time.Sleep(pollEvery)
	}
	time.Sleep(w.plan.holdFor())
}

func fillAtOnce(w *World) {
	awaitServing(w)
	w.beginOrdinary()
	time.Sleep(200 * time.Millisecond)
	w.check(w.disk.fill(0))
	w.later(func() { w.check(w.disk.clear()) })
	time.Sleep(w.plan.holdFor())
}

// filler writes until there is no room, and goes on trying.
const filler = `while :; do head -c 1000000 /dev/zero >> "$1" 2>/dev/null; sleep 0.01; done`

func fillByOthers(w *World) {
	awaitServing(w)
	w.beginOrdinary()
	w.check(w.disk.fill(slowLeave))
	other := exec.Command("sh", "-c", filler, "filler", w.path(fillName)) //nolint:noctx // ended below
	w.check(other.Start())
	w.later(func() {
		_ = other.Process.Kill()
		_ = other.Wait()
		w.check(w.disk.clear())
	})
	w.await(30*time.Second, "the disk is full", func() bool { return w.disk.freeBytes() < 1<<20 })
	time.Sleep(w.plan.holdFor())
}

// failWrites lets system calls of a process fail.
func failWrites(w *World, pid int, calls string) {
	w.t.Helper()
	awaitServing(w)
	w.beginOrdinary()
	seen := filepath.Join(w.t.TempDir(), "strace")
	tracer := exec.Command("strace", "-f", "-qq", "-o", seen, "-p", strconv.Itoa(pid), //nolint:noctx // ended below
		"-e", "trace="+calls, "-e", fmt.Sprintf("inject=%s:error=EIO", calls))
	w.check(tracer.Start())
	w.later(func() {
		_ = tracer.Process.Signal(syscall.SIGTERM) // it lets go of the process
		_ = tracer.Wait()
	})
	w.await(readyTimeMax, "a write fails, or there is nothing to write because telemetry is refused", func() bool {
		text, _ := os.ReadFile(seen)
		_, said := w.server.Get("admin", "/readyz")
		return bytes.Contains(text, []byte("INJECTED")) || strings.Contains(said, "the disk is almost full")
	})
	time.Sleep(w.plan.holdFor())
}

// wantFlow wants telemetry to be acknowledged while the database is away, when
// senders were at work before.
func wantFlow(w *World) {
	if w.load == nil || w.cell.State.Name == "nearly-full" {
		time.Sleep(w.plan.holdFor())
		return
	}
	time.Sleep(max(w.plan.holdFor(), 5*time.Second))
	before := w.load.acked.Load()
	time.Sleep(2 * time.Second)
	if w.load.acked.Load() == before {
		w.errorf("telemetry of a known key is not acknowledged while PostgreSQL is away")
	}
}

func postgresGone(w *World) {
	w.withholdDatabase()
	wantFlow(w)
}

func postgresSlow(w *World) {
	w.check(w.cluster.Signal(syscall.SIGSTOP))
	w.later(func() { w.check(w.cluster.Signal(syscall.SIGCONT)) })
	wantFlow(w)
}

func postgresReadOnly(w *World) {
	w.makeReadOnly()
	wantFlow(w)
}

// wrongClock stops the server and starts it with a clock that is wrong; the
// next start has the right one.
func wrongClock(w *World, shift string) {
	w.stop()
	w.clock = shift
	w.launch()
	w.later(func() {
		w.clock = ""
		if !w.server.HasEnded() {
			w.stop()
		}
	})
	for begun := time.Now(); time.Since(begun) < 20*time.Second && !w.server.IsReady(); {
		time.Sleep(pollEvery)
	}
	// Deadlines of connections come from the shifted clock and are over at once
	// when it is behind, unlike on a machine whose clock is wrong.
	if w.server.IsReady() && w.load == nil && shift[0] != '-' {
		w.send(w.some("wrong-clock", loadRows)...)
	}
	time.Sleep(w.plan.holdFor() / 2)
}
