package tables

import (
	"context"
	"fmt"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

const retentionText = `
ALTER TABLE %s
MODIFY TTL Time + INTERVAL %d DAY`

// SetRetention makes a team's records of a signal last for so many days. Those
// that are older already go soon after.
func (s *Store) SetRetention(ctx context.Context, teamID string, signal telemetry.Signal, days int) error {
	if days < 1 || days > telemetry.RetentionDaysMax {
		return fault.New(fault.Invalid, "records are kept for 1 to %d days", telemetry.RetentionDaysMax)
	}
	l, err := s.teams.layout(teamID)
	if err != nil {
		return err
	}
	var statements []string
	for _, table := range signal.Tables() {
		statements = append(statements, fmt.Sprintf(retentionText, l.stored(string(table)), days))
	}
	if signal == telemetry.Metrics {
		// The series of a day stay as long as its last points do.
		statements = append(statements, fmt.Sprintf(retentionText, l.stored(seriesTable), days+1))
	}
	if err := s.teams.change(ctx, l, "retention of "+signal.String(), statements); err != nil {
		return fmt.Errorf("set the retention of %s: %w", signal, err)
	}
	return nil
}

const retentionsText = `
SELECT name, toUInt32OrZero(extract(engine_full, 'TTL Time \\+ toIntervalDay\\((\\d+)\\)')) AS days
FROM system.tables
WHERE database = {database:String}
ORDER BY name`

// Retention returns for how many days a team's records of each signal last. A
// team without tables has the default.
func (s *Store) Retention(ctx context.Context, teamID string) (map[telemetry.Signal]int, error) {
	l, err := s.teams.layout(teamID)
	if err != nil {
		return nil, err
	}
	days := map[telemetry.Signal]int{}
	signals := map[string]telemetry.Signal{}
	for _, signal := range telemetry.Signals() {
		days[signal] = telemetry.RetentionDaysDefault
		for _, table := range signal.Tables() {
			signals[l.local(string(table))] = signal
		}
	}
	var name proto.ColStr
	var found proto.ColUInt32
	err = s.client.AdminQuery(ctx, ch.Query{
		Body:       retentionsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", l.database)}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "days", Data: &found}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				if signal, ok := signals[name.Row(i)]; ok && found.Row(i) > 0 {
					days[signal] = int(found.Row(i))
				}
			}
			return nil
		},
	})
	return days, err
}
