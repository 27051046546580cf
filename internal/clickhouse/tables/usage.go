package tables

import (
	"context"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/metering"
)

const (
	flushQueryLog = "SYSTEM FLUSH LOGS query_log"

	// The embedded engine begins a new log with every start, and names the
	// start; the log of a server goes on for ever and has no name.
	logEpochText = `
SELECT max(substitution) AS epoch
FROM system.macros
WHERE macro = 'cairn_start'`

	cpuTimeText = `
SELECT
    arrayFirst(name -> startsWith(name, {prefix:String}), databases) AS team_database,
    toUInt32(toUnixTimestamp(toStartOfHour(event_time))) AS hour,
    sum(ProfileEvents['UserTimeMicroseconds'] + ProfileEvents['SystemTimeMicroseconds']) AS micros
FROM system.query_log
WHERE type != 'QueryStart' AND event_time >= toDateTime({since:UInt32}) AND team_database != ''
GROUP BY team_database, hour
ORDER BY team_database, hour`
)

// StoredBytes returns the bytes on disk by team id.
func (t Teams) StoredBytes(ctx context.Context) (map[string]int64, error) {
	storage, err := t.StorageBytes(ctx)
	stored := make(map[string]int64, len(storage))
	for team, s := range storage {
		stored[team] = int64(s.Bytes)
	}
	return stored, err
}

// CPUTime returns processor time of queries and inserts by team and hour
// since then, and the epoch of the engine's log.
func (t Teams) CPUTime(ctx context.Context, since time.Time) (string, []metering.CPUTime, error) {
	hosts, err := t.hosts(ctx)
	if err != nil {
		return "", nil, err
	}
	if hosts == nil {
		return t.cpuTimeOfOne(ctx, since)
	}
	// What servers keep themselves goes on for ever.
	used, err := everyHost(ctx, t, 0, func(ctx context.Context, one Teams) ([]metering.CPUTime, error) {
		_, used, err := one.cpuTimeOfOne(ctx, since)
		return used, err
	})
	return "", used, err
}

// cpuTimeOfOne returns what one server has used.
func (t Teams) cpuTimeOfOne(ctx context.Context, since time.Time) (string, []metering.CPUTime, error) {
	if err := t.client.Exec(ctx, flushQueryLog); err != nil {
		return "", nil, err
	}
	epoch, err := t.logEpoch(ctx)
	if err != nil {
		return "", nil, err
	}
	used, err := t.cpuTime(ctx, since)
	return epoch, used, err
}

func (t Teams) logEpoch(ctx context.Context) (string, error) {
	var epoch proto.ColStr
	err := t.client.AdminQuery(ctx, ch.Query{Body: logEpochText, Result: proto.Results{{Name: "epoch", Data: &epoch}}})
	if err != nil || epoch.Rows() == 0 {
		return "", err
	}
	return epoch.Row(0), nil
}

func (t Teams) cpuTime(ctx context.Context, since time.Time) ([]metering.CPUTime, error) {
	var database proto.ColStr
	var hour proto.ColUInt32
	var micros proto.ColUInt64
	var used []metering.CPUTime
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       cpuTimeText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", clickhouse.DatabasePrefix), clickhouse.Uint("since", uint64(max(since.Unix(), 0)))}),
		Result: proto.Results{
			{Name: "team_database", Data: &database}, {Name: "hour", Data: &hour}, {Name: "micros", Data: &micros},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range database.Rows() {
				if team, ok := clickhouse.TeamOf(database.Row(i)); ok {
					at := time.Unix(int64(hour.Row(i)), 0).UTC()
					used = append(used, metering.CPUTime{TeamID: team, Hour: at, Micros: int64(micros.Row(i))})
				}
			}
			return nil
		},
	})
	return used, err
}
