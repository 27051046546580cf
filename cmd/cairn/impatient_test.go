package main

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"

	"github.com/cairnstack/cairn/internal/testkit"
)

// What impatient senders do, and for how long the server stands still.
const (
	patience      = (1 + slack/5) * time.Second
	standstill    = 3*time.Second + patience
	impatientRows = 5
)

// outcome is what a sender knows of an attempt.
type outcome int

const (
	unheard      outcome = iota // nothing came back
	acknowledged                // in time
	overheard                   // it came back while the sender gave up, who has it and does not know
)

// impatience is a way of sending: each call makes one sender.
type impatience func(c *collector) (try func(body []byte) outcome, end func())

// impatientHTTP makes senders that use a connection again, or never.
func impatientHTTP(keepAlive bool) impatience {
	return func(c *collector) (func([]byte) outcome, func()) {
		ear := &ear{}
		client := &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: !keepAlive, DialContext: ear.dial}}
		s := &senders{collector: c}
		return func(body []byte) outcome {
			before := ear.heard.Load()
			if s.try(client, body) {
				return acknowledged
			}
			return ear.outcomeSince(before)
		}, client.CloseIdleConnections
	}
}

// ear notes what comes from the server on the connections of one sender.
type ear struct {
	reading sync.Mutex
	heard   atomic.Int64 // bytes
}

func (e *ear) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, addr)
	return listening{conn, e}, err
}

// outcomeSince says what an attempt that was given up has heard. Giving up
// closes the connection, so its last reading ends.
func (e *ear) outcomeSince(before int64) outcome {
	e.reading.Lock()
	defer e.reading.Unlock()
	if e.heard.Load() > before {
		return overheard
	}
	return unheard
}

type listening struct {
	net.Conn
	ear *ear
}

func (l listening) Read(b []byte) (int, error) {
	l.ear.reading.Lock()
	defer l.ear.reading.Unlock()
	n, err := l.Conn.Read(b)
	l.ear.heard.Add(int64(n))
	return n, err
}

// impatientGRPC makes senders that share a connection, or open one for each
// attempt.
func impatientGRPC(shared bool) impatience {
	return func(c *collector) (func([]byte) outcome, func()) {
		conn := c.dialGRPC()
		if shared {
			return func(body []byte) outcome { return c.exportWithin(conn, body) }, func() { _ = conn.Close() }
		}
		_ = conn.Close()
		return func(body []byte) outcome {
			conn := c.dialGRPC()
			defer func() { _ = conn.Close() }()
			return c.exportWithin(conn, body)
		}, func() {}
	}
}

func (c *collector) dialGRPC() *grpc.ClientConn {
	conn, err := grpc.NewClient(c.program.addr("otlp-grpc"), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithStatsHandler(callEar{}))
	if err != nil {
		panic(err) // the address is the server's
	}
	return conn
}

func (c *collector) exportWithin(conn *grpc.ClientConn, body []byte) outcome {
	var heard atomic.Bool
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(c.t.Context(), "authorization", c.key), patience)
	defer cancel()
	ctx = context.WithValue(ctx, callEar{}, &heard)
	err := conn.Invoke(ctx, "/opentelemetry.proto.collector.logs.v1.LogsService/Export", body, new([]byte), grpc.ForceCodec(packedCodec{}))
	switch {
	case err == nil:
		return acknowledged
	case heard.Load():
		return overheard
	default:
		return unheard
	}
}

// callEar notes that something came back for a call, at its key in the
// context.
type callEar struct{}

func (callEar) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

func (callEar) HandleRPC(ctx context.Context, event stats.RPCStats) {
	switch event.(type) {
	case *stats.InHeader, *stats.InPayload, *stats.InTrailer:
		if heard, asked := ctx.Value(callEar{}).(*atomic.Bool); asked {
			heard.Store(true)
		}
	}
}

func (callEar) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (callEar) HandleConn(context.Context, stats.ConnStats) {}

