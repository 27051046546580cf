// Package app is the composition root: configuration, and the server that wires
// every other package together.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/certs"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/sso"
	"github.com/cairnstack/cairn/internal/systemd"
	"github.com/cairnstack/cairn/internal/wal"
)

// UsageError says that an option has a value that it can't have here.
type UsageError struct{ Message string }

// Error returns the message.
func (e *UsageError) Error() string { return e.Message }

// Options is what a server is made of besides its configuration.
type Options struct {
	Config     Config
	Logger     *slog.Logger
	Now        func() time.Time
	Executable string   // runs the engine's child
	ChildArgs  []string // what makes Executable the engine's child
	CacheDir   string
	Host       Host
	Engine     clickhouse.Endpoint // nil: as Config says; tests share one
	Backup     BackupLimits
	Command    string           // of the command line, for the audit log
	Opened     func(Opening)    // called once the web interface is served; may be nil
	OnReload   func(run func()) // has run called whenever the operator asks to read files again; may be nil
	Manager    *systemd.Manager // nil: no service manager wants to be told
}

// App is a whole server. New prepares, Start serves, Stop ends; each may be
// called once, in this order.
type App struct {
	Options
	registry  *prometheus.Registry
	metrics   *httpx.Metrics
	store     *sqlstore.Store
	recorded  *audit.Store // store, whose changes leave records in the audit log
	disk      *disk.Watch
	engine    *engine
	access    *access.Service
	providers sso.Config // of single sign-on

	certificate *certs.Keeper // nil: no listener speaks TLS
	handshakes  *handshakes   // nil: like certificate

	cloud      *cloud.Cloud
	uses       *access.UseRecorder
	queries    *explore.Queries
	alertReads *explore.AlertReads
	sqlTiles   *explore.SQLTiles
	promql     *prom.Service
	counting   *prom.Counting
	scoped     explore.ScopedEngine
	resources  *resources.Resources
	ledger     *notifier.Ledger
	review     *review.Review
	writer     alerting.Writer
	meter      *metering.Meter
	archives   archives
	tables     *tables.Store
	log        *wal.Log         // nil: like pipeline
	formerLog  string           // id of the log that this folder had before; empty: this one
	pipeline   *ingest.Pipeline // nil: this server has nothing to store
	buffers    *receive.Buffers
	keys       *ingest.KeyBook // of ingestion; nil: like pipeline

	noting     sync.Mutex // of installation.json
	progress   progress
	control    control
	losses     *losses
	remarks    map[string]func(context.Context) string // of parts, for readiness
	backingUp  atomic.Bool
	streamsEnd context.Context // ends when the server stops
	endStreams context.CancelFunc

	listeners []*listener
	loops     []loop
	running   errgroup.Group
	failed    chan error
	quit      context.CancelFunc
	stopping  atomic.Bool
	cleanups  []cleanup
}

// loop is background work: run blocks until ctx ends.
type loop struct {
	name string
	run  func(ctx context.Context) error
}

type cleanup struct {
	name string
	run  func(ctx context.Context) error
}

// New opens the data folder, binds every listener, and opens the metadata store
// and the engine. The admin listener serves from then on, so that /healthz and
// /readyz say what the start is at. What it opened is closed again when it
// fails.
func New(ctx context.Context, options Options) (*App, error) {
	a := &App{Options: options, registry: metric.New(Version()), failed: make(chan error, 1)}
	a.metrics = httpx.NewMetrics(a.registry)
	a.streamsEnd, a.endStreams = context.WithCancel(context.WithoutCancel(ctx))
	if err := a.readSSO(); err != nil {
		return nil, err
	}
	if err := a.openCertificate(); err != nil {
		return nil, err
	}
	if err := a.climb(ctx); err != nil {
		return nil, errors.Join(explainPermission(a.Config, err), a.Stop(ctx))
	}
	return a, nil
}

func (a *App) openDataDir(ctx context.Context) error {
	if err := a.ensureOpenFiles(ctx); err != nil {
		return err
	}
	if err := a.claimDataDir(ctx); err != nil {
		return err
	}
	return errors.Join(checkNoMark(a.Config.DataDir), checkShapes(a.Config))
}

