package app_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// proxiesPage has the configurations that these tests run.
const proxiesPage = "../../docs/proxies.md"

// nginxAround is what a system has around the file of the page.
const nginxAround = `daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
%[2]s
}
`

// TestProxiesOfTheDocumentation runs nginx and HAProxy as docs/proxies.md shows
// them, in front of one server.
func TestProxiesOfTheDocumentation(t *testing.T) {
	t.Parallel()
	authority, seal := sealing(t)
	var sealed app.Config
	seal(&sealed)
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.TrustedProxies, c.PublicURL, c.HSTSMaxAge = []string{"127.0.0.1/32"}, "https://example.org/cairn", 60
	}})
	dir := filepath.Dir(sealed.TLSCert)
	proxies := map[string]string{
		"nginx":   startNginx(t, s, dir),
		"haproxy": startDocumentedHAProxy(t, s, dir),
	}
	for name, addr := range proxies {
		testkit.Eventually(t, 30*time.Second, name+" listens", func() bool {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", addr)
			if err == nil {
				_ = conn.Close()
			}
			return err == nil
		})
		for _, http1 := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, HTTP/1.1 alone: %t", name, http1), func(t *testing.T) {
				wantProxied(t, s, browser{config: authority.Client(t), way: way{from: "127.0.0.7"}, http1: http1, to: addr})
			})
		}
	}
}

// wantProxied holds what a proxy must let through.
func wantProxied(t *testing.T, s *apptest.Server, b browser) {
	t.Helper()
	client, protocol := b.client(t), "HTTP/2.0"
	if b.http1 {
		protocol = "HTTP/1.1"
	}
	f := func(call testkit.Scenario, host string, want int) testkit.Answer {
		t.Helper()
		got, proto := askBy(t, client, call, "https://"+host)
		if got.Status != want || proto != protocol {
			t.Errorf("%s%s: %d in %s, want %d: %.300s", host, call.Path, got.Status, proto, want, got.Body)
		}
		return got
	}
	doors := doorsOfTLS(t, s)
	if got := f(testkit.Scenario{Path: "/health"}, "api.example.org", http.StatusOK); !strings.Contains(got.Body, `"ip":"127.0.0.7"`) {
		t.Errorf("the client is lost: %s", got.Body)
	}
	f(doors[app.RoleStack], "api.example.org", http.StatusOK)
	f(doors[app.RoleCloud], "cloud.example.org", http.StatusOK)

	// The interface, below its path and nowhere else.
	f(testkit.Scenario{Path: "/cairn/dashboards/1"}, "example.org", http.StatusOK)
	if got := f(testkit.Scenario{Path: "/cairn"}, "example.org", http.StatusPermanentRedirect); !strings.HasSuffix(got.Header.Get("Location"), "/cairn/") {
		t.Errorf("/cairn leads to %q", got.Header.Get("Location"))
	}
	signIn := testkit.Scenario{
		Method: http.MethodPost, Path: "/cairn/ui/api/session", Body: `{"email":"admin@localhost","password":"` + apptest.Password + `"}`,
		Headers: map[string]string{"Origin": "https://example.org"},
	}
	signedIn := f(signIn, "example.org", http.StatusOK)
	cookie, rest, _ := strings.Cut(signedIn.Header.Get("Set-Cookie"), ";")
	if !strings.HasPrefix(cookie, "__Secure-cairn_session=") || !strings.Contains(rest, "Path=/cairn;") || !strings.Contains(rest, "Secure") {
		t.Errorf("the cookie is %q", signedIn.Header.Get("Set-Cookie"))
	}
	if got := signedIn.Header.Get("Strict-Transport-Security"); got != "max-age=60" {
		t.Errorf("Strict-Transport-Security is %q", got)
	}
	f(testkit.Scenario{Path: "/cairn/ui/api/session", Headers: map[string]string{"Cookie": cookie}}, "example.org", http.StatusOK)
	signIn.Headers["Origin"] = "https://elsewhere.example"
	f(signIn, "example.org", http.StatusForbidden)

	// Telemetry: small, large, and over gRPC.
	f(doors[app.RoleOTLPHTTP], "otlp.example.org", http.StatusOK)
	large := doors[app.RoleOTLPHTTP]
	large.Body = string(jsonOf(t, strings.Repeat("large ", 1<<20)))
	f(large, "otlp.example.org", http.StatusOK)
	if !b.http1 {
		wantCalls(t, s, b)
	}
	wantTail(t, client, s, "https://api.example.org", func() { f(doors[app.RoleOTLPHTTP], "otlp.example.org", http.StatusOK) })
}

