package embedded

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/fault"
)

// The defaults of EmbeddedOptions, and how fast a crashed engine comes back.
const (
	EngineMemoryBytes = 2 << 30
	engineMemoryMin   = 256 << 20
	lockWaitMax       = time.Minute // an engine that writes to a slow disk ends late
	firstWaitMax      = 30 * time.Second
	startTimeMax      = 60 * time.Second
	stopTimeMax       = 8 * time.Second
	restartsMax       = 5
	restartWindow     = time.Minute
	failedRest        = time.Minute
	restartPauseMin   = 100 * time.Millisecond
	restartPauseMax   = 5 * time.Second
	secretBytes       = 24
)

// Options say how the embedded engine runs. Dir, Library and
// Executable are required; other zero fields take their defaults.
type Options struct {
	Dir        string   // holds the engine's data, configuration and log
	Library    string   // as FindLibrary returns it
	Executable string   // the program whose ChildArgs call RunChild
	ChildArgs  []string // come before the arguments of RunChild
	ChildEnv   []string // the child's whole environment
	Logger     *slog.Logger
	Hold       func() error // why the engine must not run now; nil: it always may
	Peering    Peering      // with other engines; the zero value is none

	MemoryBytes   int64             // all of the engine; EngineMemoryBytes
	Cores         int               // that its queries may use; those of this process
	Ceiling       clickhouse.Limits // of a read; DefaultLimits
	LockWait      time.Duration
	FirstWait     time.Duration // for the first start
	StartTimeout  time.Duration
	StopTimeout   time.Duration
	RestartsMax   int // crashes within RestartWindow after which it is started again
	RestartWindow time.Duration
	FailedRest    time.Duration // after more crashes than that
	Now           func() time.Time
	Random        io.Reader
}

// Peering makes an engine a server of a cluster, for the tests of clusters.
type Peering struct {
	Port   int    // that the engine listens on; 0: any
	Config string // added to the engine's configuration
	Macros string // added to its macros
	Users  string // added to its users
}

// Engine is a ClickHouse in a supervised child process. It is an Endpoint;
// all methods may be called from several goroutines.
type Engine struct {
	opts   Options
	logins [clickhouse.Roles]clickhouse.Login
	lock   *os.File
	stop   chan struct{} // closed: end the engine
	hurry  chan struct{} // closed: end it now
	done   chan struct{} // closed by the supervisor when nothing runs any more
	once   struct{ stop, hurry sync.Once }

	readied chan struct{} // receives after each start of the engine

	mu         sync.Mutex
	isSettled  bool // whether StartEmbedded has its outcome
	damage     Damage
	state      State
	port       int
	generation uint64
}

