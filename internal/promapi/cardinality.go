package promapi

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

// The limits of lists of numbers of series.
const (
	TopDefault        = 10 // entries of a list of getTSDBStatus, as in Prometheus
	TopMax            = 10_000
	MetricsPerListMax = 50_000
)

type statusInput struct {
	httpx.Wholeness
	Limit string `query:"limit" maxLength:"20" doc:"How many entries each list has at most; 10 when absent, 10000 at most."`
}

// countEntry is a name with a number.
type countEntry struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
}

// headStats has what there is to say without a head block.
type headStats struct {
	NumSeries     int   `json:"numSeries" doc:"Active series: with samples of today or yesterday, in UTC."`
	NumLabelPairs int   `json:"numLabelPairs"`
	ChunkCount    int   `json:"chunkCount" doc:"Always 0."`
	MinTime       int64 `json:"minTime" doc:"Beginning of the time that is counted, in milliseconds since 1970."`
	MaxTime       int64 `json:"maxTime"`
}

type statusData struct {
	HeadStats                   headStats    `json:"headStats"`
	SeriesCountByMetricName     []countEntry `json:"seriesCountByMetricName"`
	LabelValueCountByLabelName  []countEntry `json:"labelValueCountByLabelName"`
	MemoryInBytesByLabelName    []countEntry `json:"memoryInBytesByLabelName" doc:"Always empty."`
	SeriesCountByLabelValuePair []countEntry `json:"seriesCountByLabelValuePair"`
}

func (a *API) getTSDBStatus(ctx context.Context, in *statusInput) (reply httpx.WithMeta[statusData, notes], err error) {
	limit, err := a.top(in.Limit)
	if err != nil {
		return reply, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	metrics, err := a.Cardinality.MetricSeries(ctx, prom.CountQuestion{})
	if err != nil {
		return reply, failed(err)
	}
	labels, err := a.Cardinality.LabelSeries(ctx, prom.CountQuestion{})
	if err != nil {
		return reply, failed(err)
	}
	now := a.Now().UTC()
	data := statusData{MemoryInBytesByLabelName: []countEntry{}, HeadStats: headStats{
		MinTime: now.Truncate(24*time.Hour).AddDate(0, 0, -1).UnixMilli(), MaxTime: now.UnixMilli(),
	}}
	var names, values, pairs []countEntry
	for _, m := range metrics {
		data.HeadStats.NumSeries += m.Series
		names = append(names, countEntry{m.Name, m.Series})
	}
	for _, l := range labels.Labels {
		data.HeadStats.NumLabelPairs += l.Values
		values = append(values, countEntry{l.Name, l.Values})
		for _, v := range l.Top {
			pairs = append(pairs, countEntry{l.Name + "=" + v.Value, v.Series})
		}
	}
	data.SeriesCountByMetricName, data.LabelValueCountByLabelName = largest(names, limit), largest(values, limit)
	data.SeriesCountByLabelValuePair = largest(pairs, limit)
	return httpx.WithMeta[statusData, notes]{Value: data, Meta: notes{}.lacking(gaps)}, nil
}

// top reads how many entries a list of Prometheus has.
func (a *API) top(text string) (int, error) {
	limit, err := readLimit(text)
	if err != nil || text != "" && (limit < 1 || limit > TopMax) {
		return 0, refuse("limit", "a limit is a whole number from 1 to %d", TopMax)
	}
	return cmp.Or(limit, TopDefault), nil
}

func largest(entries []countEntry, limit int) []countEntry {
	slices.SortFunc(entries, func(a, b countEntry) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), strings.Compare(a.Name, b.Name))
	})
	return append([]countEntry{}, entries[:min(limit, len(entries))]...)
}

type countInput struct {
	httpx.Wholeness
	Metric string `query:"metric" maxLength:"4096" doc:"Name of a metric, under Prometheus' name or its own; all when absent."`
	Start  string `query:"start" maxLength:"64" doc:"First instant: seconds since 1970 or RFC 3339; the beginning of yesterday when absent. Series are counted by days, in UTC."`
	End    string `query:"end" maxLength:"64" doc:"Last instant; now when absent."`
}

func (in countInput) question() (q prom.CountQuestion, err error) {
	q.Metric = in.Metric
	q.From, q.To, err = span(in.Start, in.End)
	return q, err
}

