package peer_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/peer"
)

// The types of what providers add to a header.
const (
	gcpType   = 0xE0
	awsType   = 0xEA
	azureType = 0xEE
	sslType   = 0x20
)

// signature begins a header of version 2.
const signature = "\r\n\r\n\x00\r\nQUIT\n"

// block returns a version 2 header with a command, a family and what follows.
func block(command, family byte, rest ...[]byte) []byte {
	body := bytes.Join(rest, nil)
	text := append([]byte(signature), command, family)
	text = binary.BigEndian.AppendUint16(text, uint16(len(body)))
	return append(text, body...)
}

// proxied returns the header of a TCP connection from 198.51.100.7.
func proxied(tlvs ...[]byte) []byte {
	addresses := []byte{198, 51, 100, 7, 10, 0, 0, 9, 0x12, 0x34, 0x10, 0xe1}
	return block(0x21, 0x11, append([][]byte{addresses}, tlvs...)...)
}

func tlv(kind byte, value ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{kind}, uint16(len(value))), value...)
}

func aws(id string) []byte { return tlv(awsType, append([]byte{1}, id...)...) }

// arrival returns what becomes of a connection that begins with these bytes,
// from a load balancer or from elsewhere: what it is read as, and where it comes
// from. An error is the connection's end.
func arrival(t *testing.T, networks []string, start []byte) (string, peer.Origin, error) {
	t.Helper()
	client, conn := connect(t, networks, peer.HeaderTimeMax)
	if _, err := client.Write(start); err != nil {
		t.Fatal(err)
	}
	_ = client.(*net.TCPConn).CloseWrite()
	text, err := io.ReadAll(conn)
	return string(text), conn.Origin(), err
}

func connect(t *testing.T, networks []string, headerTime time.Duration) (net.Conn, *peer.Conn) {
	t.Helper()
	balancers, err := peer.ParseProxies(networks)
	if err != nil {
		t.Fatal(err)
	}
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener := peer.Listen(socket, peer.ListenerOptions{Balancers: balancers, Logger: slog.New(slog.DiscardHandler), HeaderTime: headerTime})
	t.Cleanup(func() { _ = listener.Close() })
	client, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", socket.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = accepted.Close() })
	return client, accepted.(*peer.Conn)
}

func TestLoadBalancersSayWhereAConnectionComesFrom(t *testing.T) {
	t.Parallel()
	f := func(header []byte, client, endpoint string, overTLS bool) {
		t.Helper()
		text, origin, err := arrival(t, []string{"127.0.0.0/8"}, append(header, "GET / HTTP/1.1\r\n"...))
		if err != nil || text != "GET / HTTP/1.1\r\n" {
			t.Errorf("%q: read %q, %v", header, text, err)
		}
		if origin.Client.String() != client || origin.Endpoint != endpoint || origin.OverTLS != overTLS {
			t.Errorf("%q: %+v, want %s %q", header, origin, client, endpoint)
		}
	}
	f([]byte("PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\r\n"), "198.51.100.7", "", false)
	f([]byte("PROXY TCP6 2001:db8::7 2001:db8::1 4660 4321\r\n"), "2001:db8::7", "", false)
	f(proxied(), "198.51.100.7", "", false)
	f(block(0x21, 0x21, net.ParseIP("2001:db8::7"), net.ParseIP("2001:db8::1"), []byte{0, 1, 0, 2}), "2001:db8::7", "", false)
	// The load balancer itself, such as a health check.
	f([]byte("PROXY UNKNOWN\r\n"), "127.0.0.1", "", false)
	f(block(0x20, 0x00), "127.0.0.1", "", false)
	f(block(0x20, 0x11, []byte{198, 51, 100, 7, 10, 0, 0, 9, 0, 1, 0, 2}, aws("vpce-1")), "127.0.0.1", "", false)
	// Private endpoints, as their providers write them.
	f(proxied(aws("vpce-08d2bf15fac5001c9")), "198.51.100.7", "vpce-08d2bf15fac5001c9", false)
	f(proxied(tlv(azureType, 1, 0x0d, 0x00, 0x00, 0x20)), "198.51.100.7", "536870925", false)
	f(proxied(tlv(gcpType, 0xff, 0xff, 0xff, 0xff, 0xc0, 0xa8, 0x64, 0x02)), "198.51.100.7", "18446744072646845442", false)
	// Others, between which they may stand.
	f(proxied(tlv(0x04, make([]byte, 16)...), aws("vpce-1"), tlv(0x05, 'i', 'd')), "198.51.100.7", "vpce-1", false)
	f(proxied(tlv(awsType, 2, 'x')), "198.51.100.7", "", false)
	f(proxied(tlv(azureType, 2, 'x')), "198.51.100.7", "", false)
	f(proxied(tlv(sslType, 1, 0, 0, 0, 0, 0x21, 0, 7, 'T', 'L', 'S', 'v', '1', '.', '3')), "198.51.100.7", "", true)
	f(proxied(tlv(0xEF, bytes.Repeat([]byte{7}, 4000)...)), "198.51.100.7", "", false)
}

