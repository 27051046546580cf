package check_test

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
)

// load sends a message and returns when what it holds can be asked for: marks of
// each kind of sample go with it, at a time that the tests do not reach.
func (m *team) load(ctx context.Context, msg message) error {
	now, number := time.Now().UnixMilli(), strconv.Itoa(m.loads)
	kinds := map[string]sample{
		"stored":           {millis: now, value: 1},
		"stored_total":     {millis: now, value: 1},
		"stored_histogram": {millis: now, histogram: &histogram.FloatHistogram{Count: 1, Sum: 1, ZeroCount: 1, ZeroThreshold: 0.001}},
	}
	for name, s := range kinds {
		msg.all = append(msg.all, &series{labels: labels.FromStrings("__name__", name, "load", number), samples: []sample{s}})
	}
	if err := m.send(ctx, msg); err != nil {
		return err
	}
	form := url.Values{"query": {fmt.Sprintf(`count({__name__=~"stored.*",load=%q})`, number)}, "time": {seconds(now)}}
	return eventually(ctx, func() error {
		body, err := m.ask(ctx, "/api/v1/query", form)
		if err != nil {
			return err
		}
		answer, err := read(body)
		if err != nil {
			return err
		}
		value, err := answer.value(0, nil)
		if err != nil {
			return err
		}
		if got, want := value.String(), fmt.Sprintf("{} => %d @[%d]", len(kinds), now); got != want {
			return fmt.Errorf("load %s: %s, want %s", number, got, want)
		}
		return nil
	})
}

// seconds returns milliseconds as the API takes times.
func seconds(millis int64) string { return strconv.FormatFloat(float64(millis)/1000, 'f', 3, 64) }