// Start starts the engine and returns when it returns. It fails with
// a Conflict fault when another server holds the folder for longer than
// LockWait. On a disk that is full or fails, and after FirstWait, it returns
// although the engine does not answer yet. After that the engine is started
// again whenever it ends on its own, until Stop.
func Start(ctx context.Context, opts Options) (*Engine, error) {
	opts, err := opts.complete()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "the engine's folder can't be made")
	}
	logins, err := freshLogins(opts.Random)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(ctx, filepath.Join(opts.Dir, lockFileName), opts.LockWait)
	if err != nil {
		return nil, err
	}
	e := &Engine{
		opts: opts, logins: logins, lock: lock,
		stop: make(chan struct{}), hurry: make(chan struct{}), done: make(chan struct{}),
		readied: make(chan struct{}, 1),
	}
	e.set(State{Phase: Starting})
	if err := e.awaitFirst(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

func (o Options) complete() (Options, error) {
	if o.Dir == "" || o.Library == "" || o.Executable == "" {
		return o, errors.New("the embedded engine needs a folder, a library and an executable")
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return o, fmt.Errorf("resolve the engine's folder: %w", err)
	}
	o.Dir = dir
	o.MemoryBytes = cmp.Or(o.MemoryBytes, EngineMemoryBytes)
	if o.MemoryBytes < engineMemoryMin {
		return o, fault.New(fault.Invalid, "the engine needs at least %d MiB of memory", engineMemoryMin>>20)
	}
	o.Cores = cmp.Or(o.Cores, runtime.GOMAXPROCS(0))
	o.LockWait = cmp.Or(o.LockWait, lockWaitMax)
	o.FirstWait = cmp.Or(o.FirstWait, firstWaitMax)
	o.StartTimeout = cmp.Or(o.StartTimeout, startTimeMax)
	o.StopTimeout = cmp.Or(o.StopTimeout, stopTimeMax)
	o.RestartsMax = cmp.Or(o.RestartsMax, restartsMax)
	o.RestartWindow = cmp.Or(o.RestartWindow, restartWindow)
	o.FailedRest = cmp.Or(o.FailedRest, failedRest)
	ceiling := clickhouse.DefaultLimits()
	ceiling.MemoryBytes = o.sizes().QueryBytes
	o.Ceiling = o.Ceiling.OrElse(ceiling)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Hold == nil {
		o.Hold = func() error { return nil }
	}
	return o, nil
}

func (o Options) sizes() Sizes { return Size(o.MemoryBytes, o.Cores) }

func freshLogins(random io.Reader) ([clickhouse.Roles]clickhouse.Login, error) {
	logins := [clickhouse.Roles]clickhouse.Login{
		clickhouse.Writer: {User: clickhouse.WriterUser},
		clickhouse.Reader: {User: clickhouse.ReaderUser},
		clickhouse.Admin:  {User: clickhouse.AdminUser},
	}
	for i := range logins {
		secret, err := randomHex(random)
		if err != nil {
			return logins, err
		}
		logins[i].Password = secret
	}
	return logins, nil
}

func randomHex(random io.Reader) (string, error) {
	var b [secretBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read random bytes: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}

// awaitFirst starts the supervisor and waits for the engine's first start.
func (e *Engine) awaitFirst(ctx context.Context) error {
	first := make(chan error, 1)
	go e.supervise(first)
	timer := time.NewTimer(e.opts.FirstWait)
	defer timer.Stop()
	select {
	case err := <-first:
		return e.firstOutcome(err)
	case <-timer.C:
		if e.settle() {
			return nil
		}
		return e.firstOutcome(<-first)
	case <-ctx.Done():
		e.once.hurry.Do(func() { close(e.hurry) })
		_ = e.Stop(context.Background())
		return ctx.Err()
	}
}

// settle reports whether the caller is the first to decide what StartEmbedded
// returns.
func (e *Engine) settle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.isSettled
	e.isSettled = true
	return first
}

func (e *Engine) firstOutcome(err error) error {
	if err != nil {
		<-e.done
	}
	return err
}

// Target returns where the engine listens at present. It is an Unavailable
// fault with the reason while the engine is not ready.
func (e *Engine) Target() (clickhouse.Target, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.state.Phase != Ready {
		return clickhouse.Target{}, clickhouse.Unavailable(e.state.cause(), "the telemetry engine %s", e.state.Phase.said())
	}
	return e.target(), nil
}

func (e *Engine) target() clickhouse.Target {
	pid := e.state.PID
	return clickhouse.Target{
		Addresses:  []string{loopbackAddress(e.port)},
		Logins:     e.logins,
		Generation: e.generation,
		Ceiling:    e.opts.Ceiling,
		Threads:    e.opts.sizes().QueryThreads,
		SpillRoom:  e.spillRoom,
		Used:       func() time.Duration { return ProcessorTime(pid) },
	}
}

// spillRoom returns how much the temporary files of reads may take: what is
// left above twice the floor below which telemetry is refused. On a disk that
// can't be measured, reads have nothing.
func (e *Engine) spillRoom() int64 {
	space, err := disk.Measure(e.opts.Dir)
	if err != nil {
		return 0
	}
	return max(0, space.FreeBytes-spillFloors*space.FloorBytes())
}

// spillFloors is how many floors the temporary files of reads leave free.
const spillFloors = 2

// State returns what the engine is doing.
func (e *Engine) State() State {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state
}

// Stop ends the engine and returns when its process is gone. The engine is
// asked first and killed after StopTimeout, or when ctx ends. It may be
// called again and always returns nil; the error is for the caller's list of
// things to close.
func (e *Engine) Stop(ctx context.Context) error {
	e.once.stop.Do(func() { close(e.stop) })
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
	}
	e.once.hurry.Do(func() { close(e.hurry) })
	<-e.done
	return nil
}

// set replaces the state.
func (e *Engine) set(s State) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s.Since = e.opts.Now()
	if e.generation > 0 {
		s.Restarts = int(e.generation) - 1
	}
	e.state = s
}
