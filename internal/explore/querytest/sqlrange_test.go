package querytest_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

const sqlRangeRounds = 12

// TestRawSQLCoversTheTimeOfOtherTiles counts the records of ranges that begin and
// end at, right before and right after records, in a tile of the builder and in
// raw SQL with each of its filters of time.
func TestRawSQLCoversTheTimeOfOtherTiles(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	random := rand.New(rand.NewPCG(testkit.Seed(t, propertySeed), 7))
	apart := []time.Duration{0, time.Nanosecond, time.Microsecond, 999 * time.Microsecond, time.Millisecond, 400 * time.Millisecond, time.Second - time.Nanosecond, time.Second}
	var rows []logRow
	for minute := range 3 {
		for _, d := range apart {
			rows = append(rows, logRow{at: shopTime(1 + minute).Add(d), body: "edge"}, logRow{at: shopTime(1 + minute).Add(-d), body: "edge"})
		}
	}
	insertLogs(t, x.client, x.id, rows)
	number := func(config stack.Config, during query.TimeRange) float64 {
		t.Helper()
		answer, err := x.drawTile(config, func(q *explore.TileQuestion) { q.Range = during })
		if err != nil || len(answer.Rows) != 1 {
			t.Fatalf("%d rows, %v", len(answer.Rows), err)
		}
		return answer.Rows[0].Values[0]
	}
	built := stack.NumberConfig{Chart: stack.Chart{DisplayType: stack.DisplayNumber, SourceID: x.logs(), Select: []stack.SelectItem{countOf("")}}}
	for range sqlRangeRounds {
		at := func() time.Time { return rows[random.IntN(len(rows))].at.Truncate(time.Millisecond) }
		during := query.TimeRange{From: at(), To: at()}
		if during.To.Before(during.From) {
			during.From, during.To = during.To, during.From
		}
		during.To = during.To.Add(time.Millisecond)
		want := number(built, during)
		for _, filter := range []string{"$__timeFilter(Timestamp)", "$__timeFilter_ms(Timestamp)", "$__dateTimeFilter(toDate(Timestamp), Timestamp)"} {
			raw := stack.SQLNumberConfig{SQLQuery: stack.SQLQuery{
				ConfigType: stack.ConfigSQL, DisplayType: stack.DisplayNumber, ConnectionID: x.id, SourceID: x.logs(),
				SQLTemplate: "SELECT count() AS n FROM $__sourceTable WHERE " + filter,
			}}
			if got := number(raw, during); got != want {
				t.Errorf("%s from %s to %s: %v, want %v", filter, during.From, during.To, got, want)
			}
		}
	}
}
