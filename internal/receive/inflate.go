package receive

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
)

// Inflater decompresses payloads into buffers.
type Inflater struct {
	bytesMax int64
	buffers  *Buffers
	gzips    sync.Pool
	zstds    sync.Pool
}

// NewInflater makes an inflater of up to bytesMax for one payload; 0 is
// RequestBytesMax.
func NewInflater(bytesMax int64, buffers *Buffers) *Inflater {
	return &Inflater{bytesMax: cmp.Or(bytesMax, RequestBytesMax), buffers: buffers}
}

// Inflate decompresses a payload. Malformed and oversized ones are Invalid
// faults; without memory for it the error is Limited. A content that is longer
// than it said is measured before it gets memory, so that a lie costs time
// alone.
func (d *Inflater) Inflate(compression ingest.Compression, payload []byte) (*Buffer, error) {
	if compression == ingest.Snappy {
		return d.inflateSnappy(payload)
	}
	plain, err := d.inflateOnce(compression, payload, 0)
	if !errors.Is(err, ErrLonger) {
		return plain, err
	}
	length, err := d.measure(compression, payload)
	if err != nil {
		return nil, err
	}
	return d.inflateOnce(compression, payload, length)
}

// inflater reads one payload of a compression. Put it back after use.
type inflater struct {
	io.Reader
	format  string
	hint    int64 // how long the content says it is; 0 is unknown
	release func()
}

// inflateOnce expects as many bytes as were measured, if so.
func (d *Inflater) inflateOnce(compression ingest.Compression, payload []byte, measured int64) (*Buffer, error) {
	in, err := d.open(compression, payload)
	if err != nil {
		return nil, err
	}
	defer in.release()
	if in.hint > d.bytesMax {
		return nil, ErrTooLarge
	}
	plan := ReadPlan{Hint: max(in.hint, measured), Limit: d.bytesMax}
	plan.Surprise = max(plan.Hint, inflatedSurpriseMax)
	plain, err := d.buffers.Read(in, plan)
	return plain, in.explain(err)
}

// measure returns how long the content is, without keeping it.
func (d *Inflater) measure(compression ingest.Compression, payload []byte) (int64, error) {
	in, err := d.open(compression, payload)
	if err != nil {
		return 0, err
	}
	defer in.release()
	length, err := io.Copy(io.Discard, io.LimitReader(in, d.bytesMax+1))
	if err == nil && length > d.bytesMax {
		return 0, ErrTooLarge
	}
	return length, in.explain(err)
}

func (in *inflater) explain(err error) error {
	switch {
	case err == nil || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrBusy) || errors.Is(err, ErrLonger):
		return err
	case errors.Is(err, zstd.ErrDecoderSizeExceeded) || errors.Is(err, zstd.ErrWindowSizeExceeded):
		return ErrTooLarge
	}
	return malformed(in.format, err)
}

func (d *Inflater) open(compression ingest.Compression, payload []byte) (*inflater, error) {
	switch compression {
	case ingest.Zstd:
		return d.openZstd(payload)
	case ingest.Gzip:
		return d.openGzip(payload)
	case ingest.Plain, ingest.Snappy:
	}
	return nil, fault.New(fault.Internal, "no inflater for compression %d", compression)
}

// Limits of decompression: what one byte of a deflate stream can become at
// most, the bytes at a gzip stream's end that tell its length, the memory that
// zstd may look back on, and how far a content may grow beyond what it said.
const (
	deflateRatioMax     = 1032
	gzipLengthBytes     = 4
	zstdWindowMax       = 8 << 20
	zstdRatioExpected   = 16
	inflatedSurpriseMax = 2 << 20
)

func (d *Inflater) openGzip(payload []byte) (*inflater, error) {
	reader, known := d.gzips.Get().(*gzip.Reader)
	if !known {
		reader = new(gzip.Reader)
	}
	if err := reader.Reset(bytes.NewReader(payload)); err != nil {
		return nil, malformed("gzip", err)
	}
	return &inflater{reader, "gzip", gzipLength(payload), func() { d.gzips.Put(reader) }}, nil
}

// gzipLength returns how long the stream says that its content is, or nothing
// when that can't be: the stream was cut.
func gzipLength(payload []byte) int64 {
	length := int64(binary.LittleEndian.Uint32(payload[len(payload)-gzipLengthBytes:]))
	if length > deflateRatioMax*int64(len(payload)) {
		return 0
	}
	return length
}

func (d *Inflater) openZstd(payload []byte) (*inflater, error) {
	hint, err := zstdLength(payload)
	if err != nil {
		return nil, malformed("zstd", err)
	}
	if hint > d.bytesMax { // before a decoder takes memory for it
		return nil, ErrTooLarge
	}
	reader, err := d.zstdReader(payload)
	if err != nil {
		return nil, malformed("zstd", err)
	}
	return &inflater{reader, "zstd", hint, func() { d.returnZstd(reader) }}, nil
}

// zstdLength returns how long the first frame says that its content is, or
// what is usual.
func zstdLength(payload []byte) (int64, error) {
	var header zstd.Header
	if err := header.Decode(payload); err != nil {
		return 0, err
	}
	if !header.HasFCS {
		return min(zstdRatioExpected*int64(len(payload)), inflatedSurpriseMax), nil
	}
	return int64(min(header.FrameContentSize, math.MaxInt64)), nil // bounded
}

// zstdReader returns a decoder that works in its caller's goroutine.
func (d *Inflater) zstdReader(payload []byte) (*zstd.Decoder, error) {
	if reader, ok := d.zstds.Get().(*zstd.Decoder); ok {
		return reader, reader.Reset(bytes.NewReader(payload))
	}
	return zstd.NewReader(bytes.NewReader(payload), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(zstdWindowMax), zstd.WithDecoderMaxMemory(uint64(d.bytesMax+zstdWindowMax))) // positive
}

func (d *Inflater) returnZstd(reader *zstd.Decoder) {
	if reader.Reset(nil) == nil {
		d.zstds.Put(reader)
	}
}

func malformed(format string, cause error) error {
	return fault.Wrap(fault.Invalid, cause, "the body is not valid %s", format)
}
