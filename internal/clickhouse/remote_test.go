package clickhouse_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// remote answers like a ClickHouse that knows one user, or like something
// else.
func remote(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/elsewhere"):
		http.Redirect(w, r, "/", http.StatusFound)
	case r.URL.Path == "/web":
		_, _ = w.Write([]byte("<html>secret page</html>"))
	case r.URL.Path == "/prometheus/api/v1/query":
		_, _ = w.Write([]byte(`{"status":"success","data":{}}`))
	case r.Header.Get("X-ClickHouse-User") != "reader" || r.Header.Get("X-ClickHouse-Key") != "right":
		w.Header().Set("X-ClickHouse-Exception-Code", "516")
		w.WriteHeader(http.StatusForbidden)
	default:
		_, _ = w.Write([]byte("1\n"))
	}
}

func TestConnectionIsChecked(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(remote))
	t.Cleanup(server.Close)
	tests := []struct {
		name string
		c    stack.Connection
		want string // place of the broken rule; empty: none
	}{
		{"right_password_is_good", stack.Connection{Host: server.URL, Username: "reader", Password: "right"}, ""},
		{"wrong_password_is_told", stack.Connection{Host: server.URL, Username: "reader", Password: "wrong"}, "password"},
		{"prometheus_is_good", stack.Connection{Host: server.URL + "/prometheus", IsPrometheusEndpoint: true}, ""},
		{"web_page_is_no_database", stack.Connection{Host: server.URL + "/web", Username: "reader", Password: "right"}, "host"},
		{"redirect_is_not_followed", stack.Connection{Host: server.URL + "/elsewhere", Username: "reader", Password: "right"}, "host"},
		{"closed_port_can_not_be_reached", stack.Connection{Host: "http://127.0.0.1:1"}, "host"},
		{"no_url", stack.Connection{Host: "http://\x7f"}, "host"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := clickhouse.Remotes{Allowed: loopback()}.CheckConnection(t.Context(), tt.c)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			f := fault.From(err)
			if f.Kind != fault.Invalid || len(f.Details) != 1 || f.Details[0].Path != tt.want {
				t.Errorf("%v (%+v), want a broken rule at %s", err, f.Details, tt.want)
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the message says too much: %v", err)
			}
		})
	}
}

func TestConnectionCheckNeverReachesAForbiddenAddress(t *testing.T) {
	t.Parallel()
	var hits atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	t.Cleanup(server.Close)
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	for _, host := range []string{"http://127.0.0.1", "http://localhost", "http://[::ffff:127.0.0.1]"} {
		err := clickhouse.Remotes{}.CheckConnection(t.Context(), stack.Connection{Host: host + port})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d requests got through", n)
	}
}
