package querytest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// lowered is an engine whose operator allows less to a query.
type lowered struct {
	clickhouse.Endpoint
	readRows int64 // 0: as many as ever
}

func (l lowered) Target() (clickhouse.Target, error) {
	target, err := l.Endpoint.Target()
	if l.readRows != 0 {
		target.Ceiling.ReadRows = l.readRows
	}
	return target, err
}

// TestExceededLimitIs400AndSaysWhatToDo lowers one limit after the other. The
// engine is alive all the time, so nobody is told to try again later.
func TestExceededLimitIs400AndSaysWhatToDo(t *testing.T) {
	t.Parallel()
	s := newShop(t, 600)
	for name, c := range map[string]struct {
		readRows int64
		request  time.Duration
		want     string
	}{
		"rows read": {readRows: 10, want: "the query reads more than 10 rows: ask for a shorter time range"},
		"time":      {request: 300 * time.Millisecond, want: "the query took longer than "},
	} {
		client := clickhouse.Open(lowered{enginetest.Endpoint(t), c.readRows}, clickhouse.ClientOptions{})
		t.Cleanup(func() { _ = client.Close() })
		if err := client.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		delay := c.request + c.request/2
		over := &shop{
			base: serveTeamWithin(t, client, s.Installation.TeamID, httpx.Limits{RequestTimeout: c.request},
				func(clickhouse.Query) { time.Sleep(delay) }), // the query gets its turn when the time is nearly up
			key: "x", sources: map[string]string{},
		}
		for _, source := range sourcesOf(s.Installation.TeamID) {
			over.sources[string(source.Kind)] = source.ID
		}
		for path, body := range map[string]string{
			"/charts/series": chartBody(strings.Replace(countSeries, `"count"`, `"count_distinct","field":"Body"`, 1)), "/search": searchBody(),
			"/search/values": searchBody(`,"fields":["Body"]`), "/search/around": `{"sourceId":"SOURCE","timestamp":"START","after":1}`,
		} {
			t.Run(name+path, func(t *testing.T) {
				t.Parallel()
				answer := over.scenario(testkit.Scenario{Path: path, Body: body}).Send(t, over.base)
				if answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, c.want) || answer.Header.Get("Retry-After") != "" {
					t.Errorf("%d %s, want 400 and %q", answer.Status, answer.Body, c.want)
				}
			})
		}
	}
}
