package app_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/certtest"
)

// sealing returns an authority and what gives a server a certificate of it.
func sealing(t *testing.T) (*certtest.Authority, func(*app.Config)) {
	t.Helper()
	authority, dir := certtest.NewAuthority(t, time.Now()), t.TempDir()
	pair := authority.Issue(t, "example.org", time.Now().Add(90*24*time.Hour))
	certtest.Write(t, dir, map[string][]byte{"cert.pem": pair.Cert, "key.pem": pair.Key, "both.pem": append(pair.Cert, pair.Key...), "ca.pem": authority.Cert})
	return authority, func(c *app.Config) {
		c.TLSCert, c.TLSKey = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
		c.HSTSMaxAge = 60
	}
}

// browser is a client with its own connections, which come from an address and
// speak HTTP/2 where they can, or HTTP/1.1 alone.
type browser struct {
	config *tls.Config
	way    way
	http1  bool
	to     string // where all connections go; empty: where the address leads
}

func (b browser) client(t *testing.T) *http.Client {
	t.Helper()
	if b.way.from == "" {
		b.way.from = "127.0.0.1"
	}
	transport := &http.Transport{
		TLSClientConfig: b.config.Clone(), Protocols: new(http.Protocols),
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			if b.to != "" {
				addr = b.to
			}
			return b.way.dial(ctx, addr)
		},
	}
	transport.Protocols.SetHTTP1(true)
	transport.Protocols.SetHTTP2(!b.http1)
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// askBy sends a request and returns the protocol that it was answered in, too.
func askBy(t *testing.T, client *http.Client, call testkit.Scenario, base string) (testkit.Answer, string) {
	t.Helper()
	response := beginBy(t, client, call, base)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Answer{Status: response.StatusCode, Header: response.Header, Body: string(body)}, response.Proto
}

func beginBy(t *testing.T, client *http.Client, call testkit.Scenario, base string) *http.Response {
	t.Helper()
	method := call.Method
	if method == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(t.Context(), method, base+call.Path, strings.NewReader(call.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range call.Headers {
		r.Header.Set(name, value)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func (b browser) export(t *testing.T, key, addr string) error {
	t.Helper()
	if b.way.from == "" {
		b.way.from = "127.0.0.1"
	}
	if b.to == "" {
		b.to = addr
	}
	conn, err := grpc.NewClient("passthrough:///"+addr, grpc.WithTransportCredentials(credentials.NewTLS(b.config.Clone())),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return b.way.dial(ctx, b.to) }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+key)
	_, err = plogotlp.NewGRPCClient(conn).Export(ctx, logsOf("hello"))
	return err
}

// doorsOfTLS has a request for each listener that speaks HTTP.
func doorsOfTLS(t *testing.T, s *apptest.Server) map[app.Role]testkit.Scenario {
	t.Helper()
	return map[app.Role]testkit.Scenario{
		app.RoleStack:    {Path: "/api/v2/dashboards", Headers: bearer(s.Installation.AccessKey)},
		app.RoleUI:       {Path: "/ui/api/installation"},
		app.RoleCloud:    {Path: "/v1/organizations", Headers: basic(s.Installation.KeyID, s.Installation.KeySecret)},
		app.RoleOTLPHTTP: {Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(s.Installation.IngestionKey), Body: string(jsonOf(t, "hello"))},
		app.RoleAdmin:    {Path: "/healthz"},
	}
}

// TestEveryListenerSpeaksTLS holds that with a certificate nothing is served
// without it, and that HTTP/2 is offered where a connection may have many
// requests.
func TestEveryListenerSpeaksTLS(t *testing.T) {
	t.Parallel()
	authority, seal := sealing(t)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { seal(c); c.AdminTLS = true }})
	for role, call := range doorsOfTLS(t, s) {
		for _, http1 := range []bool{true, false} {
			got, proto := askBy(t, browser{config: authority.Client(t), http1: http1}.client(t), call, "https://"+s.Addr(role))
			want := "HTTP/2.0"
			if http1 || role == app.RoleOTLPHTTP {
				want = "HTTP/1.1"
			}
			if got.Status != http.StatusOK || proto != want {
				t.Errorf("%s: %d in %s, want %s: %s", role, got.Status, proto, want, got.Body)
			}
			if hsts := got.Header.Get("Strict-Transport-Security"); role != app.RoleOTLPHTTP && hsts != "max-age=60" {
				t.Errorf("%s: Strict-Transport-Security is %q", role, hsts)
			}
		}
		got, _ := askBy(t, http.DefaultClient, call, "http://"+s.Addr(role))
		if got.Status != http.StatusBadRequest || !strings.Contains(got.Body, "use https in place of http") || got.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s without TLS: %d %s", role, got.Status, got.Body)
		}
	}
	if err := (browser{config: authority.Client(t)}).export(t, s.Installation.IngestionKey, s.Addr(app.RoleOTLPGRPC)); err != nil {
		t.Errorf("gRPC: %v", err)
	}
	if got, _ := exportBy(t, s, s.Addr(app.RoleOTLPGRPC), way{from: "127.0.0.1"}); got != 0 {
		t.Errorf("gRPC without TLS: %d", got)
	}
	signedIn, _ := askBy(t, browser{config: authority.Client(t)}.client(t), testkit.Scenario{
		Method: http.MethodPost, Path: "/ui/api/session", Body: `{"email":"admin@localhost","password":"` + apptest.Password + `"}`,
	}, "https://"+s.Addr(app.RoleUI))
	if cookie := signedIn.Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "__Host-cairn_session=") || !strings.Contains(cookie, "; Secure") {
		t.Errorf("the cookie is %q", cookie)
	}
}

