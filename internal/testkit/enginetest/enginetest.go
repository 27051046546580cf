// Package enginetest gives tests a real telemetry engine: one embedded
// ClickHouse per test binary, and a database per team.
package enginetest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// ChildArg makes a test binary whose TestMain calls Main the engine's child.
const ChildArg = "engine-child"

// shared is the engine of this test binary. One engine per process is process
// state by its nature, so it is the one variable of this package.
var shared struct {
	mu     sync.Mutex
	engine *clickhouse.Embedded
	dir    string
	err    error
}

// Main runs the tests of m and then stops the engine, if one of them needed
// it. In the engine's child it runs the engine instead. Call it from TestMain
// and exit with its answer.
func Main(m interface{ Run() int }) int {
	if len(os.Args) > 1 && os.Args[1] == ChildArg {
		if err := clickhouse.RunChild(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	code := m.Run()
	stop()
	return code
}

// Options returns how tests start an engine of their own in dir. Where the
// library is missing the test fails and says how to install it.
func Options(t testing.TB, dir string) clickhouse.EmbeddedOptions {
	t.Helper()
	options, err := embeddedOptions(dir)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

func embeddedOptions(dir string) (clickhouse.EmbeddedOptions, error) {
	library, err := clickhouse.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", clickhouse.CacheDir(os.Getenv))
	if err != nil {
		return clickhouse.EmbeddedOptions{}, err
	}
	executable, err := os.Executable()
	return clickhouse.EmbeddedOptions{
		Dir: dir, Library: library, Executable: executable, ChildArgs: []string{ChildArg},
		// The race detector would otherwise hold the child's end for a second.
		ChildEnv: []string{"GORACE=atexit_sleep_ms=0"},
	}, err
}

// Start returns the shared engine; the first call starts it.
func Start(t testing.TB) *clickhouse.Embedded {
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
	client := clickhouse.Open(Start(t), clickhouse.ClientOptions{})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func start() (*clickhouse.Embedded, string, error) {
	dir, err := os.MkdirTemp("", "cairn-engine-")
	if err != nil {
		return nil, "", err
	}
	options, err := embeddedOptions(dir)
	if err != nil {
		return nil, dir, err
	}
	engine, err := clickhouse.StartEmbedded(context.Background(), options)
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
