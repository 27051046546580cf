package querytest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// What the benchmark reads of the environment.
const (
	benchRowsVariable = "CAIRN_BENCH_ROWS" // log records of the day; benchRowsDefault
	benchDirVariable  = "CAIRN_BENCH_DIR"  // a folder that keeps the records for the next run
	benchRowsDefault  = 1_000_000
)

func benchRows(b *testing.B) int {
	b.Helper()
	text := os.Getenv(benchRowsVariable)
	if text == "" {
		return benchRowsDefault
	}
	rows, err := strconv.Atoi(text)
	if err != nil || rows < 1 {
		b.Fatalf("%s must be a number of records", benchRowsVariable)
	}
	return rows
}

// dataset is records of one day, in a team of their own.
type dataset struct {
	name, team string
	attributes string // SQL of the map with the keys that have no column
}

func datasets() []dataset {
	return []dataset{
		{"keys13", "b0b0b0b0b0b0b0b0b0b0b0b0", `CAST(map(), 'Map(LowCardinality(String), String)')`},
		// Ten of three hundred further keys in each record, each of them with a number.
		{"keys300", "b1b1b1b1b1b1b1b1b1b1b1b1", `CAST(arrayMap(i -> (concat('key.', toString((rand(30) + i * 29) % 300)), toString((rand(31) + i) % 1000)), range(10)), 'Map(LowCardinality(String), String)')`},
	}
}

// hotColumns are the columns that the collector makes of keys which most
// records have.
func hotColumns() [][2]string {
	return [][2]string{
		{"http.route", "LowCardinality(String)"}, {"http.method", "LowCardinality(String)"}, {"http.status_code", "Nullable(Float64)"},
		{"duration_ms", "Nullable(Float64)"}, {"thread", "LowCardinality(String)"}, {"region", "LowCardinality(String)"},
		{"cache.hit", "LowCardinality(String)"}, {"retry", "Nullable(Float64)"}, {"feature.flag", "LowCardinality(String)"},
		{"user.id", "String"}, {"session.id", "String"}, {"client.id", "String"}, {"net.peer", "String"},
	}
}

// fillText makes records of a shop over one day: half of them in traces of
// eight, six services, and a word that one of a thousand has.
const fillText = `
INSERT INTO {database}.logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, Resource, ScopeName, LogAttributes,
    {columns}, batch_id)
SELECT
    toDateTime64('{day} 00:00:00', 9, 'UTC') + toIntervalNanosecond(intDiv(number * 86400000, {rows}) * 1000000 + rand(1) % 1000000),
    if(intDiv(number, 8) % 2 = 0, toFixedString(unhex(hex(sipHash128(intDiv(number, 8)))), 16), toFixedString('', 16)),
    reinterpretAsFixedString(number),
    ['info', 'info', 'info', 'info', 'warn', 'error'][1 + rand(3) % 6], 9,
    ['cart', 'checkout', 'frontend', 'payment', 'shipping', 'catalog'][1 + rand(4) % 6],
    concat(['GET', 'POST'][1 + rand(5) % 2], ' /api/', ['cart', 'pay', 'items'][1 + rand(6) % 3], '/', toString(rand(7) % 100000),
        ' completed in ', toString(rand(8) % 1000), 'ms ', if(rand(9) % 1000 = 0, 'granite upstream unavailable', 'all well'),
        ' request=', toString(rand(10))),
    concat('{"host.name":"stone-', toString(rand(11) % 20), '","k8s.pod.name":"api-', toString(rand(12) % 50), '"}'), 'shop',
    {attributes},
    ['/pay', '/cart', '/items/{id}', '/', '/login'][1 + rand(13) % 5], ['GET', 'POST'][1 + rand(14) % 2],
    [200, 200, 200, 201, 404, 500][1 + rand(15) % 6], rand(16) % 100000 / 100, toString(rand(17) % 64),
    ['eu-west', 'us-east', 'ap-south'][1 + rand(18) % 3], ['true', 'false'][1 + rand(19) % 2], rand(20) % 3, concat('flag-', toString(rand(21) % 40)),
    toString(rand(22) % 50000), hex(rand64(23)), hex(rand(24)), concat('10.', toString(rand(25) % 8), '.', toString(rand(26) % 256), '.', toString(rand(27) % 256)),
    toFixedString('bench', 16)
FROM numbers({first}, {count})
SETTINGS max_insert_threads = 1, max_block_size = 100000`

