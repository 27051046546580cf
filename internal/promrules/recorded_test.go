package promrules_test

import (
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/promrules"
)

// TestRecordedMetricsAreListed has alerting rules read what recording rules of
// another file make.
func TestRecordedMetricsAreListed(t *testing.T) {
	t.Parallel()
	boards := []promrules.Board{
		convert(t, inGroup("", "{record: 'job:a:sum', expr: sum(a)}", "{record: b, expr: sum(b)}")),
		convert(t, inGroup("", "{record: b, expr: sum(c)}")),
	}
	const all = `what makes b, job:a:sum, which it reads: a recording rule, and nothing here does that`
	const one = `what makes job:a:sum, which it reads: a recording rule, and nothing here does that`
	for expr, want := range map[string]string{
		"job:a:sum > 1": one, `{__name__="job:a:sum"} == 0`: one, `x and rate({__name__=~".*:sum"}[5m]) > 1`: one, `absent(job:a:sum offset 5m)`: one,
		"b / job:a:sum > 1": all, "a > 1": "", "job:a:sum:x > 1": "", `{job="a"} > 1`: "", `{__name__!="x", job="a"} > 1`: "",
	} {
		board := convert(t, inGroup("", "{alert: a, expr: '"+expr+"'}"))
		promrules.ListRecorded(append(boards[:2:2], board))
		if got := board.Verdicts[0].LeftOut; want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
	}
}
