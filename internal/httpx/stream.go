package httpx

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// Stream is an answer that is sent while it is made. The status goes out with
// the first write; until then a failure still becomes an error answer. It is
// for one goroutine.
type Stream struct {
	ctx     context.Context
	w       http.ResponseWriter
	control *http.ResponseController
	api     *API
	answer  *answer
	zipped  bool
	gz      *gzip.Writer
	began   bool
	readmit func() error // whether the caller may still have what comes
	checked time.Time
}

// streamTrust is how long a caller is trusted who was let in.
const streamTrust = time.Second

// Context ends when the client goes away, when the operation's time is up and
// when the server shuts down.
func (s *Stream) Context() context.Context { return s.ctx }

// Write sends a part, after the header where it is the first. A client that
// does not read for too long is cut off.
func (s *Stream) Write(p []byte) (int, error) {
	s.begin()
	s.extend()
	if s.gz != nil {
		return s.gz.Write(p)
	}
	return s.w.Write(p)
}

// Flush sends what was written so far on its way.
func (s *Stream) Flush() error {
	s.begin()
	s.extend()
	if s.gz != nil {
		if err := s.gz.Flush(); err != nil {
			return err
		}
	}
	return s.control.Flush()
}

// Event is one server-sent event. Empty fields are left out.
type Event struct {
	ID   string
	Name string
	Data []byte
}

// Send writes an event and flushes it. Events may come for hours, so that a
// caller whose credential, role or address does not count any more gets none.
func (s *Stream) Send(e Event) error {
	if err := s.check(); err != nil {
		return err
	}
	var b strings.Builder
	field := func(name, value string) {
		for line := range strings.SplitSeq(value, "\n") {
			b.WriteString(name + ": " + strings.TrimSuffix(line, "\r") + "\n")
		}
	}
	if e.ID != "" {
		field("id", e.ID)
	}
	if e.Name != "" {
		field("event", e.Name)
	}
	field("data", string(e.Data))
	b.WriteString("\n")
	if _, err := io.WriteString(s, b.String()); err != nil {
		return err
	}
	return s.Flush()
}

// check lets the caller in again when the last time was a while ago.
func (s *Stream) check() error {
	now := s.api.edge.clock()
	if now.Sub(s.checked) < streamTrust {
		return nil
	}
	if err := s.readmit(); err != nil {
		return err
	}
	s.checked = now
	return nil
}

func (s *Stream) begin() {
	if s.began {
		return
	}
	s.began = true
	h := s.w.Header()
	h.Set("Content-Type", s.answer.contentType)
	h.Add("Vary", "Accept-Encoding")
	if s.zipped {
		h.Set("Content-Encoding", "gzip")
		s.gz = s.api.edge.gzip.lend(s.w)
	}
	s.w.WriteHeader(s.answer.status)
}

// extend moves the moment at which the connection is cut. It is the network's
// and so on the machine's clock. A writer that has no connection beneath it
// can't be cut, which is no failure.
func (s *Stream) extend() {
	_ = s.control.SetWriteDeadline(time.Now().Add(s.api.limits.StreamStall))
}

func (s *Stream) end() error {
	s.begin()
	if s.gz == nil {
		return nil
	}
	defer s.api.edge.gzip.takeBack(s.gz)
	return s.gz.Close()
}

// stream runs an answer that writes itself. A failure after the first byte
// cuts the connection, so that nobody takes the answer for complete.
func (a *API) stream(w http.ResponseWriter, r *http.Request, answer *answer) {
	c := requestOf(r.Context()).call
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	defer context.AfterFunc(a.streamsEnd, cancel)()
	isEvents := answer.contentType == mediaEvent
	s := &Stream{ctx: ctx, w: w, control: http.NewResponseController(w), api: a, answer: answer, checked: a.edge.clock()}
	s.readmit = func() error { return c.op.readmit(ctx, r) }
	s.zipped = !isEvents && wantsGzip(r.Header.Get("Accept-Encoding"))
	// The request is read; its deadline must not end the stream.
	_ = s.control.SetReadDeadline(time.Time{})
	err := answer.stream(s)
	if err == nil {
		err = s.end()
	}
	switch {
	case err == nil:
	case !s.began:
		a.edge.fail(w, r, err)
	default:
		a.edge.logCause(r.Context(), problemOf(err), err)
		panic(http.ErrAbortHandler)
	}
}
