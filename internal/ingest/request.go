package ingest

import (
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Encoding is how a payload's messages are written.
type Encoding uint8

// The encodings.
const (
	Protobuf     Encoding = iota // OTLP
	JSON                         // OTLP
	RemoteWrite                  // prometheus.WriteRequest
	RemoteWrite2                 // io.prometheus.write.v2.Request
)

// Compression is how a payload is packed.
type Compression uint8

// The compressions.
const (
	Plain Compression = iota
	Gzip
	Zstd
	Snappy // one block
)

// Form says what a payload is.
type Form struct {
	Signal      telemetry.Signal
	Encoding    Encoding
	Compression Compression
}

// Request is a request as it came. Its payload must not change until Accept
// returns. Without a sender, the caller answers, and the context says whether
// anybody waits for it.
type Request struct {
	Form    Form
	Payload []byte
	Sender  Sender
}

// header is what the log says about a payload.
type header struct {
	form     Form
	team     string
	received time.Time
	refused  string // ids of series of the payload that are not stored
}

// Records in a form of OTLP have version 1. Those in a later form have version 2,
// so that a program which does not know the form refuses them: it would take
// their encoding for protobuf of OTLP. Those with series that were refused have
// version 3, of any form, and the ids of the series at the end: a program that
// does not know it would store what the sender was told is not stored.
const (
	headerVersion        = 1
	headerVersionLater   = 2
	headerVersionRefused = 3
	seriesIDBytes        = 8
	teamBytes            = 12
	headerBytes          = 4 + 8 + teamBytes
)

func (f Form) version() byte {
	if f.Encoding > JSON || f.Compression > Zstd {
		return headerVersionLater
	}
	return headerVersion
}

// isKnown reports whether the form is one that there is.
func (f Form) isKnown() bool {
	return f.Signal <= telemetry.Metrics && f.Encoding <= RemoteWrite2 && f.Compression <= Snappy
}

// errHeader says that a record's meta is none of ours.
var errHeader = fault.New(fault.Internal, "the record's header can't be read")

// encode returns the header in bytes. A team whose id is not 24 hexadecimal
// digits is an Invalid fault.
func (h header) encode() ([]byte, error) {
	b := make([]byte, 0, headerBytes)
	b = append(b, h.form.version(), byte(h.form.Signal), byte(h.form.Encoding), byte(h.form.Compression))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.received.UnixNano())) // the same bits come back
	b, err := hex.AppendDecode(b, []byte(h.team))
	if err != nil || len(b) != headerBytes {
		return nil, fault.New(fault.Invalid, "a team id has 24 hexadecimal digits")
	}
	return b, nil
}

// withRefused returns an encoded header that names series that were refused.
func withRefused(meta []byte, refused map[uint64]struct{}) []byte {
	if len(refused) == 0 {
		return meta
	}
	meta[0] = headerVersionRefused
	for _, id := range slices.Sorted(maps.Keys(refused)) {
		meta = binary.LittleEndian.AppendUint64(meta, id)
	}
	return meta
}

// refusedSeries returns the series that were refused.
func (h header) refusedSeries() map[uint64]struct{} {
	if h.refused == "" {
		return nil
	}
	refused := make(map[uint64]struct{}, len(h.refused)/seriesIDBytes)
	for b := []byte(h.refused); len(b) > 0; b = b[seriesIDBytes:] {
		refused[binary.LittleEndian.Uint64(b)] = struct{}{}
	}
	return refused
}

func decodeHeader(b []byte) (header, error) {
	if len(b) < headerBytes {
		return header{}, errHeader
	}
	b, refused := b[:headerBytes], b[headerBytes:]
	form := Form{Signal: telemetry.Signal(b[1]), Encoding: Encoding(b[2]), Compression: Compression(b[3])}
	version := form.version()
	if len(refused) > 0 {
		version = headerVersionRefused
	}
	if !form.isKnown() || b[0] != version || len(refused)%seriesIDBytes != 0 {
		return header{}, errHeader
	}
	return header{
		form:     form,
		received: time.Unix(0, int64(binary.LittleEndian.Uint64(b[4:]))), // the bits of an int64
		team:     hex.EncodeToString(b[12:]),
		refused:  string(refused),
	}, nil
}
