package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/prometheus/prometheus/prompb"
)

const (
	scrapeInterval = 15 * time.Second
	// requestSamples is how many samples Prometheus sends in a request.
	requestSamples = 2000
	// instanceSeries is how many series an instance has, and jobInstances how many
	// instances a job.
	instanceSeries = 100
	jobInstances   = 10
	weekDays       = 7
)

// writeRequest is a request of remote write.
type writeRequest struct {
	body    []byte
	samples int
}

// metricDay is the samples of many series over a day, and of one over a week.
type metricDay struct {
	week, begin, end time.Time
	series           []prompb.TimeSeries // with the sample that is next
	lone             prompb.TimeSeries
	dice             *rand.Rand
}

func newMetricDay(now time.Time, series, hours int) *metricDay {
	end := now.Truncate(time.Minute)
	d := &metricDay{week: end.AddDate(0, 0, -weekDays), begin: end.Add(-time.Duration(hours) * time.Hour), end: end, dice: rand.New(rand.NewPCG(loadSeed, 0))} //nolint:gosec // the same each time
	for i := range series {
		d.series = append(d.series, oneSample(instanceLabels(i)))
	}
	d.lone = oneSample([]prompb.Label{{Name: "__name__", Value: "bench_week"}, {Name: "job", Value: "lone"}})
	return d
}

func oneSample(labels []prompb.Label) prompb.TimeSeries {
	return prompb.TimeSeries{Labels: labels, Samples: make([]prompb.Sample, 1)}
}

var bounds = []string{"+Inf", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "25", "50", "100"}

// instanceLabels returns the sorted labels of a series: sixty counters, two
// histograms and ten gauges of each instance.
func instanceLabels(number int) []prompb.Label {
	instance, i := number/instanceSeries, number%instanceSeries
	place := []prompb.Label{{Name: "instance", Value: fmt.Sprintf("10.0.0.%d:9100", instance)}, {Name: "job", Value: fmt.Sprintf("job-%02d", instance/jobInstances)}}
	named := func(name string) []prompb.Label { return []prompb.Label{{Name: "__name__", Value: name}} }
	switch {
	case i < 60:
		return append(append(named("bench_requests_total"), prompb.Label{Name: "handler", Value: "/api/v1/" + strconv.Itoa(i)}), place...)
	case i < 90:
		labels := append(append(named("bench_latency_seconds_bucket"), prompb.Label{Name: "handler", Value: strconv.Itoa((i - 60) / len(bounds))}), place...)
		return append(labels, prompb.Label{Name: "le", Value: bounds[(i-60)%len(bounds)]})
	}
	return append(append(named("bench_memory_bytes"), place...), prompb.Label{Name: "kind", Value: strconv.Itoa(i - 90)})
}

// requests returns all samples in the order of time, which Prometheus needs.
func (d *metricDay) requests() func(yield func(writeRequest) bool) {
	return func(yield func(writeRequest) bool) {
		at := d.week
		for ; at.Before(d.begin); at = at.Add(requestSamples * scrapeInterval) {
			if !yield(d.alone(at)) {
				return
			}
		}
		for at = d.begin; !at.After(d.end); at = at.Add(scrapeInterval) {
			due := append([]prompb.TimeSeries{d.lone}, d.series...)
			for len(due) > 0 {
				count := min(requestSamples, len(due))
				if !yield(d.request(due[:count], at.UnixMilli())) {
					return
				}
				due = due[count:]
			}
		}
	}
}

// alone lets the series of a week go on by as many samples as a request has, before
// the others have any.
func (d *metricDay) alone(from time.Time) writeRequest {
	all := prompb.TimeSeries{Labels: d.lone.Labels}
	for at := from; at.Before(d.begin) && len(all.Samples) < requestSamples; at = at.Add(scrapeInterval) {
		all.Samples = append(all.Samples, prompb.Sample{Timestamp: at.UnixMilli(), Value: float64(d.dice.IntN(1 << 20))})
	}
	body, _ := (&prompb.WriteRequest{Timeseries: []prompb.TimeSeries{all}}).Marshal() // of what is in memory
	return writeRequest{body: body, samples: len(all.Samples)}
}

// request lets series go on: counters rise by a little most times, gauges wander.
func (d *metricDay) request(due []prompb.TimeSeries, millis int64) writeRequest {
	for i := range due {
		s := &due[i].Samples[0]
		s.Timestamp = millis
		if due[i].Labels[0].Value == "bench_memory_bytes" {
			s.Value += float64(d.dice.IntN(1<<20) - 1<<19)
		} else {
			s.Value += float64(d.dice.IntN(8))
		}
	}
	body, _ := (&prompb.WriteRequest{Timeseries: due}).Marshal() // of what is in memory
	return writeRequest{body: body, samples: len(due)}
}
