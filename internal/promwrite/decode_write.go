package promwrite

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of the messages of 1.0. Numbers stand shifted by three, beside
// their wire type.
const (
	requestSeries   = 1<<3 | wire.Bytes
	requestMetadata = 3<<3 | wire.Bytes
	requestKnown    = 1<<1 | 1<<3

	seriesLabels     = 1<<3 | wire.Bytes
	seriesSamples    = 2<<3 | wire.Bytes
	seriesExemplars  = 3<<3 | wire.Bytes
	seriesHistograms = 4<<3 | wire.Bytes
	seriesKnown      = 1<<1 | 1<<2 | 1<<3 | 1<<4

	labelName  = 1<<3 | wire.Bytes
	labelValue = 2<<3 | wire.Bytes
	labelKnown = 1<<1 | 1<<2

	sampleValue = 1<<3 | wire.Fixed64
	sampleTime  = 2<<3 | wire.Varint
	sampleStart = 3<<3 | wire.Varint // 2.0
	sampleKnown = 1<<1 | 1<<2

	metadataType  = 1<<3 | wire.Varint
	metadataName  = 2<<3 | wire.Bytes
	metadataHelp  = 4<<3 | wire.Bytes
	metadataUnit  = 5<<3 | wire.Bytes
	metadataKnown = 1<<1 | 1<<2 | 1<<4 | 1<<5
)

func (d *Decoder) request1() bool {
	c := wire.Read(d.payload)
	for c.Next() {
		ok := true
		switch c.Tag {
		case requestSeries:
			ok = d.timeSeries(c.Body)
			d.number++
		case requestMetadata:
			ok = d.metadata(c.Body)
		case request2Symbols, request2Series:
			ok = d.failVersion("2.0", protoWrite2)
		default:
			c.Foreign(requestKnown)
		}
		if !ok {
			return false
		}
	}
	return d.done(&c, "a request")
}

// timeSeries collects what a series has, because its labels may come last.
func (d *Decoder) timeSeries(message []byte) bool {
	s := &d.series
	s.begin(d.limits)
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case seriesLabels:
			ok = d.label(c.Body)
		case seriesSamples:
			ok = d.sample(c.Body)
		case seriesExemplars:
			s.addExemplar(c.Body)
		case seriesHistograms:
			s.addHistogram(c.Body)
		default:
			c.Foreign(seriesKnown)
		}
		if !ok {
			return false
		}
	}
	return d.done(&c, "a series") && d.endSeries()
}

func (d *Decoder) label(message []byte) bool {
	label, ok := d.readLabel(message)
	d.series.addLabel(label)
	return ok
}

func (d *Decoder) readLabel(message []byte) (label telemetry.Label, ok bool) {
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case labelName:
			label.Name = c.Body
		case labelValue:
			label.Value = c.Body
		default:
			c.Foreign(labelKnown)
		}
	}
	return label, d.done(&c, "a label")
}

// sample adds a sample of either version: 2.0 has a field more, which 1.0 may
// use for something else one day.
func (d *Decoder) sample(message []byte) bool {
	var one sample
	c := wire.Read(message)
	for c.Next() {
		switch {
		case c.Tag == sampleValue:
			one.value = math.Float64frombits(c.Bits)
		case c.Tag == sampleTime:
			one.time = int64(c.Bits) // the bits of an int64
		case c.Tag == sampleStart && d.isVersion2:
			one.start = int64(c.Bits) // the bits of an int64
		default:
			c.Foreign(d.sampleFields())
		}
	}
	d.series.addSample(one)
	return d.done(&c, "a sample")
}

func (d *Decoder) sampleFields() uint64 {
	if d.isVersion2 {
		return sample2Known
	}
	return sampleKnown
}

func (d *Decoder) metadata(message []byte) bool {
	var m telemetry.Metadata
	kind := metricType(0)
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case metadataType:
			kind = typeOf(c.Bits)
		case metadataName:
			m.Metric = c.Body
		case metadataHelp:
			m.Help = c.Body
		case metadataUnit:
			m.Unit = c.Body
		default:
			c.Foreign(metadataKnown)
		}
	}
	if !d.done(&c, "metadata") {
		return false
	}
	m.Type = []byte(kind.word())
	d.writer.Metadata(&m)
	return true
}