// sendImpatiently starts so many senders of every kind.
func (c *collector) sendImpatiently(count int) *senders {
	s := &senders{collector: c, rows: impatientRows, stop: make(chan struct{})}
	kinds := []impatience{impatientHTTP(true), impatientHTTP(false), impatientGRPC(true), impatientGRPC(false)}
	for i := range count * len(kinds) {
		s.group.Go(func() { s.runImpatiently(i, kinds[i%len(kinds)]) })
	}
	return s
}

// runImpatiently sends each request again until it is acknowledged.
func (s *senders) runImpatiently(sender int, kind impatience) {
	try, end := kind(s.collector)
	defer end()
	for request := 0; ; request++ {
		body := numbered(sender, request, s.rows)
		for {
			got := try(body)
			if got == acknowledged {
				break
			}
			if got == overheard {
				s.overheard.Add(int64(s.rows))
			}
			s.retries.Add(1)
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		}
		s.acked.Add(int64(s.rows))
		select {
		case <-s.stop:
			return
		case <-time.After(time.Duration(rand.IntN(100)) * time.Millisecond):
		}
	}
}

// standStill stops the server, lets it go on, and waits until records flow.
func (c *collector) standStill(s *senders) {
	c.t.Helper()
	signal := func(what syscall.Signal) {
		if err := c.Process.Signal(what); err != nil {
			c.t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	time.Sleep(standstill + time.Duration(rand.IntN(1000))*time.Millisecond)
	signal(syscall.SIGCONT)
	before := s.acked.Load()
	enough := before + int64(s.rows)*100
	testkit.Eventually(c.t, slack*30*time.Second, "records flow", func() bool { return s.acked.Load() > enough })
}

// outlastImpatience wants every request stored once although its senders give
// up on a server that stands still now and then.
func (c *collector) outlastImpatience(count, rounds int) {
	c.t.Helper()
	s := c.sendImpatiently(count)
	for range rounds {
		c.standStill(s)
	}
	acked := s.end()
	c.drain(slack * 60 * time.Second)
	repeated := c.metric("cairn_ingest_requests_repeated_total")
	all, different := c.counts()
	overheard := s.overheard.Load()
	c.t.Logf("%d rounds, %d records acknowledged, %d requests repeated, %.0f recognised, %d records overheard; stored %d, different %d",
		rounds, acked, s.retries.Load(), repeated, overheard, all, different)
	// A server can't know of an answer that arrived that its reader gave up meanwhile.
	if all < uint64(acked) || all > uint64(acked+overheard) || different != uint64(acked) {
		c.t.Errorf("acknowledged %d, overheard %d, stored %d, different %d", acked, overheard, all, different)
	}
}

// TestImpatientSendersAreStoredOnce holds that a sender that has given up was
// not answered, also when the server learns of it late.
func TestImpatientSendersAreStoredOnce(t *testing.T) {
	t.Parallel()
	startCollector(t).outlastImpatience(4, 3)
}

// TestSameRequestSentTwiceIsStoredTwice holds that requests that were answered
// are no retries, one after the other and at the same time.
func TestSameRequestSentTwiceIsStoredTwice(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	kinds := []impatience{impatientHTTP(true), impatientHTTP(false), impatientGRPC(true), impatientGRPC(false)}
	const atOnce, times = 8, 5
	sent := 0
	s := &senders{}
	for i, kind := range kinds {
		body := numbered(i, 0, 1)
		for range atOnce {
			sent += times
			s.group.Go(func() {
				try, end := kind(c)
				defer end()
				for range times {
					if try(body) != acknowledged {
						c.t.Error("not acknowledged")
					}
				}
			})
		}
	}
	s.group.Wait()
	c.drain(slack * 30 * time.Second)
	if all, different := c.counts(); all != uint64(sent) || different != uint64(len(kinds)) {
		t.Errorf("sent %d, stored %d, different %d", sent, all, different)
	}
}
