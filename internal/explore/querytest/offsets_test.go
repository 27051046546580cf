package querytest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
)

const offsetsSeed = 16

// TestOffsetsLoseAndDoubleNoRow reads pages by offset, of rows that share instants with
// more rows than a page has, in both directions.
func TestOffsetsLoseAndDoubleNoRow(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		random := rand.New(rand.NewPCG(testkit.Seed(t, offsetsSeed), 1))
		var rows []logRow
		var want []string
		for i := range 120 {
			body := fmt.Sprint("row ", i)
			at := shopTime(1).Add(time.Duration(random.IntN(4)*random.IntN(12)) * time.Second)
			rows = append(rows, logRow{at: at, service: "cart", body: body, attributes: map[string]string{"n": fmt.Sprint(i)}})
			want = append(want, "'"+body+"'")
		}
		insertLogs(t, x.client, x.id, rows)
		slices.Sort(want)
		for _, size := range []int{3, 7, 40, 119, 120, 121} {
			for _, order := range []string{"", "Timestamp ASC"} {
				var got []string
				for offset := 0; offset <= len(want); offset += size {
					_, lines := x.search(t, query.RowsQuery{SourceID: x.logs(), Range: wholeDay(), Select: "Body", OrderBy: order, Limit: size, Offset: offset})
					got = append(got, lines...)
				}
				slices.Sort(got)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("pages of %d ordered by %q: %s", size, order, diff)
				}
			}
		}
	})
}

// TestPagesAreWholeWhereverTheRowsAre reads pages of rows that meet a condition, which
// are spread over the shards, or of which each shard has those of a time of its own.
func TestPagesAreWholeWhereverTheRowsAre(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		const rowsOfEach = 400
		var rows []logRow
		want := map[string][]string{}
		for i := range 2 * rowsOfEach {
			number, service := i/2, []string{"spread", "apart"}[i%2]
			at := shopTime(1).Add(time.Duration(number/2) * time.Millisecond) // two at the same time
			if service == "apart" {
				at = at.Add(time.Duration(i%3) * time.Second)
			}
			rows = append(rows, logRow{at: at, service: service, body: fmt.Sprint("row ", number)})
			want[service] = append(want[service], fmt.Sprintf("'row %d'", number))
		}
		insertLogs(t, x.client, x.id, rows)
		for service := range want {
			slices.Sort(want[service])
			for _, size := range []int{60, 399, 400} {
				for _, order := range []string{"", "Timestamp ASC"} {
					got := x.pagesOf(t, query.RowsQuery{Range: wholeDay(), Where: "ServiceName:" + service, Select: "Body", OrderBy: order, Limit: size})
					slices.Sort(got)
					if diff := cmp.Diff(want[service], got); diff != "" {
						t.Errorf("%s, pages of %d ordered by %q: %s", service, size, order, diff)
					}
				}
			}
		}
	})
}

// pagesOf returns the rows of all pages, each behind the cursor of the one before.
func (x *team) pagesOf(t *testing.T, asked query.RowsQuery) (lines []string) {
	t.Helper()
	for {
		answer, page := x.search(t, asked)
		lines = append(lines, page...)
		if asked.Cursor = answer.Cursor; asked.Cursor == "" {
			return lines
		}
	}
}
