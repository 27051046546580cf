package read_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/query"
)

// countsOf reads points of one series: "minute group count". Another has none.
func countsOf(t *testing.T, lines ...string) []query.Point {
	t.Helper()
	var points []query.Point
	for _, line := range lines {
		var minute, count float64
		var group string
		if _, err := fmt.Sscan(line, &minute, &group, &count); err != nil {
			t.Fatal(err)
		}
		points = append(points, query.Point{
			Bucket: time.Unix(int64(minute*60), 0).UTC(), Group: []string{group}, Values: []float64{count, math.NaN()},
		})
	}
	return points
}

func TestCountsOfPartsAreAddedUpInOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		points, more []string
		want         string
	}{
		"nothing":          {nil, nil, ""},
		"one part":         {[]string{"0 a 1", "1 a 2"}, nil, "0 a 1; 1 a 2"},
		"the other":        {nil, []string{"0 a 1", "1 a 2"}, "0 a 1; 1 a 2"},
		"both ends":        {[]string{"1 a 1", "1 b 2", "2 a 3"}, []string{"0 b 4", "3 a 5"}, "0 b 4; 1 a 1; 1 b 2; 2 a 3; 3 a 5"},
		"the same buckets": {[]string{"0 a 1", "0 c 2", "1 a 3"}, []string{"0 a 10", "0 b 20", "1 a 30"}, "0 a 11; 0 b 20; 0 c 2; 1 a 33"},
		"out of order":     {[]string{"0 \ufffd 1", "0 a 2"}, []string{"0 \ufffd 10", "0 a 20"}, "0 a 22; 0 \ufffd 11"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range read.AddPoints(countsOf(t, c.points...), countsOf(t, c.more...)) {
				got = append(got, fmt.Sprintf("%d %s %g", p.Bucket.Unix()/60, p.Group[0], p.Values[0]))
				if query.HasValue(p.Values[1]) {
					t.Errorf("%g of no numbers", p.Values[1])
				}
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s, want %s", text, c.want)
			}
		})
	}
}
