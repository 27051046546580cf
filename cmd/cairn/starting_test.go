package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/certtest"
)

// TestNobodyWaitsForAStart asks every listener of a server whose start hangs at
// its database. Each answers at once, in the words of its family, without TLS and
// over it; and a new certificate is taken when the server is told so.
func TestNobodyWaitsForAStart(t *testing.T) {
	t.Parallel()
	wantGreetings(t, "http", http.DefaultTransport)

	authority, dir := certtest.NewAuthority(t, time.Now()), t.TempDir()
	put := func(name string) {
		pair := authority.Issue(t, name, time.Now().Add(time.Hour))
		certtest.Write(t, dir, map[string][]byte{"cert.pem": pair.Cert, "key.pem": pair.Key})
	}
	put("first.example")
	over := &http.Transport{TLSClientConfig: authority.Client(t), DisableKeepAlives: true}
	over.TLSClientConfig.ServerName = "first.example"
	p, addr := wantGreetings(t, "https", over, "CAIRN_TLS_CERT="+filepath.Join(dir, "cert.pem"), "CAIRN_TLS_KEY="+filepath.Join(dir, "key.pem"))
	put("next.example")
	if err := p.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	over.TLSClientConfig.ServerName = "next.example"
	testkit.Eventually(t, slack*20*time.Second, "the new certificate is served", func() bool {
		response, err := (&http.Client{Transport: over}).Get("https://" + addr + "/health")
		if err == nil {
			_ = response.Body.Close()
		}
		return err == nil
	})
}

// wantGreetings starts a server whose start hangs, asks it, and returns it and
// where its stack API is.
func wantGreetings(t *testing.T, scheme string, over http.RoundTripper, env ...string) (*program, string) {
	t.Helper()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	stack, ui, cloud := testkit.FreeAddr(), testkit.FreeAddr(), testkit.FreeAddr()
	p := launch(t, t.TempDir(), append(env, "CAIRN_STACK_ADDR="+stack, "CAIRN_UI_ADDR="+ui, "CAIRN_CLOUD_ADDR="+cloud,
		"CAIRN_DATABASE_URL=postgres://u:p@"+silent.Addr().String()+"/d?sslmode=disable&connect_timeout=60")...)
	testkit.Eventually(t, startTimeMax, "the start is at its database", func() bool {
		_, body := p.get("admin", "/readyz")
		return strings.Contains(body, "starting: metadata store")
	})
	for _, c := range []struct {
		url    string
		status int
		body   string
	}{
		{stack + "/health", http.StatusOK, `"data":"OK"`},
		{stack + "/ready", http.StatusServiceUnavailable, `"status":"unavailable"`},
		{stack + "/api/v2/alerts", http.StatusServiceUnavailable, `{"message":"the server is starting"}`},
		{ui + "/", http.StatusServiceUnavailable, `{"message":"the server is starting"}`},
		{cloud + "/v1/organizations", http.StatusServiceUnavailable, `"error":"SERVICE_UNAVAILABLE: the server is starting"`},
	} {
		status, header, body := askStarting(t, scheme+"://"+c.url, over)
		if status != c.status || !strings.Contains(body, c.body) || status != http.StatusOK && header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v %s", c.url, status, header, body)
		}
	}
	return p, stack
}

func askStarting(t *testing.T, url string, over http.RoundTripper) (int, http.Header, string) {
	t.Helper()
	client := &http.Client{Timeout: slack * 5 * time.Second, Transport: over}
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(body)
}
