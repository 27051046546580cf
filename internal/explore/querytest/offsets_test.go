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