// wantCalls holds that gRPC comes through, and from whom.
func wantCalls(t *testing.T, s *apptest.Server, b browser) {
	t.Helper()
	setList(t, s, `{"source":"127.0.0.7"},{"source":"127.0.0.1"}`, everywhere)
	defer setList(t, s, everywhere, `{"source":"127.0.0.7"},{"source":"127.0.0.1"}`)
	const addr = "otlp.example.org:443"
	testkit.Eventually(t, 20*time.Second, "the list counts", func() bool {
		elsewhere := b
		elsewhere.way.from = "127.0.0.8"
		err := elsewhere.export(t, s.Installation.IngestionKey, addr)
		return status.Code(err) == codes.PermissionDenied && strings.Contains(err.Error(), "127.0.0.8")
	})
	if err := b.export(t, s.Installation.IngestionKey, addr); err != nil {
		t.Errorf("gRPC: %v", err)
	}
}

// blockOf returns the code block of a language in the page, with the addresses
// of a server in the place of the usual ones.
func blockOf(t *testing.T, language string, s *apptest.Server, replace ...string) string {
	t.Helper()
	page, err := os.ReadFile(proxiesPage)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```"+language+"\n")
	block, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatalf("%s has no block of %s", proxiesPage, language)
	}
	for usual, role := range map[string]app.Role{
		"127.0.0.1:8080": app.RoleUI, "127.0.0.1:8000": app.RoleStack, "127.0.0.1:8100": app.RoleCloud,
		"127.0.0.1:4318": app.RoleOTLPHTTP, "127.0.0.1:4317": app.RoleOTLPGRPC,
	} {
		replace = append(replace, usual, s.Addr(role))
	}
	return strings.NewReplacer(replace...).Replace(block)
}

func startNginx(t *testing.T, s *apptest.Server, certificates string) string {
	t.Helper()
	addr, dir := testkit.FreeAddr(), t.TempDir()
	config := blockOf(t, "nginx", s, "listen 443 ", "listen "+addr+" ",
		"/etc/ssl/cairn/fullchain.pem", filepath.Join(certificates, "cert.pem"), "/etc/ssl/cairn/privkey.pem", filepath.Join(certificates, "key.pem"))
	startProxy(t, "nginx", "-e", "stderr", "-p", dir, "-c", writeConfig(t, dir, fmt.Sprintf(nginxAround, dir, config)))
	return addr
}

func startDocumentedHAProxy(t *testing.T, s *apptest.Server, certificates string) string {
	t.Helper()
	addr, dir := testkit.FreeAddr(), t.TempDir()
	config := blockOf(t, "haproxy", s, "bind :443 ", "bind "+addr+" ", "/etc/haproxy/certs/cairn.pem", filepath.Join(certificates, "both.pem"))
	startProxy(t, "haproxy", "-db", "-f", writeConfig(t, dir, config))
	return addr
}

func writeConfig(t *testing.T, dir, text string) string {
	t.Helper()
	path := filepath.Join(dir, "proxy.conf")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// startProxy runs a program until t ends.
func startProxy(t *testing.T, name string, args ...string) {
	t.Helper()
	said := new(bytes.Buffer)
	run := exec.Command(serverProgram(t, name), args...)
	run.Stderr, run.Stdout = said, said
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Signal(syscall.SIGTERM)
		_ = run.Wait()
		if t.Failed() {
			t.Logf("%s: %s", name, said)
		}
	})
}

// serverProgram returns where it is: Debian keeps servers off the path of people.
func serverProgram(t *testing.T, name string) string {
	t.Helper()
	for _, at := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(at); err == nil {
			return found
		}
	}
	t.Fatal(name + " is missing; run: make tools")
	return ""
}
