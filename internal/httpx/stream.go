package httpx

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
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
}

// streamTrust is how long the caller of a stream of events is trusted who was
// let in.
const streamTrust = 800 * time.Millisecond

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

// Send writes an event and flushes it.
func (s *Stream) Send(e Event) error {
	if err := context.Cause(s.ctx); err != nil {
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

// watch lets the caller of a stream in again and again, as events may come for
// hours, and ends the stream of one whose credential, role or address does not
// count any more. Streams on which nothing happens end too: they take a place.
func watch(ctx context.Context, end context.CancelCauseFunc, readmit func() error) {
	ticker := time.NewTicker(streamTrust)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := readmit(); err != nil {
			end(err)
			return
		}
	}
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
	ctx, end := context.WithCancelCause(c.ctx)
	var watching sync.WaitGroup
	defer watching.Wait() // it reads the request
	defer end(nil)
	defer context.AfterFunc(a.streamsEnd, func() { end(nil) })()
	isEvents := answer.contentType == mediaEvent
	if isEvents {
		watching.Go(func() { watch(ctx, end, func() error { return c.op.readmit(ctx, r) }) })
	}
	s := &Stream{ctx: ctx, w: w, control: http.NewResponseController(w), api: a, answer: answer}
	s.zipped = !isEvents && wantsGzip(r.Header.Get("Accept-Encoding"))
	// The request is read; its deadline must not end the stream.
	_ = s.control.SetReadDeadline(time.Time{})
	err := answer.stream(s)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) && s.began {
		// Its client asks again and hears why: nothing was cut off.
		a.edge.logCause(r.Context(), problemOf(cause), cause)
		err = nil
	}
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
