package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/fault"
)

const (
	readyPollInterval = 25 * time.Millisecond
	readyDialTimeout  = 2 * time.Second
	launchPause       = 200 * time.Millisecond
	holdLookEvery     = 50 * time.Millisecond
)

// How much longer than StartTimeout a start may take: startWorkFactor times the
// processor time that the engine has had, and startTimesMax times in all. With
// hundreds of teams on a busy machine, it has to load thousands of tables in a
// small share of a core.
const (
	startWorkFactor = 10
	startTimesMax   = 10
)

// What the engine says when it can't start for a reason that passes: its
// folder is still locked by one that is closing, its port was taken.
const (
	folderLockedText = "Code: 76."
	portTakenText    = "Address already in use"
)

// supervise runs the engine until Stop. The outcome of the first start goes
// to first; when that fails for good there is nothing to supervise.
func (e *Engine) supervise(first chan<- error) {
	// Never unlocked: the kernel ties the child's life to this thread.
	runtime.LockOSThread()
	defer close(e.done)
	defer func() { _ = e.lock.Close() }()
	process, err := e.launch()
	if err != nil {
		err = e.explain(err)
	}
	if err != nil && !clickhouse.IsDiskTrouble(err) && e.settle() {
		e.set(State{Phase: Failed, Reason: err.Error()})
		first <- err
		return
	}
	first <- nil
	var inspector sync.WaitGroup
	inspector.Go(e.inspect)
	defer inspector.Wait()
	e.keepRunning(process, err)
}

// keepRunning watches the engine and starts it again, until Stop. Err is why
// process is nil.
func (e *Engine) keepRunning(process *engineProcess, err error) {
	crashes := crashLog{max: e.opts.RestartsMax, window: e.opts.RestartWindow}
	for {
		if process != nil {
			err = e.watch(process)
		}
		if e.stopping() {
			e.set(State{Phase: Stopped})
			return
		}
		if e.awaitRelease() {
			process, err = e.launch()
			continue
		}
		err = e.explain(err)
		if crashes.add(e.opts.Now()) {
			e.restartAfter(crashes.pause(), err)
		} else {
			e.restBeforeNext(err)
			crashes.times = nil
		}
		process, err = e.launch()
	}
}

// explain adds to the reason of an end which file the engine may not use, if
// there is one.
func (e *Engine) explain(err error) error {
	if barred := disk.FindBarred([]string{e.opts.Dir}, disk.OwnRead).Err(e.opts.Dir); barred != nil {
		return fmt.Errorf("%w: %w", barred, err)
	}
	return err
}

// watch returns why the engine ended, or nil after it was stopped. An engine
// that must not run is killed: in an orderly end it would write.
func (e *Engine) watch(process *engineProcess) error {
	ticker := time.NewTicker(holdLookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-process.exited:
			return process.reason()
		case <-e.stop:
			if e.opts.Hold() != nil {
				process.kill()
			}
			process.stop(e.opts.StopTimeout, e.hurry)
			return nil
		case <-ticker.C:
			if err := e.opts.Hold(); err != nil {
				process.kill()
				return err
			}
		}
	}
}

// awaitRelease waits, until Stop, while the engine must not run, and reports
// whether that was so.
func (e *Engine) awaitRelease() bool {
	err := e.opts.Hold()
	if err == nil {
		return false
	}
	e.set(State{Phase: Restarting, Reason: err.Error()})
	e.log(slog.LevelError, "the engine is held", slog.Any("reason", err))
	for e.opts.Hold() != nil && !e.stopping() {
		e.sleep(holdLookEvery)
	}
	return true
}

func (e *Engine) stopping() bool {
	select {
	case <-e.stop:
		return true
	default:
		return false
	}
}

// restBeforeNext ends a loop of crashes: the engine is failed, and tried again
// after a long rest, because a full disk is emptied some day.
func (e *Engine) restBeforeNext(cause error) {
	reason := fmt.Sprintf("crashed more than %d times within %s: %s", e.opts.RestartsMax, e.opts.RestartWindow, cause)
	e.set(State{Phase: Failed, Reason: reason})
	e.log(slog.LevelError, "the engine has failed", slog.String("reason", reason), slog.Duration("rest", e.opts.FailedRest))
	e.sleep(e.opts.FailedRest)
}

func (e *Engine) restartAfter(pause time.Duration, cause error) {
	e.set(State{Phase: Restarting, Reason: cause.Error()})
	e.log(slog.LevelWarn, "restarting the engine", slog.String("reason", cause.Error()), slog.Duration("pause", pause))
	e.sleep(pause)
}

// sleep waits for d or until the engine is to stop.
func (e *Engine) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-e.stop:
	}
}

// launch starts the child and waits until it returns. Causes that pass are
// waited out for up to LockWait.
func (e *Engine) launch() (*engineProcess, error) {
	deadline := time.Now().Add(e.opts.LockWait)
	for {
		process, err := e.launchOnce()
		if err == nil || e.stopping() {
			return process, err
		}
		if !passes(err) {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fault.Wrap(fault.Conflict, err, "another process uses the engine's folder or its port")
		}
		e.sleep(launchPause)
	}
}

