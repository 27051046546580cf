package tables

import (
	"context"
	"encoding/hex"
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
// rows of a team's table carry. On a cluster every replica is asked, because
// a row may not have reached all of them.
func (t Teams) StoredBatches(
	ctx context.Context, teamID string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	l, err := t.layout(teamID)
	if err != nil {
		return nil, err
	}
	var batch proto.ColFixedStr16
	var ids []telemetry.BatchID
	_, err = t.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Writer, Operation: "query", Timeout: clickhouse.InsertTimeMax,
		Query: ch.Query{
			Body: strings.ReplaceAll(storedBatchesText, "{{table}}", l.everyReplica(string(table))),
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

// everyReplica returns the table to read what any server has stored.
func (l layout) everyReplica(table string) string {
	if l.cluster == "" {
		return l.table(table)
	}
	return "clusterAllReplicas(" + clickhouse.QuoteText(l.cluster) + ", " + l.table(l.local(table)) + ")"
}

const runningInsertsText = `
SELECT count() AS running
FROM {{processes}}
WHERE startsWith(Settings['insert_deduplication_token'], {prefix:String})`

// InsertRunning reports whether an insert whose token begins with the prefix is
// still at work, also when nobody waits for it any more.
func (t Teams) InsertRunning(ctx context.Context, tokenPrefix string) (bool, error) {
	target, err := t.client.Target()
	if err != nil {
		return false, err
	}
	var running proto.ColUInt64
	err = t.client.AdminQuery(ctx, ch.Query{
		Body:       strings.ReplaceAll(runningInsertsText, "{{processes}}", processesTable(target.Cluster)),
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", tokenPrefix)}),
		Result:     proto.Results{{Name: "running", Data: &running}},
	})
	return err == nil && running.Rows() > 0 && running.Row(0) > 0, err
}

func processesTable(cluster string) string {
	if cluster == "" {
		return "system.processes"
	}
	return "clusterAllReplicas(" + clickhouse.QuoteText(cluster) + ", system.processes)"
}
