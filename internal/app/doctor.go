package app

import (
	"cmp"
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
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// doctorCheckMax is how long the doctor waits for a database.
const doctorCheckMax = 5 * time.Second

// Finding is one look of the doctor: Err is nil when all is well, and says
// what is wrong and how to fix it otherwise.
type Finding struct {
	Subject string
	Good    string
	Err     error
}

// Examine looks at an installation, whether it is served or not, and reports
// each finding as it is made. It changes nothing.
func Examine(ctx context.Context, o Options, report func(Finding) error) error {
	for _, look := range []func(context.Context, Options) []Finding{
		one(lookAtDataDir), one(lookAtDisk), one(lookAtOpenFiles), one(lookAtEngine), lookAtCluster, one(lookAtEngineMemory), one(lookAtEngineData),
		one(lookAtDatabase), one(lookAtClients), one(lookAtTLS), one(lookAtServer), one(lookAtLosses), one(lookAtRefused),
	} {
		for _, finding := range look(ctx, o) {
			if err := report(finding); err != nil {
				return err
			}
		}
	}
	return nil
}

// one is a look that finds one thing.
func one(look func(context.Context, Options) Finding) func(context.Context, Options) []Finding {
	return func(ctx context.Context, o Options) []Finding { return []Finding{look(ctx, o)} }
}

// lookAtDataDir never makes the folder: looking changes nothing.
func lookAtDataDir(_ context.Context, o Options) Finding {
	dir := o.Config.DataDir
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		return Finding{"data folder", dir + " is not there yet; the first start makes it", probeParent(dir)}
	}
	err := errors.Join(prepareDataDir(dir), checkNoMark(dir), checkShapes(o.Config), checkWritable(o.Config))
	return Finding{"data folder", dir + " can be written", err}
}

