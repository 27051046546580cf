package promapi

import (
	"context"
	"strconv"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

// Selecting is what series, names and values are looked for with.
type Selecting struct {
	httpx.Wholeness
	Match []string `query:"match[],explode" maxItems:"1000" doc:"Selectors; series that one of them matches are selected."`
	Start string   `query:"start" maxLength:"64" doc:"First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent."`
	End   string   `query:"end" maxLength:"64" doc:"Last instant; now when absent."`
	Limit string   `query:"limit" maxLength:"20" doc:"How many items the result has at most; 0 for all."`
}

type selectionInput struct{ Selecting }

type valuesInput struct {
	Selecting
	Name string `path:"name" doc:"Name of the label, or its U__ form."`
}

func (a *API) listSeries(ctx context.Context, in *selectionInput) (body, error) {
	if len(in.Match) == 0 {
		return nil, refuse("match[]", "the parameter is required")
	}
	s, err := a.selection(in.Selecting)
	if err != nil {
		return nil, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	found, warnings, err := a.Questions.Series(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	said := notesOf("", warnings, false).lacking(gaps)
	return func(w *writer) {
		list(w, found, func(to []byte, l labels.Labels) []byte { return appendLabels(to, l) })
		w.notes(said)
	}, nil
}

func (a *API) listLabels(ctx context.Context, in *selectionInput) (body, error) {
	s, err := a.selection(in.Selecting)
	if err != nil {
		return nil, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	names, warnings, err := a.Questions.LabelNames(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	return texts(names, notesOf("", warnings, false).lacking(gaps)), nil
}

func (a *API) listLabelValues(ctx context.Context, in *valuesInput) (body, error) {
	name := in.Name
	if strings.HasPrefix(name, "U__") {
		name = model.UnescapeName(name, model.ValueEncodingEscaping)
	}
	if !model.UTF8Validation.IsValidLabelName(name) {
		return nil, refuse("name", "it can't be the name of a label")
	}
	s, err := a.selection(in.Selecting)
	if err != nil {
		return nil, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	values, warnings, err := a.Questions.LabelValues(ctx, name, s)
	if err != nil {
		return nil, failed(err)
	}
	return texts(values, notesOf("", warnings, false).lacking(gaps)), nil
}

func texts(all []string, said notes) body {
	return func(w *writer) { list(w, all, appendText); w.notes(said) }
}

type exemplarsInput struct {
	httpx.Wholeness
	Query string `query:"query" maxLength:"65536" doc:"The expression."`
	Start string `query:"start" maxLength:"64" doc:"First instant: seconds since 1970 or RFC 3339; as far as telemetry is kept when absent."`
	End   string `query:"end" maxLength:"64" doc:"Last instant; now when absent."`
}

// exemplarData describes the exemplars of a series.
type exemplarData struct {
	SeriesLabels map[string]string `json:"seriesLabels"`
	Exemplars    []exemplarPoint   `json:"exemplars"`
}

type exemplarPoint struct {
	Labels    map[string]string `json:"labels"`
	Value     string            `json:"value"`
	Timestamp float64           `json:"timestamp" doc:"Seconds since 1970."`
}

func (a *API) queryExemplars(ctx context.Context, in *exemplarsInput) (body, error) {
	from, to, err := span(in.Start, in.End)
	if err != nil {
		return nil, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	found, warnings, err := a.Questions.Exemplars(ctx, in.Query, from, to)
	if err != nil {
		return nil, failed(err)
	}
	said := notesOf("", warnings, false).lacking(gaps)
	return func(w *writer) { list(w, found, appendExemplars); w.notes(said) }, nil
}

type metadataInput struct {
	httpx.Wholeness
	Metric         string `query:"metric" maxLength:"4096" doc:"Name of a metric; all when absent."`
	Limit          string `query:"limit" maxLength:"20" doc:"How many metrics to return at most; all when absent."`
	LimitPerMetric string `query:"limit_per_metric" maxLength:"20" doc:"How many descriptions of each metric to return at most; all when absent."`
}

func (a *API) listMetadata(ctx context.Context, in *metadataInput) (reply httpx.WithMeta[map[string][]prom.Metadata, notes], err error) {
	q := prom.MetadataQuestion{Metric: in.Metric}
	if q.Limit, err = readCount("limit", in.Limit); err != nil {
		return reply, err
	}
	if q.PerMetric, err = readCount("limit_per_metric", in.LimitPerMetric); err != nil {
		return reply, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	found, err := a.Questions.Metadata(ctx, q)
	if found == nil {
		found = map[string][]prom.Metadata{}
	}
	return httpx.WithMeta[map[string][]prom.Metadata, notes]{Value: found, Meta: notes{}.lacking(gaps)}, failed(err)
}

// readCount reads a number of which none and any negative one mean all.
func readCount(name, text string) (int, error) {
	if text == "" {
		return -1, nil
	}
	count, err := strconv.Atoi(text)
	if err != nil {
		return 0, refuse(name, "a limit is a whole number")
	}
	return max(-1, count), nil
}
