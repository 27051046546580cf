package files

import (
	"net/http"
	"testing"
	"time"
)

// FuzzRetryAfter holds that a busy server can't make the client wait for too
// long, nor not at all.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "5", "-1", "9223372036854775807", "Wed, 21 Oct 2026 07:28:00 GMT", "1e3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		response := &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {header}}}
		if after := retryAfter(response); after < time.Second || after > waitMax {
			t.Fatalf("%q is %s", header, after)
		}
	})
}

// FuzzReadState holds that no file of what was applied before panics, and that
// what is read can be written.
func FuzzReadState(f *testing.F) {
	for _, seed := range []string{`{"teams":{}}`, `{"teams":{"t":{"alerts/a":{"id":"1"}}}}`, `{"teams":{"t":null}}`, `{"teams":null}`, `[]`, `{`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := replaceFile(dir+"/"+StateFile, text); err != nil {
			t.Fatal(err)
		}
		s, err := readState(dir)
		if err != nil {
			return
		}
		s.of("t")
		if err := s.write(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := readState(dir); err != nil {
			t.Fatalf("%q is not read again: %v", text, err)
		}
	})
}

// FuzzAddress holds that an address that is read is the one that was written.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"dashboards/checkout", "alerts/", "/a", "dashboards/a/b", "nothing/a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a, ok := parseAddress(text); ok && a.String() != text {
			t.Fatalf("%q is read as %s", text, a)
		}
	})
}
