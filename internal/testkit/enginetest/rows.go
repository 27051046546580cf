package enginetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
)

// LogStart is when the records of tests begin: yesterday, so that they are in
// one partition and not yet expired.
func LogStart() time.Time {
	return testkit.Today().Add(-19 * time.Hour)
}

// LogRows makes a block of n log records, one per millisecond from logStart.
func LogRows(n int, batch byte) proto.Input {
	at := LogStart()
	timestamp := new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
	service, severity := new(proto.ColStr).LowCardinality(), new(proto.ColStr).LowCardinality()
	resource, body := new(proto.ColStr).LowCardinality(), new(proto.ColStr)
	attributes := proto.NewMap(new(proto.ColStr).LowCardinality(), new(proto.ColStr))
	trace, batchID := new(proto.ColFixedStr), new(proto.ColFixedStr)
	trace.SetSize(16)
	batchID.SetSize(16)
	for i := range n {
		timestamp.Append(at.Add(time.Duration(i) * time.Millisecond))
		service.Append([]string{"cart", "checkout"}[i%2])
		severity.Append([]string{"info", "error", "warn"}[i%3])
		resource.Append(`{"host.name":"stone-1","service.name":"cart"}`)
		body.Append("request r" + string(rune('a'+i%26)) + "1 took 12ms " + []string{"fine", "Granite"}[min(1, i%1000/999)])
		attributes.Append(map[string]string{"http.route": "/pay", "n": "1"})
		trace.Append([]byte{15: byte(i)})
		batchID.Append([]byte{0: batch, 15: 1})
	}
	return proto.Input{
		{Name: "Timestamp", Data: timestamp}, {Name: "ServiceName", Data: service},
		{Name: "SeverityText", Data: severity}, {Name: "Resource", Data: resource}, {Name: "Body", Data: body},
		{Name: "LogAttributes", Data: attributes}, {Name: "TraceId", Data: trace}, {Name: "batch_id", Data: batchID},
	}
}

// InsertLogs stores log records.
func InsertLogs(t *testing.T, client *clickhouse.Client, database string, rows int, batch byte) {
	t.Helper()
	if err := client.Insert(t.Context(), database, "logs", LogRows(rows, batch), fmt.Sprint("batch ", batch)); err != nil {
		t.Fatal(err)
	}
}
