package main

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/snappy"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"
)

// writerEvery is of how many senders that are mixed one speaks remote write.
const writerEvery = 4

// sendMixed sends as send does, a part of it as remote write.
func (c *collector) sendMixed(count, rows int, pause time.Duration) *senders {
	s := &senders{collector: c, rows: rows, pause: pause, stop: make(chan struct{}), isMixed: true}
	s.begin(count)
	return s
}

// body returns a request of a sender, and how to send it.
func (s *senders) body(sender, request int) func() *http.Request {
	if s.isOfAllSignals {
		return s.ofSignal(sender, request)
	}
	if s.isMixed && sender%writerEvery == writerEvery-1 {
		payload := written(sender, request, s.rows)
		return func() *http.Request {
			q, _ := http.NewRequest(http.MethodPost, "http://"+s.collector.addr+"/api/v1/write", bytes.NewReader(payload))
			q.Header.Set("Content-Encoding", "snappy")
			q.Header.Set("Content-Type", writtenForm(request))
			q.SetBasicAuth("prometheus", s.collector.key)
			return q
		}
	}
	payload := numbered(sender, request, s.rows)
	return func() *http.Request { return s.exported(payload) }
}

// writtenMetric is the metric of samples that senders number.
const writtenMetric = "numbered"

// isNewForm reports whether a request of remote write is one of version 2.0, as every
// second one is.
func isNewForm(request int) bool { return request%2 == 1 }

func writtenForm(request int) string {
	if isNewForm(request) {
		return "application/x-protobuf;proto=io.prometheus.write.v2.Request"
	}
	return "application/x-protobuf"
}

// written returns a request of remote write: a sample for each of so many series,
// whose value is the number of the request.
func written(sender, request, rows int) []byte {
	job, value, at := "sender-"+strconv.Itoa(sender), float64(request), time.Now().UnixMilli()
	var message interface{ Marshal() ([]byte, error) }
	if isNewForm(request) {
		message = written2(job, rows, writev2.Sample{Value: value, Timestamp: at})
	} else {
		message = written1(job, rows, prompb.Sample{Value: value, Timestamp: at})
	}
	b, _ := message.Marshal()
	return snappy.Encode(nil, b)
}

func written1(job string, rows int, sample prompb.Sample) *prompb.WriteRequest {
	all := &prompb.WriteRequest{}
	for row := range rows {
		all.Timeseries = append(all.Timeseries, prompb.TimeSeries{
			Labels:  []prompb.Label{{Name: "__name__", Value: writtenMetric}, {Name: "job", Value: job}, {Name: "row", Value: strconv.Itoa(row)}},
			Samples: []prompb.Sample{sample},
		})
	}
	return all
}

func written2(job string, rows int, sample writev2.Sample) *writev2.Request {
	all := &writev2.Request{Symbols: []string{"", "__name__", writtenMetric, "job", job, "row"}}
	for row := range rows {
		all.Symbols = append(all.Symbols, strconv.Itoa(row))
		last := uint32(len(all.Symbols) - 1)
		all.Timeseries = append(all.Timeseries, writev2.TimeSeries{LabelsRefs: []uint32{1, 2, 3, 4, 5, last}, Samples: []writev2.Sample{sample}})
	}
	return all
}

// mixedCounts is counts for senders that are mixed.
func (c *collector) mixedCounts() (all, different uint64) {
	c.t.Helper()
	numbers := c.ask("SELECT count() FROM logs", "SELECT uniqExact(Body) FROM logs",
		"SELECT count() FROM metrics_gauge WHERE MetricName = '"+writtenMetric+"'",
		"SELECT uniqExact(Series, Value) FROM metrics_gauge WHERE MetricName = '"+writtenMetric+"'")
	c.t.Logf("of them %d samples of remote write", numbers[2])
	if numbers[2] == 0 {
		c.t.Error("no sample of remote write is stored")
	}
	return numbers[0] + numbers[2], numbers[1] + numbers[3]
}
