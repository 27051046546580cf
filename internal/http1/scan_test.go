package http1_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/http1"
)

func TestScanFindsAmbiguousRequests(t *testing.T) {
	t.Parallel()
	f := func(want bool, requests ...string) {
		t.Helper()
		text := strings.ReplaceAll(strings.Join(requests, ""), "\n", "\r\n")
		for _, size := range []int{1, 2, 7, len(text)} {
			var scan http1.Scan
			got := false
			for rest := []byte(text); len(rest) > 0; {
				n := min(size, len(rest))
				got, rest = scan.Take(rest[:n]), rest[n:]
			}
			if got != want {
				t.Errorf("in pieces of %d bytes: %t\n%s", size, got, text)
			}
		}
	}
	const (
		get     = "GET / HTTP/1.1\nHost: x\n\n"
		sized   = "POST / HTTP/1.1\nContent-Length: 32\n\n\n\nTransfer-Encoding: chunked\n"
		chunked = "POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n1d;x=y\n\nContent-Length: 5\nPOST /\n\n0\nX-Trailer: y\n\n"
		both    = "POST / HTTP/1.1\ncontent-length: 5\nTRANSFER-ENCODING:chunked\n\n0\n\n"
	)
	f(false, get, get)
	f(false, sized)
	f(false, chunked, get, chunked)
	f(true, both)
	f(true, get, chunked, sized, both)
	f(true, "POST / HTTP/1.0\nContent-Length: 5\nTransfer-Encoding: chunked\n\n")
	f(false, "POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n", get)
	// What is malformed ends the scan; the server refuses it.
	f(false, "PRI * HTTP/2.0\n\n", both)
	f(false, "POST / HTTP/1.1\nContent-Length: many\n\n", both)
	f(false, "POST / HTTP/1.1\nTransfer-Encoding: chunked\n\nzz\n", both)
	f(false, "POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n1\nabc\n", both)
	f(false, "GET / HTTP/1.1\nX: "+strings.Repeat("a", 70<<10), "\n\n", both)
}

// FuzzScan holds that the scan finds the same requests as the library: an
// ambiguous one exactly where the library says that it read a transfer encoding
// and the header had a length.
func FuzzScan(f *testing.F) {
	f.Add([]byte("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	f.Add([]byte("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var scan http1.Scan
		found := scan.Take(text)
		reader := bufio.NewReader(bytes.NewReader(text))
		for {
			r, err := http.ReadRequest(reader)
			if err != nil || r.ProtoMajor != 1 { // the server refuses both
				return
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return
			}
			marker := append([]byte("POST /ambiguous HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n"), "0\r\n\r\n"...)
			if reader.Buffered() == 0 {
				if !scan.Take(marker) && !found {
					t.Fatalf("an ambiguous request behind %q was not found", text)
				}
				return
			}
		}
	})
}
