package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// promRounds is how often each question is put to each of both.
const promRounds = 7

// rangePoints is how many points a graph has, about.
const rangePoints = 240

// promQuestion is one that both are asked.
type promQuestion struct {
	name, path string
	form       url.Values
}

func (d *metricDay) questions() []promQuestion {
	const rates = `sum by (job) (rate(bench_requests_total[5m]))`
	hour, day := d.end.Add(-time.Hour), d.end.Add(-24*time.Hour)
	between := func(from time.Time, pairs ...string) url.Values {
		form := url.Values{"start": {unixSeconds(from)}, "end": {unixSeconds(d.end)}}
		for i := 0; i < len(pairs); i += 2 {
			form.Add(pairs[i], pairs[i+1])
		}
		return form
	}
	over := func(from time.Time, text string) url.Values {
		step := d.end.Sub(from) / rangePoints
		return between(from, "query", text, "step", strconv.FormatFloat(step.Seconds(), 'f', -1, 64))
	}
	const quantile = `histogram_quantile(0.99, sum by (le) (rate(bench_latency_seconds_bucket[5m])))`
	return []promQuestion{
		{"rate_by_job,_1_h", "/api/v1/query_range", over(hour, rates)},
		{"rate_by_job,_24_h", "/api/v1/query_range", over(day, rates)},
		{"p99_of_a_histogram,_1_h", "/api/v1/query_range", over(hour, quantile)},
		{"p99_of_a_histogram,_24_h", "/api/v1/query_range", over(day, quantile)},
		{"one_series,_7_days", "/api/v1/query_range", over(d.week, "bench_week")},
		{"rate_by_job,_now", "/api/v1/query", url.Values{"query": {rates}, "time": {unixSeconds(d.end)}}},
		{"values_of_a_label", "/api/v1/label/handler/values", between(hour)},
		{"series_of_an_instance", "/api/v1/series", between(hour, "match[]", `{instance="10.0.0.7:9100"}`)},
	}
}

func unixSeconds(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// askAll puts every question to both by turns, and prints the middle of the times
// and of the CPU times.
func (b *beside) askAll(ctx context.Context, d *metricDay) error {
	for _, q := range d.questions() {
		var took, used [2][]time.Duration
		for round := range promRounds + 1 {
			for i, s := range b.all {
				before, begun := s.cpu(), time.Now()
				if err := s.put(ctx, q); err != nil {
					return fmt.Errorf("%s of %s: %w", q.name, s.name, err)
				}
				if round > 0 { // the first finds nothing in memory
					took[i], used[i] = append(took[i], time.Since(begun)), append(used[i], s.cpu()-before)
				}
			}
		}
		own, other := milliseconds(middle(took[0])), milliseconds(middle(took[1]))
		ownCPU, otherCPU := milliseconds(middle(used[0])), milliseconds(middle(used[1]))
		b.print("questions/"+q.name, own, "p50-ms", other, "against-p50-ms", own/other, "p50-ratio",
			ownCPU, "cpu-ms", otherCPU, "against-cpu-ms", ownCPU/otherCPU, "cpu-ratio")
	}
	return nil
}

func middle(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// put asks once. Values of labels are read by GET alone.
func (s *metricStore) put(ctx context.Context, q promQuestion) error {
	if len(q.form["query"])+len(q.form["match[]"]) > 0 {
		_, err := s.ask(ctx, q.path, q.form)
		return err
	}
	_, err := s.read(ctx, q.path+"?"+q.form.Encode())
	return err
}
