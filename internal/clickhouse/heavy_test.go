package clickhouse_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
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
	eventually(t, 20*time.Second, "the reads run", func() bool { return running(t, client, "busy") == uint64(reads) })
}

// TestSmallEngineStoresBesideHeavyReads has an engine of the smallest default
// size, on which reads take all cores and one wants more memory than a read
// may have.
func TestSmallEngineStoresBesideHeavyReads(t *testing.T) {
	t.Parallel()
	engine := startEngine(t, func(o *clickhouse.EmbeddedOptions) { o.MemoryBytes = 1 << 30 })
	client := openClient(t, engine)
	database := newTeam(t, client)
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
		insertLogs(t, client, database, 10_000, byte(batch+1))
	}
	if got := count(t, client, database, "SELECT count() AS n FROM logs"); got != 50_000 {
		t.Errorf("%d rows are stored", got)
	}
	if state := engine.State(); state.Restarts != 0 || state.Phase != clickhouse.Ready {
		t.Errorf("state = %+v", state)
	}
}
