package httpx

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// A client that is refused before its body was read may go on to send it, and
// look for an answer only then; a connection that is closed meanwhile loses the
// answer. So much of the rest, for so long, is read and thrown away. net/http
// itself does so for drainBytesMin.
const (
	DrainBytesMax = 64 << 20
	DrainTimeMax  = 10 * time.Second
	drainBytesMin = 256 << 10
)

// draining returns clients that are refused before it reads what they still
// send.
func draining(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.Body == http.NoBody {
			next.ServeHTTP(w, r)
			return
		}
		watched := *r // net/http looks at the body of its own request
		body := &watchedBody{ReadCloser: r.Body}
		watched.Body = body
		next.ServeHTTP(w, &watched)
		if body.isLeft(r) {
			drain(w, body.ReadCloser)
		}
	})
}

// drain sends the answer and then reads on. What is left after that would be
// taken for another request, so that the connection is cut.
func drain(w http.ResponseWriter, rest io.Reader) {
	control := http.NewResponseController(w)
	if control.EnableFullDuplex() != nil || control.SetReadDeadline(time.Now().Add(DrainTimeMax)) != nil {
		return
	}
	if control.Flush() == nil {
		if _, err := io.CopyN(io.Discard, rest, DrainBytesMax); errors.Is(err, io.EOF) {
			return
		}
	}
	panic(http.ErrAbortHandler)
}

// watchedBody knows how much of a body was read.
type watchedBody struct {
	io.ReadCloser
	read  int64
	ended bool
}

// Read reads and counts.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	b.ended = b.ended || err != nil
	return n, err
}

// isLeft reports whether the client sends more than net/http takes care of. A
// client that waits for a sign to begin has not got one, and gets none.
func (b *watchedBody) isLeft(r *http.Request) bool {
	isWaiting := b.read == 0 && strings.EqualFold(r.Header.Get("Expect"), "100-continue")
	return !b.ended && !isWaiting && (r.ContentLength < 0 || r.ContentLength-b.read > drainBytesMin)
}
