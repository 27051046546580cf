package receive

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
	bufferBytesEarly = 64 << 10 // without proof that more comes
	bufferBytesLarge = 2 << 20
	busyRetryAfter   = time.Second
)

// Why a request is not received.
var (
	ErrLonger   = errors.New("the content is longer than it said")
	ErrTooLarge = fault.New(fault.Invalid, "the request is larger than it may be; send less at a time")
	ErrBusy     = &fault.Error{
		Kind: fault.Limited, Message: "too much is being received at once; try again", RetryAfter: busyRetryAfter,
	}
)

// Buffers is the memory in which requests are received and decompressed. It
// hands out a bounded number of bytes and uses them again.
type Buffers struct {
	bytesMax int64
	used     atomic.Int64
	small    sync.Pool
	large    shelf // of their own, so that a small request does not hold a large buffer
}

// NewBuffers makes buffers of so many bytes in total; 0 is BufferBytesMax.
func NewBuffers(bytesMax int64) *Buffers {
	if bytesMax == 0 {
		bytesMax = BufferBytesMax
	}
	return &Buffers{bytesMax: bytesMax, large: shelf{bytesMax: shelfBytesMax, timeMax: shelfTimeMax}}
}

// Buffer is one request's part of the memory. Free it.
type Buffer struct {
	Bytes []byte
	owner *Buffers
}

// ReadPlan says what to expect of a source.
type ReadPlan struct {
	Hint     int64 // about so many bytes
	Limit    int64 // more are errTooLarge
	Surprise int64 // more are errLonger; 0 is no such bound
}

// Read reads until the end of src. When all memory is taken, the answer is
// errBusy.
func (b *Buffers) Read(src io.Reader, plan ReadPlan) (*Buffer, error) {
	plan.Hint = min(max(plan.Hint, 0), plan.Limit)
	buf := b.get(plan.Hint)
	if err := buf.fill(src, plan); err != nil {
		buf.Free()
		return nil, err
	}
	return buf, nil
}

// take returns a buffer of so many bytes, whatever they are. When all memory is
// taken, the error is ErrBusy.
func (b *Buffers) take(length int64) (*Buffer, error) {
	buf := b.get(length)
	if int64(cap(buf.Bytes)) < length {
		if err := buf.grow(length); err != nil {
			buf.Free()
			return nil, err
		}
	}
	buf.Bytes = buf.Bytes[:length]
	return buf, nil
}

func (b *Buffers) get(hint int64) *Buffer {
	if hint > bufferBytesLarge {
		kept := b.large.take(hint + 1)
		b.used.Add(int64(cap(kept)))
		return &Buffer{Bytes: kept, owner: b}
	}
	if kept, ok := b.small.Get().(*Buffer); ok {
		b.used.Add(int64(cap(kept.Bytes)))
		return kept
	}
	return &Buffer{owner: b}
}

// Free gives the memory back. The bytes must not be used after it.
func (b *Buffer) Free() {
	b.owner.used.Add(-int64(cap(b.Bytes)))
	if b.isLarge() {
		b.owner.large.put(b.Bytes)
		b.Bytes = nil
		return
	}
	b.Bytes = b.Bytes[:0]
	b.owner.small.Put(b)
}

func (b *Buffer) isLarge() bool { return cap(b.Bytes) > bufferBytesLarge }

func (b *Buffer) fill(src io.Reader, plan ReadPlan) error {
	for {
		if len(b.Bytes) == cap(b.Bytes) {
			if err := b.extend(plan); err != nil {
				return err
			}
		}
		n, err := src.Read(b.Bytes[len(b.Bytes):cap(b.Bytes)])
		b.Bytes = b.Bytes[:len(b.Bytes)+n]
		if int64(len(b.Bytes)) > plan.Limit {
			return ErrTooLarge
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// extend makes room for what comes: all that is expected, once a part of it
// has come, so that a promise alone does not take memory. The byte more is for
// the end to be seen.
func (b *Buffer) extend(plan ReadPlan) error {
	have := int64(cap(b.Bytes))
	if plan.Surprise > 0 && have > plan.Surprise {
		return ErrLonger
	}
	if have < plan.Hint && (have >= bufferBytesEarly || plan.Hint <= bufferBytesEarly) {
		return b.grow(plan.Hint + 1)
	}
	return b.grow(min(max(2*have, bufferBytesMin), plan.Limit+1))
}

func (b *Buffer) grow(capacity int64) error {
	more := capacity - int64(cap(b.Bytes))
	if b.owner.used.Add(more) > b.owner.bytesMax {
		b.owner.used.Add(-more)
		return ErrBusy
	}
	b.replace(newMemory(capacity))
	return nil
}

func newMemory(capacity int64) []byte {
	if capacity > bufferBytesLarge {
		return newLarge(capacity)
	}
	return make([]byte, 0, capacity)
}

// replace moves the bytes into larger memory.
func (b *Buffer) replace(grown []byte) {
	grown = append(grown, b.Bytes...)
	if b.isLarge() {
		freeLarge(b.Bytes)
	}
	b.Bytes = grown
}
