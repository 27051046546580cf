package querytest_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// TestEngineAwayIsTold holds charts and searches to saying so within a second.
func TestEngineAwayIsTold(t *testing.T) {
	t.Parallel()
	away, err := clickhouse.ParseURL("clickhouse://cairn:secret@127.0.0.1:1/cairn")
	if err != nil {
		t.Fatal(err)
	}
	client := clickhouse.Open(away, clickhouse.ClientOptions{})
	t.Cleanup(func() { _ = client.Close() })
	x := existingTeam(t, client, "0123456789abcdef01234567", read.Options{})
	began := time.Now()
	_, chart := x.queries.Series(x.ctx, query.SeriesQuery{Range: wholeDay(), Series: []query.Series{{SourceID: x.logs(), Aggregate: query.Count}}})
	_, search := x.queries.Search(x.ctx, query.RowsQuery{SourceID: x.logs()})
	for name, err := range map[string]error{"chart": chart, "search": search} {
		if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Errorf("%s: %v, want Unavailable with a hint", name, err)
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestTeamWithoutTablesIsTold is what a team meets before its tables are made.
func TestTeamWithoutTablesIsTold(t *testing.T) {
	t.Parallel()
	made := newTeam(t, read.Options{})
	x := existingTeam(t, made.client, "ffffffffffffffffffffffff", read.Options{})
	if _, err := x.queries.Search(x.ctx, query.RowsQuery{SourceID: x.logs()}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v, want Unavailable", err)
	}
}

// limitTriesMax is how often the engine is asked that has no memory at the moment.
const limitTriesMax = 120

// TestLimitsOfTheEngineAreNamed holds a query that is too large to a refusal
// that says how to fix it.
func TestLimitsOfTheEngineAreNamed(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	asked := query.RowsQuery{
		SourceID: x.logs(), Range: wholeDay(), Language: query.SQL,
		Select: "arrayMap(x -> arrayMap(y -> arrayMap(z -> Body, arrayMap(a -> arrayMap(b -> a, [1,2,3,4,5,6,7,8,9,10]), [1,2,3,4,5,6,7,8,9,10])), extractAll(replaceAll(replaceAll(Body, 'e', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'), 'e', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'), 'e')), extractAll(replaceAll(Body, 'e', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'), 'e'))",
	}
	var err error
	for range limitTriesMax { // other tests may have the memory
		if _, err = x.queries.Search(x.ctx, asked); fault.KindOf(err) != fault.Limited {
			break
		}
		time.Sleep(time.Second)
	}
	if f := fault.From(err); f.Kind != fault.Invalid {
		t.Errorf("%v, want a refusal", err)
	}
}
