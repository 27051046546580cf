package clickhouse_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestCancelledCallsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	engine := startEngine(t)
	client := openClient(t, engine)
	database := newTeam(t, client)
	const callers, calls = 8, 12
	seed := testkit.Seed(t, 1)
	var group sync.WaitGroup
	for caller := range callers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(caller)))
			for call := range calls {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(40))*time.Millisecond)
				if caller%2 == 0 {
					var n proto.ColUInt64
					_, _ = client.Query(ctx, clickhouse.Query{SQL: endless, Result: proto.Results{{Name: "n", Data: &n}}})
				} else {
					_ = client.Insert(ctx, database, "logs", logRows(2000, byte(call)), newTeamID())
				}
				cancel()
			}
		})
	}
	group.Wait()
	for _, role := range []clickhouse.Role{clickhouse.Reader, clickhouse.Writer} {
		if got := client.PoolStats(role); got.Busy != 0 {
			t.Errorf("%s pool = %+v, want nothing busy", role, got)
		}
	}
	eventually(t, 5*time.Second, "no query runs", func() bool {
		return adminCount(t, client, "SELECT count() AS n FROM system.processes WHERE query NOT LIKE '%system.processes%'") == 0
	})
	if state := engine.State(); state.Restarts != 0 || state.Phase != clickhouse.Ready {
		t.Errorf("state = %+v", state)
	}
}

func TestEngineWithoutMemoryIsLimited(t *testing.T) {
	t.Parallel()
	engine := startEngine(t, func(o *clickhouse.EmbeddedOptions) {
		o.MemoryBytes = 600 << 20
		o.Ceiling = clickhouse.Limits{MemoryBytes: 8 << 30}
	})
	var n proto.ColUInt64
	_, err := openClient(t, engine).Query(t.Context(), clickhouse.Query{
		SQL:    "SELECT length(groupArray(number)) AS n FROM numbers(500000000)",
		Result: proto.Results{{Name: "n", Data: &n}},
	})
	if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter <= 0 || clickhouse.ErrorCode(err) != 241 {
		t.Errorf("Query = %v, want limited with a hint when to retry", err)
	}
}

// holdStatus takes the lock by which any ClickHouse marks its folder.
func holdStatus(t *testing.T, dir string) *os.File {
	t.Helper()
	path := touch(t, filepath.Join(dir, "db", "status"))
	file, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func TestEngineWaitsForAnotherClickHouseInItsFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	held := holdStatus(t, dir)
	timer := time.AfterFunc(700*time.Millisecond, func() { _ = held.Close() })
	defer timer.Stop()
	startEngine(t, func(o *clickhouse.EmbeddedOptions) { o.Dir = dir })
}

func TestEngineRefusesAFolderThatAnotherClickHouseKeeps(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	holdStatus(t, dir)
	opts, err := engineOptions(dir)
	if err != nil {
		t.Fatal(err)
	}
	opts.LockWait = 300 * time.Millisecond
	_, err = clickhouse.StartEmbedded(t.Context(), opts)
	if fault.KindOf(err) != fault.Conflict {
		t.Fatalf("StartEmbedded = %v, want a conflict", err)
	}
}

func TestEngineKeepsItsQueryLogAfterARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	for range 2 {
		engine := startEngine(t, func(o *clickhouse.EmbeddedOptions) { o.Dir = dir })
		client := openClient(t, engine)
		eventually(t, 60*time.Second, "the log is written", func() bool {
			execute(t, client, "SYSTEM FLUSH LOGS query_log")
			n, err := clickhouse.AdminCount(t.Context(), client, "SELECT count() AS n FROM system.query_log")
			return err == nil && n > 0
		})
		if err := engine.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
