// Package enginetest gives tests a real telemetry engine: one embedded
// ClickHouse per test binary, and a database per team.
package enginetest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
)

// ChildArg makes a test binary whose TestMain calls Main the engine's child.
const ChildArg = "engine-child"

// shared is the engine of this test binary. One engine per process is process
// state by its nature, so it is the one variable of this package.
var shared struct {
	mu     sync.Mutex
	engine *embedded.Engine
	dir    string
	err    error
}

// Part is another part that a test binary can play: when its first argument is
// Arg it runs Run with the second one.
type Part struct {
	Arg string
	Run func(arg string) error
}

// Main runs the tests of m and then stops the engine, if one of them needed
// it. In the engine's child it runs the engine instead. Call it from TestMain
// and exit with what it returns.
func Main(m interface{ Run() int }, parts ...Part) int {
	if len(os.Args) > 2 && os.Args[1] == ChildArg {
		return report(runChild(os.Args[2:]))
	}
	for _, part := range parts {
		if len(os.Args) > 2 && os.Args[1] == part.Arg {
			return report(part.Run(os.Args[2]))
		}
	}
	code := m.Run()
	stop()
	stopCluster()
	return code
}

// runChild runs the engine, in a cluster with replicas as one of them.
func runChild(args []string) error {
	if address := os.Getenv(clustertest.InterserverVariable); address != "" {
		if err := clustertest.LetReplicate(args[0], address); err != nil {
			return err
		}
	}
	return embedded.RunChild(args)
}

func report(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// Options returns how tests start an engine of their own in dir. Where the
// library is missing the test fails and says how to install it.
func Options(t testing.TB, dir string) embedded.Options {
	t.Helper()
	options, err := EmbeddedOptions(dir)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

// EmbeddedOptions returns how tests start an engine in dir, or what says how to
// install the library.
func EmbeddedOptions(dir string) (embedded.Options, error) {
	library, err := embedded.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", embedded.CacheDir(os.Getenv))
	if err != nil {
		return embedded.Options{}, err
	}
	executable, err := os.Executable()
	return embedded.Options{
		Dir: dir, Library: library, Executable: executable, ChildArgs: []string{ChildArg},
		// The race detector would otherwise hold the child's end for a second,
		// and a run with coverage would complain.
		ChildEnv: []string{"GORACE=atexit_sleep_ms=0", "GOCOVERDIR=" + dir},
		Logger:   logger(),
	}, err
}

// Start returns the shared engine; the first call starts it.
func Start(t testing.TB) *embedded.Engine {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.engine == nil && shared.err == nil {
		shared.engine, shared.dir, shared.err = start()
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.engine
}

// Client returns a client of the shared engine that t's end closes.
func Client(t testing.TB) *clickhouse.Client {
	t.Helper()
	return openPrepared(t, Endpoint(t))
}

// Open returns a client of the endpoint that the test's end closes.
func Open(t *testing.T, endpoint clickhouse.Endpoint) *clickhouse.Client {
	t.Helper()
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// Own starts an engine of the test's own.
func Own(t *testing.T, adjust ...func(*embedded.Options)) *embedded.Engine {
	t.Helper()
	opts, err := EmbeddedOptions(filepath.Join(t.TempDir(), "engine"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range adjust {
		f(&opts)
	}
	engine, err := embedded.Start(t.Context(), opts)
	if err != nil {
		t.Fatalf("StartEmbedded: %v", err)
	}
	t.Cleanup(func() { _ = engine.Stop(context.Background()) })
	return engine
}

func start() (*embedded.Engine, string, error) {
	dir, err := os.MkdirTemp("", "cairn-engine-")
	if err != nil {
		return nil, "", err
	}
	options, err := EmbeddedOptions(dir)
	if err != nil {
		return nil, dir, err
	}
	engine, err := embedded.Start(context.Background(), options)
	return engine, dir, err
}

func stop() {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.engine != nil {
		_ = shared.engine.Stop(context.Background())
	}
	if shared.dir != "" {
		_ = os.RemoveAll(shared.dir)
	}
}

func logger() *slog.Logger {
	if os.Getenv("CAIRN_TEST_ENGINE_LOG") == "" {
		return nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
