// Package review explains alerts: what they did, and what they would have done.
package review

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// AlertStore reads alerts. One of another team is NotFound.
type AlertStore interface {
	AlertByID(ctx context.Context, teamID, id string) (stack.Alert, error)
}

// Review is the use cases that explain alerts: what they did, and what they
// would have done. The caller of the context acts in its team; what belongs to
// others does not exist. All fields but Warnings are required.
type Review struct {
	Alerts  AlertStore
	Records alerting.RecordStore
	Reader  alerting.Reader
	// Warnings returns what a back-test should be read with; nil: nothing.
	Warnings func(ctx context.Context, question explore.AlertQuestion) []query.Warning
	Now      func() time.Time
}

// History returns what changed about an alert, newest first.
func (r *Review) History(ctx context.Context, alertID string, span alerting.Span) ([]alerting.HistoryEntry, error) {
	teamID, err := r.owner(ctx, alertID)
	if err != nil {
		return nil, err
	}
	return r.Records.AlertHistory(ctx, teamID, alertID, span)
}

// Evaluations returns what the last windows said about an alert, newest
// first.
func (r *Review) Evaluations(ctx context.Context, alertID string, span alerting.Span) ([]alerting.Evaluation, error) {
	teamID, err := r.owner(ctx, alertID)
	if err != nil {
		return nil, err
	}
	return r.Records.AlertEvaluations(ctx, teamID, alertID, span)
}

// owner returns the team of the caller, which has the alert.
func (r *Review) owner(ctx context.Context, alertID string) (string, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return "", err
	}
	_, err = r.Alerts.AlertByID(ctx, p.TeamID, alertID)
	return p.TeamID, err
}