// TestTailsRunOverHTTP2 holds that events come while the stream is open, and
// that other requests go on beside it.
func TestTailsRunOverHTTP2(t *testing.T) {
	t.Parallel()
	authority, seal := sealing(t)
	s := apptest.Start(t, apptest.Options{Adjust: seal})
	client := browser{config: authority.Client(t)}.client(t)
	wantTail(t, client, s, "https://"+s.Addr(app.RoleStack), func() {
		call := doorsOfTLS(t, s)[app.RoleOTLPHTTP]
		if got, _ := askBy(t, client, call, "https://"+s.Addr(app.RoleOTLPHTTP)); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

// wantTail follows logs at a stack API, and holds that a record that is sent
// meanwhile comes.
func wantTail(t *testing.T, client *http.Client, s *apptest.Server, base string, send func()) {
	t.Helper()
	sources, _ := askBy(t, client, testkit.Scenario{Path: "/api/v2/sources", Headers: bearer(s.Installation.AccessKey)}, base)
	id := ""
	for _, item := range sources.JSON(t)["data"].([]any) {
		if source, _ := item.(map[string]any); source["kind"] == "log" {
			id, _ = source["id"].(string)
		}
	}
	tail := beginBy(t, client, testkit.Scenario{Path: "/api/v2/search/tail?select=Body&sourceId=" + id, Headers: bearer(s.Installation.AccessKey)}, base)
	defer func() { _ = tail.Body.Close() }()
	if tail.StatusCode != http.StatusOK {
		t.Fatal(tail.Status)
	}
	send()
	lines := bufio.NewScanner(tail.Body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "hello") {
			return
		}
	}
	t.Errorf("the tail ended without the record: %v", lines.Err())
}

// TestSendersNeedACertificate holds that with authorities of clients telemetry
// takes a certificate and a key, and that nobody else is asked for one.
func TestSendersNeedACertificate(t *testing.T) {
	t.Parallel()
	authority, seal := sealing(t)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		seal(c)
		c.TLSClientCA = filepath.Join(filepath.Dir(c.TLSCert), "ca.pem")
	}})
	own := authority.Issue(t, "sender", time.Now().Add(time.Hour))
	foreign := certtest.NewAuthority(t, time.Now()).Issue(t, "sender", time.Now().Add(time.Hour))
	doors := doorsOfTLS(t, s)
	for name, c := range map[string]struct {
		pairs []certtest.Pair
		key   string
		http  int // 0: the handshake fails
		grpc  codes.Code
	}{
		"nothing but a key":                  {nil, s.Installation.IngestionKey, 0, codes.Unavailable},
		"a certificate of another authority": {[]certtest.Pair{foreign}, s.Installation.IngestionKey, 0, codes.Unavailable},
		"no key":                             {[]certtest.Pair{own}, "cairn_ik_wrong", http.StatusUnauthorized, codes.Unauthenticated},
		"both":                               {[]certtest.Pair{own}, s.Installation.IngestionKey, http.StatusOK, codes.OK},
	} {
		sender := browser{config: authority.Client(t, c.pairs...)}
		call := doors[app.RoleOTLPHTTP]
		r, err := http.NewRequestWithContext(t.Context(), call.Method, "https://"+s.Addr(app.RoleOTLPHTTP)+call.Path, strings.NewReader(call.Body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+c.key)
		response, err := sender.client(t).Do(r)
		got := 0
		if err == nil {
			got = response.StatusCode
			_ = response.Body.Close()
		}
		if got != c.http || got == 0 && c.pairs == nil && !strings.Contains(err.Error(), "certificate required") {
			t.Errorf("%s: %d, %v", name, got, err)
		}
		if err := sender.export(t, c.key, s.Addr(app.RoleOTLPGRPC)); status.Code(err) != c.grpc {
			t.Errorf("%s over gRPC: %v", name, err)
		}
	}
	client := browser{config: authority.Client(t)}.client(t)
	for _, role := range []app.Role{app.RoleStack, app.RoleUI, app.RoleCloud} {
		if got, _ := askBy(t, client, doors[role], "https://"+s.Addr(role)); got.Status != http.StatusOK {
			t.Errorf("%s: %d %s", role, got.Status, got.Body)
		}
	}
}

