package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/disk"
)

// doctorCheckMax is how long the doctor waits for a database.
const doctorCheckMax = 5 * time.Second

type doctorCmd struct {
	AcknowledgeLosses bool `help:"Take note of telemetry that was lost, so that it is no longer reported."`
}

// finding is one look of the doctor: err is nil when all is well, and says
// what is wrong and how to fix it otherwise.
type finding struct {
	subject string
	good    string
	err     error
}

// Run prints one line per look and fails when something is wrong.
func (c doctorCmd) Run(ctx context.Context, env *environment) error {
	if c.AcknowledgeLosses {
		if err := acknowledgeLosses(env.Config.DataDir); err != nil {
			return err
		}
	}
	sick := 0
	for _, look := range []func(context.Context, *environment) finding{
		lookAtDataDir, lookAtDisk, lookAtOpenFiles, lookAtEngine, lookAtEngineMemory, lookAtEngineData, lookAtDatabase, lookAtServer, lookAtLosses, lookAtRefused,
	} {
		f := look(ctx, env)
		line := "ok    " + f.subject + ": " + f.good
		if f.err != nil {
			sick++
			line = "wrong " + f.subject + ": " + oneLine(f.err)
		}
		if _, err := fmt.Fprintln(env.Stdout, line); err != nil {
			return err
		}
	}
	if sick > 0 {
		return &exitError{ExitFail, fmt.Sprintf("%d of the looks found something wrong", sick)}
	}
	return nil
}

// lookAtDataDir never makes the folder: looking changes nothing.
func lookAtDataDir(_ context.Context, env *environment) finding {
	dir := env.Config.DataDir
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		return finding{"data folder", dir + " is not there yet; the first start makes it", probeParent(dir)}
	}
	err := errors.Join(prepareDataDir(dir), checkNoMark(dir), checkShapes(env.Config), checkWritable(env.Config))
	return finding{"data folder", dir + " can be written", err}
}

func lookAtDisk(_ context.Context, env *environment) finding {
	space, err := disk.Measure(nearestDir(env.Config.DataDir))
	if err != nil {
		return finding{subject: "disk", err: err}
	}
	free, floor := space.FreeBytes>>20, space.FloorBytes()>>20
	if space.IsLowOnInodes() {
		return finding{subject: "disk", err: fmt.Errorf(
			"only %d inodes are free, and below %d telemetry is refused; remove files that are not needed, or move the folder with CAIRN_DATA_DIR", space.FreeInodes, space.FloorInodes())}
	}
	if space.IsLow() {
		return finding{subject: "disk", err: fmt.Errorf(
			"only %d MiB are free, and below %d MiB telemetry is refused; free some space, or move the folder with CAIRN_DATA_DIR", free, floor)}
	}
	return finding{subject: "disk", good: fmt.Sprintf("%d MiB free; telemetry is refused below %d MiB", free, floor)}
}

