package pgtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// holdVariable makes this test binary start a cluster and then hang, as the
// victim of TestClusterEndsWithItsTestBinary.
const holdVariable = "PGTEST_HOLD_CLUSTER"

func TestMain(m *testing.M) {
	if os.Getenv(holdVariable) != "" {
		hold()
	}
	code := pgtest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func hold() {
	cluster, err := pgtest.Start()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(cluster.Dir())
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

func TestEveryDatabaseIsFreshAndDropped(t *testing.T) {
	t.Parallel()
	var gone string
	t.Run("first", func(t *testing.T) {
		gone = pgtest.NewDatabase(t)
		run(t, gone, "CREATE TABLE stones (id TEXT)")
	})
	run(t, pgtest.NewDatabase(t), "CREATE TABLE stones (id TEXT)")
	if _, err := pgx.Connect(t.Context(), gone); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("connecting to the first test's database = %v, want that it does not exist", err)
	}
}

func TestCopiesAreOfOneModelAndApart(t *testing.T) {
	t.Parallel()
	filled := 0
	fill := func(address string) error {
		filled++
		run(t, address, "CREATE TABLE stones (id TEXT PRIMARY KEY)")
		return nil
	}
	for range 2 {
		run(t, pgtest.NewCopy(t, "model_stones", fill), "INSERT INTO stones VALUES ('first')")
	}
	if filled != 1 {
		t.Errorf("the model was filled %d times", filled)
	}
}

func TestAWrongPasswordIsRefused(t *testing.T) {
	t.Parallel()
	address := strings.Replace(pgtest.NewDatabase(t), "cairn-test@", "wrong@", 1)
	if _, err := pgx.Connect(t.Context(), address); err == nil {
		t.Error("a wrong password connects")
	}
}

func TestMissingProgramsNameTheDebianPackage(t *testing.T) {
	t.Parallel()
	nowhere := func(string) (string, error) { return "", exec.ErrNotFound }
	_, err := pgtest.FindPrograms(t.TempDir()+"/*/bin", nowhere)
	if err == nil || !strings.Contains(err.Error(), "Debian package postgresql") {
		t.Errorf("without programs the error is %v", err)
	}
}

func TestClusterEndsWithItsTestBinary(t *testing.T) {
	t.Parallel()
	victim := exec.CommandContext(t.Context(), os.Args[0])
	victim.Env = append(os.Environ(), holdVariable+"=1")
	stdin, err := victim.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	stdout, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	var dir string
	if _, err := fmt.Fscanln(stdout, &dir); err != nil {
		t.Fatal(err)
	}
	if err := victim.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = victim.Wait()
	waitUntilGone(t, dir)
}

func waitUntilGone(t *testing.T, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("the cluster's folder %q is still there", dir)
		}
	}
}

func run(t *testing.T, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestClusterIsAwayAndComesBack(t *testing.T) {
	t.Parallel()
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() }) // after the database is dropped
	address := cluster.NewDatabase(t)
	run(t, address, "CREATE TABLE stones (id TEXT)")
	signal := func(s syscall.Signal) func() error { return func() error { return cluster.Signal(s) } }
	for name, step := range map[string][2]func() error{
		"halted": {cluster.Halt, cluster.Resume}, "paused": {signal(syscall.SIGSTOP), signal(syscall.SIGCONT)},
	} {
		if err := step[0](); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if conn, err := pgx.Connect(ctx, address); err == nil {
			_ = conn.Close(ctx)
			t.Errorf("a cluster that is %s takes connections", name)
		}
		cancel()
		if err := step[1](); err != nil {
			t.Fatal(err)
		}
		run(t, address, "INSERT INTO stones VALUES ('"+name+"')")
	}
}
