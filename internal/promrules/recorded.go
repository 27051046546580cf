package promrules

import (
	"slices"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// ListRecorded adds to the verdicts of alerting rules which metrics they read that
// recording rules make, in any of the files: those are left out, so that only
// another Prometheus makes them.
func ListRecorded(boards []Board) {
	var recorded []string
	for _, board := range boards {
		recorded = append(recorded, board.records...)
	}
	slices.Sort(recorded)
	recorded = slices.Compact(recorded)
	for _, board := range boards {
		for i := range board.Verdicts {
			board.Verdicts[i].listRecorded(recorded)
		}
	}
}

func (v *Verdict) listRecorded(recorded []string) {
	var read []string
	for _, name := range recorded {
		if slices.ContainsFunc(v.reads, func(m *labels.Matcher) bool { return m.Matches(name) }) {
			read = append(read, name)
		}
	}
	if len(read) > 0 {
		v.LeftOut = append(v.LeftOut, "what makes "+strings.Join(read, ", ")+", which it reads: a recording rule, and nothing here does that")
	}
}

// namesIn returns what the selectors of an expression ask of the names of metrics.
func namesIn(expr parser.Expr) []*labels.Matcher {
	var names []*labels.Matcher
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		selector, ok := node.(*parser.VectorSelector)
		if !ok {
			return nil
		}
		for _, m := range selector.LabelMatchers {
			if m.Name == model.MetricNameLabel && (m.Type == labels.MatchEqual || m.Type == labels.MatchRegexp) {
				names = append(names, m)
			}
		}
		return nil
	})
	return names
}
