package clickhouse_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// tlsProxy puts TLS before the shared engine and returns where it listens and
// the certificate to trust.
func tlsProxy(t *testing.T) (string, *x509.CertPool) {
	t.Helper()
	address := sharedAddress(t)
	server := httptest.NewTLSServer(nil) // only for its certificate
	defer server.Close()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: server.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			group.Go(func() { forward(conn, address) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		group.Wait()
	})
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return listener.Addr().String(), roots
}

// forward copies both ways until either side hangs up.
func forward(conn net.Conn, address string) {
	defer func() { _ = conn.Close() }()
	engine, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(conn, engine)
		_ = conn.Close()
	}()
	_, _ = io.Copy(engine, conn)
	_ = engine.Close()
	<-ended
}

func secureEndpoint(t *testing.T, address string) *clickhouse.External {
	t.Helper()
	external, err := clickhouse.ParseURL(adminURL(t, address) + "?secure=true")
	if err != nil {
		t.Fatal(err)
	}
	return external
}

func TestSecureEndpointSpeaksTLS(t *testing.T) {
	t.Parallel()
	address, roots := tlsProxy(t)
	external := secureEndpoint(t, address)
	external.Trust(roots)
	client := clickhouse.Open(external, clickhouse.ClientOptions{})
	err := client.Ping(t.Context())
	_ = client.Close()
	if err != nil {
		t.Fatalf("Ping: %v", err)
	}
}

func TestSecureEndpointRefusesAnUnknownCertificate(t *testing.T) {
	t.Parallel()
	address, _ := tlsProxy(t)
	client := clickhouse.Open(secureEndpoint(t, address), clickhouse.ClientOptions{})
	err := client.Ping(t.Context())
	for tries := 0; tries < 10 && errors.Is(err, context.DeadlineExceeded); tries++ { // a busy machine does not shake hands in time
		err = client.Ping(t.Context())
	}
	_ = client.Close()
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "certificate") {
		t.Fatalf("Ping = %v, want unavailable because of the certificate", err)
	}
}
