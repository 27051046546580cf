package promtext

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
)

var legendLabel = regexp.MustCompile(`\{\{\s*([^{}\s]+)\s*\}\}`)

// Legend returns the name of a series: the template with its labels, where a
// label that it lacks is empty.
func Legend(template string, of labels.Labels) string {
	return legendLabel.ReplaceAllStringFunc(template, func(place string) string {
		return of.Get(legendLabel.FindStringSubmatch(place)[1])
	})
}

// SeriesText returns the name and labels of a series as PromQL writes them:
// up{job="api"}.
func SeriesText(of labels.Labels) string {
	var pairs []string
	of.Range(func(l labels.Label) {
		if l.Name != model.MetricNameLabel {
			pairs = append(pairs, l.Name+"="+strconv.Quote(l.Value))
		}
	})
	name := of.Get(model.MetricNameLabel)
	if len(pairs) == 0 && name != "" {
		return name
	}
	return name + "{" + strings.Join(pairs, ",") + "}"
}
