package httpx

import (
	"errors"
	"hash"
	"io"
	"net"

	"github.com/cairnstack/cairn/internal/fault"
)

// bodyReader reads a request body up to its limit, and remembers why it
// stopped.
type bodyReader struct {
	source io.Reader
	left   int64
	read   int64
	digest hash.Hash // of what was read; nil: not needed
	err    error
}

// errBodyLimit ends a body that is longer than allowed.
var errBodyLimit = errors.New("request body is too large")

// Read reads at most one byte beyond the limit, to see whether there is one.
func (b *bodyReader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.source.Read(p)
	if b.digest != nil {
		b.digest.Write(p[:n])
	}
	b.left -= int64(n)
	b.read += int64(n)
	if b.left < 0 {
		err = errBodyLimit
	}
	b.err = err
	return n, err
}

// failure returns why the body could not be read, nil when it was read to its
// end.
func (b *bodyReader) failure(bytesMax int64) error {
	var timeout net.Error
	switch {
	case b.err == nil || errors.Is(b.err, io.EOF):
		return nil
	case errors.Is(b.err, errBodyLimit):
		return refuseSize(bytesMax)
	case errors.As(b.err, &timeout) && timeout.Timeout():
		return refuseSlowBody()
	default:
		return fault.Wrap(fault.Invalid, b.err, "the request body could not be read to its end")
	}
}
