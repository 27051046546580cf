package clickhouse

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// How long a handshake may take, and how long a cancelled call may linger
// before its connection is torn down.
const (
	handshakeTimeMax = 10 * time.Second
	lingerMax        = 500 * time.Millisecond
	clientName       = "cairn"
)

// conn is one connection. It serves one call at a time.
type conn struct {
	client     *ch.Client
	raw        net.Conn
	address    string
	database   string
	generation uint64
	life       *life // of the server; nil: not followed
	usedAt     time.Time
}

// dialing says how to dial a target.
type dialing struct {
	role    Role
	timeout time.Duration
	first   int // the index of the address to begin with
	// life returns that of the server at an address; nil: it is not followed.
	life func(address string) *life
}

// lifeOf returns the life of the server at an address, or nil.
func (d dialing) lifeOf(address string) *life {
	if d.life == nil {
		return nil
	}
	return d.life(address)
}

// dial returns a connection to the first address that takes one, or what each
// of them said.
func dial(ctx context.Context, target Target, how dialing) (*conn, error) {
	if len(target.Addresses) == 0 {
		return nil, errors.New("no address to dial")
	}
	var failures []error
	for i := range target.Addresses {
		address := target.Addresses[(how.first+i)%len(target.Addresses)]
		c, err := dialAlive(ctx, target, how, address)
		if err == nil {
			return c, nil
		}
		failures = append(failures, fmt.Errorf("%s: %w", address, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, errors.Join(failures...)
}

// dialAlive spares calls that watch their server the wait for one that keeps
// still.
func dialAlive(ctx context.Context, target Target, how dialing, address string) (*conn, error) {
	if life := how.lifeOf(address); life != nil && how.role.watches() && life.away() {
		return nil, silent()
	}
	return dialAddress(ctx, target, how, address)
}

func dialAddress(ctx context.Context, target Target, how dialing, address string) (*conn, error) {
	raw, err := dialRaw(ctx, target.TLS, how.timeout, address)
	if err != nil {
		return nil, err
	}
	life := how.lifeOf(address)
	if life != nil && how.role.watches() {
		raw = listening{raw, life}
	}
	options := clientOptions(target, how.role)
	options.Compression = compressionTo(address)
	client, err := ch.Connect(ctx, raw, options)
	if err == nil {
		err = checkVersion(client.ServerInfo())
	}
	if err != nil {
		_ = raw.Close()
		return nil, err
	}
	return &conn{
		client: client, raw: raw, address: address,
		database: target.firstDatabase(), generation: target.Generation, life: life,
	}, nil
}

// The oldest server whose tables and settings are known to suit the schema.
const (
	serverMajorMin = 26
	serverMinorMin = 7
)

func checkVersion(server proto.ServerHello) error {
	if server.Major > serverMajorMin || server.Major == serverMajorMin && server.Minor >= serverMinorMin {
		return nil
	}
	return Unavailable(nil, "ClickHouse %d.%d is too old: %d.%d or newer is needed",
		server.Major, server.Minor, serverMajorMin, serverMinorMin)
}

func dialRaw(ctx context.Context, config *tls.Config, timeout time.Duration, address string) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: timeout}
	if config == nil {
		return dialer.DialContext(ctx, "tcp", address)
	}
	return (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext(ctx, "tcp", address)
}

func clientOptions(target Target, role Role) ch.Options {
	login := target.Logins[role]
	return ch.Options{
		Database:         target.firstDatabase(),
		User:             login.User,
		Password:         login.Password,
		ClientName:       clientName,
		Settings:         NativeSettings(target.Settings[role]),
		ReadTimeout:      handshakeTimeMax,
		HandshakeTimeout: handshakeTimeMax,
	}
}

// compressionTo returns how blocks travel to an address. Within one machine
// the way is free, and compression would take a tenth of an insert's CPU time.
func compressionTo(address string) ch.Compression {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsLoopback() {
		return ch.CompressionDisabled
	}
	return ch.CompressionLZ4
}

// NativeSettings returns settings as the protocol has them.
func NativeSettings(settings []Setting) []ch.Setting {
	out := make([]ch.Setting, 0, len(settings))
	for _, s := range settings {
		out = append(out, ch.Setting{Key: s.Name, Value: s.Value, Important: true})
	}
	return out
}

// do runs one statement. When ctx ends the statement is abandoned: the read
// is woken so that the client tells the server, and a server that does not
// react loses the connection.
func (c *conn) do(ctx context.Context, query ch.Query) error {
	finished := make(chan struct{})
	tornDown := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(tornDown)
		c.tearDown(finished)
	})
	err := c.client.Do(ctx, query)
	close(finished)
	if !stop() {
		<-tornDown
		_ = c.raw.SetReadDeadline(time.Time{})
	}
	return err
}

func (c *conn) tearDown(finished <-chan struct{}) {
	_ = c.raw.SetReadDeadline(time.Now())
	timer := time.NewTimer(lingerMax)
	defer timer.Stop()
	select {
	case <-finished:
	case <-timer.C:
		_ = c.raw.Close()
	}
}

// use makes database the one that bare table names belong to.
func (c *conn) use(ctx context.Context, database string) error {
	if database == c.database {
		return nil
	}
	if err := c.do(ctx, ch.Query{Body: "USE " + QuoteName(database)}); err != nil {
		return fmt.Errorf("use the database: %w", err)
	}
	c.database = database
	return nil
}

// ping returns nil when the server says that it is there. After anything else
// the connection is of no use.
func (c *conn) ping(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = c.raw.Close() })
	defer stop()
	return c.client.Ping(ctx)
}

func (c *conn) close() { _ = c.client.Close() }
