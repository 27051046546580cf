package tables

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The days that have points, and those whose series are all in the index: such a
// day has a row without a name for each type of points.
const (
	pointDaysText = `
SELECT DISTINCT database, replaceRegexpOne(table, '_local$', '') AS points, partition_id AS day
FROM system.parts
WHERE active AND startsWith(database, {prefix:String}) AND startsWith(table, 'metrics_')
ORDER BY database, points, day`

	listedText = `
SELECT count() AS n
FROM %s
WHERE MetricName = '' AND Time = toDateTime({second:UInt32}, 'UTC') AND Kind = {kind:UInt8}`

	// Kinds without such columns have no temporality and don't rise.
	listText = `
INSERT INTO %[1]s
    (Time, Kind, Series, ServiceName, MetricName, MetricDescription, MetricUnit, Attributes, Resource, ResourceSchemaUrl,
     ScopeName, ScopeVersion, ScopeSchemaUrl, Scope, AggregationTemporality, IsMonotonic)
SELECT toDateTime({second:UInt32}, 'UTC'), {kind:UInt8}, Series, any(ServiceName), any(MetricName), any(MetricDescription), any(MetricUnit),
    any(Attributes), any(Resource), any(ResourceSchemaUrl), any(ScopeName), any(ScopeVersion), any(ScopeSchemaUrl), any(Scope), %[3]s
FROM %[2]s
WHERE toDate(Time) = toDate(toDateTime({second:UInt32}, 'UTC'))
GROUP BY Series`

	markListedText = `
INSERT INTO %s (Time, Kind)
SELECT toDateTime({second:UInt32}, 'UTC'), {kind:UInt8}`
)

// listSeries puts the series of days into the index whose points came without
// it: from before there was one, or from a backup. On a cluster each shard that is
// there gets those of its own points.
func (s *Store) listSeries(ctx context.Context) error {
	s.listing.Lock()
	defer s.listing.Unlock()
	target, err := s.client.Target()
	if err != nil {
		return err
	}
	keepers, _, err := s.shardKeepers(ctx, layout{cluster: target.Cluster, ddl: target.DDL})
	if err != nil {
		return err
	}
	for _, k := range keepers {
		if err := s.listSeriesOf(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) listSeriesOf(ctx context.Context, k keeper) error {
	days, err := k.pointDays(ctx)
	if err != nil {
		return fmt.Errorf("look for days with metrics: %w", err)
	}
	for _, of := range days {
		if s.listed[of] {
			continue
		}
		if err := s.listDay(ctx, k, of); err != nil {
			if isMissing(err) { // a team that is gone, or whose tables are of an earlier version
				continue
			}
			return fmt.Errorf("list the series of %s on %s: %w", of.table, of.day, err)
		}
		s.listed[of] = true
	}
	return nil
}

// pointDays returns the days that have points.
func (k keeper) pointDays(ctx context.Context) ([]seriesDay, error) {
	var database, points, day proto.ColStr
	var days []seriesDay
	err := k.client.AdminQuery(ctx, ch.Query{
		Body:       pointDaysText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", clickhouse.DatabasePrefix)}),
		Result:     proto.Results{{Name: "database", Data: &database}, {Name: "points", Data: &points}, {Name: "day", Data: &day}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range database.Rows() {
				of, ok := seriesDayOf(database.Row(i), points.Row(i), day.Row(i))
				if ok {
					of.shard, of.life = k.shard, k.life
					days = append(days, of)
				}
			}
			return nil
		},
	})
	return days, err
}

func seriesDayOf(database, table, partition string) (seriesDay, bool) {
	team, isTeam := clickhouse.TeamOf(database)
	at, err := time.Parse("20060102", partition)
	_, isPoints := telemetry.PointKindOf(telemetry.Table(table))
	return seriesDay{tableOf: tableOf{team, telemetry.Table(table)}, day: telemetry.DayOf(at.UnixNano())}, isTeam && isPoints && err == nil
}

// listDay puts the series of one day into the index, unless they are there.
func (s *Store) listDay(ctx context.Context, k keeper, of seriesDay) error {
	l, err := s.teams.layout(of.team)
	if err != nil {
		return err
	}
	k.layout = l
	kind, _ := telemetry.PointKindOf(of.table)
	isListed, err := k.isListed(ctx, of, kind)
	if err != nil || isListed {
		return err
	}
	measures := "0, false"
	switch kind {
	case telemetry.Sum:
		measures = "any(AggregationTemporality), any(IsMonotonic)"
	case telemetry.Histogram, telemetry.ExponentialHistogram:
		measures = "any(AggregationTemporality), false"
	case telemetry.Gauge, telemetry.Summary, telemetry.PointKinds:
	}
	into, from := k.table(seriesTable), k.table(string(of.table))
	for _, sql := range []string{fmt.Sprintf(listText, into, from, measures), fmt.Sprintf(markListedText, into)} {
		if err := k.writeSeries(ctx, sql, of, kind); err != nil {
			return err
		}
	}
	s.series.change(of.team)
	return nil
}

func seriesParams(of seriesDay, kind telemetry.PointKind) []proto.Parameter {
	second := int64(of.day) * int64(24*time.Hour/time.Second)
	return clickhouse.NativeParams([]clickhouse.Param{clickhouse.Int("second", second), clickhouse.Uint("kind", uint64(kind))})
}

func (k keeper) isListed(ctx context.Context, of seriesDay, kind telemetry.PointKind) (bool, error) {
	var count proto.ColUInt64
	err := k.client.AdminQuery(ctx, ch.Query{
		Body: fmt.Sprintf(listedText, k.table(seriesTable)), Parameters: seriesParams(of, kind), Result: proto.Results{{Name: "n", Data: &count}},
	})
	return err == nil && count.Rows() > 0 && count.Row(0) > 0, err
}

// writeSeries runs an insert into the index, with as little of the machine as
// will do.
func (k keeper) writeSeries(ctx context.Context, sql string, of seriesDay, kind telemetry.PointKind) error {
	var ignored proto.Results
	_, err := k.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Admin, Operation: "index", Timeout: clickhouse.ExecTimeMax,
		Query: ch.Query{
			Body: sql, Parameters: seriesParams(of, kind),
			Result: ignored.Auto(), OnResult: func(context.Context, proto.Block) error { return nil },
			Settings: clickhouse.NativeSettings([]clickhouse.Setting{{Name: "max_threads", Value: "1"}, {Name: "max_insert_threads", Value: "1"}}),
		},
	})
	return err
}
