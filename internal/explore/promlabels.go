package explore

import (
	"context"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The limits of a LabelQuestion.
const (
	LabelValuesDefault = 100
	LabelValuesMax     = 1000
)

// LabelQuestion asks for the values that a label has. Its selector may name
// variables of a dashboard.
type LabelQuestion struct {
	Label     string
	Selector  string // empty: all series
	Variables []SQLVariable
	Range     query.TimeRange // zero: as far as telemetry is kept, and now
	Limit     int             // zero: LabelValuesDefault
}

// PromLabels reads labels of the metrics that the caller may read.
type PromLabels interface {
	// LabelValues returns values of a label of the series that fit the matchers,
	// sorted, at most as many as the limit.
	LabelValues(ctx context.Context, label string, matchers []*labels.Matcher, in query.TimeRange, limit int) ([]string, error)
}

// LabelValues returns the values that the caller may choose for a filter.
func (t *Tiles) LabelValues(ctx context.Context, asked LabelQuestion) ([]string, error) {
	if !asked.Range.From.IsZero() && !asked.Range.To.IsZero() {
		if err := asked.Range.Check("startTime", "endTime"); err != nil {
			return nil, err
		}
	}
	if _, err := access.RequireMetrics(ctx); err != nil {
		return nil, err
	}
	if t.Labels == nil {
		return nil, fault.New(fault.Invalid, "there is no PromQL here")
	}
	if !model.UTF8Validation.IsValidLabelName(asked.Label) {
		return nil, fault.InvalidAt("label", "format", "must be the name of a label")
	}
	matchers, err := asked.matchers()
	if err != nil {
		return nil, err
	}
	if asked.Limit == 0 {
		asked.Limit = LabelValuesDefault
	}
	return t.Labels.LabelValues(ctx, asked.Label, matchers, asked.Range, asked.Limit)
}

func (q LabelQuestion) matchers() ([]*labels.Matcher, error) {
	if q.Selector == "" {
		return nil, nil
	}
	matchers, err := promScope(q.Variables, 0, q.Range.Duration()).Selector(q.Selector)
	if fault.KindOf(err) == fault.Invalid {
		err = fault.InvalidAt("where", "syntax", fault.From(err).Message)
	}
	return matchers, err
}

// CheckPromQLFilter returns an Invalid fault unless the label and the selector of
// a filter are such, whatever is chosen for variables.
func CheckPromQLFilter(f stack.Filter, path string) error {
	if f.Type != stack.FilterPromQL {
		return nil
	}
	if !model.UTF8Validation.IsValidLabelName(f.Expression) {
		return fault.InvalidAt(path+".expression", "format", "must be the name of a label")
	}
	if f.Where == "" {
		return nil
	}
	if err := promtext.CheckSelector(f.Where); err != nil {
		return fault.InvalidAt(path+".where", "syntax", fault.From(err).Message)
	}
	return nil
}
