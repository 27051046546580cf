package otlp

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	bufferBytesMin   = 4 << 10
	bufferBytesEarly = 256 << 10 // without proof that more comes
	bufferBytesLarge = 2 << 20
	busyRetryAfter  = time.Second
)

var (
	errTooLarge = fault.New(fault.Invalid, "the request is larger than it may be")
	errBusy     = &fault.Error{
		Kind: fault.Limited, Message: "too much is being received at once; try again", RetryAfter: busyRetryAfter,
	}
)

// Buffers is the memory in which requests are received and decompressed. It
// hands out a bounded number of bytes and uses them again.
type Buffers struct {
	bytesMax int64
	used     atomic.Int64
	small    sync.Pool
	large    sync.Pool // of their own, so that a small request does not hold a large buffer
}

// NewBuffers makes buffers of so many bytes in total; 0 is BufferBytesMax.
func NewBuffers(bytesMax int64) *Buffers {
	if bytesMax == 0 {
		bytesMax = BufferBytesMax
	}
	return &Buffers{bytesMax: bytesMax}
}

// buffer is one request's part of the memory. Free it.
type buffer struct {
	bytes []byte
	owner *Buffers
}

// read reads until the end of src, which should come after about hint bytes
// and must come before limit. A longer one is errTooLarge; when all memory is
// taken, the answer is errBusy.
func (b *Buffers) read(src io.Reader, hint, limit int64) (*buffer, error) {
	hint = min(max(hint, 0), limit)
	buf := b.get(hint)
	if err := buf.fill(src, hint, limit); err != nil {
		buf.free()
		return nil, err
	}
	return buf, nil
}

func (b *Buffers) pool(bytes int64) *sync.Pool {
	if bytes > bufferBytesLarge {
		return &b.large
	}
	return &b.small
}

func (b *Buffers) get(hint int64) *buffer {
	if kept, ok := b.pool(hint).Get().(*buffer); ok {
		b.used.Add(int64(cap(kept.bytes)))
		return kept
	}
	return &buffer{owner: b}
}

// free gives the memory back. The bytes must not be used after it.
func (b *buffer) free() {
	size := int64(cap(b.bytes))
	b.owner.used.Add(-size)
	b.bytes = b.bytes[:0]
	b.owner.pool(size).Put(b)
}

func (b *buffer) fill(src io.Reader, hint, limit int64) error {
	for {
		if len(b.bytes) == cap(b.bytes) {
			if err := b.grow(b.nextSize(hint, limit)); err != nil {
				return err
			}
		}
		n, err := src.Read(b.bytes[len(b.bytes):cap(b.bytes)])
		b.bytes = b.bytes[:len(b.bytes)+n]
		if int64(len(b.bytes)) > limit {
			return errTooLarge
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// nextSize answers the size to grow to: what is expected, once a part of it
// has come, so that a promise alone does not take memory. The byte more is for
// the end to be seen.
func (b *buffer) nextSize(hint, limit int64) int64 {
	have := int64(cap(b.bytes))
	if have < hint && (have >= bufferBytesEarly || hint <= bufferBytesEarly) {
		return hint + 1
	}
	return min(max(2*have, min(hint, bufferBytesEarly), bufferBytesMin), limit+1)
}

func (b *buffer) grow(capacity int64) error {
	more := capacity - int64(cap(b.bytes))
	if b.owner.used.Add(more) > b.owner.bytesMax {
		b.owner.used.Add(-more)
		return errBusy
	}
	grown := make([]byte, len(b.bytes), capacity)
	copy(grown, b.bytes)
	b.bytes = grown
	return nil
}
