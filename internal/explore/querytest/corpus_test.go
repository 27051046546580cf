package querytest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// section is a part of the corpus and of the documentation: lines of
// "query => answer". An answer is numbers and spans of them, all, none, what
// is left out after an exclamation mark, or error.
type section struct {
	title, text, examples string
}

type example struct {
	query, answer string
}

func (s section) list() []example {
	var list []example
	for line := range strings.SplitSeq(strings.Trim(s.examples, "\n"), "\n") {
		at := strings.LastIndex(line, "=>")
		list = append(list, example{strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+2:])})
	}
	return list
}

// wanted returns the numbers that an answer means.
func (e example) wanted(count int) []int {
	text, inverted := strings.CutPrefix(e.answer, "!")
	named := map[int]bool{}
	for part := range strings.FieldsSeq(strings.NewReplacer("all", "1-"+strconv.Itoa(count), "none", "").Replace(text)) {
		first, last, isSpan := strings.Cut(part, "-")
		from, _ := strconv.Atoi(first)
		to, _ := strconv.Atoi(last)
		if !isSpan {
			to = from
		}
		for n := from; n <= to; n++ {
			named[n] = true
		}
	}
	var numbers []int
	for n := 1; n <= count; n++ {
		if named[n] != inverted {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// inDay puts the day of the corpus into a query.
func inDay(asked string, day time.Time) string {
	return strings.ReplaceAll(asked, "{day}", day.Format(time.DateOnly))
}

const corpusMin = 300

func TestCorpus(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		insertShop(t, x)
		runCorpus(t, x, nil)
		insertLogs(t, x.client, x.id, oddLogs())
		compareKeys(t, x, logScan(t, x), slices.Concat(corpusConditions(t), conditions(t, keyedLeaves()), randomConditions(t, conditions(t, keyedLeaves()))))
	})
}

// TestCorpusWithHotColumns holds columns of attribute keys to the same
// results, over rows that are older than the columns and over newer ones.
func TestCorpusWithHotColumns(t *testing.T) {
	t.Parallel()
	t.Run("older_rows", func(t *testing.T) {
		t.Parallel()
		x := newTeam(t, read.Options{})
		insertShop(t, x)
		addHotColumns(t, x)
		runCorpus(t, x, nil)
	})
	t.Run("newer_rows", func(t *testing.T) {
		t.Parallel()
		x := newTeam(t, read.Options{})
		addHotColumns(t, x)
		store(t, x, shopRowsAsReceived())
		// The collector makes attributes of bodies in JSON.
		runCorpus(t, x, []string{"LogAttributes:*", "length(LogAttributes) = 5", "empty(LogAttributes)", "length(mapKeys(ResourceAttributes)) = 2"})
		insertLogs(t, x.client, x.id, oddLogs())
		compareKeys(t, x, logScan(t, x), conditions(t, keyedLeaves()))
	})
}

func runCorpus(t *testing.T, x *team, leaveOut []string) {
	t.Helper()
	count := 0
	for _, part := range []struct {
		language query.Language
		sections []section
	}{{query.Lucene, luceneSections()}, {query.SQL, sqlSections()}} {
		for _, s := range part.sections {
			count += len(s.list())
			t.Run(string(part.language)+"/"+strings.ReplaceAll(s.title, " ", "_"), func(t *testing.T) {
				for _, e := range s.list() {
					if !slices.Contains(leaveOut, e.query) {
						checkExample(t, x, part.language, e)
					}
				}
			})
		}
	}
	if count < corpusMin {
		t.Errorf("%d queries, want at least %d", count, corpusMin)
	}
}

func checkExample(t *testing.T, x *team, language query.Language, e example) {
	t.Helper()
	got, err := x.shopNumbers(inDay(e.query, shopDay()), language)
	if e.answer == "error" {
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, %v, want a refusal", e.query, got, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", e.query, err)
		return
	}
	if want := e.wanted(len(shopRows())); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", e.query, got, want)
	}
}

// shopNumbers returns the numbers of the rows that match.
func (x *team) shopNumbers(where string, language query.Language) ([]int, error) {
	answer, err := x.queries.Search(x.ctx, query.RowsQuery{
		SourceID: x.logs(), Where: where, Language: language, Select: "TraceFlags", OrderBy: "Timestamp ASC", Limit: 100,
		Range: query.TimeRange{From: shopDay(), To: shopDay().Add(24 * time.Hour)},
	})
	if err != nil {
		return nil, err
	}
	numbers := make([]int, len(answer.Rows))
	for i, row := range answer.Rows {
		if numbers[i], err = strconv.Atoi(row[0].Text); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
	}
	return numbers, nil
}