// nearestDir returns dir, or the closest folder above it that exists.
func nearestDir(dir string) string {
	for {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

func lookAtEngine(ctx context.Context, env *environment) finding {
	if !env.Config.Embedded() {
		return finding{"engine", "the external ClickHouse answers", pingExternal(ctx, env)}
	}
	library, err := checkLibrary(env.Config, env.Executable, env.cacheDir())
	return finding{"engine", "embedded, library " + library, err}
}

// lookAtEngineMemory shows what the engine may take of the machine, and where
// that comes from.
func lookAtEngineMemory(_ context.Context, env *environment) finding {
	f := finding{subject: "engine memory"}
	if !env.Config.Embedded() {
		f.good = "the external ClickHouse has its own"
		return f
	}
	if where, err := readControl(env.Config.DataDir); err == nil && where.Memory != "" && isServed(env.Config.DataDir) {
		f.good = where.Memory // of the server that runs
		return f
	}
	memory, err := chooseEngineMemory(env.Config.EngineMemory, env.Host)
	f.good, f.err = memory.said(), err
	return f
}

// said words the memory and what a query may take of it.
func (m engineMemory) said() string {
	sizes := embedded.Size(m.bytes, runtime.GOMAXPROCS(0))
	return fmt.Sprintf("%d MiB, %s; a query may take %d MiB and %s",
		m.bytes>>20, m.origin, sizes.QueryBytes>>20, coresOf(sizes.QueryThreads, runtime.GOMAXPROCS(0)))
}

// coresOf says how many of the cores a query may use.
func coresOf(threads, cores int) string {
	if cores == 1 {
		return "the one core"
	}
	return fmt.Sprintf("%d of %d cores", threads, cores)
}

// lookAtEngineData looks for what the engine has set aside as broken, and for
// definitions that keep it from starting.
func lookAtEngineData(_ context.Context, env *environment) finding {
	f := finding{subject: engineDataPart, good: "no damage is found"}
	if !env.Config.Embedded() {
		f.good = "kept by the external ClickHouse"
		return f
	}
	damage, err := embedded.FindDamage(env.Config.EngineDir())
	f.err = errors.Join(err, damage.Err())
	return f
}

func pingExternal(ctx context.Context, env *environment) error {
	external, err := clickhouse.ParseURL(env.Config.ClickhouseURL)
	if err != nil {
		return err
	}
	client := clickhouse.Open(external, clickhouse.ClientOptions{})
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	if err := client.Ping(ctx); err != nil {
		err = fmt.Errorf("it does not answer; check CAIRN_CLICKHOUSE_URL: %w", err)
		return errors.Join(err, client.Close())
	}
	return client.Close()
}

func lookAtDatabase(ctx context.Context, env *environment) finding {
	if env.Config.DatabaseURL == "" && !exists(env.Config.DataDir) {
		return finding{subject: "database", good: "SQLite; the first start makes it"}
	}
	if err := checkShapes(env.Config); err != nil { // a pipe would be waited for
		return finding{subject: "database", err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	return finding{"database", "it answers", checkStore(ctx, env.Config, env.Logger)}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// lookAtServer reports whether a server runs on the folder, and if none does
// whether the ports are free for one.
func lookAtServer(ctx context.Context, env *environment) finding {
	if exists(filepath.Join(env.Config.DataDir, lockName)) {
		lock, err := lockDataDir(env.Config.DataDir)
		if errors.Is(err, errLocked) {
			return lookAtRunning(ctx, env.Config.DataDir)
		}
		if err != nil {
			return finding{"server", "", err}
		}
		defer func() { _ = lock.Close() }()
	}
	busy := tryPorts(ctx, env.Config)
	if moved := askMoved(ctx, env.Config); busy != nil && moved != nil {
		busy = moved
	}
	return finding{"server", "none is running; its ports are free", busy}
}

// askMoved returns what a server at the admin address says about its data
// folder, if that is no longer where the doctor looks.
func askMoved(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	said, err := readReadiness(ctx, control{Address: c.Listen(RoleAdmin)})
	if text := said.Parts[diskPart]; err == nil && strings.Contains(text, disk.MovedText+c.DataDir) {
		return fmt.Errorf("one is running on the ports: %s", text)
	}
	return nil
}

// lookAtRunning asks the server that has the folder how it is.
func lookAtRunning(ctx context.Context, dir string) finding {
	f := finding{subject: "server", good: "one is running on this data folder and is ready"}
	where, err := readControl(dir)
	if err != nil {
		f.good = "one is running on this data folder; it has no admin listener that could be asked how it is"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	f.err = askReadiness(ctx, where)
	return f
}

// askReadiness returns what a running server says is not ready.
func askReadiness(ctx context.Context, where control) error {
	said, err := readReadiness(ctx, where)
	if err != nil {
		return err
	}
	return said.err()
}

// readReadiness returns what a running server says about its parts.
func readReadiness(ctx context.Context, where control) (said readiness, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, where.url("/readyz"), http.NoBody)
	if err != nil {
		return said, err
	}
	client := controlClient()
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return said, fmt.Errorf("one has this data folder and does not answer at %s; its log says what it is at", where.Address)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(io.LimitReader(response.Body, readinessBytesMax)).Decode(&said); err != nil {
		return said, fmt.Errorf("something that is not this server answers at %s", where.Address)
	}
	return said, nil
}

// readinessBytesMax is more than a server ever says about its readiness.
const readinessBytesMax = 64 << 10

// doctorParts are the parts of readiness that the doctor looks at without the
// server.
func doctorParts() []string { return []string{lossesPart, refusedPart, engineDataPart} }

// err says which parts are not ready, or have something to say that the doctor
// does not find out without the server.
func (r readiness) err() error {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.Parts)) {
		if said := r.Parts[name]; said != partReady && !slices.Contains(doctorParts(), name) {
			parts = append(parts, name+": "+strings.TrimPrefix(said, partReady+"; "))
		}
	}
	switch {
	case r.Ready && len(parts) == 0:
		return nil
	case r.Ready:
		return fmt.Errorf("one is running on this data folder and is ready, but %s", strings.Join(parts, ", "))
	}
	return fmt.Errorf("one is running on this data folder and is not ready: %s", strings.Join(parts, ", "))
}

// tryPorts listens on every port at once, as a server does.
func tryPorts(ctx context.Context, c Config) (busy error) {
	var bound []*listener
	for _, role := range c.listening() {
		l, err := bindRole(ctx, c, role, bound)
		busy = errors.Join(busy, err)
		if l != nil {
			bound = append(bound, l)
		}
	}
	for _, l := range bound {
		_ = l.socket.Close()
	}
	return busy
}