type metricData struct {
	Name     string `json:"name"`
	Original string `json:"original,omitempty" doc:"The name that it came under by OTLP, if that is another one."`
	Type     string `json:"type" doc:"A word of Prometheus, such as counter."`
	Unit     string `json:"unit"`
	Help     string `json:"help"`
	Series   int    `json:"series"`
	Fresh    int    `json:"fresh" doc:"Series of them that have no samples of earlier days of the range than today."`
	LastSeen string `json:"lastSeen" doc:"The last day with samples, in UTC."`
}

type metricsData struct {
	Metrics []metricData `json:"metrics" doc:"By name; 50000 at most."`
	Total   int          `json:"total" doc:"How many metrics there are."`
	Series  int          `json:"series" doc:"How many series they have."`
}

func (a *API) listMetricSeries(ctx context.Context, in *countInput) (reply httpx.WithMeta[metricsData, notes], err error) {
	q, err := in.question()
	if err != nil {
		return reply, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	found, err := a.Cardinality.MetricSeries(ctx, q)
	if err != nil {
		return reply, failed(err)
	}
	data := metricsData{Metrics: make([]metricData, 0, min(len(found), MetricsPerListMax)), Total: len(found)}
	for i, m := range found {
		data.Series += m.Series
		if i < MetricsPerListMax {
			data.Metrics = append(data.Metrics, metricData{
				Name: m.Name, Original: m.Original, Type: m.Type, Unit: m.Unit, Help: m.Help, Series: m.Series, Fresh: m.Fresh,
				LastSeen: m.LastDay.Format(time.DateOnly),
			})
		}
	}
	return httpx.WithMeta[metricsData, notes]{Value: data, Meta: notes{}.lacking(gaps)}, nil
}

type valueData struct {
	Value  string `json:"value"`
	Series int    `json:"series"`
}

type labelData struct {
	Name      string      `json:"name"`
	Attribute string      `json:"attribute,omitempty" doc:"The OTLP attribute that it is, if that has another name."`
	Series    int         `json:"series" doc:"How many series have it."`
	Values    int         `json:"values" doc:"How many values it has."`
	Top       []valueData `json:"top" doc:"The values that most series have; 20 at most."`
}

type labelsData struct {
	Labels  []labelData `json:"labels" doc:"Those with most values first; 1000 at most."`
	Partial bool        `json:"partial" doc:"There are more than a million series, and only a million of them were looked at."`
}

func (a *API) listLabelSeries(ctx context.Context, in *countInput) (reply httpx.WithMeta[labelsData, notes], err error) {
	q, err := in.question()
	if err != nil {
		return reply, err
	}
	ctx, gaps := reading(ctx, in.Wholeness)
	found, err := a.Cardinality.LabelSeries(ctx, q)
	if err != nil {
		return reply, failed(err)
	}
	data := labelsData{Labels: make([]labelData, 0, len(found.Labels)), Partial: found.Partial}
	for _, l := range found.Labels {
		one := labelData{Name: l.Name, Attribute: l.Attribute, Series: l.Series, Values: l.Values, Top: make([]valueData, 0, len(l.Top))}
		for _, v := range l.Top {
			one.Top = append(one.Top, valueData(v))
		}
		data.Labels = append(data.Labels, one)
	}
	return httpx.WithMeta[labelsData, notes]{Value: data, Meta: notes{}.lacking(gaps)}, nil
}

type limitData struct {
	Active int    `json:"active" doc:"Series with samples of today or yesterday, in UTC, as far as the caller may see them."`
	Limit  int    `json:"limit" doc:"How many there may be; 0 for any number."`
	Fresh  int    `json:"fresh" doc:"Active series without samples of yesterday."`
	Near   bool   `json:"near" doc:"At least 80 % of the limit are in use."`
	Metric string `json:"metric" doc:"The metric with most fresh series, when the limit is near."`
	Label  string `json:"label" doc:"The label of that metric with most values."`
}

type limitInput struct{ httpx.Wholeness }

func (a *API) getSeriesLimit(ctx context.Context, in *limitInput) (httpx.WithMeta[limitData, notes], error) {
	ctx, gaps := reading(ctx, in.Wholeness)
	l, err := a.Cardinality.SeriesLimit(ctx)
	if err != nil {
		return httpx.WithMeta[limitData, notes]{}, failed(err)
	}
	return httpx.WithMeta[limitData, notes]{Value: limitData{
		Active: l.Active, Limit: l.Max, Fresh: l.Fresh, Near: l.IsNear, Metric: l.Metric, Label: l.Label,
	}, Meta: notes{}.lacking(gaps)}, nil
}