func lookAtDisk(_ context.Context, o Options) Finding {
	space, err := disk.Measure(nearestDir(o.Config.DataDir))
	if err != nil {
		return Finding{Subject: "disk", Err: err}
	}
	free, floor := space.FreeBytes>>20, space.FloorBytes()>>20
	if space.IsLowOnInodes() {
		return Finding{Subject: "disk", Err: fmt.Errorf(
			"only %d inodes are free, and below %d telemetry is refused; remove files that are not needed, or move the folder with CAIRN_DATA_DIR", space.FreeInodes, space.FloorInodes())}
	}
	if space.IsLow() {
		return Finding{Subject: "disk", Err: fmt.Errorf(
			"only %d MiB are free, and below %d MiB telemetry is refused; free some space, or move the folder with CAIRN_DATA_DIR", free, floor)}
	}
	return Finding{Subject: "disk", Good: fmt.Sprintf("%d MiB free; telemetry is refused below %d MiB", free, floor)}
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

func lookAtEngine(ctx context.Context, o Options) Finding {
	if !o.Config.Embedded() {
		return Finding{"engine", "the external ClickHouse answers", pingExternal(ctx, o)}
	}
	library, err := checkLibrary(o.Config, o.Executable, o.CacheDir)
	if err != nil {
		return Finding{Subject: "engine", Err: err}
	}
	known, err := embedded.VerifyLibrary(library)
	good := "embedded, library " + library
	if !known {
		good += ", whose digest is not known for " + runtime.GOOS + "-" + runtime.GOARCH
	}
	return Finding{"engine", good, err}
}

// lookAtEngineMemory shows what the engine may take of the machine, and where
// that comes from.
func lookAtEngineMemory(_ context.Context, o Options) Finding {
	f := Finding{Subject: "engine memory"}
	if !o.Config.Embedded() {
		f.Good = "the external ClickHouse has its own"
		return f
	}
	if where, err := readControl(o.Config.DataDir); err == nil && where.Memory != "" && isRunning(o.Config.DataDir) {
		f.Good = where.Memory // of the server that runs
		return f
	}
	memory, err := chooseEngineMemory(o.Config.EngineMemory, o.Host)
	f.Good, f.Err = memory.said(), err
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
func lookAtEngineData(_ context.Context, o Options) Finding {
	f := Finding{Subject: engineDataPart, Good: "no damage is found"}
	if !o.Config.Embedded() {
		f.Good = "kept by the external ClickHouse"
		return f
	}
	known, err := readInstallation(o.Config.DataDir)
	damage, failed := embedded.FindDamage(o.Config.EngineDir())
	f.Err = errors.Join(err, known.checkEngine(o.Config), failed, damage.Err())
	return f
}

func pingExternal(ctx context.Context, o Options) error {
	external, err := clickhouse.ParseURL(o.Config.ClickhouseURL)
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
	return errors.Join(fitsFound(ctx, tables.NewTeams(client)), client.Close())
}

// fitLooksMax is how many teams are looked at for one whose tables fit.
const fitLooksMax = 20

// fitsFound refuses an address that fits the tables of no team. Databases of other
// installations may be there, too.
func fitsFound(ctx context.Context, teams tables.Teams) (first error) {
	found, err := teams.TeamDatabases(ctx)
	if err != nil {
		return nil // who is away is the finding of another look
	}
	for _, team := range found[:min(len(found), fitLooksMax)] {
		err := onlyConflict(teams.CheckArrangement(ctx, team))
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

func lookAtDatabase(ctx context.Context, o Options) Finding {
	if o.Config.DatabaseURL == "" && !exists(o.Config.DataDir) {
		return Finding{Subject: "database", Good: "SQLite; the first start makes it"}
	}
	if err := checkShapes(o.Config); err != nil { // a pipe would be waited for
		return Finding{Subject: "database", Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	found, err := reachStore(ctx, o.Config, o.Logger)
	return Finding{"database", "it answers" + saidOfSchema(found), err}
}

// saidOfSchema names the version of a database's schema, and the nodes that use it.
func saidOfSchema(found sqlstore.Reached) string {
	if found.Schema.Version == 0 {
		return ""
	}
	said := fmt.Sprintf("; its schema has version %d", found.Schema.Version)
	if found.Schema.Version != found.Schema.Known {
		said += fmt.Sprintf(", and this program knows version %d", found.Schema.Known)
	}
	for i, node := range found.Nodes {
		said += []string{"; nodes: ", ", "}[min(i, 1)] + fmt.Sprintf("%s (cairn %s, knows version %d)", node.Name, node.Version, node.Knows)
	}
	return said
}

// lookAtClients shows whose word counts about where requests come from.
func lookAtClients(_ context.Context, o Options) Finding {
	said := []string{
		saidOf("no load balancer speaks the PROXY protocol", "PROXY protocol from ", o.Config.ProxyProtocolFrom),
		saidOf("no proxy is trusted", "X-Forwarded-For from ", o.Config.TrustedProxies),
	}
	if o.Config.balancers().TrustsAll() || o.Config.proxies().TrustsAll() {
		said = append(said, "every address is trusted, so that anyone who connects can claim any address")
	}
	return Finding{Subject: "clients", Good: strings.Join(said, "; ")}
}

func saidOf(none, some string, networks []string) string {
	if len(networks) == 0 {
		return none
	}
	return some + strings.Join(networks, ", ")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// lookAtServer reports whether a server runs on the folder, and if none does
// whether the ports are free for one.
func lookAtServer(ctx context.Context, o Options) Finding {
	if exists(filepath.Join(o.Config.DataDir, lockName)) {
		lock, err := lockDataDir(o.Config.DataDir)
		if errors.Is(err, errLocked) {
			return lookAtRunning(ctx, o.Config.DataDir)
		}
		if err != nil {
			return Finding{"server", "", err}
		}
		defer func() { _ = lock.Close() }()
	}
	busy := tryPorts(ctx, o.Config)
	if moved := askMoved(ctx, o.Config); busy != nil && moved != nil {
		busy = moved
	}
	return Finding{"server", "none is running; its ports are free", busy}
}

// askMoved returns what a server at the admin address says about its data
// folder, if that is no longer where the doctor looks.
func askMoved(ctx context.Context, c Config) error {
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	said, err := readReadiness(ctx, control{Address: c.Listen(RoleAdmin), TLS: c.IsSealed(RoleAdmin)})
	if text := said.Parts[diskPart]; err == nil && strings.Contains(text, disk.MovedText+c.DataDir) {
		return fmt.Errorf("one is running on the ports: %s", text)
	}
	return nil
}

// lookAtRunning asks the server that has the folder how it is.
func lookAtRunning(ctx context.Context, dir string) Finding {
	f := Finding{Subject: "server", Good: "one is running on this data folder and is ready"}
	where, err := readControl(dir)
	if err != nil {
		f.Good = "one is running on this data folder; it has no admin listener that could be asked how it is"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	f.Err = askReadiness(ctx, where)
	return f
}

// CheckReady returns nil when the server of the data folder runs and says that
// it is ready.
func CheckReady(ctx context.Context, c Config) error {
	where, err := readControl(c.DataDir)
	if err != nil {
		return fmt.Errorf("no server on %s can be asked: none runs, it has just begun to start, or it has no admin listener (--admin-addr)", c.DataDir)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorCheckMax)
	defer cancel()
	said, err := readReadiness(ctx, where)
	if err == nil && !said.Ready {
		err = said.err()
	}
	return err
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
		if said := r.Parts[name]; said != partReady && (!slices.Contains(doctorParts(), name) || strings.Contains(said, unreadableText)) {
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
