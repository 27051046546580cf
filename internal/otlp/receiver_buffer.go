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
	bufferBytesEarly = 64 << 10 // without proof that more comes
	bufferBytesLarge = 2 << 20
	busyRetryAfter   = time.Second
)

var (
	errLonger   = errors.New("the content is longer than it said")
	errTooLarge = fault.New(fault.Invalid, "the request is larger than it may be; send less at a time")
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
	large    shelf // of their own, so that a small request does not hold a large buffer
}

// NewBuffers makes buffers of so many bytes in total; 0 is BufferBytesMax.
func NewBuffers(bytesMax int64) *Buffers {
	if bytesMax == 0 {
		bytesMax = BufferBytesMax
	}
	return &Buffers{bytesMax: bytesMax, large: shelf{bytesMax: shelfBytesMax, timeMax: shelfTimeMax}}
}

// buffer is one request's part of the memory. Free it.
type buffer struct {
	bytes []byte
	owner *Buffers
}

// readPlan says what to expect of a source.
type readPlan struct {
	hint     int64 // about so many bytes
	limit    int64 // more are errTooLarge
	surprise int64 // more are errLonger; 0 is no such bound
}

// read reads until the end of src. When all memory is taken, the answer is
// errBusy.
func (b *Buffers) read(src io.Reader, plan readPlan) (*buffer, error) {
	plan.hint = min(max(plan.hint, 0), plan.limit)
	buf := b.get(plan.hint)
	if err := buf.fill(src, plan); err != nil {
		buf.free()
		return nil, err
	}
	return buf, nil
}

func (b *Buffers) get(hint int64) *buffer {
	if hint > bufferBytesLarge {
		kept := b.large.take(hint + 1)
		b.used.Add(int64(cap(kept)))
		return &buffer{bytes: kept, owner: b}
	}
	if kept, ok := b.small.Get().(*buffer); ok {
		b.used.Add(int64(cap(kept.bytes)))
		return kept
	}
	return &buffer{owner: b}
}

// free gives the memory back. The bytes must not be used after it.
func (b *buffer) free() {
	b.owner.used.Add(-int64(cap(b.bytes)))
	if b.isLarge() {
		b.owner.large.put(b.bytes)
		b.bytes = nil
		return
	}
	b.bytes = b.bytes[:0]
	b.owner.small.Put(b)
}

func (b *buffer) isLarge() bool { return cap(b.bytes) > bufferBytesLarge }

func (b *buffer) fill(src io.Reader, plan readPlan) error {
	for {
		if len(b.bytes) == cap(b.bytes) {
			if err := b.extend(plan); err != nil {
				return err
			}
		}
		n, err := src.Read(b.bytes[len(b.bytes):cap(b.bytes)])
		b.bytes = b.bytes[:len(b.bytes)+n]
		if int64(len(b.bytes)) > plan.limit {
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

// extend makes room for what comes: all that is expected, once a part of it
// has come, so that a promise alone does not take memory. The byte more is for
// the end to be seen.
func (b *buffer) extend(plan readPlan) error {
	have := int64(cap(b.bytes))
	if plan.surprise > 0 && have > plan.surprise {
		return errLonger
	}
	if have < plan.hint && (have >= bufferBytesEarly || plan.hint <= bufferBytesEarly) {
		return b.grow(plan.hint + 1)
	}
	return b.grow(min(max(2*have, bufferBytesMin), plan.limit+1))
}

func (b *buffer) grow(capacity int64) error {
	more := capacity - int64(cap(b.bytes))
	if b.owner.used.Add(more) > b.owner.bytesMax {
		b.owner.used.Add(-more)
		return errBusy
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
func (b *buffer) replace(grown []byte) {
	grown = append(grown, b.bytes...)
	if b.isLarge() {
		freeLarge(b.bytes)
	}
	b.bytes = grown
}
