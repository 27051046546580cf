package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/fault"
)

// engine is the telemetry engine as the server holds it.
type engine struct {
	client   *clickhouse.Client
	teams    tables.Teams
	embedded *embedded.Engine  // nil: an external one
	target   clickhouse.Target // of a cluster; zero: a single server

	unreadable *unreadable
	fits       atomic.Bool // the tables are those that the address says
}

func (e *engine) ready(ctx context.Context) error { return e.client.Ping(ctx) }

// tablesFit refuses an address of an engine of somebody else's that says something
// else of the telemetry tables than they do. All teams have been made alike: the
// first one speaks for the others. What can't be found out is for others to say.
func (a *App) tablesFit(ctx context.Context) error {
	if a.engine.embedded != nil || a.engine.fits.Load() {
		return nil
	}
	teams, err := a.store.Teams(ctx)
	if err != nil || len(teams) == 0 {
		return nil
	}
	err = a.engine.teams.CheckArrangement(ctx, teams[0].ID)
	a.engine.fits.Store(err == nil)
	return onlyConflict(err)
}

// onlyConflict returns an error that says how tables were made, and no other.
func onlyConflict(err error) error {
	if fault.KindOf(err) == fault.Conflict {
		return err
	}
	return nil
}

// damage returns what the embedded engine has lost.
func (e *engine) damage() embedded.Damage {
	if e.embedded == nil {
		return embedded.Damage{}
	}
	return e.embedded.Damage()
}

// isCluster reports whether there are several servers.
func (e *engine) isCluster() bool { return e.target.Cluster != "" }

// isReplicated reports whether tables are replicated.
func (e *engine) isReplicated() bool { return e.isCluster() && !e.target.IsPlain }

func (e *engine) mode() string {
	if e.embedded == nil {
		return "external"
	}
	return "embedded"
}

// findLibrary fails early where the embedded engine is wanted and can't run.
func findLibrary(c Config, executable, cacheDir string) (string, error) {
	return embedded.FindLibrary(c.EngineLib, filepath.Dir(executable), cacheDir)
}

// checkLibrary returns the library after a look whether it can be one.
func checkLibrary(c Config, executable, cacheDir string) (string, error) {
	library, err := findLibrary(c, executable, cacheDir)
	if err != nil {
		return "", err
	}
	return library, embedded.CheckLibrary(library)
}

func (a *App) openEngine(ctx context.Context) error {
	endpoint, err := a.engineEndpoint(ctx)
	if err != nil {
		return err
	}
	metrics := newEngineMetrics(a.registry)
	a.engine.unreadable = &unreadable{now: a.Now, logger: a.Logger}
	if target, err := endpoint.Target(); err == nil && target.Cluster != "" {
		a.engine.target = target
	}
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{
		Now: a.Now, Prepare: tables.Preparation{Logger: a.Logger, Emptied: a.noteEmptied}.Prepare, Moved: a.tellMoved,
		Observe: func(call clickhouse.Call) {
			metrics.observe(call)
			a.engine.unreadable.observe(call)
		},
	})
	a.engine.client, a.engine.teams = client, tables.NewTeams(client)
	a.watchShards()
	a.onStop("engine connections", func(context.Context) error { return client.Close() })
	return nil
}

func (a *App) engineEndpoint(ctx context.Context) (clickhouse.Endpoint, error) {
	a.engine = &engine{}
	if a.Engine != nil {
		return a.Engine, nil
	}
	if !a.Config.Embedded() {
		external, err := clickhouse.ParseURL(a.Config.ClickhouseURL)
		if err != nil {
			return nil, fmt.Errorf("--clickhouse-url: %w", err)
		}
		return external, a.tellLeftBehind(ctx)
	}
	library, err := findLibrary(a.Config, a.Executable, a.CacheDir)
	if err != nil {
		return nil, err
	}
	if err := a.checkEngineData(); err != nil {
		return nil, err
	}
	memory, err := chooseEngineMemory(a.Config.EngineMemory, a.Host)
	if err != nil {
		return nil, err
	}
	embedded, err := embedded.Start(ctx, embedded.Options{
		Dir: a.Config.EngineDir(), Library: library, Executable: a.Executable, ChildArgs: a.ChildArgs,
		ChildEnv: unmanaged(os.Environ()), Logger: a.Logger, Now: a.Now, Hold: a.engineHold(), MemoryBytes: memory.bytes,
	})
	if err != nil {
		return nil, fmt.Errorf("start the engine: %w", err)
	}
	a.engine.embedded = embedded
	a.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "cairn_engine_damaged_parts", Help: "Parts of tables that the engine found broken and set aside.",
	}, func() float64 { return float64(len(embedded.Damage().Parts)) }))
	a.onStop("engine", embedded.Stop)
	return embedded, nil
}

// tellLeftBehind warns when an external ClickHouse takes the place of the embedded
// engine, which keeps what it has stored.
func (a *App) tellLeftBehind(ctx context.Context) error {
	known, err := readInstallation(a.Config.DataDir)
	if err == nil && known.Engine && !known.External {
		a.Logger.WarnContext(ctx, "telemetry of before stays in the embedded engine, and is not found; a backup and a restore move it", "dir", a.Config.EngineDir())
	}
	return err
}

// engineHold returns what says whether the engine must not run: an engine whose
// folder is gone from its path would make another one there. A restore has no
// watch on its disk.
func (a *App) engineHold() func() error {
	if a.disk == nil {
		return nil
	}
	return a.disk.CheckPlace
}

// checkEngineData looks, before the engine makes it anew, whether stored
// telemetry is gone.
func (a *App) checkEngineData() error {
	dir := a.Config.EngineDir()
	known, err := readInstallation(a.Config.DataDir)
	if err != nil {
		return err
	}
	if err := known.checkEngine(a.Config); err != nil {
		return err
	}
	if known.Stamps.isOlderEngine(dir) {
		a.Logger.Error("requests may be lost", "reason", lostWithEngine, "dir", dir)
		a.losses.doubt(lostWithEngine)
	}
	missing, isGone, err := known.lostTables(dir)
	if err != nil || !isGone {
		return err
	}
	a.Logger.Error("files of the engine are gone", "dir", dir, "tables", missing)
	a.losses.doubt(lostFromEngine)
	// The next start would miss once more what is told by now.
	hasTables, err := embedded.HasTables(dir)
	if err != nil {
		return err
	}
	return noteInstallation(a.Config.DataDir, func(i *installation) { i.Engine = hasTables })
}

// noteEngineData notes, before telemetry is stored, that there is some from now
// on. A folder that knew it any earlier would miss what never was.
func (a *App) noteEngineData() error {
	a.noting.Lock()
	defer a.noting.Unlock()
	if a.engine.embedded != nil {
		return noteInstallation(a.Config.DataDir, func(i *installation) { i.Engine = true })
	}
	return noteInstallation(a.Config.DataDir, func(i *installation) { i.External = !a.Config.Embedded() })
}

// errNoExecutable says that the embedded engine has no program to run in.
var errNoExecutable = errors.New("can't find this program's own file to run the engine with")

func (a *App) checkEngine(context.Context) error {
	if !a.Config.Embedded() || a.Engine != nil {
		return nil
	}
	if a.Executable == "" {
		return errNoExecutable
	}
	if _, err := chooseEngineMemory(a.Config.EngineMemory, a.Host); err != nil {
		return err
	}
	_, err := checkLibrary(a.Config, a.Executable, a.CacheDir)
	return err
}
