package promapi

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/httpx"
)

// body writes what follows "data": in a successful response.
type body func(w *writer)

// streamed makes an operation of a handler whose response is written while it
// goes out: a matrix can be much larger than what it was made of.
func streamed[I, O any](handle func(context.Context, *I) (body, error)) func(context.Context, *I, string) (httpx.Formatted[O, notes], error) {
	return func(ctx context.Context, in *I, _ string) (httpx.Formatted[O, notes], error) {
		write, err := handle(ctx, in)
		if err != nil {
			return httpx.Formatted[O, notes]{}, err
		}
		send := func(s *httpx.Stream) error { return envelope(s, write) }
		return httpx.Formatted[O, notes]{Raw: &httpx.Raw{ContentType: mediaJSON, Write: send}}, nil
	}
}

// envelope writes a successful response.
func envelope(to io.Writer, write body) error {
	w := &writer{to: to, buf: make([]byte, 0, chunkBytes+chunkSlack)}
	w.add(`{"status":"success","data":`)
	write(w)
	w.add("}")
	w.spill(0)
	return w.err
}

// A response goes out in chunks of about chunkBytes; a point, a bucket or a set
// of labels is never taken apart and rarely larger than chunkSlack.
const (
	chunkBytes = 64 << 10
	chunkSlack = 4 << 10
)

// writer collects text and sends it in chunks. After a failure, which is that
// of the connection, it writes nothing.
type writer struct {
	to  io.Writer
	buf []byte
	err error
}

func (w *writer) add(text string) { w.buf = append(w.buf, text...) }

// spill sends what was collected if there is more of it than bytes.
func (w *writer) spill(bytes int) {
	if len(w.buf) <= bytes {
		return
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// list writes items as an array, which is never null.
func list[T any](w *writer, items []T, write func([]byte, T) []byte) {
	w.add("[")
	for i, item := range items {
		if w.err != nil {
			return
		}
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.buf = write(w.buf, item)
		w.spill(chunkBytes)
	}
	w.add("]")
}

// notes are what is said beside a result.
type notes struct{ warnings, infos []string }

// notes ends the data with what is said beside it.
func (w *writer) notes(n notes) {
	if len(n.warnings) > 0 {
		w.add(`,"warnings":`)
		list(w, n.warnings, appendText)
	}
	if len(n.infos) > 0 {
		w.add(`,"infos":`)
		list(w, n.infos, appendText)
	}
}

// some returns the first texts in the order of the alphabet, and how many were
// left out.
func some(texts []string) []string {
	slices.Sort(texts)
	if len(texts) <= notesMax {
		return texts
	}
	return append(texts[:notesMax:notesMax], strconv.Itoa(len(texts)-notesMax)+" more were left out")
}
