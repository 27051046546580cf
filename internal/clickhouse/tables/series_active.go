package tables

import (
	"context"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// activeSeriesText is asked as the writer, whose limits a large index does not
// hit. Its limit is above any that a team should have: memory for what is
// known of a team has an end.
const activeSeriesText = `
SELECT Series AS series, toUInt32(max(Time)) AS second
FROM {{table "series"}}
WHERE Time >= toDateTime({second:UInt32}, 'UTC') AND MetricName != ''
GROUP BY Series
LIMIT 20000000`

// ActiveSeries calls each with the series of a team that have points from a day
// on, and the last day of each. A team without tables has none.
func (s *Store) ActiveSeries(
	ctx context.Context, teamID string, from telemetry.Day, each func(ids []uint64, days []telemetry.Day),
) error {
	l, err := s.teams.layout(teamID)
	if err != nil {
		return err
	}
	statements, err := l.statements(activeSeriesText)
	if err != nil {
		return err
	}
	var series proto.ColUInt64
	var second proto.ColUInt32
	var days []telemetry.Day
	since := max(int64(from)*int64(24*time.Hour/time.Second), 0)
	_, err = s.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Writer, Operation: "query", Timeout: clickhouse.InsertTimeMax,
		Query: ch.Query{
			Body:       statements[0],
			Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.Int("second", since)}),
			Result:     proto.Results{{Name: "series", Data: &series}, {Name: "second", Data: &second}},
			OnResult: func(context.Context, proto.Block) error {
				days = days[:0]
				for _, at := range second {
					days = append(days, telemetry.DayOf(int64(at)*int64(time.Second)))
				}
				each(series, days)
				return nil
			},
		},
	})
	if isMissing(err) {
		return nil
	}
	return err
}
