package querytest_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// patternsOf returns what a tile of patterns shows of all logs.
func (x *team) patternsOf(t *testing.T) explore.TileAnswer {
	t.Helper()
	answer, err := x.drawTile(stack.EventPatternsConfig{EventQuery: stack.EventQuery{
		DisplayType: stack.DisplayEventPatterns, SourceID: x.logs(), WhereLanguage: query.Lucene,
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// insertMessages stores a log record for each message, one a millisecond.
func insertMessages(t *testing.T, x *team, messages []string) {
	t.Helper()
	rows := make([]logRow, len(messages))
	for i, message := range messages {
		rows[i] = logRow{at: shopTime(1).Add(time.Duration(i) * time.Millisecond), severity: "info", service: "cart", body: message, resource: "{}", scope: "{}"}
	}
	insertLogs(t, x.client, x.id, rows)
}

func TestPatternsMaskWhatDiffers(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	wanted := map[string]string{
		"took 18ms for 3 items":                               "took <n>ms for <n> items",
		"user 4bf92f35-77b3-4da6-a3ce-929d0e0e4736 signed in": "user <uuid> signed in",
		"trace 4bf92f3577b34da6":                              "trace <hex>",
		"span 1234567a":                                       "span <hex>",
		"id ABCDEFA9":                                         "id <hex>",
		"short 12345a6":                                       "short <n>a6",
		"number 12345678":                                     "number <n>",
		"from 10.0.0.7:5432 refused":                          "from <ip> refused",
		"mail to ada@example.org":                             "mail to <e-mail>",
		"at 2026-11-15T12:00:00Z":                             "at <time>",
		`no "gateway" found`:                                  "no <text> found",
		"deadbeef is a word":                                  "deadbeef is a word",
		"a  b\n c":                                            "a b c",
		" \tnul\x00here\u00a0\n":                              "nul here",
		strings.Repeat("é", 600):                              strings.Repeat("é", 500),
	}
	var messages []string
	for message := range wanted {
		messages = append(messages, message)
	}
	insertMessages(t, x, messages)
	got := map[string]string{}
	for _, row := range x.patternsOf(t).Rows {
		got[row.Cells[2].Text] = row.Cells[0].Text
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Error(diff)
	}
}

// oddMessages returns messages of pieces that patterns could confuse.
func oddMessages(random *rand.Rand, count int) []string {
	pieces := []string{
		"GET /api/products", "/", "7", "-1.5", "1.2.3", "10.0.0.7", ".", "<n>", "<text>", `"quoted"`, `"`, "'", "`", `\`, "%", "_", "*", "?", "(", ")",
		"\x00", "\n", "\t", "\u00a0", " ", "  ", "deadbeef", "deadbee1", "a=", `{"id": 5}`, "größe", "日本", "ada@example.org", "4bf92f35-77b3-4da6-a3ce-929d0e0e4736",
		"2026-11-15T12:00:00Z", "AND", ":", strings.Repeat("long ", 60),
	}
	messages := make([]string, count)
	for i := range messages {
		for range 1 + random.IntN(4) {
			messages[i] += pieces[random.IntN(len(pieces))]
		}
	}
	return messages
}

// TestPatternsFindTheirEvents holds that as many events are found by a pattern
// as it was counted in, in one language or the other. The patterns of all events add up
// to all of them, so none is found by two.
func TestPatternsFindTheirEvents(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertMessages(t, x, oddMessages(rand.New(rand.NewPCG(1, 2)), 100))
	answer := x.patternsOf(t)
	if answer.Message != "Body" || *answer.EventsTotal != 100 {
		t.Fatalf("%q, %d", answer.Message, *answer.EventsTotal)
	}
	escaped := strings.NewReplacer(`\`, `\\`, `'`, `\'`, `"`, `\"`)
	for i, row := range answer.Rows {
		pattern := escaped.Replace(row.Cells[0].Text)
		where, language := "messagePattern(Body) IN ('"+strings.ReplaceAll(pattern, `\"`, `"`)+"')", query.SQL
		if i%2 == 0 {
			where, language = `messagePattern\(Body\):"`+strings.ReplaceAll(pattern, `\'`, `'`)+`"`, query.Lucene
		}
		found, err := x.queries.Search(x.ctx, query.RowsQuery{
			SourceID: x.logs(), Where: where, Language: language, Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(time.Minute)},
			Select: "Body", Limit: 1000,
		})
		if got := fmt.Sprint(len(found.Rows)); err != nil || got != row.Cells[1].Text {
			t.Errorf("%s: %s rows, want %s, %v", where, got, row.Cells[1].Text, err)
		}
	}
}

// TestPatternsAreSampledOverTheRange has an incident at the end of the range,
// which is a seventh of all events and all of the newest.
func TestPatternsAreSampledOverTheRange(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	messages := make([]string, 7*explore.PatternsSampled)
	for i := range messages {
		messages[i] = fmt.Sprintf("order %d paid", i)
		if i >= 6*explore.PatternsSampled {
			messages[i] = fmt.Sprintf("order %d failed", i)
		}
	}
	insertMessages(t, x, messages)
	answer := x.patternsOf(t)
	counts := map[string]float64{}
	sampled := 0.0
	for _, row := range answer.Rows {
		count, err := strconv.ParseFloat(row.Cells[1].Text, 64)
		if err != nil {
			t.Fatal(err)
		}
		counts[row.Cells[0].Text] = count
		sampled += count
	}
	if *answer.EventsTotal != uint64(len(messages)) || sampled < explore.PatternsSampled/2 || sampled > explore.PatternsSampled {
		t.Errorf("%v of %d", sampled, *answer.EventsTotal)
	}
	if share := counts["order <n> failed"] / sampled; share < 0.11 || share > 0.18 {
		t.Errorf("%v failed, want a seventh", share)
	}
}
