package stackwire

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/query"
)

// MissingShard is a shard that an answer lacks.
type MissingShard struct {
	Shard  uint32 `json:"shard" doc:"Its number."`
	Reason string `json:"reason" doc:"Why it is missing."`
}

// Missing is embedded in what an answer says of itself if it may lack shards.
type Missing struct {
	Partial []MissingShard `json:"partial,omitempty" doc:"The shards of a cluster that do not answer: what they store is missing here. Absent when the answer is whole."`
}

// Reading returns the context in which an operation reads, and what returns the shards
// that its answer lacks.
func Reading(ctx context.Context, asked httpx.Wholeness) (context.Context, func() Missing) {
	if !asked.AllowsPartial() {
		return ctx, func() Missing { return Missing{} }
	}
	ctx, gaps := query.AllowPartial(ctx)
	return ctx, func() Missing { return ShowMissing(gaps.List()) }
}

// ShowMissing returns the shards that an answer lacks.
func ShowMissing(absences []query.Absence) Missing {
	var shown Missing
	for _, absent := range absences {
		shown.Partial = append(shown.Partial, MissingShard(absent))
	}
	return shown
}

// ReadMeta is what an answer cost, and what it lacks.
type ReadMeta struct {
	QueryCost
	Missing
}
