package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// wire is the network between the server and its database. It can be slow.
type wire struct {
	net.Listener
	target string
	delay  atomic.Int64 // nanoseconds that each piece is held back
	conns  sync.WaitGroup
}

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: socket, target: target}
	w.conns.Go(w.serve)
	t.Cleanup(func() { _ = socket.Close() })
	return w
}

func (w *wire) serve() {
	for {
		client, err := w.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		w.conns.Go(func() { w.carry(client, server) })
		w.conns.Go(func() { w.carry(server, client) })
	}
}

func (w *wire) carry(to, from net.Conn) {
	defer func() { _ = to.Close() }()
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		time.Sleep(time.Duration(w.delay.Load()))
		if _, failed := to.Write(piece[:n]); err != nil || failed != nil {
			_ = from.Close()
			return
		}
	}
}

// metadataStore is a PostgreSQL of its own, behind a wire.
type metadataStore struct {
	*pgtest.Cluster
	direct string // its address without the wire
	wire   *wire
}

func startMetadata(t *testing.T) (m metadataStore, address string) {
	t.Helper()
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	m = metadataStore{Cluster: cluster, direct: cluster.NewDatabase(t)}
	behind, err := url.Parse(m.direct)
	if err != nil {
		t.Fatal(err)
	}
	m.wire = newWire(t, behind.Host)
	behind.Host = m.wire.Addr().String()
	return m, behind.String()
}

// readOnly makes every session of the database read-only, or not.
func (m metadataStore) readOnly(on string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, m.direct)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range []string{
		"SET default_transaction_read_only = off", "ALTER SYSTEM SET default_transaction_read_only = " + on, "SELECT pg_reload_conf()",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// outage is a way in which a database does not do its work.
type outage struct {
	name       string
	length     time.Duration
	begin, end func() error
	unseen     int // the status of a good key that the server has never seen
}

func (m metadataStore) outages() map[string]outage {
	delay := func(d time.Duration) func() error {
		return func() error { m.wire.delay.Store(int64(d)); return nil }
	}
	signal := func(s syscall.Signal) func() error { return func() error { return m.Signal(s) } }
	readOnly := func(on string) func() error { return func() error { return m.readOnly(on) } }
	const away = http.StatusServiceUnavailable
	return map[string]outage{
		"stopped":   {begin: m.Halt, end: m.Resume, unseen: away},
		"paused":    {begin: signal(syscall.SIGSTOP), end: signal(syscall.SIGCONT), unseen: away},
		"slow":      {begin: delay(3 * time.Second), end: delay(0), unseen: away},
		"read-only": {begin: readOnly("on"), end: readOnly("off"), unseen: http.StatusOK},
	}
}

// outageTime is longer than verdicts about keys are fresh.
const outageTime = 8 * time.Second

// TestDatabaseAwayDoesNotStopIngest is promise R25 in short: the database of
// metadata is stopped, paused, slow and read-only, and telemetry with known keys
// is acknowledged all the time; a revoked key stays dead.
func TestDatabaseAwayDoesNotStopIngest(t *testing.T) {
	t.Parallel()
	surviveOutages(t, outageTime)
}

// surviveOutages lets a server live through every outage.
func surviveOutages(t *testing.T, length time.Duration) {
	t.Helper()
	m, address := startMetadata(t)
	c := startCollector(t, "CAIRN_DATABASE_URL="+address)
	revoked := c.revokedKey()
	acked := 0
	for name, o := range m.outages() {
		o.name, o.length = name, length
		acked += c.surviveOutage(o, acked, revoked)
	}
	c.drain(slack * 60 * time.Second)
	all, different := c.counts()
	t.Logf("%d requests acknowledged; stored %d, different %d", acked, all, different)
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

// newKey makes an ingestion key.
func (c *collector) newKey() (id, key string) {
	c.t.Helper()
	_, text := c.stack("/ingestion-keys", `{"name":"k"}`)
	var made struct{ Data struct{ ID, Key string } }
	if err := json.Unmarshal([]byte(text), &made); err != nil || made.Data.Key == "" {
		c.t.Fatalf("no key was made: %s", text)
	}
	return made.Data.ID, made.Data.Key
}

// revokedKey returns an ingestion key that worked, and is known to be dead.
func (c *collector) revokedKey() string {
	c.t.Helper()
	id, key := c.newKey()
	if status, _ := c.post(http.NoBody, "Authorization", key); status != http.StatusOK {
		c.t.Fatalf("a new key returns %d", status)
	}
	request, _ := http.NewRequest(http.MethodDelete, "http://"+c.program.addr("stack")+"/api/v2/ingestion-keys/"+id, nil)
	request.Header.Set("Authorization", "Bearer "+c.accessKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	testkit.Eventually(c.t, slack*10*time.Second, "the key is dead", func() bool {
		status, _ := c.post(http.NoBody, "Authorization", key)
		return status == http.StatusUnauthorized
	})
	return key
}

// surviveOutage sends records through an outage and returns how many.
func (c *collector) surviveOutage(o outage, from int, revoked string) (acked int) {
	c.t.Helper()
	if status, _ := c.post(bytes.NewReader(numbered(0, from, 1))); status != http.StatusOK {
		c.t.Fatalf("%s: status %d before the outage", o.name, status)
	}
	acked++
	_, unseen := c.newKey()
	if err := o.begin(); err != nil {
		c.t.Fatalf("%s: %v", o.name, err)
	}
	slowest := time.Duration(0)
	for begun := time.Now(); time.Since(begun) < o.length; acked++ {
		sent := time.Now()
		if status, _ := c.post(bytes.NewReader(numbered(0, from+acked, 1))); status != http.StatusOK {
			c.t.Errorf("%s: status %d after %s", o.name, status, time.Since(begun))
		}
		slowest = max(slowest, time.Since(sent))
		if status, _ := c.post(http.NoBody, "Authorization", revoked); status != http.StatusUnauthorized {
			c.t.Errorf("%s: a revoked key returns %d", o.name, status)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if status, header := c.post(http.NoBody, "Authorization", unseen); status != o.unseen ||
		status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
		c.t.Errorf("%s: a key that was never seen returns %d, Retry-After %q", o.name, status, header.Get("Retry-After"))
	}
	if err := o.end(); err != nil {
		c.t.Fatalf("%s: %v", o.name, err)
	}
	testkit.Eventually(c.t, startTimeMax, "the server is ready", func() bool {
		status, _ := c.get("admin", "/readyz")
		return status == http.StatusOK
	})
	c.t.Logf("%s: %d requests acknowledged, the slowest after %s", o.name, acked, slowest)
	return acked
}
