package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/query"
)

// TestReasons_are_told_of_a_few_shards: a cluster of a hundred shards that is away says
// so in a line.
func TestReasons_are_told_of_a_few_shards(t *testing.T) {
	t.Parallel()
	var missing []query.Absence
	for i := range 100 {
		missing = append(missing, query.Absence{Shard: uint32(i + 1), Reason: fmt.Sprintf("shard %d is away", i+1)})
	}
	for count, want := range map[int]string{
		0:   "",
		1:   "shard 1 is away",
		3:   "shard 1 is away; shard 2 is away; shard 3 is away",
		4:   "shard 1 is away; shard 2 is away; shard 3 is away; 1 more is away",
		100: "shard 1 is away; shard 2 is away; shard 3 is away; 97 more are away",
	} {
		if got := query.Reasons(missing[:count]); got != want || strings.Contains(got, "\n") {
			t.Errorf("%d: %q, want %q", count, got, want)
		}
	}
}
