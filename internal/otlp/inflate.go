package otlp

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// PayloadDecoder turns payloads of every form into rows.
type PayloadDecoder struct {
	limits   telemetry.Limits
	bytesMax int64
	buffers  *receive.Buffers
	gzips    sync.Pool
	zstds    sync.Pool
}

// NewPayloadDecoder makes a decoder that decompresses into the buffers, up to
// bytesMax for one payload.
func NewPayloadDecoder(limits telemetry.Limits, bytesMax int64, buffers *receive.Buffers) *PayloadDecoder {
	bytesMax = cmp.Or(bytesMax, receive.RequestBytesMax)
	return &PayloadDecoder{limits: limits, bytesMax: bytesMax, buffers: buffers}
}

// Decode adds the records of a payload to the rows. Malformed and oversized
// payloads are Invalid faults; without memory for it the answer is Limited.
func (d *PayloadDecoder) Decode(
	form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows,
) (telemetry.Outcome, error) {
	if form.Compression != ingest.Plain {
		plain, err := d.inflate(form.Compression, payload)
		if err != nil {
			return telemetry.Outcome{}, err
		}
		defer plain.Free()
		payload = plain.Bytes
	}
	options := DecodeOptions{Limits: d.limits, Received: received}
	if form.Encoding == ingest.JSON {
		return DecodeJSON(form.Signal, payload, options, into)
	}
	return Decode(form.Signal, payload, options, into)
}

// inflater reads one payload of a compression. Put it back after use.
type inflater struct {
	io.Reader
	format  string
	hint    int64 // how long the content says it is; 0 is unknown
	release func()
}

// inflate decompresses a payload. A content that is longer than it said is
// measured before it gets memory, so that a lie costs time alone.
func (d *PayloadDecoder) inflate(compression ingest.Compression, payload []byte) (*receive.Buffer, error) {
	plain, err := d.inflateOnce(compression, payload, 0)
	if !errors.Is(err, receive.ErrLonger) {
		return plain, err
	}
	length, err := d.measure(compression, payload)
	if err != nil {
		return nil, err
	}
	return d.inflateOnce(compression, payload, length)
}

// inflateOnce expects as many bytes as were measured, if so.
func (d *PayloadDecoder) inflateOnce(compression ingest.Compression, payload []byte, measured int64) (*receive.Buffer, error) {
	in, err := d.open(compression, payload)
	if err != nil {
		return nil, err
	}
	defer in.release()
	if in.hint > d.bytesMax {
		return nil, receive.ErrTooLarge
	}
	plan := receive.ReadPlan{Hint: max(in.hint, measured), Limit: d.bytesMax}
	plan.Surprise = max(plan.Hint, inflatedSurpriseMax)
	plain, err := d.buffers.Read(in, plan)
	return plain, in.explain(err)
}

// measure returns how long the content is, without keeping it.
func (d *PayloadDecoder) measure(compression ingest.Compression, payload []byte) (int64, error) {
	in, err := d.open(compression, payload)
	if err != nil {
		return 0, err
	}
	defer in.release()
	length, err := io.Copy(io.Discard, io.LimitReader(in, d.bytesMax+1))
	if err == nil && length > d.bytesMax {
		return 0, receive.ErrTooLarge
	}
	return length, in.explain(err)
}

func (in *inflater) explain(err error) error {
	switch {
	case err == nil || errors.Is(err, receive.ErrTooLarge) || errors.Is(err, receive.ErrBusy) || errors.Is(err, receive.ErrLonger):
		return err
	case errors.Is(err, zstd.ErrDecoderSizeExceeded) || errors.Is(err, zstd.ErrWindowSizeExceeded):
		return receive.ErrTooLarge
	}
	return malformed(in.format, err)
}

func (d *PayloadDecoder) open(compression ingest.Compression, payload []byte) (*inflater, error) {
	if compression == ingest.Zstd {
		return d.openZstd(payload)
	}
	return d.openGzip(payload)
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

func (d *PayloadDecoder) openGzip(payload []byte) (*inflater, error) {
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

func (d *PayloadDecoder) openZstd(payload []byte) (*inflater, error) {
	hint, err := zstdLength(payload)
	if err != nil {
		return nil, malformed("zstd", err)
	}
	if hint > d.bytesMax { // before a decoder takes memory for it
		return nil, receive.ErrTooLarge
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
func (d *PayloadDecoder) zstdReader(payload []byte) (*zstd.Decoder, error) {
	if reader, ok := d.zstds.Get().(*zstd.Decoder); ok {
		return reader, reader.Reset(bytes.NewReader(payload))
	}
	return zstd.NewReader(bytes.NewReader(payload), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(zstdWindowMax), zstd.WithDecoderMaxMemory(uint64(d.bytesMax+zstdWindowMax))) // positive
}

func (d *PayloadDecoder) returnZstd(reader *zstd.Decoder) {
	if reader.Reset(nil) == nil {
		d.zstds.Put(reader)
	}
}

func malformed(format string, cause error) error {
	return fault.Wrap(fault.Invalid, cause, "the body is not valid %s", format)
}
