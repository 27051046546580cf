package main

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestNobodyWaitsForAStart asks every listener of a server whose start hangs at
// its database. Each answers at once, in the words of its family.
func TestNobodyWaitsForAStart(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	stack, ui, cloud := testkit.FreeAddr(), testkit.FreeAddr(), testkit.FreeAddr()
	p := launch(t, t.TempDir(), "CAIRN_STACK_ADDR="+stack, "CAIRN_UI_ADDR="+ui, "CAIRN_CLOUD_ADDR="+cloud,
		"CAIRN_DATABASE_URL=postgres://u:p@"+silent.Addr().String()+"/d?sslmode=disable&connect_timeout=60")
	testkit.Eventually(t, slack*20*time.Second, "the start is at its database", func() bool {
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
		status, header, body := askStarting(t, c.url)
		if status != c.status || !strings.Contains(body, c.body) || status != http.StatusOK && header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v %s", c.url, status, header, body)
		}
	}
}

func askStarting(t *testing.T, url string) (int, http.Header, string) {
	t.Helper()
	client := &http.Client{Timeout: slack * 5 * time.Second}
	response, err := client.Get("http://" + url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(body)
}