// claimDataDir takes the folder for this process. A full disk does not prevent
// that; a later step waits for room.
func (a *App) claimDataDir(ctx context.Context) error {
	noRoom := prepareDataDir(a.Config.DataDir)
	if noRoom != nil && !errors.Is(noRoom, disk.ErrFull) {
		return noRoom
	}
	lock, err := awaitDataDir(ctx, a.Config.DataDir)
	if err != nil && noRoom != nil && !errors.Is(err, errLocked) {
		return noRoom // the first start, which has to make the lock
	}
	if err != nil {
		return err
	}
	a.onStop("data folder", func(context.Context) error { return lock.Close() })
	return nil
}

func (a *App) openStore(ctx context.Context) error {
	store, err := openStore(ctx, a.Config, a.Logger)
	if err != nil {
		return err
	}
	a.store = store
	a.onStop("metadata store", func(context.Context) error { return store.Close() })
	if err := a.enterNodes(ctx); err != nil {
		return err
	}
	if err := a.openLosses(); err != nil {
		return err
	}
	a.recorded = recordedStore(store, a.Now, cameBy)
	a.recorded.ScopedReads = a.Config.AuditScopedReads
	refusals := &access.Refusals{Trail: a.recorded.Trail, Store: store, Logger: a.Logger}
	linkKey, err := linkKey(a.Config)
	if err != nil {
		return err
	}
	a.access = &access.Service{Store: a.recorded, Now: a.Now, Random: rand.Reader, Logger: a.Logger, Refusals: refusals, SSOOnly: a.Config.SSOOnly, LinkKey: linkKey}
	a.uses = access.NewUseRecorder(store, a.Now, a.Logger)
	a.loops = append(a.loops, loop{"key use", a.uses.Run}, loop{"refusals", refusals.Run}, loop{"expired answers", a.sweepAnswers})
	return nil
}

// Access returns the accounts and keys of the server.
func (a *App) Access() *access.Service { return a.access }

// onStop registers a clean-up; the last one registered runs first.
func (a *App) onStop(name string, run func(ctx context.Context) error) {
	a.cleanups = append(a.cleanups, cleanup{name, run})
}

// Start serves on every listener and starts every loop.
func (a *App) Start(ctx context.Context) {
	ctx, a.quit = context.WithCancel(context.WithoutCancel(ctx))
	for _, l := range a.loops {
		a.background(func() error { return a.runLoop(ctx, l) })
	}
	for _, l := range a.listeners {
		if !l.serving.Load() {
			a.open(ctx, l)
		}
	}
}

// open lets a listener serve.
func (a *App) open(ctx context.Context, l *listener) {
	l.welcome()
	a.background(l.serve)
	a.Logger.InfoContext(ctx, "listening", "role", string(l.role), "addr", l.addr())
}

// background runs a part that Stop waits for; the first failure ends Wait.
func (a *App) background(run func() error) {
	a.running.Go(func() error {
		err := run()
		if err != nil {
			select {
			case a.failed <- err:
			default:
			}
		}
		return err
	})
}

// Wait blocks until ctx ends, and returns nil, or until a part of the server
// fails, and returns why.
func (a *App) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-a.failed:
		return err
	}
}

func (a *App) runLoop(ctx context.Context, l loop) error {
	if err := l.run(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %w", l.name, err)
	}
	return nil
}

// Stop lets requests in flight finish, ends the loops, and closes everything
// in the reverse order of its opening. Each of these has its own time. It
// returns an error only when something was not closed in order.
func (a *App) Stop(ctx context.Context) error {
	a.stopping.Store(true)
	a.tellStopping(ctx, "requests")
	a.endStreams()
	failed := a.drain(ctx)
	a.endLoops(ctx)
	a.tellLeft(ctx)
	return errors.Join(failed, a.clean(ctx))
}

func (a *App) clean(ctx context.Context) error {
	var failed error
	for i := len(a.cleanups) - 1; i >= 0; i-- {
		if err := a.closePart(ctx, a.cleanups[i]); err != nil {
			failed = errors.Join(failed, fmt.Errorf("close %s: %w", a.cleanups[i].name, err))
		}
	}
	a.cleanups = nil
	return failed
}
