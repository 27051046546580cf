package clickhouse_test

import (
	"context"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// silentTimeMax is how long a call may take to say that the engine keeps
// still: a second where nothing else runs.
const silentTimeMax = 8 * time.Second

// one asks the engine for the number one.
func one(ctx context.Context, client *clickhouse.Client) error {
	var n proto.ColUInt8
	_, err := client.Query(ctx, clickhouse.Query{SQL: "SELECT 1 AS n", Result: proto.Results{{Name: "n", Data: &n}}})
	return err
}

// refusal is how a call ended while the engine kept still.
type refusal struct {
	err  error
	took time.Duration
}

func refusalOf(call func() error) refusal {
	began := time.Now()
	err := call()
	return refusal{err, time.Since(began)}
}

// inTime wants calls to say early enough that the engine keeps still.
func inTime(t *testing.T, what string, refusals ...refusal) {
	t.Helper()
	slowest := time.Duration(0)
	for _, r := range refusals {
		if f := fault.From(r.err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Errorf("%s: %v, want unavailable with a hint when to retry", what, r.err)
		}
		slowest = max(slowest, r.took)
	}
	t.Logf("%s: refused within %s", what, slowest)
	if slowest > silentTimeMax {
		t.Errorf("%s: refused after %s", what, slowest)
	}
}

// atOnce makes so many calls at the same time.
func atOnce(count int, call func() error) []refusal {
	refusals := make([]refusal, count)
	var group sync.WaitGroup
	for i := range refusals {
		group.Go(func() { refusals[i] = refusalOf(call) })
	}
	group.Wait()
	return refusals
}

// underWay starts a query that is long, and returns what waits for its end.
func underWay(t *testing.T, client, other *clickhouse.Client) func() error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		var n proto.ColUInt64
		_, err := client.Query(t.Context(), clickhouse.Query{SQL: enginetest.Endless, Result: proto.Results{{Name: "n", Data: &n}}})
		ended <- err
	}()
	testkit.Eventually(t, 20*time.Second, "it runs", func() bool { return readsRunning(t, other) == 1 })
	return func() error { return <-ended }
}

func readsRunning(t *testing.T, client *clickhouse.Client) uint64 {
	t.Helper()
	return enginetest.AdminCount(t, client, "SELECT count() AS n FROM system.processes WHERE user = 'cairn_reader'")
}

func TestHungEngineIsUnavailableInTime(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t)
	client, other := enginetest.Open(t, engine), enginetest.Open(t, engine)
	if err := one(t.Context(), client); err != nil { // leaves a connection behind
		t.Fatal(err)
	}
	ended := underWay(t, client, other)
	if err := proctest.Halt(engine.State().PID); err != nil {
		t.Fatal(err)
	}
	ask := func() error { return one(t.Context(), client) }
	inTime(t, "the first queries", atOnce(2*clickhouse.PoolSize, ask)...)
	inTime(t, "a later query", refusalOf(ask))
	inTime(t, "a ping", refusalOf(func() error { return client.Ping(t.Context()) }))
	inTime(t, "queries on a connection to come", atOnce(2, func() error { return one(t.Context(), other) })...)
	inTime(t, "many at once", atOnce(2*clickhouse.PoolSize, ask)...)
	inTime(t, "the query under way", refusalOf(ended))
	if err := syscall.Kill(engine.State().PID, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	resumed := time.Now()
	testkit.Eventually(t, 20*time.Second, "the engine answers again", func() bool {
		return ask() == nil && one(t.Context(), other) == nil && client.Ping(t.Context()) == nil
	})
	t.Logf("it answered again within %s", time.Since(resumed))
	testkit.Eventually(t, 20*time.Second, "the query that was given up ends", func() bool { return readsRunning(t, other) == 0 })
}

func TestNetworkThatSwallowsIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	first, second := startProxy(t), startProxy(t)
	open := func(hosts string) *clickhouse.Client {
		external, err := clickhouse.ParseURL(adminURL(t, hosts))
		if err != nil {
			t.Fatal(err)
		}
		client := enginetest.Open(t, external)
		if err := client.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		return client
	}
	alone := open(first.listener.Addr().String())
	both := open(first.listener.Addr().String() + "," + second.listener.Addr().String())
	first.swallows.Store(true)
	for range 2 {
		inTime(t, "the only server", refusalOf(func() error { return alone.Ping(t.Context()) }))
	}
	testkit.Eventually(t, 20*time.Second, "the other server takes over", func() bool { return both.Ping(t.Context()) == nil })
	first.swallows.Store(false)
	testkit.Eventually(t, 20*time.Second, "the only server answers again", func() bool { return alone.Ping(t.Context()) == nil })
}

// TestServerThatWorksIsWaitedForLonger holds a loaded machine to more patience
// than one whose engine does nothing at all.
func TestServerThatWorksIsWaitedForLonger(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	worked := time.Duration(0)
	working := func() time.Duration { worked += time.Millisecond; return worked }
	if took := clickhouse.Patience(ctx, working); took < clickhouse.PatienceMax {
		t.Errorf("patience ended after %s", took)
	}
}
