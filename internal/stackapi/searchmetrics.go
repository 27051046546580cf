package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// metricsRequest asks for the metrics of a source.
type metricsRequest struct {
	httpx.Wholeness
	Body struct {
		SourceID      string `json:"sourceId" doc:"The metric source that is read."`
		StartTime     string `json:"startTime,omitempty" maxLength:"64" doc:"First instant, RFC 3339; an hour before endTime when absent."`
		EndTime       string `json:"endTime,omitempty" maxLength:"64" doc:"Last instant, RFC 3339; it is included. Now when absent."`
		Where         string `json:"where,omitempty" maxLength:"8192" doc:"Condition on points; empty for all."`
		WhereLanguage string `json:"whereLanguage,omitempty" enum:"lucene,sql" default:"lucene" doc:"Language of where."`
		Contains      string `json:"contains,omitempty" maxLength:"256" doc:"Only metrics with this text in their names, in any letter case."`
		Limit         int    `json:"limit,omitempty" minimum:"1" maximum:"1000" doc:"How many metrics to return at most; 200 when absent."`
	}
}

// sourceMetric is a metric that can be charted.
type sourceMetric struct {
	Name           string `json:"name"`
	MetricDataType string `json:"metricDataType" enum:"gauge,sum,histogram,exponential histogram,summary" doc:"The type of its points, as a series of a chart names it."`
	Unit           string `json:"unit" doc:"The unit that its points were sent with; empty when they have none."`
	IsMonotonic    bool   `json:"isMonotonic" doc:"Whether it is a sum that never falls: a counter."`
}

func (a *API) listMetrics(ctx context.Context, in *metricsRequest) (httpx.WithMeta[[]sourceMetric, stackwire.ReadMeta], error) {
	b := in.Body
	selected, err := Selection{b.SourceID, b.StartTime, b.EndTime, b.Where, b.WhereLanguage}.selected()
	if err != nil {
		return httpx.WithMeta[[]sourceMetric, stackwire.ReadMeta]{}, err
	}
	ctx, missing := stackwire.Reading(ctx, in.Wholeness)
	found, stats, err := a.queries.Metrics(ctx, query.MetricsQuery{Selection: selected, Contains: b.Contains, Limit: b.Limit})
	metrics := make([]sourceMetric, len(found))
	for i, m := range found {
		metrics[i] = sourceMetric{Name: m.Name, MetricDataType: m.Type, Unit: m.Unit, IsMonotonic: m.Monotonic}
	}
	return httpx.WithMeta[[]sourceMetric, stackwire.ReadMeta]{Value: metrics, Meta: stackwire.ReadMeta{QueryCost: stackwire.ShowCost(stats), Missing: missing()}}, err
}