func TestConnectionsOfLoadBalancersWithoutAHeaderThatCanBeReadAreCutOff(t *testing.T) {
	t.Parallel()
	f := func(start string) {
		t.Helper()
		text, origin, err := arrival(t, []string{"127.0.0.0/8"}, []byte(start))
		if err == nil || text != "" || origin.Client.String() != "127.0.0.1" || origin.Endpoint != "" {
			t.Errorf("%q: read %q, %v, from %s", start, text, err, origin)
		}
	}
	f("")
	f("PROXY")
	f("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	f("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	f("PROXY TCP4 198.51.100.7\r\n")
	f("PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\n")
	f("PROXY TCP4 2001:db8::7 2001:db8::1 4660 4321\r\n")
	f("PROXY TCP4 300.1.1.1 10.0.0.9 4660 4321\r\n")
	f("PROXYTCP4 198.51.100.7 10.0.0.9 4660 4321\r\n")
	f("PROXY UNKNOWN" + strings.Repeat(" ", 200) + "\r\n")
	f(signature)
	f(string(proxied())[:20])
	f(string(block(0x21, 0x00)))                                        // no address
	f(string(block(0x21, 0x12, make([]byte, 12))))                      // UDP
	f(string(block(0x21, 0x31, make([]byte, 216))))                     // a socket of UNIX
	f(string(block(0x21, 0x11, make([]byte, 11))))                      // too short
	f(string(block(0x22, 0x11, make([]byte, 12))))                      // an unknown command
	f(string(block(0x31, 0x11, make([]byte, 12))))                      // version 3
	f(string(proxied(tlv(0xEF, make([]byte, 5000)...))))                // too long
	f(string(proxied([]byte{awsType, 0, 9, 1})))                        // an id that is cut short
	f(string(proxied(aws(""))))                                         // no id
	f(string(proxied(tlv(awsType))))                                    // nothing
	f(string(proxied(aws("vpce 1"))))                                   // no id of Amazon's
	f(string(proxied(aws(strings.Repeat("a", 513)))))                   // too long an id
	f(string(proxied(aws("vpce-1"), aws("vpce-2"))))                    // two ids
	f(string(proxied(aws("vpce-1"), tlv(gcpType, make([]byte, 8)...)))) // two ids
	f(string(proxied(tlv(gcpType, 1, 2, 3))))
	f(string(proxied(tlv(azureType, 1, 2, 3))))
	f(string(proxied(tlv(azureType))))
}

func TestHeadersFromElsewhereAreCutOff(t *testing.T) {
	t.Parallel()
	for _, networks := range [][]string{nil, {"10.0.0.0/8"}, {"127.0.0.2/32", "::1/128"}} {
		for _, header := range []string{
			"PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\r\n", "PROXY UNKNOWN\r\n",
			string(proxied(aws("vpce-1"))), string(block(0x20, 0x00)), signature,
		} {
			text, origin, err := arrival(t, networks, []byte(header+"GET / HTTP/1.1\r\n"))
			if err == nil || text != "" || origin.String() != "127.0.0.1" {
				t.Errorf("%q: read %q, %v, from %s", header, text, err, origin)
			}
		}
		text, origin, err := arrival(t, networks, []byte("PROXYING / HTTP/1.1\r\n"))
		if err != nil || text != "PROXYING / HTTP/1.1\r\n" || origin.String() != "127.0.0.1" {
			t.Errorf("a request: %q, %v, from %s", text, err, origin)
		}
	}
}

// TestSlowHeadersAreCutOff holds that a load balancer has its time for a header
// and no more, while others are accepted.
func TestSlowHeadersAreCutOff(t *testing.T) {
	t.Parallel()
	client, conn := connect(t, []string{"127.0.0.0/8"}, 50*time.Millisecond)
	if _, err := client.Write([]byte("PROXY TCP4 198.51.100.7 ")); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("half a header was taken")
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is open")
	}
}

func TestProxiesBehindAPrivateEndpointAreNotTrusted(t *testing.T) {
	t.Parallel()
	trusted, err := peer.ParseProxies([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	direct := peer.Origin{Client: peer.Remote("10.0.0.5:1")}
	if got := trusted.Origin(direct, []string{"198.51.100.7"}, []string{"https"}); got.String() != "198.51.100.7" || !got.OverTLS {
		t.Errorf("behind a proxy: %+v", got)
	}
	private := peer.Origin{Client: direct.Client, Endpoint: "vpce-1"}
	if got := trusted.Origin(private, []string{"198.51.100.7"}, []string{"https"}); got != private {
		t.Errorf("behind an endpoint: %+v", got)
	}
	if private.Site() == direct.Site() || private.PublicClient().IsValid() || private.String() != "10.0.0.5 through vpce-1" {
		t.Errorf("%s counts as %s", private, private.Site())
	}
}

// FuzzHeader holds that no beginning of a connection makes a load balancer's
// connection panic, or come from an endpoint that the header does not spell.
func FuzzHeader(f *testing.F) {
	for _, header := range [][]byte{
		proxied(), proxied(aws("vpce-1")), proxied(tlv(azureType, 1, 1, 0, 0, 0)), proxied(tlv(gcpType, make([]byte, 8)...)),
		[]byte("PROXY TCP4 198.51.100.7 10.0.0.9 4660 4321\r\n"), []byte("PROXY UNKNOWN\r\n"), block(0x20, 0), block(0x21, 0x21, make([]byte, 36)),
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, start []byte) {
		reader := bytes.NewReader(start)
		origin, err := peer.ReadHeader(reader)
		if err != nil {
			return
		}
		header := start[:len(start)-reader.Len()]
		if origin.Endpoint != "" && bytes.IndexByte(header, awsType) < 0 && bytes.IndexByte(header, azureType) < 0 && bytes.IndexByte(header, gcpType) < 0 {
			t.Errorf("%q came through %s", header, origin.Endpoint)
		}
		again, err := peer.ReadHeader(bytes.NewReader(header))
		if err != nil || again != origin {
			t.Errorf("%q is %v; without what follows it is %v, %v", start, origin, again, err)
		}
	})
}
