package embedded_test

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
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestCancelledCallsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t)
	client := enginetest.Open(t, engine)
	database := enginetest.NewTeam(t, client)
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
					_, _ = client.Query(ctx, clickhouse.Query{SQL: enginetest.Endless, Result: proto.Results{{Name: "n", Data: &n}}})
				} else {
					_ = client.Insert(ctx, database, "logs", enginetest.LogRows(2000, byte(call)), enginetest.NewTeamID())
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
	testkit.Eventually(t, 5*time.Second, "no query runs", func() bool {
		return enginetest.AdminCount(t, client, "SELECT count() AS n FROM system.processes WHERE query NOT LIKE '%system.processes%'") == 0
	})
	if state := engine.State(); state.Restarts != 0 || state.Phase != embedded.Ready {
		t.Errorf("state = %+v", state)
	}
}

func TestEngineWithoutMemoryIsLimited(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) {
		o.MemoryBytes = 600 << 20
		o.Ceiling = clickhouse.Limits{MemoryBytes: 8 << 30}
	})
	var n proto.ColUInt64
	_, err := enginetest.Open(t, engine).Query(t.Context(), clickhouse.Query{
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
	enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
}

func TestEngineRefusesAFolderThatAnotherClickHouseKeeps(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	holdStatus(t, dir)
	opts, err := enginetest.EmbeddedOptions(dir)
	if err != nil {
		t.Fatal(err)
	}
	opts.LockWait = 300 * time.Millisecond
	_, err = embedded.Start(t.Context(), opts)
	if fault.KindOf(err) != fault.Conflict {
		t.Fatalf("StartEmbedded = %v, want a conflict", err)
	}
}

func TestEngineKeepsItsQueryLogAfterARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	for range 2 {
		engine := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
		client := enginetest.Open(t, engine)
		testkit.Eventually(t, 60*time.Second, "the log is written", func() bool {
			enginetest.Execute(t, client, "SYSTEM FLUSH LOGS query_log")
			return enginetest.AdminCount(t, client, "SELECT count() AS n FROM system.query_log") > 0
		})
		if err := engine.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
