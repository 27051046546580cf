package app

import (
	"context"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
)

// Exemplars implements explore.PromQL.
func (p promTiles) Exemplars(ctx context.Context, q explore.PromExemplarQuestion) ([]explore.PromExemplar, error) {
	found, err := p.of.SpreadExemplars(ctx, prom.ExemplarSpread{
		Expr: q.Expr, Span: prom.Span{From: q.From, To: q.To}, Width: q.Width, PerBucket: q.PerBucket,
	})
	if err != nil {
		return nil, promFault(err)
	}
	all := make([]explore.PromExemplar, len(found))
	for i, e := range found {
		all[i] = explore.PromExemplar{Series: e.Of, Exemplar: explore.Exemplar{
			Time: time.UnixMilli(e.Time).UTC(), Value: e.Value, TraceID: e.TraceID, SpanID: e.SpanID, Labels: exemplarLabels(e),
		}}
	}
	return all, nil
}

// exemplarLabels returns the labels of an exemplar, then those of its series, up
// to as many as one has.
func exemplarLabels(e prom.SeriesExemplar) map[string]string {
	all := map[string]string{}
	add := func(name, value string) {
		if _, isThere := all[name]; !isThere && len(all) < explore.ExemplarLabelsMax {
			all[name] = explore.CutLabel(value)
		}
	}
	e.EachLabel(add)
	e.Of.Range(func(l labels.Label) {
		if l.Name != model.MetricNameLabel && l.Name != model.BucketLabel {
			add(l.Name, l.Value)
		}
	})
	return all
}
