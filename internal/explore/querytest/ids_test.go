package querytest_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

const (
	idDayRows     = 5000 // records of a day, in three granules
	idGranulesMax = 4    // of one question: where the id is, and of today
)

// idQuestions is a team whose questions are remembered.
type idQuestions struct {
	x     *team
	store *tables.Store
	mu    sync.Mutex
	asked []clickhouse.Query
}

func newIDQuestions(t *testing.T) *idQuestions {
	t.Helper()
	client := enginetest.Client(t)
	q := &idQuestions{store: tables.NewStore(client, tables.StoreOptions{HotRows: 500, ColumnsAge: time.Millisecond, IDsQuiet: time.Nanosecond, IDsRows: 1})}
	q.x = newTeam(t, read.Options{Columns: q.store.Columns, IDs: q.store.FindIDs, Origins: q.store.OriginKeys, Watch: q.watch})
	for _, signal := range []telemetry.Signal{telemetry.Logs, telemetry.Traces} {
		if err := q.store.SetRetention(t.Context(), q.x.id, signal, 60); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

func (q *idQuestions) watch(asked clickhouse.Query) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked = append(q.asked, asked)
}

// promote gives the request ids of today's records a column.
func (q *idQuestions) promote(t *testing.T) {
	t.Helper()
	for _, block := range requests(0, 1000).Blocks() {
		if err := q.store.InsertRows(t.Context(), q.x.id, block, telemetry.BatchID{1}, "1"); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := q.store.Columns(t.Context(), q.x.id, telemetry.SpansTable); err != nil {
		t.Fatal(err)
	}
}

// fill stores records and spans of a day, some days before today, each with a
// trace and a request of its own.
func (q *idQuestions) fill(t *testing.T, day int) {
	t.Helper()
	from := testkit.Today().AddDate(0, 0, -day).Unix()
	for table, request := range map[string]string{"logs": "a_request.id", "spans": "SpanName"} {
		enginetest.Execute(t, q.x.client, fmt.Sprintf(
			"INSERT INTO cairn_%s.%s (Timestamp, TraceId, `%s`) SELECT toDateTime64(%d + number * 17, 9, 'UTC'), %s, concat('r-', toString(%d + number)) FROM numbers(%d)",
			q.x.id, table, request, from, "unhex(leftPad(lower(hex(toUInt32(1 + "+strconv.Itoa(day*idDayRows)+" + number))), 32, '0'))", day*idDayRows, idDayRows))
	}
}

// index takes steps until so many days of both tables are indexed.
func (q *idQuestions) index(t *testing.T, days int) {
	t.Helper()
	testkit.Eventually(t, time.Minute, "the days are indexed", func() bool {
		if err := q.store.Upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return q.indexed(t, telemetry.LogsTable, tables.KeyID("request.id", "x")) == days &&
			q.indexed(t, telemetry.SpansTable, tables.TraceID(fmt.Sprintf("%032x", 1))) == days
	})
}

func (q *idQuestions) indexed(t *testing.T, table telemetry.Table, id tables.ID) int {
	t.Helper()
	places, err := q.store.FindIDs(t.Context(), q.x.id, table, []tables.ID{id})
	if err != nil {
		t.Fatal(err)
	}
	return len(places.Days)
}

// primaryGranules finds what the primary key leaves of a table: how many
// granules have their filters looked at.
var primaryGranules = regexp.MustCompile(`(?s)PrimaryKey.*?Granules: (\d+)/`)

// granules returns how many granules the questions since the last call look at,
// on all servers with rows.
func (q *idQuestions) granules(t *testing.T) int {
	t.Helper()
	count := 0
	for _, asked := range q.asked {
		for _, stored := range enginetest.EachStored(t, q.x.client) {
			count += granulesOf(t, stored, asked)
		}
	}
	q.asked = nil
	return count
}

func granulesOf(t *testing.T, stored enginetest.Stored, asked clickhouse.Query) (count int) {
	t.Helper()
	own := strings.NewReplacer("`logs`", "`logs"+stored.Suffix+"`", "`spans`", "`spans"+stored.Suffix+"`")
	asked.SQL = "EXPLAIN indexes = 1 " + own.Replace(strings.TrimSpace(asked.SQL))
	var line proto.ColStr
	var plan []string
	asked.Result = proto.Results{{Name: "explain", Data: &line}}
	asked.OnBlock = func(context.Context, proto.Block) error {
		for i := range line.Rows() {
			plan = append(plan, line.Row(i))
		}
		return nil
	}
	if _, err := stored.Client.Query(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	found := primaryGranules.FindAllStringSubmatch(strings.Join(plan, "\n"), -1)
	if len(found) == 0 {
		t.Logf("no primary key in the plan of %s:\n%s", asked.SQL, strings.Join(plan, "\n"))
	}
	for _, match := range found {
		n, _ := strconv.Atoi(match[1])
		count += n
	}
	return count
}

// ask returns how many granules each question about an id looks at.
func (q *idQuestions) ask(t *testing.T, day int) map[string]int {
	t.Helper()
	number := day*idDayRows + 1234
	looked := map[string]int{}
	q.asked = nil
	trace, err := q.x.queries.Trace(q.x.ctx, explore.TraceQuery{TraceID: fmt.Sprintf("%032x", number+1)})
	if err != nil || len(trace.Spans.Rows) != 1 || len(trace.Logs.Rows) != 1 {
		t.Errorf("%d spans and %d records of a trace, want one of each: %v", len(trace.Spans.Rows), len(trace.Logs.Rows), err)
	}
	looked["trace"] = q.granules(t)
	during := query.TimeRange{From: time.Now().AddDate(0, 0, -31), To: time.Now()}
	for _, where := range []string{`LogAttributes.request.id:"r-%d"`, `request.id:"r-%d"`, `request.id:"r-%d" AND -ServiceName:cart`} {
		where = fmt.Sprintf(where, number)
		if _, lines := q.x.search(t, query.RowsQuery{Where: where, Range: during, Select: "Timestamp"}); len(lines) != 1 {
			t.Errorf("%s: %d records, want 1", where, len(lines))
		}
		q.asked = q.asked[:1] // and not whether the name exists
		looked[where[:12]] += q.granules(t)
		counted := query.SeriesQuery{Range: during, Granularity: "1d", Series: []query.Series{{SourceID: q.x.logs(), Aggregate: query.Count, Where: where}}}
		if sum := q.x.counted(t, counted); sum != 1 {
			t.Errorf("%s: %d are counted, want 1", where, sum)
		}
		q.asked = q.asked[:1]
		looked["count "+where[:12]] += q.granules(t)
	}
	return looked
}

// TestIDsAreFoundInFewGranules asks the same questions when a third of the days
// is stored, and when all are.
func TestIDsAreFoundInFewGranules(t *testing.T) {
	t.Parallel()
	q := newIDQuestions(t)
	q.promote(t)
	days := 0
	for _, more := range testkit.Sizes(t, "CAIRN_TEST_ID_DAYS", 4, 12) {
		for days < more {
			days++
			q.fill(t, days)
		}
		q.index(t, days)
		for name, granules := range q.ask(t, 3) {
			t.Logf("%d days, %s: %d granules", days, name, granules)
			if granules > 2*idGranulesMax {
				t.Errorf("%d days, %s: %d granules of %d are looked at", days, name, granules, 3*days)
			}
		}
	}
}
