package querytest_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// logRow is a log record as the tests state it.
type logRow struct {
	at         time.Time
	traceID    string
	spanID     string
	severity   string
	number     uint8
	flags      uint8
	service    string
	body       string
	resource   string // canonical JSON
	scope      string
	scopeName  string
	event      string
	attributes map[string]string
}

// insertLogs stores rows, each batch under an id of its own.
func insertLogs(t testing.TB, client *clickhouse.Client, teamID string, rows []logRow) {
	t.Helper()
	database, err := clickhouse.DatabaseName(teamID)
	if err != nil {
		t.Fatal(err)
	}
	servers := enginetest.EachStored(t, client)
	for day, part := range byDay(rows) {
		for i, server := range servers {
			share := logInput(enginetest.Share(part, i, len(servers)))
			if err := server.Client.Insert(t.Context(), database, "logs"+server.Suffix, share, day+time.Now().String()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func byDay(rows []logRow) map[string][]logRow {
	days := map[string][]logRow{}
	for _, row := range rows {
		day := row.at.UTC().Format(time.DateOnly)
		days[day] = append(days[day], row)
	}
	return days
}

func logInput(rows []logRow) proto.Input {
	at := new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
	trace, span, batch := &proto.ColFixedStr{Size: 16}, &proto.ColFixedStr{Size: 8}, &proto.ColFixedStr{Size: 16}
	var number, flags proto.ColUInt8
	var body proto.ColStr
	names := map[string]*proto.ColLowCardinality[string]{}
	for _, name := range []string{"SeverityText", "ServiceName", "Resource", "Scope", "ScopeName", "EventName"} {
		names[name] = new(proto.ColStr).LowCardinality()
	}
	attributes := proto.NewMap(new(proto.ColStr).LowCardinality(), new(proto.ColStr))
	for _, row := range rows {
		at.Append(row.at)
		trace.Append(idBytes(row.traceID, 16))
		span.Append(idBytes(row.spanID, 8))
		batch.Append(make([]byte, 16))
		number.Append(row.number)
		flags.Append(row.flags)
		body.Append(row.body)
		for name, text := range map[string]string{
			"SeverityText": row.severity, "ServiceName": row.service, "Resource": row.resource, "Scope": row.scope,
			"ScopeName": row.scopeName, "EventName": row.event,
		} {
			names[name].Append(text)
		}
		attributes.Append(row.attributes)
	}
	input := proto.Input{
		{Name: "Timestamp", Data: at}, {Name: "TraceId", Data: trace}, {Name: "SpanId", Data: span},
		{Name: "batch_id", Data: batch}, {Name: "SeverityNumber", Data: number}, {Name: "TraceFlags", Data: flags}, {Name: "Body", Data: body},
		{Name: "LogAttributes", Data: attributes},
	}
	for name, column := range names {
		input = append(input, proto.InputColumn{Name: name, Data: column})
	}
	return input
}

func idBytes(text string, length int) []byte {
	id, err := hex.DecodeString(text)
	if err != nil || text == "" {
		return make([]byte, length)
	}
	return id
}
