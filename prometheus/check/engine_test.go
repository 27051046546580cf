package check_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/util/stats"
)

// engine evaluates by the API of the store that a storage was sent to. Prometheus'
// own says what the API can't show.
type engine struct {
	own   promql.QueryEngine
	asked atomic.Int64 // how often the API was
	// written are the expressions of the files. The tests evaluate variants of them
	// too, pinned to a time and from other times, by far the most.
	written map[string]bool
	// variantsAsked is one of how many variants the API is asked; Prometheus' own
	// engine evaluates the others.
	variantsAsked uint64
	excepted      sync.Map // expressions of exceptions that did differ
}

// question is an expression and when it is evaluated, in the time of the tests.
type question struct {
	engine   *engine
	twin     *twin
	text     string
	from, to time.Time
	step     time.Duration // zero: an instant
}

// NewInstantQuery returns the question for a value at an instant.
func (e *engine) NewInstantQuery(_ context.Context, q storage.Queryable, _ promql.QueryOpts, text string, at time.Time) (promql.Query, error) {
	return &question{e, q.(*twin), text, at, at, 0}, nil
}

// NewRangeQuery returns the question for values over time.
func (e *engine) NewRangeQuery(_ context.Context, q storage.Queryable, _ promql.QueryOpts, text string, from, to time.Time, step time.Duration) (promql.Query, error) {
	return &question{e, q.(*twin), text, from, to, step}, nil
}

// Exec asks.
func (q *question) Exec(ctx context.Context) *promql.Result {
	if !q.isAsked() {
		return q.want(ctx)
	}
	result, err := q.ask(ctx)
	if err != nil {
		result = &promql.Result{Err: err}
	}
	if text := pin.ReplaceAllString(q.text, ""); exceptions[text] != "" {
		return q.except(text, result, q.want(ctx))
	}
	return result
}

// isAsked reports whether the API is asked; for a variant, its text decides, so that
// every run asks the same.
func (q *question) isAsked() bool {
	hash := fnv.New64a()
	_, _ = fmt.Fprint(hash, q.text, q.from.UnixMilli(), q.step) // to memory
	return q.engine.written[q.text] || hash.Sum64()%q.engine.variantsAsked == 0
}

func (q *question) ask(ctx context.Context) (*promql.Result, error) {
	later := q.twin.later()
	at := func(t time.Time) string { return seconds(t.Add(later).UnixMilli()) }
	form, path := url.Values{"query": {shifted(q.text, later)}, "time": {at(q.from)}}, "/api/v1/query"
	if q.step > 0 {
		path = "/api/v1/query_range"
		form.Del("time")
		form.Set("start", at(q.from))
		form.Set("end", at(q.to))
		form.Set("step", seconds(q.step.Milliseconds()))
	}
	body, err := q.twin.team.ask(ctx, path, form)
	if err != nil {
		return nil, err
	}
	q.engine.asked.Add(1)
	answer, err := read(body)
	if err != nil {
		return nil, err
	}
	value, err := answer.value(later.Milliseconds(), q.histograms(ctx))
	return &promql.Result{Value: value, Warnings: answer.annotations()}, err
}

// histograms asks Prometheus' engine when the first histogram is met.
func (q *question) histograms(ctx context.Context) histogramAt {
	find := sync.OnceValue(func() histogramAt { return histogramsOf(q.want(ctx).Value) })
	return func(l labels.Labels, p point) (promql.HPoint, error) { return find()(l, p) }
}

// want returns what Prometheus' engine has over Prometheus' storage.
func (q *question) want(ctx context.Context) *promql.Result {
	own, err := q.engine.own.NewInstantQuery(ctx, q.twin.Storage, nil, q.text, q.from)
	if q.step > 0 {
		own, err = q.engine.own.NewRangeQuery(ctx, q.twin.Storage, nil, q.text, q.from, q.to, q.step)
	}
	if err != nil {
		return &promql.Result{Err: err}
	}
	return own.Exec(ctx) // not closed: its value is used
}

// Close, Statement, Stats, Cancel and String are what a query has besides.
func (q *question) Close()                      {}
func (q *question) Cancel()                     {}
func (q *question) Statement() parser.Statement { return nil }
func (q *question) Stats() *stats.Statistics    { return nil }
func (q *question) String() string              { return fmt.Sprint(q.text, " at ", q.from) }
