package prom

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Limits of what is said about series.
const (
	// CountedSeriesMax is how many series are looked at to count the values of
	// their labels.
	CountedSeriesMax = 1_000_000
	// TopValuesMax is how many values of a label are named.
	TopValuesMax = 20
	// LabelsMax is how many labels are counted.
	LabelsMax = 1000
)

// nearShare is the share of the limit of series from which on a team is warned.
const nearShare = 0.8

// Counts counts series in the index. What the caller of the context may not see
// is not there.
type Counts interface {
	// CountMetrics returns the metrics that have series on the days of a time,
	// with how many. A series is fresh when it has none before a day.
	CountMetrics(ctx context.Context, scan CountScan) ([]MetricCount, error)
	// EachSeries calls take for up to CountedSeriesMax series, each once, with what
	// their labels are made of, and reports whether there are more.
	EachSeries(ctx context.Context, scan CountScan, take func(*StoredSeries)) (more bool, err error)
}

// CountScan asks for numbers of series.
type CountScan struct {
	TeamID string
	Span
	Names []string  // of metrics as they are stored; none: all
	Fresh time.Time // the day from which on a series is fresh
	Page  int       // how many series are read at once
}

// MetricCount is a stored metric and its series.
type MetricCount struct {
	Metric
	Series, Fresh int
	Last          time.Time // the last day with points
}

// ValueCount is a value and how many series have it.
type ValueCount struct {
	Value  string
	Series int
}

// MetricSeries is a metric under its Prometheus name.
type MetricSeries struct {
	Name     string
	Original string // its OTLP name; empty where it is the same
	Type     string
	Unit     string
	Help     string
	Series   int
	Fresh    int
	LastDay  time.Time
}

// LabelSeries is a label, and how many series and values it has.
type LabelSeries struct {
	Name      string
	Attribute string // the OTLP attribute; empty where it is the same
	Series    int
	Values    int
	Top       []ValueCount
}

// LabelCounts is the labels of series.
type LabelCounts struct {
	Labels  []LabelSeries // those with most values first
	Partial bool          // only so many series were looked at
}

// CountQuestion asks for series of some time.
type CountQuestion struct {
	From, To time.Time // zero: what is active, yesterday and today in UTC
	Metric   string    // under either of its names; empty: all
}

// SeriesLimit is how near a team is to its limit of active series.
type SeriesLimit struct {
	Active int
	Max    int // zero: there is none
	Fresh  int // that are there since today
	IsNear bool
	// Metric is what most fresh series are of, and Label what tells most of them
	// apart; empty unless the limit is near.
	Metric, Label string
}

// Cardinality is what can be asked about numbers of series of the team of a
// context's caller.
type Cardinality interface {
	// MetricSeries returns the metrics with their numbers of series, by name.
	MetricSeries(ctx context.Context, q CountQuestion) ([]MetricSeries, error)
	// LabelSeries returns the labels with their numbers of values. A metric that
	// does not exist has none.
	LabelSeries(ctx context.Context, q CountQuestion) (LabelCounts, error)
	// SeriesLimit returns how near the team is to its limit.
	SeriesLimit(ctx context.Context) (SeriesLimit, error)
}

// Counting is the numbers of series of teams.
type Counting struct {
	Counts Counts
	Points Points
	Max    int // active series that a team may have; zero: any number
	Now    func() time.Time
	Page   int // series that are read at once; zero: countedPage; tests set it
}

// countedPage is how many series are read at once to count their labels.
const countedPage = 100_000

var _ Cardinality = (*Counting)(nil)

func (c *Counting) today() time.Time { return c.Now().UTC().Truncate(24 * time.Hour) }

func (c *Counting) scan(teamID string, q CountQuestion) CountScan {
	span := Span{q.From, q.To}
	if span.To.IsZero() {
		span.To = c.Now()
	}
	if span.From.IsZero() {
		span.From = c.today().AddDate(0, 0, -1)
	}
	return CountScan{TeamID: teamID, Span: span, Fresh: c.today(), Page: cmp.Or(c.Page, countedPage)}
}

// MetricSeries implements Cardinality.
func (c *Counting) MetricSeries(ctx context.Context, q CountQuestion) ([]MetricSeries, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	counted, err := c.Counts.CountMetrics(ctx, c.scan(teamID, q))
	if err != nil {
		return nil, err
	}
	sent, err := c.Points.Descriptions(ctx, teamID, q.Metric)
	if err != nil {
		return nil, err
	}
	about := descriptions{}
	for _, d := range sent {
		about.add(d.Metric, Metadata{Type: d.Type, Help: d.Help, Unit: d.Unit}, 1)
	}
	return named(counted, about, q.Metric), nil
}

