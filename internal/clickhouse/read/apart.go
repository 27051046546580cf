package read

import (
	"context"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// Where what shards answer can be put together here, each of them is asked separately
// for what it has in its own tables. Through the tables of all shards, one server
// plans the question once more, gets states instead of numbers, and waits longer for
// the others than they take.

// answer takes the rows of a question.
type answer interface {
	results() proto.Results
	take(rows int) error
}

// errTooMuch says that what shards answer is too much to be put together here.
var errTooMuch = fault.New(fault.Invalid, "there are too many groups")

// isApart reports whether shards can be asked one by one.
func (r *Reads) isApart(ctx context.Context) bool { return r.shardsApart(ctx) > 0 }

// shardsApart returns how many shards can be asked one by one.
func (r *Reads) shardsApart(ctx context.Context) int {
	if r.opts.NoApart || !r.isSharded() {
		return 0
	}
	return r.client.Apart(ctx)
}

// readApart puts a question about the tables of a shard to each of them, and returns
// what they answered.
func readApart[A answer](ctx context.Context, r *Reads, q reading, fresh func() A) ([]A, query.Stats, error) {
	var answers []A
	stats, err := r.ask(ctx, q, func(asked clickhouse.Query) (clickhouse.Stats, error) {
		return r.client.QueryShards(ctx, asked, q.beside, func(count int) []clickhouse.Answer {
			answers = make([]A, count)
			takes := make([]clickhouse.Answer, count)
			for i := range answers {
				answers[i] = fresh()
				takes[i] = clickhouse.Answer{Result: answers[i].results(), OnBlock: onBlock(answers[i].take)}
			}
			return takes
		})
	})
	return answers, stats, err
}
