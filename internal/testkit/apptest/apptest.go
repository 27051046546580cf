// Package apptest runs a whole Cairn inside a test: every listener on a free
// port of loopback, a real metadata store, and the test binary's one engine.
package apptest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

// Password is that of the first user.
const Password = "correct horse battery"

// Options shape the server of a test. The zero value is SQLite, no rate
// limits, and the real clock.
type Options struct {
	Postgres bool
	Now      func() time.Time
	Adjust   func(*app.Config)
	Engine   clickhouse.Endpoint // nil: that of the test binary
}

// Server is a running Cairn that is set up.
type Server struct {
	*app.App
	Installation access.Installation
	Config       app.Config
}

// Main runs the tests of m with what they need around them, and fails when
// goroutines are left over. Call it from TestMain and exit with what it returns.
func Main(m *testing.M) int {
	testkit.SpareCPU()
	access.HashCheaply()
	code := enginetest.Main(runner(func() int { return pgtest.Main(m) }))
	if code != 0 {
		return code
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

type runner func() int

// Run calls the function.
func (r runner) Run() int { return r() }

// Start runs a server until t ends, and sets it up.
func Start(t *testing.T, options Options) *Server {
	t.Helper()
	server := StartEmpty(t, options)
	made, err := server.Access().Install(t.Context(), access.NewUser{
		Email: "admin@localhost", Name: "Administrator", Password: Password,
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Installation = made
	return server
}

// StartEmpty runs a server until t ends and leaves its set-up to the test.
func StartEmpty(t *testing.T, options Options) *Server {
	t.Helper()
	config := Config(t, options)
	if config.DatabaseURL == "" && isEmpty(config.DataDir) {
		storetest.SQLite(t, config.DataDir)
	}
	served, err := app.New(t.Context(), app.Options{
		Config: config, Logger: logger(t), Now: clock(options), Engine: engine(t, options),
	})
	if err != nil {
		t.Fatal(err)
	}
	served.Start(t.Context())
	t.Cleanup(func() {
		if err := served.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return &Server{App: served, Config: config}
}

func engine(t *testing.T, options Options) clickhouse.Endpoint {
	t.Helper()
	if options.Engine != nil {
		return options.Engine
	}
	return enginetest.Endpoint(t)
}

func isEmpty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 0
}

// Config returns the configuration of a test's server.
func Config(t *testing.T, options Options) app.Config {
	t.Helper()
	const anyPort = "127.0.0.1:0"
	config := app.Config{
		DataDir: t.TempDir(), StackAddr: anyPort, UIAddr: anyPort, CloudAddr: anyPort,
		OTLPGRPCAddr: anyPort, OTLPHTTPAddr: anyPort, AdminAddr: anyPort,
		LogLevel: "info", LogFormat: "text",
	}
	if options.Postgres {
		config.DatabaseURL = storetest.Postgres(t)
	}
	if options.Adjust != nil {
		options.Adjust(&config)
	}
	return config
}

// URL returns the address of a listener.
func (s *Server) URL(role app.Role) string { return "http://" + s.Addr(role) }

func clock(options Options) func() time.Time {
	if options.Now == nil {
		return time.Now
	}
	return options.Now
}

// logger writes to the test's own log, so that only failing tests show it.
func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// EachStore runs the test once on SQLite and once on PostgreSQL.
func EachStore(t *testing.T, run func(t *testing.T, options Options)) {
	t.Helper()
	for _, postgres := range []bool{false, true} {
		t.Run(fmt.Sprintf("postgres=%t", postgres), func(t *testing.T) {
			t.Parallel()
			run(t, Options{Postgres: postgres})
		})
	}
}
