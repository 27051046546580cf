// Package states plays the matrix of states and faults with the built program.
package states

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/statetest"
)

// repo is the folder of the repository.
const repo = "../../.."

func TestMain(m *testing.M) {
	if shift := os.Getenv(statetest.ClockVariable); shift != "" {
		os.Exit(serveShifted(shift))
	}
	os.Exit(m.Run())
}

// serveShifted is the program with a clock that is wrong.
func serveShifted(shift string) int {
	by, err := time.ParseDuration(shift)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	executable, _ := os.Executable()
	return cli.Main(ctx, cli.Process{
		Args: os.Args[1:], LookupEnv: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Executable: executable, Now: func() time.Time { return time.Now().Add(by) },
	})
}

// newPlan builds the program once.
func newPlan(t *testing.T) *statetest.Plan {
	t.Helper()
	built := filepath.Join(t.TempDir(), "cairn")
	command := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-o", built, "./cmd/cairn")
	command.Dir = repo
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	library, err := embedded.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", embedded.CacheDir(os.Getenv))
	if err != nil {
		t.Fatal(err)
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &statetest.Plan{Executable: built, Clocked: executable, Library: library, Repo: repo, Parallel: 3}
}