// fillStep is how many records one statement makes.
const fillStep = 500_000

func benchDay() time.Time { return time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC) }

// nextDay is when records are stored beside the questions.
func nextDay() time.Time { return benchDay().Add(24 * time.Hour) }

// load makes the records, unless they are there from an earlier run.
func (d dataset) load(b *testing.B, client *clickhouse.Client) {
	b.Helper()
	rows := benchRows(b)
	if err := tables.NewTeams(client).EnsureTeam(b.Context(), d.team); err != nil {
		b.Fatal(err)
	}
	database, err := clickhouse.DatabaseName(d.team)
	if err != nil {
		b.Fatal(err)
	}
	execute(b, client, "ALTER TABLE "+database+".logs DROP PARTITION '"+nextDay().Format(time.DateOnly)+"'")
	if countLogs(b, client, database) == uint64(rows) {
		return
	}
	execute(b, client, "TRUNCATE TABLE "+database+".logs")
	execute(b, client, "ALTER TABLE "+database+".logs MODIFY TTL Time + INTERVAL 50 YEAR") // the day is a fixed one
	var names []string
	for _, column := range hotColumns() {
		name := "`a_" + column[0] + "`"
		fallback := "LogAttributes['" + column[0] + "']"
		if column[1] == "Nullable(Float64)" {
			fallback = "toFloat64OrNull(" + fallback + ")"
		}
		execute(b, client, "ALTER TABLE "+database+".logs ADD COLUMN IF NOT EXISTS "+name+" "+column[1]+" DEFAULT "+fallback)
		names = append(names, name)
	}
	for first := 0; first < rows; first += fillStep {
		execute(b, client, strings.NewReplacer(
			"{database}", database, "{columns}", strings.Join(names, ", "), "{attributes}", d.attributes, "{day}", benchDay().Format(time.DateOnly),
			"{rows}", fmt.Sprint(rows), "{first}", fmt.Sprint(first), "{count}", fmt.Sprint(min(fillStep, rows-first)),
		).Replace(fillText))
	}
	execute(b, client, "OPTIMIZE TABLE "+database+".logs FINAL")
}

func execute(b *testing.B, client *clickhouse.Client, sql string) {
	b.Helper()
	if err := client.Exec(b.Context(), sql); err != nil {
		b.Fatal(err)
	}
}

func countLogs(b *testing.B, client *clickhouse.Client, database string) uint64 {
	b.Helper()
	var n proto.ColUInt64
	_, err := client.Query(b.Context(), clickhouse.Query{Database: database, SQL: "SELECT count() AS n FROM logs", Result: proto.Results{{Name: "n", Data: &n}}})
	if err != nil {
		b.Fatal(err)
	}
	return n.Row(0)
}

// benchEngine starts an engine of the benchmark's own.
func benchEngine(b *testing.B) (*embedded.Engine, *clickhouse.Client) {
	b.Helper()
	dir := os.Getenv(benchDirVariable)
	if dir == "" {
		dir = b.TempDir()
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		b.Fatal(err)
	}
	engine, err := embedded.Start(b.Context(), enginetest.Options(b, dir))
	if err != nil {
		b.Fatal(err)
	}
	client := clickhouse.Open(engine, clickhouse.ClientOptions{})
	b.Cleanup(func() {
		_ = client.Close()
		_ = engine.Stop(context.Background())
	})
	return engine, client
}
