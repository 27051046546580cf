package querytest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/testkit"
)

// grown names the questions that show how cost grows: one that counts alone
// answer, one that reads a column of every record, one that searches, and one
// that stops early.
var grown = map[string]string{
	"Q1_count_per_minute": "count", "Q4_p95_of_a_number": "p95", "Q3_word_six_columns": "word", "Q8_newest_of_a_service": "newest",
}

// BenchmarkRowGrowth shows how questions about a whole day and the space on
// disk change with the number of records of the day.
func BenchmarkRowGrowth(b *testing.B) {
	engine, client := benchEngine(b)
	d := datasets()[0]
	x := &bench{client: client, pid: engine.State().PID, team: d.team, transport: &http.Transport{DisableCompression: true}}
	x.base = serveTeam(b, client, d.team, x.watch) + stackapi.Prefix
	defer x.transport.CloseIdleConnections()
	for _, rows := range testkit.Sizes(b, "CAIRN_BENCH_GROWTH_ROWS", 1_000_000, 3_000_000, 10_000_000, 30_000_000) {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) { x.reportGrowth(b, d, rows) })
	}
}

func (x *bench) reportGrowth(b *testing.B, d dataset, rows int) {
	b.Helper()
	b.Setenv(benchRowsVariable, fmt.Sprint(rows))
	d.load(b, x.client)
	for b.Loop() {
		for _, q := range questions(x.source()) {
			if name := grown[q.name]; name != "" {
				f := x.often(b, q.during(spansOfTime(0)[0], ""))
				b.ReportMetric(f.p50, name+"-ms")
				b.ReportMetric(f.cpu, name+"-cpu-ms")
			}
		}
	}
	sizes, err := tables.NewTeams(x.client).StorageBytes(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(sizes[d.team].Bytes)/float64(sizes[d.team].Rows), "disk-B/row")
	b.ReportMetric(0, "ns/op")
}

// often asks a question a few times.
func (x *bench) often(b *testing.B, q question) figures {
	b.Helper()
	var costs []cost
	for range 5 {
		costs = append(costs, x.measure(func() { x.ask(b, q) }))
	}
	return figuresOf(costs)
}
