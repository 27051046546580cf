package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestListenersOnAllAddressesAreReachedByTheNameOfTheInterface holds that pages
// name addresses that senders can use, in containers too.
func TestListenersOnAllAddressesAreReachedByTheNameOfTheInterface(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) {
		c.OTLPHTTPAddr, c.PublicURL = "[::]:0", "http://cairn.example.com:8080/below"
	}})
	admin := signIn(t, s, "admin@localhost", apptest.Password)
	got := ask(t, s, admin, http.MethodGet, "/overview", "").Body
	if !strings.Contains(got, `"otlpHttp":"cairn.example.com:`) || !strings.Contains(got, `"otlpGrpc":"127.0.0.1:`) {
		t.Errorf("%s", got)
	}
}
