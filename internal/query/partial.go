package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Absence is a shard that an answer lacks, and why.
type Absence struct {
	Shard  uint32
	Reason string
}

// reasonsMax is how many reasons are told of shards that are away.
const reasonsMax = 3

// Reasons returns why shards are away, in one text.
func Reasons(missing []Absence) string {
	var reasons []string
	for _, m := range missing[:min(len(missing), reasonsMax)] {
		reasons = append(reasons, m.Reason)
	}
	switch more := len(missing) - reasonsMax; {
	case more == 1:
		reasons = append(reasons, "1 more is away")
	case more > 1:
		reasons = append(reasons, fmt.Sprintf("%d more are away", more))
	}
	return strings.Join(reasons, "; ")
}

// Gaps collects the shards that reads for one answer left out. A nil Gaps stands for
// reads that must be whole.
type Gaps struct {
	mu     sync.Mutex
	absent map[uint32]string
}

type gapsKey struct{}

// AllowPartial returns a context whose reads may leave out the shards that are away,
// and what collects those. Without it a read is whole or fails: what decides, counts or
// copies never asks for it.
func AllowPartial(ctx context.Context) (context.Context, *Gaps) {
	gaps := &Gaps{absent: map[uint32]string{}}
	return context.WithValue(ctx, gapsKey{}, gaps), gaps
}

// GapsOf returns what collects the shards that the context's reads leave out, nil when
// they must be whole.
func GapsOf(ctx context.Context) *Gaps {
	gaps, _ := ctx.Value(gapsKey{}).(*Gaps)
	return gaps
}

// Allowed reports whether reads may leave out shards.
func (g *Gaps) Allowed() bool { return g != nil }

// Note adds a shard that a read left out.
func (g *Gaps) Note(absent Absence) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.absent[absent.Shard] = absent.Reason
}

// List returns the shards that were left out by their numbers, nil for none.
func (g *Gaps) List() []Absence {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var found []Absence
	for shard, reason := range g.absent {
		found = append(found, Absence{shard, reason})
	}
	slices.SortFunc(found, func(a, b Absence) int { return cmp.Compare(a.Shard, b.Shard) })
	return found
}

// IsWhole reports whether no read has left out a shard.
func (g *Gaps) IsWhole() bool { return len(g.List()) == 0 }
