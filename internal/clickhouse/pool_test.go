package clickhouse_test

import (
	"context"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// proxy stands before the shared engine and counts connections.
type proxy struct {
	listener net.Listener
	accepted atomic.Int64
	swallows atomic.Bool // what clients send
	group    sync.WaitGroup

	mu    sync.Mutex
	conns []net.Conn
}

func startProxy(t *testing.T) *proxy {
	t.Helper()
	target, err := enginetest.Start(t).Target()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener}
	p.group.Go(func() { p.serve(target.Addresses[0]) })
	t.Cleanup(func() {
		_ = listener.Close()
		p.hangUp()
		p.group.Wait()
	})
	return p
}

func (p *proxy) serve(address string) {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.accepted.Add(1)
		p.mu.Lock()
		p.conns = append(p.conns, conn)
		p.mu.Unlock()
		p.group.Go(func() { forward(swallowing{conn, p}, address) })
	}
}

// swallowing is a connection that may lose what comes.
type swallowing struct {
	net.Conn
	proxy *proxy
}

// Read returns what is not lost.
func (s swallowing) Read(b []byte) (int, error) {
	for {
		n, err := s.Conn.Read(b)
		if err != nil || !s.proxy.swallows.Load() {
			return n, err
		}
	}
}

// hangUp breaks all connections.
func (p *proxy) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.conns = nil
}

func TestPoolKeepsGoodConnectionsAndReplacesOthers(t *testing.T) {
	t.Parallel()
	p := startProxy(t)
	external, err := clickhouse.ParseURL(adminURL(t, p.listener.Addr().String()))
	if err != nil {
		t.Fatal(err)
	}
	var clock atomic.Int64
	client := clickhouse.Open(external, clickhouse.ClientOptions{
		Now: func() time.Time { return time.Unix(0, clock.Load()) },
	})
	t.Cleanup(func() { _ = client.Close() })
	steps := []struct {
		what   string
		rest   time.Duration
		before func()
		want   int64
	}{
		{"the first call dials", 0, nil, 1},
		{"the next one does not", 0, nil, 1},
		{"one after a rest asks for a sign of life beside it", time.Minute, nil, 2},
		{"and needs no connection the next time", time.Minute, nil, 2},
		{"a connection that rested too long is not used", 6 * time.Minute, nil, 3},
		{"nor are those that broke meanwhile", time.Minute, p.hangUp, 5},
	}
	for _, step := range steps {
		clock.Add(int64(step.rest))
		if step.before != nil {
			step.before()
		}
		if err := client.Ping(t.Context()); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		if got := p.accepted.Load(); got != step.want {
			t.Fatalf("%s: %d connections, want %d", step.what, got, step.want)
		}
	}
}

func TestEngineBoundsTheQueriesOfARole(t *testing.T) {
	t.Parallel()
	const roleQueriesMax = 64
	client := clickhouse.Open(enginetest.Own(t), clickhouse.ClientOptions{PoolSize: roleQueriesMax + 1})
	t.Cleanup(func() { _ = client.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// One row a block, because the engine bounds the sleep of a block.
	sleeping := "SELECT sleepEachRow(1) AS n FROM (SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 24) + ")"
	var group sync.WaitGroup
	for range roleQueriesMax {
		group.Go(func() {
			var n proto.ColUInt8
			_, _ = client.Query(ctx, clickhouse.Query{
				SQL: sleeping, Settings: []clickhouse.Setting{{Name: "max_threads", Value: "1"}},
				Result:  proto.Results{{Name: "n", Data: &n}},
				OnBlock: func(context.Context, proto.Block) error { return nil },
			})
		})
	}
	testkit.Eventually(t, 20*time.Second, "all run", func() bool {
		return enginetest.AdminCount(t, client, "SELECT count() AS n FROM system.processes WHERE user = 'cairn_reader'") == roleQueriesMax
	})
	_, err := client.Query(t.Context(), clickhouse.Query{SQL: "SELECT 1"})
	if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter <= 0 {
		t.Errorf("Query = %v, want limited with a hint when to retry", err)
	}
	cancel()
	group.Wait()
}
