package sqlstore

import (
	"errors"
	"testing"
)

// FuzzParseURL holds that an address is taken or refused in our words alone,
// which do not repeat it: it holds a password.
func FuzzParseURL(f *testing.F) {
	for _, seed := range []string{
		"postgres://u:p@localhost:5432/cairn", "postgresql://localhost/cairn?sslmode=disable", "postgres://u:p@[::1%25lo]:1/x", "mysql://x", "",
		"postgres://a,b:1,c/d?target_session_attrs=any", "postgres://%zz@x", "postgres://x?port=99999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		if config, err := parseURL(Options{URL: address}); err != nil && !errors.Is(err, errURL) || err == nil && config == nil {
			t.Fatalf("%v, %v", config, err)
		}
	})
}
