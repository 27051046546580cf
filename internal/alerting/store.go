package alerting

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// Shards is how many parts the alerts of an installation are cut into.
const Shards = 64

// TaskStore keeps how far alerts are evaluated.
type TaskStore interface {
	// InTx runs fn in one transaction that rides in the context.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// DueTasks returns alerts of the owner's shards that are due at the
	// instant, the longest due first.
	DueTasks(ctx context.Context, owner string, now time.Time, limit int) ([]Task, error)
	// SaveTurn writes a turn, and returns false without writing anything when
	// the alert is gone, was changed or evaluated meanwhile, or belongs to
	// another evaluator by now. It needs a transaction.
	SaveTurn(ctx context.Context, turn Turn) (saved bool, err error)
	// EvaluatorLag returns since when windows of the owner's shards have been
	// waiting, the oldest of each interval that has any.
	EvaluatorLag(ctx context.Context, owner string, now time.Time) ([]Waiting, error)
}

// Waiting is since when the oldest window of the alerts of an interval has been
// waiting to be evaluated.
type Waiting struct {
	Interval stack.Interval
	Since    time.Time
	Failing  bool // the alert's query fails; the window is tried again
}

// LeaseStore keeps which evaluator owns which shards.
type LeaseStore interface {
	// ClaimShards renews the owner's shards for the duration and takes its
	// fair share of those that are free. It returns how many it holds.
	ClaimShards(ctx context.Context, owner string, ttl time.Duration) (held int, err error)
	// ReleaseShards gives everything back.
	ReleaseShards(ctx context.Context, owner string) error
}

// Span is a part of the past, newest first.
type Span struct {
	From, To time.Time // of the ends of windows; zero: open
	Limit    int
}

// RecordStore reads what was written about an alert. One of another team is
// NotFound.
type RecordStore interface {
	AlertHistory(ctx context.Context, teamID, alertID string, span Span) ([]HistoryEntry, error)
	AlertEvaluations(ctx context.Context, teamID, alertID string, span Span) ([]Evaluation, error)
}
