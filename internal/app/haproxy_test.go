package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestHAProxySaysWhoTheClientIs holds that a real load balancer is understood:
// both versions of its headers, for HTTP and gRPC, and its health checks.
func TestHAProxySaysWhoTheClientIs(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.ProxyProtocolFrom = []string{balancer + "/32"} }})
	patchService(t, s, `{"ipAccessList":{"add":[{"source":"127.0.0.7"}],"remove":[`+everywhere+`]}}`)
	for _, version := range []string{"send-proxy", "send-proxy-v2", "send-proxy-v2-ssl"} {
		addrs := startHAProxy(t, s, version)
		for name, door := range map[string]entrance{
			"stack API": {app.RoleStack, testkit.Scenario{Path: "/api/v2/dashboards", Headers: bearer(s.Installation.AccessKey)}},
			"OTLP/HTTP": {app.RoleOTLPHTTP, testkit.Scenario{Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(s.Installation.IngestionKey), Body: string(jsonOf(t, "hello"))}},
			"OTLP/gRPC": {role: app.RoleOTLPGRPC},
		} {
			what := version + ", " + name
			come := func(from string) (int, string) { return door.comeTo(t, s, addrs[door.role], way{from: from}) }
			testkit.Eventually(t, 30*time.Second, what+" is let in", func() bool { got, _ := come("127.0.0.7"); return got == http.StatusOK })
			if got, body := come("127.0.0.8"); got != http.StatusForbidden || !strings.Contains(body, "the address 127.0.0.8 is not in") {
				t.Errorf("%s from elsewhere: %d %s", what, got, body)
			}
		}
	}
}

// startHAProxy runs one in front of the listeners until t ends, and returns its
// addresses. It serves a listener once that has passed a health check.
func startHAProxy(t *testing.T, s *apptest.Server, version string) map[app.Role]string {
	t.Helper()
	config := new(bytes.Buffer)
	config.WriteString("defaults\n mode tcp\n timeout connect 10s\n timeout client 30s\n timeout server 30s\n")
	addrs := map[app.Role]string{}
	for _, role := range []app.Role{app.RoleStack, app.RoleOTLPHTTP, app.RoleOTLPGRPC} {
		addrs[role] = testkit.FreeAddr()
		fmt.Fprintf(config, "listen %s\n bind %s\n source %s\n server cairn %s %s check check-send-proxy inter 100ms rise 1\n", role, addrs[role], balancer, s.Addr(role), version)
		if role != app.RoleOTLPGRPC {
			config.WriteString(" option httpchk GET /health\n")
		}
	}
	startProxy(t, "haproxy", "-db", "-f", writeConfig(t, t.TempDir(), config.String()))
	return addrs
}
