package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/prompb"
	"github.com/prometheus/prometheus/promql/parser"
)

// scrapes is what an exporter exposed, scrape by scrape.
type scrapes struct {
	texts []string
	begin time.Time
}

// record scrapes a node_exporter twice a second. What changes within half a second stands
// for what changes between scrapes, so that hours take minutes.
func record(ctx context.Context, count int) (*scrapes, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	exporter := exec.CommandContext(ctx, "prometheus-node-exporter", "--web.listen-address="+address) //nolint:gosec // an address of loopback
	if err := errors.Join(listener.Close(), exporter.Start()); err != nil {
		return nil, err
	}
	defer func() { _ = exporter.Process.Signal(syscall.SIGTERM); _ = exporter.Wait() }()
	s := &scrapes{begin: time.Now().Add(-time.Duration(count) * scrapeInterval).Truncate(scrapeInterval)}
	store, ticker := &metricStore{queryURL: "http://" + address}, time.NewTicker(time.Second/2)
	defer ticker.Stop()
	for len(s.texts) < count && ctx.Err() == nil {
		<-ticker.C
		text, err := store.read(ctx, "/metrics")
		if err == nil {
			s.texts = append(s.texts, string(text))
		} else if len(s.texts) > 0 { // once it listens, it stays
			return nil, err
		}
	}
	return s, ctx.Err()
}

// read returns what is at a path.
func (s *metricStore) read(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.queryURL+path, nil)
	if err != nil {
		return nil, err
	}
	if s.queryKey != "" {
		request.Header.Set("Authorization", "Bearer "+s.queryKey)
	}
	return s.exchange(request)
}

// requests returns what was scraped as Prometheus sends it.
func (s *scrapes) requests() func(yield func(writeRequest) bool) {
	return func(yield func(writeRequest) bool) {
		parse := parser.NewParser(parser.Options{})
		for i, text := range s.texts {
			millis := s.begin.Add(time.Duration(i) * scrapeInterval).UnixMilli()
			request := &prompb.WriteRequest{}
			for line := range strings.Lines(text) {
				if one, err := scrapedSeries(parse, line, millis); err == nil {
					request.Timeseries = append(request.Timeseries, one)
				}
			}
			body, _ := request.Marshal() // of what is in memory
			if !yield(writeRequest{body: body, samples: len(request.Timeseries)}) {
				return
			}
		}
	}
}

// scrapedSeries returns the sample of a line; a comment has none.
func scrapedSeries(parse parser.Parser, line string, millis int64) (prompb.TimeSeries, error) {
	at := strings.LastIndexByte(strings.TrimSpace(line), ' ')
	if at < 0 || line[0] == '#' {
		return prompb.TimeSeries{}, fmt.Errorf("%q is no sample", line)
	}
	metric, err := parse.ParseMetric(line[:at])
	if err != nil {
		return prompb.TimeSeries{}, err
	}
	value, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64)
	all := labels.NewBuilder(metric).Set("instance", "127.0.0.1:9100").Set("job", "node").Labels()
	return prompb.TimeSeries{Labels: prompb.FromLabels(all, nil), Samples: []prompb.Sample{{Timestamp: millis, Value: value}}}, err
}