// named returns metrics under their Prometheus names, sorted by them; those of
// one name and type are one.
func named(counted []MetricCount, about descriptions, wanted string) []MetricSeries {
	type key struct{ name, kind string }
	places := map[key]int{}
	all := make([]MetricSeries, 0, len(counted))
	for _, m := range counted {
		one := m.described(about)
		if wanted != "" && wanted != one.Name && wanted != m.Name {
			continue
		}
		at, known := places[key{one.Name, one.Type}]
		if !known {
			places[key{one.Name, one.Type}] = len(all)
			all = append(all, one)
			continue
		}
		all[at].Series += one.Series
		all[at].Fresh += one.Fresh
		all[at].Help = cmp.Or(all[at].Help, one.Help)
		if one.LastDay.After(all[at].LastDay) {
			all[at].LastDay = one.LastDay
		}
	}
	slices.SortFunc(all, func(a, b MetricSeries) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Type, b.Type))
	})
	return all
}

// described returns a metric with what is known about it: what its sender said
// about it, or about the histogram or summary that it is a part of.
func (m MetricCount) described(about descriptions) MetricSeries {
	one := MetricSeries{
		Name: m.baseName(translated), Type: m.metricType(), Unit: m.Unit, Help: m.Description,
		Series: m.Series, Fresh: m.Fresh, LastDay: m.Last,
	}
	if one.Name != m.Name {
		one.Original = m.Name
	}
	if !m.Exact {
		return one
	}
	for _, suffix := range []string{"", bucketSuffix, countSuffix, sumSuffix, totalSuffix} {
		base, ok := cutSuffix(m.Name, suffix)
		if known := about[base]; ok && len(known) > 0 {
			one.Help, one.Unit = known[0].Help, known[0].Unit
			if suffix == "" || suffix == totalSuffix {
				one.Type = known[0].Type
			}
			break
		}
	}
	return one
}

// LabelSeries implements Cardinality.
func (c *Counting) LabelSeries(ctx context.Context, q CountQuestion) (LabelCounts, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return LabelCounts{}, err
	}
	scan := c.scan(teamID, q)
	if q.Metric != "" {
		if scan.Names, err = c.storedNames(ctx, scan, q.Metric); err != nil || len(scan.Names) == 0 {
			return LabelCounts{}, err
		}
	}
	counter := newLabelCounter()
	partial, err := c.Counts.EachSeries(ctx, scan, counter.add)
	if err != nil {
		return LabelCounts{}, err
	}
	return LabelCounts{Labels: counter.labels(), Partial: partial}, nil
}

// storedNames returns the names under which a metric of either name is stored.
// Parts of histograms and summaries are named, too.
func (c *Counting) storedNames(ctx context.Context, scan CountScan, name string) ([]string, error) {
	metrics, err := c.Points.Metrics(ctx, MetricScan{TeamID: scan.TeamID, Span: scan.Span, Name: name})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range metrics {
		isNamed := m.Name == name || m.baseName(translated) == name
		for _, f := range []form{translated, verbatim} {
			isNamed = isNamed || slices.ContainsFunc(m.outputs(f), func(o output) bool { return o.name == name })
		}
		if isNamed && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	return names, nil
}

// SeriesLimit implements Cardinality. Who may see a part of the telemetry is told
// of that part.
func (c *Counting) SeriesLimit(ctx context.Context) (SeriesLimit, error) {
	metrics, err := c.MetricSeries(ctx, CountQuestion{})
	if err != nil {
		return SeriesLimit{}, err
	}
	limit := SeriesLimit{Max: c.Max}
	grown := MetricSeries{}
	for _, m := range metrics {
		limit.Active += m.Series
		limit.Fresh += m.Fresh
		if m.Fresh > grown.Fresh || grown.Name == "" || m.Fresh == grown.Fresh && m.Series > grown.Series {
			grown = m
		}
	}
	limit.IsNear = c.Max > 0 && float64(limit.Active) >= nearShare*float64(c.Max)
	if !limit.IsNear {
		return limit, nil
	}
	counted, err := c.LabelSeries(ctx, CountQuestion{Metric: grown.Name})
	if err != nil {
		return SeriesLimit{}, err
	}
	limit.Metric = grown.Name
	if len(counted.Labels) > 0 && counted.Labels[0].Values > 1 {
		limit.Label = counted.Labels[0].Name
	}
	return limit, nil
}
