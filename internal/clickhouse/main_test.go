package clickhouse_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// The test binary plays four parts: the tests, the engine that they start, a
// server that dies, and one that dies while it migrates.
const (
	childArg   = "engine-child"
	parentArg  = "engine-parent"
	upgradeArg = "engine-upgrade"
)

// shared is the engine that most tests use, each with databases of its own.
var shared *clickhouse.Embedded

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == childArg {
		os.Exit(report(clickhouse.RunChild(os.Args[2:])))
	}
	if len(os.Args) > 1 && os.Args[1] == parentArg {
		os.Exit(report(runParent(os.Args[2])))
	}
	if len(os.Args) > 1 && os.Args[1] == upgradeArg {
		os.Exit(report(runUpgrade(os.Args[2])))
	}
	os.Exit(runTests(m))
}

func report(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "cairn-engine-")
	if err != nil {
		return report(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	opts, err := engineOptions(dir)
	if err != nil {
		return report(err)
	}
	shared, err = clickhouse.StartEmbedded(context.Background(), opts)
	if err != nil {
		return report(err)
	}
	code := m.Run()
	if err := shared.Stop(context.Background()); err != nil {
		return report(err)
	}
	if err := goleak.Find(); err != nil {
		return max(code, report(err))
	}
	return code
}

// engineOptions returns how tests start an engine in dir, or the message that
// says how to install the library.
func engineOptions(dir string) (clickhouse.EmbeddedOptions, error) {
	library, err := clickhouse.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", clickhouse.CacheDir(os.Getenv))
	if err != nil {
		return clickhouse.EmbeddedOptions{}, err
	}
	executable, err := os.Executable()
	return clickhouse.EmbeddedOptions{
		Dir: dir, Library: library, Executable: executable, ChildArgs: []string{childArg},
		// The race detector would otherwise hold each child's end for a second,
		// and a run with coverage would complain.
		ChildEnv: []string{"GORACE=atexit_sleep_ms=0", "GOCOVERDIR=" + dir},
		Logger:   testLogger(),
	}, err
}

func testLogger() *slog.Logger {
	if os.Getenv("CAIRN_TEST_ENGINE_LOG") == "" {
		return nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// runParent is a server that starts an engine, says so, and waits to be
// killed.
func runParent(dir string) error {
	opts, err := engineOptions(dir)
	if err != nil {
		return err
	}
	engine, err := clickhouse.StartEmbedded(context.Background(), opts)
	if err != nil {
		return err
	}
	fmt.Println(engine.State().PID)
	select {}
}

// startEngine starts an engine of the test's own.
func startEngine(t *testing.T, adjust ...func(*clickhouse.EmbeddedOptions)) *clickhouse.Embedded {
	t.Helper()
	opts, err := engineOptions(filepath.Join(t.TempDir(), "engine"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range adjust {
		f(&opts)
	}
	engine, err := clickhouse.StartEmbedded(t.Context(), opts)
	if err != nil {
		t.Fatalf("StartEmbedded: %v", err)
	}
	t.Cleanup(func() { _ = engine.Stop(context.Background()) })
	return engine
}

// openClient returns a client of the endpoint that the test's end closes.
func openClient(t *testing.T, endpoint clickhouse.Endpoint) *clickhouse.Client {
	t.Helper()
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// eventually fails the test unless ok within the time.
func eventually(t *testing.T, within time.Duration, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(within)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", within, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
