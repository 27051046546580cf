package querytest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
)

// awayTimeMax is how long it may take to say that the engine is away: a second
// where nothing else runs.
const awayTimeMax = 3 * time.Second

// TestEngineAwayIs503 asks while nobody listens where the engine should be.
func TestEngineAwayIs503(t *testing.T) {
	t.Parallel()
	target, err := clickhouse.ParseURL("clickhouse://cairn:secret@127.0.0.1:1/cairn")
	if err != nil {
		t.Fatal(err)
	}
	client := clickhouse.Open(target, clickhouse.ClientOptions{})
	t.Cleanup(func() { _ = client.Close() })
	const team = "a0a0a0a0a0a0a0a0a0a0a0a0"
	sources := sourcesOf(team)
	s := &shop{base: serveTeam(t, client, team, nil), key: "x", sources: map[string]string{"log": sources[0].ID, "trace": sources[1].ID, "metric": sources[2].ID}}
	for path, body := range map[string]string{
		"/charts/series": chartBody(countSeries), "/charts/series/sql": chartBody(countSeries),
		"/charts/tile": `{"startTime":START_MS,"endTime":END_MS,"tile":{"config":{"displayType":"number","sourceId":"SOURCE","select":[{"aggFn":"count"}]}}}`,
		"/search":      searchBody(), "/search/fields": searchBody(),
		"/search/values": searchBody(`,"fields":["Body"]`), "/search/metrics": `{"sourceId":"METRICS"}`, "/search/around": `{"sourceId":"SOURCE","timestamp":"START","after":1}`,
		"/traces/" + traceID: "",
	} {
		t.Run(path[1:], func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			answer := s.scenario(testkit.Scenario{Path: path, Body: body}).Send(t, s.base)
			if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			if took := time.Since(began); took > awayTimeMax {
				t.Errorf("it took %s", took)
			}
		})
	}
}
