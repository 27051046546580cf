package app

import (
	"encoding/base64"
	"net/netip"
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// FuzzSecretKey holds that a key that is taken has its length, and that what
// is refused is not repeated.
func FuzzSecretKey(f *testing.F) {
	f.Add(base64.StdEncoding.EncodeToString(make([]byte, sqlstore.SecretKeyBytes)))
	for _, seed := range []string{"", "AA==", "not base64", "\n" + base64.StdEncoding.EncodeToString(make([]byte, sqlstore.SecretKeyBytes)) + "\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key, err := parseSecretKey(text)
		if err == nil && len(key) != sqlstore.SecretKeyBytes || err != nil && err.Error() != errSecretKey.Error() {
			t.Fatalf("%d bytes, %v", len(key), err)
		}
	})
}

// FuzzAllowedNetworks holds that the networks that webhooks may reach are
// those that were checked, and no others.
func FuzzAllowedNetworks(f *testing.F) {
	for _, seed := range []string{"127.0.0.0/8", "::1/128", "10.0.0.1", "0.0.0.0/0", "fe80::1%eth0/64", "1.2.3.4/33", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cidr string) {
		networks := Config{WebhookAllowCIDRs: []string{cidr}}.allowedNetworks()
		if _, err := netip.ParsePrefix(cidr); (err == nil) != (len(networks) == 1) {
			t.Fatalf("%q allows %v", cidr, networks)
		}
	})
}
