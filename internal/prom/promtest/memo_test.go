package promtest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"

	"github.com/cairnstack/cairn/internal/prom"
)

// TestNewSeriesAreSeenAtOnce sends series one by one, and asks for all after each: what
// is remembered of the index never hides one.
func TestNewSeriesAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.service(t, func(*prom.Service) {})
	now := time.Now()
	for i := 1; i <= 12; i++ {
		name := []string{"one", "two", "three"}[i%3]
		f.insert(t, series{
			labels:  labels.FromStrings(model.MetricNameLabel, name, "number", fmt.Sprint(i)),
			samples: []sample{{at: now.UnixMilli() - int64(i), value: 1}},
		})
		for _, expr := range []string{`count({__name__=~"one|two|three"})`, `count({number!=""})`} {
			result, err := s.QueryTeam(t.Context(), f.team, prom.Question{Expr: expr, From: now, To: now})
			if err != nil {
				t.Fatal(err)
			}
			if vector := result.Value.(promql.Vector); len(vector) != 1 || vector[0].F != float64(i) {
				t.Errorf("%s after %d series = %v", expr, i, vector)
			}
		}
	}
}
