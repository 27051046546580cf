package embedded_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// endlessOnAllCores takes longer than any test and all threads that it gets.
const endlessOnAllCores = "SELECT count() AS n FROM numbers_mt(19000000000) WHERE sipHash64(number) = 1"

// keepBusy runs reads that never end on all cores until the test ends.
func keepBusy(t *testing.T, client *clickhouse.Client, reads int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	t.Cleanup(func() { cancel(); group.Wait() })
	for range reads {
		group.Go(func() {
			var n proto.ColUInt64
			_, _ = client.Query(ctx, clickhouse.Query{SQL: endlessOnAllCores, Comment: "busy", Result: proto.Results{{Name: "n", Data: &n}}})
		})
	}
	testkit.Eventually(t, 20*time.Second, "the reads run", func() bool { return enginetest.Running(t, client, "busy") == uint64(reads) })
}

// TestSmallEngineStoresBesideHeavyReads has an engine of the smallest default
// size, on which reads take all cores and one wants more memory than a read
// may have.
func TestSmallEngineStoresBesideHeavyReads(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) { o.MemoryBytes = 1 << 30 })
	client := enginetest.Open(t, engine)
	database := enginetest.NewTeam(t, client)
	keepBusy(t, client, 4)
	var n proto.ColUInt64
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL:    "SELECT length(groupArray(number)) AS n FROM numbers_mt(500000000)",
		Result: proto.Results{{Name: "n", Data: &n}},
	})
	if fault.KindOf(err) != fault.Invalid || clickhouse.ErrorCode(err) != 241 {
		t.Errorf("a read beyond half of the engine = %v, want invalid with code 241", err)
	}
	for batch := range 5 {
		enginetest.InsertLogs(t, client, database, 10_000, byte(batch+1))
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs"); got != 50_000 {
		t.Errorf("%d rows are stored", got)
	}
	if state := engine.State(); state.Restarts != 0 || state.Phase != embedded.Ready {
		t.Errorf("state = %+v", state)
	}
}
