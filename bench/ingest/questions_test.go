package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
)

const testRows = 48_000

func testDay() day { return yesterday(time.Date(2026, 5, 2, 13, 0, 0, 0, time.UTC), testRows) }

func TestQuestionsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, q := range questions() {
		if seen[q.name] || strings.ContainsAny(q.name, " \t=/") {
			t.Errorf("%q is there twice, or has signs that a line of figures has none of", q.name)
		}
		seen[q.name] = true
	}
}

func TestQuestionsAreWhole(t *testing.T) {
	t.Parallel()
	for _, q := range questions() {
		for _, s := range spans() {
			body := testDay().ask(q, s, "the-source", settledRounds-1)
			if !json.Valid([]byte(body)) || !strings.Contains(body, "the-source") {
				t.Errorf("%s: %s", q.name, body)
			}
			for _, word := range []string{"SOURCE", "FROM_", "TO_", "REQUEST", "TRACE", "POD", "TENANT", "USER"} {
				if strings.Contains(body, word) {
					t.Errorf("%s: %s is left in %s", q.name, word, body)
				}
			}
		}
	}
}

func TestRoundsAskForOtherRecordsOfTheirTime(t *testing.T) {
	t.Parallel()
	d := testDay()
	if want := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC); !d.generator.Start.Equal(want) {
		t.Errorf("the day begins at %s, want %s", d.generator.Start, want)
	}
	for _, s := range spans() {
		var seen []uint64
		for round := range settledRounds {
			number := d.inside(s, round)
			at := timeOf(t, d, number)
			if slices.Contains(seen, number) || at.Before(d.generator.Start.Add(dayLong-time.Duration(s.share*float64(dayLong)))) || at.After(d.generator.Start.Add(dayLong)) {
				t.Errorf("%s, round %d: record %d of %s", s.name, round, number, at)
			}
			seen = append(seen, number)
		}
	}
}

// timeOf returns when a record of the day was.
func timeOf(t *testing.T, d day, number uint64) time.Time {
	t.Helper()
	logs, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(d.generator.RichLogs(number, 1))
	if err != nil {
		t.Fatal(err)
	}
	return logs.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Timestamp().AsTime()
}
