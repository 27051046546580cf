package embedded_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestEngineSurvivesHostileConnections holds the engine to what anybody on
// this machine can send to its port.
func TestEngineSurvivesHostileConnections(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t)
	target, err := engine.Target()
	if err != nil {
		t.Fatal(err)
	}
	address := target.Addresses[0]
	login := func(user, password, database string) error {
		c, err := ch.Dial(t.Context(), ch.Options{Address: address, User: user, Password: password, Database: database})
		if err == nil {
			_ = c.Close()
		}
		return err
	}
	refused := map[string]error{
		"wrong password":   login(target.Logins[clickhouse.Admin].User, "wrong", ""),
		"unknown user":     login("nobody", "", ""),
		"the user default": login("default", "", ""),
		"unknown database": login(target.Logins[clickhouse.Reader].User, target.Logins[clickhouse.Reader].Password, "nowhere"),
	}
	for what, err := range refused {
		if err == nil {
			t.Errorf("%s was let in", what)
		}
	}
	for _, text := range []string{
		"", "\x00", "\x00\x03ab", "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00\x01", strings.Repeat("\xff", 10_000),
		"\x00\xff\xff\xff\xff\xff\xff\xff\xff\x01",
	} {
		for _, reset := range []bool{false, true} {
			sendRaw(t, address, text, reset)
		}
	}
	resetMidQuery(t, target)
	time.Sleep(200 * time.Millisecond)
	if err := enginetest.Open(t, engine).Ping(t.Context()); err != nil {
		t.Errorf("Ping: %v", err)
	}
	if state := engine.State(); state.Restarts != 0 {
		t.Errorf("the engine was restarted: %s", state.Reason)
	}
}

// sendRaw writes the text to the port and hangs up, rudely if asked.
func sendRaw(t *testing.T, address, text string, reset bool) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatalf("the engine is gone: %v", err)
	}
	_, _ = conn.Write([]byte(text))
	if reset {
		_ = conn.(*net.TCPConn).SetLinger(0)
	}
	_ = conn.Close()
}

// resetMidQuery breaks authenticated connections: idle, and while rows come.
func resetMidQuery(t *testing.T, target clickhouse.Target) {
	t.Helper()
	reader := target.Logins[clickhouse.Reader]
	for _, sql := range []string{"", "SELECT number FROM numbers(10000000)", "SELECT sleep(3)"} {
		raw, err := net.Dial("tcp", target.Addresses[0])
		if err != nil {
			t.Fatalf("the engine is gone: %v", err)
		}
		client, err := ch.Connect(t.Context(), raw, ch.Options{User: reader.User, Password: reader.Password})
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer close(ended)
			if sql != "" {
				_ = client.Do(ctx, ch.Query{Body: sql})
			}
		}()
		time.Sleep(30 * time.Millisecond)
		_ = raw.(*net.TCPConn).SetLinger(0)
		_ = raw.Close()
		cancel()
		<-ended
	}
}
