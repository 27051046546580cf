package otlp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// PayloadDecoder turns payloads of every form into rows.
type PayloadDecoder struct {
	limits   telemetry.Limits
	bytesMax int64
	buffers  *Buffers
	gzips    sync.Pool
	zstds    sync.Pool
}

// NewPayloadDecoder makes a decoder that decompresses into the buffers, up to
// bytesMax for one payload.
func NewPayloadDecoder(limits telemetry.Limits, bytesMax int64, buffers *Buffers) *PayloadDecoder {
	if bytesMax == 0 {
		bytesMax = RequestBytesMax
	}
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
		defer plain.free()
		payload = plain.bytes
	}
	options := DecodeOptions{Limits: d.limits, Received: received}
	if form.Encoding == ingest.JSON {
		return DecodeJSON(form.Signal, payload, options, into)
	}
	return Decode(form.Signal, payload, options, into)
}

func (d *PayloadDecoder) inflate(compression ingest.Compression, payload []byte) (*buffer, error) {
	if compression == ingest.Zstd {
		return d.inflateZstd(payload)
	}
	return d.inflateGzip(payload)
}

// The most that one byte of a deflate stream can become, and the bytes of a
// gzip stream's end that say how long it is.
const (
	deflateRatioMax  = 1032
	gzipLengthBytes  = 4
	zstdWindowMax    = 8 << 20
	inflatedHintMin  = 64 << 10
	inflatedPerInput = 8
)

func (d *PayloadDecoder) inflateGzip(payload []byte) (*buffer, error) {
	reader, err := d.gzipReader(payload)
	if err != nil {
		return nil, malformed("gzip", err)
	}
	defer d.gzips.Put(reader)
	hint := gzipLength(payload)
	if hint > d.bytesMax {
		return nil, errTooLarge
	}
	return d.readInflated(reader, hint, "gzip")
}

// gzipLength answers how long the stream says that its content is, or nothing
// when that can't be: the stream was cut.
func gzipLength(payload []byte) int64 {
	length := int64(binary.LittleEndian.Uint32(payload[len(payload)-gzipLengthBytes:]))
	if length > deflateRatioMax*int64(len(payload)) {
		return 0
	}
	return length
}

func (d *PayloadDecoder) gzipReader(payload []byte) (*gzip.Reader, error) {
	if reader, ok := d.gzips.Get().(*gzip.Reader); ok {
		return reader, reader.Reset(bytes.NewReader(payload))
	}
	return gzip.NewReader(bytes.NewReader(payload))
}

func (d *PayloadDecoder) inflateZstd(payload []byte) (*buffer, error) {
	var header zstd.Header
	if err := header.Decode(payload); err != nil {
		return nil, malformed("zstd", err)
	}
	if header.FrameContentSize > uint64(d.bytesMax) { //nolint:gosec // a positive limit
		return nil, errTooLarge
	}
	hint := int64(header.FrameContentSize) //nolint:gosec // below the limit
	if hint == 0 {
		hint = max(inflatedHintMin, inflatedPerInput*int64(len(payload)))
	}
	reader, err := d.zstdReader(payload)
	if err != nil {
		return nil, malformed("zstd", err)
	}
	defer d.returnZstd(reader)
	return d.readInflated(reader, hint, "zstd")
}

// zstdReader answers a decoder that works in its caller's goroutine.
func (d *PayloadDecoder) zstdReader(payload []byte) (*zstd.Decoder, error) {
	if reader, ok := d.zstds.Get().(*zstd.Decoder); ok {
		return reader, reader.Reset(bytes.NewReader(payload))
	}
	return zstd.NewReader(bytes.NewReader(payload), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(zstdWindowMax), zstd.WithDecoderMaxMemory(uint64(d.bytesMax+zstdWindowMax))) //nolint:gosec // positive
}

func (d *PayloadDecoder) returnZstd(reader *zstd.Decoder) {
	if reader.Reset(nil) == nil {
		d.zstds.Put(reader)
	}
}

func (d *PayloadDecoder) readInflated(reader io.Reader, hint int64, format string) (*buffer, error) {
	plain, err := d.buffers.read(reader, hint, d.bytesMax)
	if err == nil || errors.Is(err, errTooLarge) || errors.Is(err, errBusy) {
		return plain, err
	}
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) || errors.Is(err, zstd.ErrWindowSizeExceeded) {
		return nil, errTooLarge
	}
	return nil, malformed(format, err)
}

func malformed(format string, cause error) error {
	return fault.Wrap(fault.Invalid, cause, "the body is not valid %s", format)
}
