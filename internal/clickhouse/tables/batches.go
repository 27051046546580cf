package tables

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// storedBatchesText is asked as the writer, whose limits a large table does
// not hit. Ids sort by age, so that the index on them leaves old rows out.
const storedBatchesText = `
SELECT DISTINCT CAST(batch_id, 'FixedString(16)') AS batch
FROM {{table}}
WHERE batch_id >= toFixedString(unhex({low:String}), 16)
  AND batch_id <= toFixedString(unhex({high:String}), 16)
ORDER BY batch`

// StoredBatches returns the batch ids from low up to and including high that
// rows of a team's table carry. On a cluster every server is asked, and has to
// answer, because a row may not have reached all of them.
func (t Teams) StoredBatches(
	ctx context.Context, teamID string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	l, err := t.layout(teamID)
	if err != nil {
		return nil, err
	}
	return everyHost(ctx, t, 0, func(ctx context.Context, one Teams) ([]telemetry.BatchID, error) {
		return one.storedBatches(ctx, l.table(l.local(string(table))), low, high)
	})
}

// StoredBatchesIn is StoredBatches of a shard of a cluster.
func (t Teams) StoredBatchesIn(
	ctx context.Context, shard uint32, teamID string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	l, err := t.layout(teamID)
	if err != nil {
		return nil, err
	}
	return everyHost(ctx, t, shard, func(ctx context.Context, one Teams) ([]telemetry.BatchID, error) {
		return one.storedBatches(ctx, l.table(l.local(string(table))), low, high)
	})
}

// everyHost asks each server of a shard, or of all shards for zero, and returns
// what they say together. All must answer.
func everyHost[T any](ctx context.Context, t Teams, shard uint32, ask func(context.Context, Teams) ([]T, error)) ([]T, error) {
	hosts, err := t.hosts(ctx)
	if err != nil {
		return nil, err
	}
	if hosts == nil {
		return ask(ctx, t)
	}
	var all []T
	for _, host := range hosts {
		if shard != 0 && host.Shard != shard {
			continue
		}
		if err := host.Err(); err != nil {
			return nil, err
		}
		found, err := askWatched(ctx, host, t.on(host), ask)
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", host.Shard, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func askWatched[T any](
	ctx context.Context, host *clickhouse.Host, t Teams, ask func(context.Context, Teams) ([]T, error),
) ([]T, error) {
	ctx, stop := host.Watch(ctx)
	defer stop()
	found, err := ask(ctx, t)
	return found, orAway(ctx, err)
}

func (t Teams) storedBatches(ctx context.Context, table string, low, high telemetry.BatchID) ([]telemetry.BatchID, error) {
	var batch proto.ColFixedStr16
	var ids []telemetry.BatchID
	_, err := t.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Writer, Operation: "query", Timeout: clickhouse.InsertTimeMax,
		Query: ch.Query{
			Body: strings.ReplaceAll(storedBatchesText, "{{table}}", table),
			Parameters: clickhouse.NativeParams([]clickhouse.Param{
				clickhouse.String("low", hex.EncodeToString(low[:])), clickhouse.String("high", hex.EncodeToString(high[:])),
			}),
			Result: proto.Results{{Name: "batch", Data: &batch}},
			OnResult: func(context.Context, proto.Block) error {
				for i := range batch.Rows() {
					ids = append(ids, batch.Row(i))
				}
				return nil
			},
		},
	})
	return ids, err
}

const runningInsertsText = `
SELECT count() AS running
FROM system.processes
WHERE startsWith(Settings['insert_deduplication_token'], {prefix:String})`

// InsertRunning reports whether an insert whose token begins with the prefix is
// still at work, also when nobody waits for it any more. On a cluster every
// server has to answer.
func (t Teams) InsertRunning(ctx context.Context, tokenPrefix string) (bool, error) {
	return t.InsertRunningIn(ctx, 0, tokenPrefix)
}

// InsertRunningIn is InsertRunning in a shard of a cluster.
func (t Teams) InsertRunningIn(ctx context.Context, shard uint32, tokenPrefix string) (bool, error) {
	found, err := everyHost(ctx, t, shard, func(ctx context.Context, one Teams) ([]bool, error) {
		running, err := one.insertRunning(ctx, tokenPrefix)
		return []bool{running}, err
	})
	return slices.Contains(found, true), err
}

func (t Teams) insertRunning(ctx context.Context, tokenPrefix string) (bool, error) {
	var running proto.ColUInt64
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       runningInsertsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", tokenPrefix)}),
		Result:     proto.Results{{Name: "running", Data: &running}},
	})
	return err == nil && running.Rows() > 0 && running.Row(0) > 0, err
}
