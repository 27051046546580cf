package stackgen

import (
	"cmp"
	"time"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Alert returns a body of an alert that watches a tile of the dashboard or a
// saved search. Its start lies within days of now.
func (g *Gen) Alert(dashboardID, tileID string, now time.Time) stack.AlertInput {
	in := stack.AlertInput{
		Source: pick(g, stack.AlertSources()), Threshold: g.number(), ThresholdType: pick(g, stack.ThresholdTypes()),
		Interval: pick(g, stack.Intervals()), Name: maybe(g, some(g.text())), Message: maybe(g, some(g.text())),
		Note: maybe(g, some(g.text())), NumConsecutiveWindows: maybe(g, some(g.between(1, 10))),
		NoData:           maybe(g, stack.Some(pick(g, stack.NoDataReadings()))),
		RenotifyInterval: maybe(g, stack.Some(pick(g, stack.Intervals()))),
		DelaySeconds:     maybe(g, stack.Some(g.between(0, 60))),
	}
	if in.Source == stack.AlertOnTile {
		in.DashboardID, in.TileID = dashboardID, tileID
	} else {
		in.SavedSearchID, in.GroupBy = pick(g, g.Searches), maybe(g, stack.Some(g.text()))
	}
	if in.ThresholdType.IsRange() {
		in.ThresholdMax = some(in.Threshold + float64(g.between(0, 100)))
	}
	g.schedule(&in, now)
	g.notify(&in)
	return in
}

func (g *Gen) schedule(in *stack.AlertInput, now time.Time) {
	if g.chance() {
		start := now.UTC().Truncate(time.Millisecond).Add(time.Duration(g.between(-1000, 1000)) * time.Hour)
		in.ScheduleStartAt = stack.Some(start)
		return
	}
	most := int(in.Interval.Duration()/time.Minute) - 1
	in.ScheduleOffsetMinutes = maybe(g, stack.Some(g.between(0, most)))
}

func (g *Gen) notify(in *stack.AlertInput) {
	for i := range g.between(1, stack.ChannelsMax) {
		in.Channels = append(in.Channels, stack.Channel{Type: stack.ChannelWebhook, WebhookID: g.Webhooks[i]})
	}
	in.Channel = maybe(g, &in.Channels[0])
	if g.chance() {
		in.Channel, in.Channels = &in.Channels[0], nil
	}
}

// Source returns a source of the kind on the first connection.
func (g *Gen) Source(kind stack.SourceKind) stack.SourceSpec {
	s := stack.SourceSpec{
		Name: g.text(), Kind: kind, Connection: g.Connections[0], TimestampValueExpression: "Timestamp",
		From:    stack.SourceTable{DatabaseName: stack.OwnDatabase, TableName: stack.TableLogs},
		Section: maybe(g, "infra"), Disabled: g.chance(),
		QuerySettings: list(0, 3, g, func() stack.QuerySetting { return stack.QuerySetting{Setting: "max_threads", Value: "4"} }),
	}
	switch kind {
	case stack.KindLog:
		g.fillLog(&s)
	case stack.KindTrace:
		g.fillTrace(&s)
	case stack.KindMetric:
		s.From.TableName = ""
		s.MetricTables = &stack.MetricTables{Gauge: maybe(g, "g"), ExponentialHistogram: "e"}
		s.ResourceAttributesExpression, s.LogSourceID = "ResourceAttributes", maybe(g, g.ID())
	case stack.KindSession:
		s.TraceSourceID = g.Sources[stack.KindTrace]
	case stack.KindPromQL:
	}
	return s
}

func (g *Gen) fillLog(s *stack.SourceSpec) {
	s.DefaultTableSelectExpression, s.BodyExpression = "Timestamp,Body", maybe(g, "Body")
	s.SeverityTextExpression, s.TraceSourceID = maybe(g, "SeverityText"), maybe(g, g.ID())
	s.UseTextIndexForImplicitColumn = maybe(g, "auto")
	s.HighlightedRowAttributes = maybe(g, list(0, 3, g, func() stack.Highlight {
		return stack.Highlight{SQLExpression: g.text(), LuceneExpression: maybe(g, g.text()), Alias: maybe(g, g.text())}
	}))
	s.MaterializedViews = maybe(g, list(0, 2, g, func() stack.MaterializedView {
		return stack.MaterializedView{
			DatabaseName: "default", TableName: "mv", DimensionColumns: "ServiceName", MinGranularity: pick(g, query.ViewGranularities()),
			MinDate: maybe(g, "2026-01-31"), TimestampColumn: "Timestamp",
			AggregatedColumns: []stack.AggregatedColumn{{MVColumn: "n", AggFn: "count", SourceColumn: maybe(g, "Body")}},
		}
	}))
}

func (g *Gen) fillTrace(s *stack.SourceSpec) {
	s.DefaultTableSelectExpression, s.DurationExpression = "Timestamp,SpanName", "Duration"
	s.TraceIDExpression, s.SpanIDExpression, s.ParentSpanIDExpression = "TraceId", "SpanId", "ParentSpanId"
	s.SpanNameExpression, s.SpanKindExpression = "SpanName", "SpanKind"
	s.DurationPrecision, s.LogSourceID = maybe(g, some(g.between(0, 9))), maybe(g, g.ID())
	s.MetadataMaterializedViews = maybe(g, &stack.MetadataViews{KVRollupTable: "kv", Granularity: pick(g, query.ViewGranularities())})
}

// Webhook returns a webhook of a random service.
func (g *Gen) Webhook() stack.WebhookInput {
	service := pick(g, stack.WebhookServices())
	rules := service.Rules()
	in := stack.WebhookInput{
		Name: "hook " + g.ID(), Service: service, Description: maybe(g, g.text()),
		URL: "https://hooks." + cmp.Or(rules.Host, "example.com") + "/" + g.ID(),
	}
	if rules.Key != "" {
		in.QueryParams = map[string]string{rules.Key: g.ID()}
	}
	if rules.OwnForm {
		in.Body = maybe(g, `{"text": "{{title}}"}`)
		in.Headers = maybe(g, map[string]string{"X-Token": g.ID()})
		in.QueryParams = maybe(g, map[string]string{"key": g.ID()})
	}
	return in
}

// SavedSearch returns a saved search.
func (g *Gen) SavedSearch() stack.SavedSearchSpec {
	conditions := []string{"ServiceName IN ('a', 'b')", "Map['k.x'] NOT IN ('it''s')", "Duration BETWEEN 1 AND 2.5"}
	return stack.SavedSearchSpec{
		Name: g.ID(), SourceID: g.seriesSource(), Select: maybe(g, g.text()), Where: maybe(g, g.text()),
		WhereLanguage: pick(g, query.WhereLanguages()), OrderBy: maybe(g, g.text()), Tags: list(0, 4, g, g.tag),
		Filters: list(0, 4, g, func() stack.SearchFilter {
			return stack.SearchFilter{Type: pick(g, []string{stack.FilterSQL, stack.FilterLucene}), Condition: pick(g, conditions)}
		}),
	}
}

// Connection returns a connection to a database elsewhere.
func (g *Gen) Connection() stack.ConnectionInput {
	return stack.ConnectionInput{
		Name: g.text(), Host: "https://db.example.com:8443", Username: maybe(g, "reader"), Password: maybe(g, g.ID()),
		SettingPrefix:        pick(g, []stack.Opt[string]{{}, stack.Null[string](), stack.Some("team_a")}),
		IsPrometheusEndpoint: g.flag(),
	}
}
