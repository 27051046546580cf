package sqlstore_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

const secret = "s3cret%2Fw0rd" // decodes to another text, which must not be seen either

func TestDatabaseURLErrorsNameTheOptionAndHideThePassword(t *testing.T) {
	t.Parallel()
	f := func(address, want string) {
		t.Helper()
		_, err := sqlstore.Open(t.Context(), sqlstore.Options{URL: address, ConnectTimeout: patience, Logger: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Fatalf("%s was opened", address)
		}
		wantLine(t, err, "CAIRN_DATABASE_URL", want)
		for _, hidden := range []string{"s3cret", "w0rd"} {
			if strings.Contains(err.Error(), hidden) {
				t.Errorf("%q shows the password", err)
			}
		}
	}
	server, err := url.Parse(pgtest.NewDatabase(t))
	ok(t, err)
	at := func(user, database string) string {
		return "postgres://" + user + ":" + secret + "@" + server.Host + "/" + database + "?sslmode=disable"
	}
	f(at("cairn", "postgres"), "password authentication failed")
	f(at("nobody", "postgres"), "password authentication failed")
	f("postgres://cairn:cairn-test@"+server.Host+"/missing?sslmode=disable", `database "missing" does not exist`)
	f("postgres://u:"+secret+"@127.0.0.1:1/d", "can't use PostgreSQL at 127.0.0.1:1: connect: connection refused")
	f("postgres://u:"+secret+"@nowhere.invalid/d", "the host name can't be resolved")
	f("postgres://u:"+secret+"@"+silentServer(t)+"/d?sslmode=disable&connect_timeout=1", "no answer in time")
	f("postgres://u:"+secret+"@127.0.0.1:99999/d", "postgres://user:password@host:5432/database")
	f("postgres://u:"+secret+"@127.0.0.1/%zz", "postgres://user:password@host:5432/database")
	f("postgres://u:"+secret+"@127.0.0.1/d?sslmode=perhaps", "postgres://user:password@host:5432/database")
	f("mysql://u:"+secret+"@127.0.0.1/d", "postgres://user:password@host:5432/database")
	f("host=127.0.0.1 password="+secret, "postgres://user:password@host:5432/database")
}

func TestDatabaseThatGoesAwayIsUnavailableUntilItIsBack(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(pgtest.NewDatabase(t))
	ok(t, err)
	way := newForwarder(t, address.Host)
	address.Host = way.address
	s := open(t, sqlstore.Options{URL: address.String(), Logger: slog.New(slog.DiscardHandler), StatementTimeout: patience})
	ok(t, s.CreateUser(t.Context(), user(1)))

	way.cut()
	err = s.Ping(t.Context())
	wantKind(t, err, fault.Unavailable)
	if fault.From(err).RetryAfter <= 0 {
		t.Error("the fault does not say when to try again")
	}
	wantKind(t, s.CreateUser(t.Context(), user(2)), fault.Unavailable)
	wantKind(t, s.InTx(t.Context(), func(context.Context) error { return nil }), fault.Unavailable)

	way.restore()
	ok(t, s.CreateUser(t.Context(), user(2)))
}

func TestPostgresErrorsBecomeFaults(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{URL: pgtest.NewDatabase(t), Logger: slog.New(slog.DiscardHandler)})
	f := func(code string, want fault.Kind) {
		t.Helper()
		if got := fault.KindOf(s.Failure(&pgconn.PgError{Code: code})); got != want {
			t.Errorf("SQLSTATE %s is %q, want %q", code, got, want)
		}
	}
	f("23505", fault.Conflict)
	f("23503", fault.NotFound)
	f("40001", fault.Unavailable)
	f("40P01", fault.Unavailable)
	f("57014", fault.Unavailable)
	f("53100", fault.Unavailable)
	f("53300", fault.Unavailable)
	f("57P01", fault.Unavailable)
	f("08006", fault.Unavailable)
	f("42601", fault.Internal)
}

func TestPostgresStatementsAreBoundedInTime(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{URL: pgtest.NewDatabase(t), Logger: slog.New(slog.DiscardHandler), StatementTimeout: 100 * time.Millisecond})
	wantKind(t, s.WriterExec(t.Context(), "SELECT pg_sleep(30)"), fault.Unavailable)
}

// silentServer accepts connections and says nothing.
func silentServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

// forwarder is a way to a server that can be cut and restored.
type forwarder struct {
	address string
	server  string
	mu      sync.Mutex
	closed  bool
	open    []net.Conn
	group   sync.WaitGroup
}

func newForwarder(t *testing.T, server string) *forwarder {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	f := &forwarder{address: listener.Addr().String(), server: server}
	f.group.Go(func() { f.accept(listener) })
	t.Cleanup(func() {
		_ = listener.Close()
		f.cut()
		f.group.Wait()
	})
	return f
}

func (f *forwarder) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", f.server)
		if err != nil || !f.keep(client, server) {
			_ = client.Close()
			continue
		}
		f.group.Go(func() { pump(server, client) })
		f.group.Go(func() { pump(client, server) })
	}
}

func (f *forwarder) keep(client, server net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		_ = server.Close()
		return false
	}
	f.open = append(f.open, client, server)
	return true
}

func pump(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
}

func (f *forwarder) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for _, conn := range f.open {
		_ = conn.Close()
	}
	f.open = nil
}

func (f *forwarder) restore() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = false
}
