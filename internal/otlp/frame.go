package otlp

import (
	"bytes"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"github.com/cairnstack/cairn/internal/ingest"
)

// frame is a message in its wire form.
type frame struct {
	bytes []byte
	held  mem.Buffer
}

func (f *frame) free() {
	if f.held != nil {
		f.held.Free()
	}
}

// gzipMagic begins every gzip stream and no protobuf message: it would be a
// field of a wire type that does not exist.
var gzipMagic = []byte{0x1f, 0x8b}

func (f *frame) compression() ingest.Compression {
	if bytes.HasPrefix(f.bytes, gzipMagic) {
		return ingest.Gzip
	}
	return ingest.Plain
}

// frameCodec hands messages over as they are. Others than frames, which are
// those of the health service, are protobuf.
type frameCodec struct{}

// Name returns the codec's name in content types.
func (frameCodec) Name() string { return "proto" }

// Marshal returns the bytes of a message.
func (frameCodec) Marshal(v any) (mem.BufferSlice, error) {
	switch m := v.(type) {
	case *frame:
		return mem.BufferSlice{mem.SliceBuffer(m.bytes)}, nil
	case proto.Message:
		b, err := proto.Marshal(m)
		return mem.BufferSlice{mem.SliceBuffer(b)}, err
	}
	return nil, fmt.Errorf("no message: %T", v)
}

// Unmarshal makes a message of bytes.
func (frameCodec) Unmarshal(b mem.BufferSlice, v any) error {
	switch m := v.(type) {
	case *frame:
		m.held = b.MaterializeToBuffer(mem.DefaultBufferPool())
		m.bytes = m.held.ReadOnlyData()
		return nil
	case proto.Message:
		return proto.Unmarshal(b.Materialize(), m)
	}
	return fmt.Errorf("no message: %T", v)
}

// packedGzip leaves gzip messages packed: the log keeps them so, and unpacking
// has limits of its own.
type packedGzip struct{}

// Do returns the message as it came.
func (packedGzip) Do(r io.Reader) ([]byte, error) {
	size := 0
	if known, ok := r.(interface{ Remaining() int }); ok {
		size = known.Remaining()
	}
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// Type returns the encoding's name.
func (packedGzip) Type() string { return "gzip" }