// TestProxyProtocolComesBeforeTLS holds that a load balancer that passes TLS on
// says who the client is.
func TestProxyProtocolComesBeforeTLS(t *testing.T) {
	t.Parallel()
	authority, seal := sealing(t)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { seal(c); c.ProxyProtocolFrom = []string{balancer + "/32"} }})
	behind := browser{config: authority.Client(t), way: through("198.51.100.7")}
	got, proto := askBy(t, behind.client(t), testkit.Scenario{Path: "/health"}, "https://"+s.Addr(app.RoleStack))
	if got.Status != http.StatusOK || proto != "HTTP/2.0" || !strings.Contains(got.Body, `"ip":"198.51.100.7"`) {
		t.Errorf("%d in %s: %s", got.Status, proto, got.Body)
	}
	if got, _ := askBy(t, behind.client(t), doorsOfTLS(t, s)[app.RoleOTLPHTTP], "https://"+s.Addr(app.RoleOTLPHTTP)); got.Status != http.StatusOK {
		t.Errorf("OTLP/HTTP: %d %s", got.Status, got.Body)
	}
	if err := behind.export(t, s.Installation.IngestionKey, s.Addr(app.RoleOTLPGRPC)); err != nil {
		t.Errorf("OTLP/gRPC: %v", err)
	}
}

// TestForwardedHeadersCountFromTrustedProxiesAlone holds for every listener that
// a proxy says whether the browser came over TLS only if it is trusted, and that
// no proxy says by which name.
func TestForwardedHeadersCountFromTrustedProxiesAlone(t *testing.T) {
	t.Parallel()
	for network, isTrusted := range map[string]bool{"127.0.0.1/32": true, "10.0.0.0/8": false} {
		s := trusting(t, network)
		for role, call := range doorsOfTLS(t, s) {
			if role == app.RoleOTLPHTTP {
				continue // no browser keeps its headers
			}
			headers := map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "elsewhere.example"}
			for name, value := range call.Headers {
				headers[name] = value
			}
			got, _ := askBy(t, http.DefaultClient, testkit.Scenario{Path: call.Path, Headers: headers}, s.URL(role))
			if has := got.Header.Get("Strict-Transport-Security") != ""; got.Status != http.StatusOK || has != isTrusted {
				t.Errorf("%s behind %s: %d, came over TLS: %t", role, network, got.Status, has)
			}
		}
		foreign := map[string]string{"Origin": "http://elsewhere.example", "X-Forwarded-Host": "elsewhere.example"}
		call := testkit.Scenario{Method: http.MethodPost, Path: "/ui/api/session", Headers: foreign, Body: `{"email":"admin@localhost","password":"x"}`}
		if got := call.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusForbidden {
			t.Errorf("a page of another site behind %s: %d %s", network, got.Status, got.Body)
		}
	}
}
