package promwrite

import (
	"fmt"
	"math"

	"github.com/prometheus/prometheus/model/value"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// target is where the samples of a series go.
type target struct {
	kind   telemetry.PointKind
	metric uint32
	labels telemetry.Labels
}

// sampleBytes is about what a sample has on the wire.
const sampleBytes = 24

// cumulative is the temporality of everything that Prometheus counts.
const cumulative = 2

// endSeries adds what was collected of a series. It returns false when a part
// of it is malformed.
func (d *Decoder) endSeries() bool {
	s := &d.series
	problem := s.check()
	if problem == "" {
		d.describe()
	}
	if s.records() == 0 {
		return true
	}
	if problem != "" {
		return d.rejectSeries(problem)
	}
	if !d.writer.HasRoom() { // labels take room of their own
		d.writer.Reject(telemetry.RejectedMemory, s.records())
		d.note(tooMuch)
		return true
	}
	labels, ok := d.writer.Labels(s.labels)
	if !ok {
		return d.rejectSeries("labels that are too long together")
	}
	if s.excess > 0 {
		d.writer.Reject(telemetry.RejectedRecords, s.excess)
		d.note(tooMuch)
	}
	for range s.spilled {
		d.writer.Cut(telemetry.CutExemplars)
	}
	return d.addPoints(labels)
}

// rejectSeries counts everything that the series has as rejected.
func (d *Decoder) rejectSeries(problem string) bool {
	d.writer.Reject(telemetry.RejectedLabels, d.series.records())
	d.note(problem)
	return true
}

func (d *Decoder) addPoints(labels telemetry.Labels) bool {
	s := &d.series
	if len(s.samples) > 0 || len(s.histograms) == 0 {
		to := d.numbers(labels)
		for i := range s.samples {
			if !d.addSample(to, &s.samples[i]) {
				return false
			}
		}
		if len(s.samples)+len(s.histograms) == 0 {
			return d.addExemplarRow(to)
		}
	}
	for _, message := range s.histograms {
		if !d.addHistogram(message, labels) {
			return false
		}
	}
	d.dropExemplars()
	return true
}

// numbers returns where samples that are numbers go.
func (d *Decoder) numbers(labels telemetry.Labels) target {
	head := telemetry.MetricHead{Name: d.series.name}
	kind := pointKind(d.series.about.kind, d.series.name)
	if kind == telemetry.Sum {
		head.Temporality, head.Monotonic = cumulative, true
	}
	return target{kind: kind, metric: d.writer.Metric(&head, labels.Origin), labels: labels}
}

// addSample adds a sample, and to the first one that is stored the exemplars.
func (d *Decoder) addSample(to target, one *sample) bool {
	point := telemetry.NumberPoint{Value: one.value, HasValue: true}
	if !d.admit(sampleBytes) || !d.placePoint(&point.PointHead, one.time, one.start) {
		return true
	}
	if value.IsStaleNaN(one.value) {
		point.Flags = telemetry.FlagNoValue
	}
	point.Labels = &to.labels
	exemplars, ok := d.addExemplars(to.kind)
	if !ok {
		return false
	}
	if !d.writer.EndNumber(to.kind, &point, to.metric) {
		d.noteTime(one.time)
		return true
	}
	d.written.Samples++
	d.keepExemplars(exemplars)
	return true
}

// tooMuch is said of what comes after a limit of the request.
const tooMuch = "more than a request may hold"

// admit reports whether another point of a size may be added.
func (d *Decoder) admit(size int) bool {
	if d.writer.Admit(size) {
		return true
	}
	d.note(tooMuch)
	return false
}

// placePoint gives a point its times, or rejects it.
func (d *Decoder) placePoint(head *telemetry.PointHead, at, start int64) bool {
	nanoseconds := nanosecondsOf(at)
	if nanoseconds == 0 {
		d.writer.Reject(telemetry.RejectedTime, 1)
		d.noteTime(at)
		return false
	}
	if start == 0 {
		start = d.series.created
	}
	head.Time, head.Start = nanoseconds, nanosecondsOf(start)
	return true
}

// millisecondsMax is the last time that nanoseconds can say.
const millisecondsMax = math.MaxInt64 / 1_000_000

// nanosecondsOf returns a time after 1970 in nanoseconds, or zero.
func nanosecondsOf(milliseconds int64) uint64 {
	if milliseconds <= 0 || milliseconds > millisecondsMax {
		return 0
	}
	return uint64(milliseconds) * 1_000_000
}

// noteTime names a sample that is not stored.
func (d *Decoder) noteTime(milliseconds int64) {
	if len(d.places) < placesMax {
		d.note(fmt.Sprintf("the sample of %d ms", milliseconds))
	}
}
