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
	if signal == telemetry.Metrics {
		// The series of a day stay as long as its last points do.
		statements = append(statements, fmt.Sprintf(retentionText, l.stored(seriesTable), days+1))
	}
	for _, table := range signal.Tables() {
		statements = append(statements, fmt.Sprintf(retentionText, l.stored(string(table)), days))
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
	var name proto.ColStr
	var found proto.ColUInt32
	tables := map[string]int{}
	err = s.client.AdminQuery(ctx, ch.Query{
		Body:       retentionsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", l.database)}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "days", Data: &found}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				tables[name.Row(i)] = int(found.Row(i))
			}
			return nil
		},
	})
	return l.retention(tables), err
}

// retention returns how long the records of each signal last, given how long those of
// tables do. A change that was left half done is none yet: what counts is the table
// that SetRetention comes to last.
func (l layout) retention(tables map[string]int) map[telemetry.Signal]int {
	days := map[telemetry.Signal]int{}
	for _, signal := range telemetry.Signals() {
		days[signal] = telemetry.RetentionDaysDefault
		for _, table := range signal.Tables() {
			if kept := tables[l.local(string(table))]; kept > 0 {
				days[signal] = kept
			}
		}
	}
	return days
}
