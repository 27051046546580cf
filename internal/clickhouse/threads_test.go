package clickhouse_test

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// streamRows is enough for the engine to read a table with two threads: it
// wants 163,840 rows for each.
const streamRows = 500_000

// fillDay stores a day of log records without sending them.
func fillDay(t *testing.T, client *clickhouse.Client, database string) {
	t.Helper()
	enginetest.Execute(t, client, fmt.Sprintf(`
INSERT INTO %s.logs (Timestamp, ServiceName, SeverityText, Body, LogAttributes)
SELECT fromUnixTimestamp64Nano(toInt64(%d + number * 100000000)), ['cart', 'checkout'][number %% 2 + 1], 'info',
    concat('request took ', toString(number), 'ms'), map('http.route', concat('/pay/', toString(number %% 100)))
FROM numbers(%d)`, database, enginetest.LogStart().UnixNano(), streamRows))
}

// facetOfADay is a question that reads an attribute of every record.
const facetOfADay = `
SELECT LogAttributes['http.route'] AS value, count() AS n
FROM logs
GROUP BY value
ORDER BY n DESC
LIMIT 10`

var streamCount = regexp.MustCompile(`AggregatingTransform(?: × (\d+))?`)

// streamsOf returns how many streams aggregate in the pipeline of a query.
func streamsOf(t *testing.T, client *clickhouse.Client, q clickhouse.Query) int {
	t.Helper()
	var line proto.ColStr
	var pipeline strings.Builder
	q.SQL = "EXPLAIN PIPELINE " + q.SQL
	q.Result = proto.Results{{Name: "explain", Data: &line}}
	q.OnBlock = func(context.Context, proto.Block) error {
		for i := range line.Rows() {
			pipeline.WriteString(line.Row(i) + "\n")
		}
		return nil
	}
	if _, err := client.Query(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	found := streamCount.FindStringSubmatch(pipeline.String())
	if found == nil {
		t.Fatalf("nothing aggregates:\n%s", pipeline.String())
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return 1
	}
	return n
}

func TestQuestionsOfADayUseTheCores(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t)
	client := enginetest.Open(t, engine)
	database := enginetest.NewTeam(t, client)
	fillDay(t, client, database)
	q := clickhouse.Query{Database: database, SQL: facetOfADay}
	if got, want := streamsOf(t, client, q), min(2, runtime.GOMAXPROCS(0)); got < want {
		t.Errorf("a question of a day has %d streams, want %d", got, want)
	}
}

func TestCallersChooseTheirThreads(t *testing.T) {
	t.Parallel()
	client := enginetest.Open(t, enginetest.Own(t, func(o *embedded.Options) { o.Cores = 3 }))
	const sql = "SELECT toUInt64(getSetting('max_threads')) AS n"
	if got := enginetest.Count(t, client, "", sql); got != 3 {
		t.Errorf("a read alone has %d threads, want 3", got)
	}
	var n proto.ColUInt64
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL: sql, Settings: []clickhouse.Setting{{Name: "max_threads", Value: "1"}}, Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil || n.Row(0) != 1 {
		t.Errorf("a read that asks for one thread has %v: %v", n, err)
	}
}

func TestReadsShareTheCores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cores int
		want  []int
	}{
		{1, []int{1, 1, 1}},
		{2, []int{2, 1, 1, 1}},
		{8, []int{8, 4, 2, 2, 1, 1, 1}},
		{64, []int{64, 32, 21, 11, 1, 1}},
	} {
		share := clickhouse.NewThreadShare()
		for i, want := range c.want {
			if got := share.Enter(c.cores); got != want {
				t.Errorf("read %d on %d cores gets %d threads, want %d", i+1, c.cores, got, want)
			}
		}
		share.LeaveAll()
		if got := share.Enter(c.cores); got != c.cores {
			t.Errorf("after all have left, a read gets %d of %d", got, c.cores)
		}
	}
}
