package stack_test

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// FuzzWebhookAddress holds that no address is taken that leads to where no
// webhook may go, as far as the text says it.
func FuzzWebhookAddress(f *testing.F) {
	for _, seed := range []string{
		"https://hooks.example.net/a", "http://127.0.0.1", "http://[::1]:80/", "http://0x7f.1", "http://017700000001", "http://2130706433", "http://localhost.",
		"http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]", "http://u:p@example.com", "ftp://example.com", "http://", "http://1.2.3.4.5", "http://example.com:0",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		quoted, err := json.Marshal(address)
		if err != nil {
			t.Fatal(err)
		}
		made, err := webhook(stack.Webhook{}, `{"name":"n","service":"generic","url":`+string(quoted)+`}`)
		if err != nil {
			return
		}
		u, err := url.Parse(made.URL)
		if err != nil || u.Hostname() == "" || u.User != nil {
			t.Fatalf("%q was taken: %v", address, err)
		}
		if addr, err := netip.ParseAddr(u.Hostname()); err == nil && !stack.MayDial(addr, nil) {
			t.Fatalf("%q was taken and leads to %s", address, addr)
		}
	})
}