func passes(err error) bool {
	text := err.Error()
	if clickhouse.IsDiskTrouble(err) {
		return false
	}
	return strings.Contains(text, folderLockedText) || strings.Contains(text, portTakenText)
}

func (e *Engine) launchOnce() (*engineProcess, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startTimesMax*e.opts.StartTimeout)
	defer cancel()
	if err := e.opts.Hold(); err != nil {
		return nil, err
	}
	port, err := e.choosePort(ctx)
	if err != nil {
		return nil, err
	}
	nonce, err := randomHex(e.opts.Random)
	if err != nil {
		return nil, err
	}
	configPath, err := e.prepare(port, nonce)
	if err != nil {
		return nil, err
	}
	if err := CheckLibrary(e.opts.Library); err != nil {
		return nil, fmt.Errorf("load the engine library: %w", err)
	}
	process, err := startProcess(e.opts, configPath, e.lock)
	if err != nil {
		return nil, err
	}
	if err := e.awaitReady(ctx, process, readiness{port, nonce}); err != nil {
		process.kill()
		return nil, err
	}
	return process, nil
}

// choosePort returns the port to listen on: the one of before if it is free.
func (e *Engine) choosePort(ctx context.Context) (int, error) {
	if e.opts.Peering.Port != 0 {
		return e.opts.Peering.Port, nil
	}
	return freePort(ctx, e.opts.Random, e.port)
}

// prepare writes the configuration and removes the engine's own logs of the
// last run, which it can't take over.
func (e *Engine) prepare(port int, nonce string) (string, error) {
	data := filepath.Join(e.opts.Dir, dataFolder)
	if err := os.RemoveAll(filepath.Join(data, "data", "system")); err != nil {
		return "", fmt.Errorf("remove the engine's old logs: %w", err)
	}
	config := engineConfig{
		DataPath:      data,
		UsersPath:     filepath.Join(e.opts.Dir, usersFile),
		LogPath:       filepath.Join(e.opts.Dir, engineLogFile),
		HistoryPath:   filepath.Join(e.opts.Dir, historyFile),
		LogBytes:      engineLogBytesMax,
		LogFiles:      engineLogFilesMax,
		Host:          loopback,
		Port:          port,
		Nonce:         nonce,
		Sizes:         e.opts.sizes(),
		QueriesMax:    clickhouse.Roles * clickhouse.RoleQueriesMax,
		KeepFreeBytes: keepFreeBytes(e.opts.Dir),
		Users:         engineUsers(e.logins, e.opts.Ceiling),
		Peering:       e.opts.Peering,
	}
	if err := e.restoreDefinitions(); err != nil {
		return "", fmt.Errorf("restore the engine's table definitions: %w", err)
	}
	configPath := filepath.Join(e.opts.Dir, configFile)
	return configPath, config.write(configPath)
}

// readiness is how a start is told from any other server on the port.
type readiness struct {
	port  int
	nonce string
}

// awaitReady asks the engine for the nonce of this start until it returns.
func (e *Engine) awaitReady(ctx context.Context, process *engineProcess, want readiness) error {
	begun, ticker := time.Now(), time.NewTicker(readyPollInterval)
	defer ticker.Stop()
	for {
		if e.responds(ctx, want) {
			e.becomeReady(process, want.port)
			return nil
		}
		if err := errors.Join(process.refusal(), e.opts.Hold()); err != nil {
			return err
		}
		select {
		case <-process.exited:
			return process.reason()
		case <-e.stop:
			return fault.New(fault.Unavailable, "the engine was stopped while it started")
		case <-ticker.C:
		}
		if waited := time.Since(begun); waited > startPatience(e.opts.StartTimeout, ProcessorTime(process.cmd.Process.Pid)) {
			return slowStart(process, waited)
		}
	}
}

// slowStart says that the engine does not answer, and why if the disk guard
// knows.
func slowStart(process *engineProcess, waited time.Duration) error {
	f := fault.New(fault.Unavailable, "the engine did not answer within %s of its start", waited.Round(time.Second/10))
	if line := process.output.guardLine(); line != "" {
		return fmt.Errorf("%w: %w: %s", f, clickhouse.ErrDiskGuard, line)
	}
	return f
}

// startPatience returns how long a start may take that has used some processor
// time.
func startPatience(limit, used time.Duration) time.Duration {
	return min(limit+startWorkFactor*used, startTimesMax*limit)
}

func (e *Engine) responds(ctx context.Context, want readiness) bool {
	target := clickhouse.Target{Addresses: []string{loopbackAddress(want.port)}, Logins: e.logins}
	nonce, err := clickhouse.StartNonce(ctx, target, readyDialTimeout)
	return err == nil && nonce == want.nonce
}

func (e *Engine) becomeReady(process *engineProcess, port int) {
	pid := process.cmd.Process.Pid
	e.mu.Lock()
	e.port = port
	e.generation++
	e.mu.Unlock()
	e.set(State{Phase: Ready, PID: pid})
	select {
	case e.readied <- struct{}{}:
	default: // the look to come is late enough for this start too
	}
	e.log(slog.LevelInfo, "the engine is ready", slog.Int("pid", pid), slog.Int("port", port))
}

func (e *Engine) log(level slog.Level, message string, attrs ...slog.Attr) {
	e.opts.Logger.LogAttrs(context.Background(), level, message, attrs...)
}
