package promwrite

import (
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of the messages of 2.0, as far as they are not those of 1.0.
const (
	request2Symbols = 4<<3 | wire.Bytes
	request2Series  = 5<<3 | wire.Bytes
	request2Known   = 1<<4 | 1<<5

	series2Labels     = 1 << 3
	series2Samples    = 2<<3 | wire.Bytes
	series2Histograms = 3<<3 | wire.Bytes
	series2Exemplars  = 4<<3 | wire.Bytes
	series2Metadata   = 5<<3 | wire.Bytes
	series2Created    = 6<<3 | wire.Varint // before samples had start timestamps
	series2Known      = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5

	sample2Known = 1<<1 | 1<<2 | 1<<3

	metadata2Help  = 3<<3 | wire.Varint
	metadata2Unit  = 4<<3 | wire.Varint
	metadata2Known = 1<<1 | 1<<3 | 1<<4
)

// symbolsMax bounds the memory of a request that is little else than symbols.
const symbolsMax = 1 << 20

// request2 walks twice: symbols may come after the series that use them.
func (d *Decoder) request2() bool {
	if !d.readSymbols() {
		return false
	}
	c := wire.Read(d.payload)
	for c.Next() {
		if c.Tag != request2Series {
			continue
		}
		if !d.timeSeries2(c.Body) {
			return false
		}
		d.number++
	}
	return true
}

func (d *Decoder) readSymbols() bool {
	c := wire.Read(d.payload)
	for c.Next() {
		switch c.Tag {
		case request2Symbols:
			if len(d.symbols) >= symbolsMax {
				return d.fail("too many symbols")
			}
			d.isInvalid = d.isInvalid || !utf8.Valid(c.Body)
			d.symbols = append(d.symbols, c.Body)
		case request2Series:
		case requestSeries, requestMetadata:
			return d.failVersion("1.0", protoWrite)
		default:
			c.Foreign(request2Known)
		}
	}
	if !d.done(&c, "a request") {
		return false
	}
	if len(d.symbols) > 0 && len(d.symbols[0]) > 0 {
		return d.fail("the first symbol must be the empty text")
	}
	return true
}

// timeSeries2 collects what a series has, because its labels may come last.
func (d *Decoder) timeSeries2(message []byte) bool {
	s := &d.series
	s.begin(d.limits)
	s.isClean = !d.isInvalid
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case series2Labels | wire.Bytes, series2Labels | wire.Varint:
			s.refs = appendRefs(s.refs, &c, d.limits.Attributes)
		case series2Samples:
			ok = d.sample(c.Body)
		case series2Histograms:
			s.addHistogram(c.Body)
		case series2Exemplars:
			s.addExemplar(c.Body)
		case series2Metadata:
			ok = d.metadata2(c.Body)
		case series2Created:
			s.created = int64(c.Bits) // the bits of an int64
		default:
			c.Foreign(series2Known)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "a series") {
		return false
	}
	s.problem = d.resolve(s.refs, s.addLabel)
	return d.endSeries()
}

// appendRefs appends the references at the cursor: one, or a packed list. Of
// more labels than allowed it keeps enough to see that.
func appendRefs(to []uint32, c *wire.Cursor, labelsMax int) []uint32 {
	refsMax := 2 * (labelsMax + 2)
	if c.Tag&7 == wire.Varint {
		return appendRef(to, c.Bits, refsMax)
	}
	packed := wire.Read(c.Body)
	for !packed.AtEnd() {
		to = appendRef(to, packed.Varint(), refsMax)
	}
	if packed.Problem != "" {
		c.Fail(packed.Problem)
	}
	return to
}

func appendRef(to []uint32, bits uint64, refsMax int) []uint32 {
	if len(to) >= refsMax {
		return to
	}
	return append(to, uint32(bits)) // as protobuf cuts it
}

// resolve adds the labels that references name, or returns what is wrong with
// them.
func (d *Decoder) resolve(refs []uint32, add func(telemetry.Label)) string {
	if len(refs)%2 != 0 {
		return "an odd number of label references"
	}
	for i := 0; i < len(refs); i += 2 {
		if int(refs[i]) >= len(d.symbols) || int(refs[i+1]) >= len(d.symbols) {
			return "a label reference beyond the symbols"
		}
		add(telemetry.Label{Name: d.symbols[refs[i]], Value: d.symbols[refs[i+1]]})
	}
	return ""
}

// metadata2 keeps what is said about the metric of the present series.
func (d *Decoder) metadata2(message []byte) bool {
	about := &d.series.about
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case metadataType:
			about.kind = typeOf(c.Bits)
		case metadata2Help:
			about.help = uint32(c.Bits) // as protobuf cuts it
		case metadata2Unit:
			about.unit = uint32(c.Bits) // as protobuf cuts it
		default:
			c.Foreign(metadata2Known)
		}
	}
	return d.done(&c, "metadata")
}
