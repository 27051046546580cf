package resources

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Retention is for how many days a team's records are kept.
type Retention struct {
	LogDays, TraceDays, MetricDays int
}

// RetainedTables are the engine's tables, which end what is too old.
type RetainedTables interface {
	Retention(ctx context.Context, teamID string) (map[telemetry.Signal]int, error)
	SetRetention(ctx context.Context, teamID string, signal telemetry.Signal, days int) error
}

// Keeping is the use cases of how long telemetry is kept. The engine's tables
// know it, so that there is one truth.
type Keeping struct{ Tables RetainedTables }

// Retention returns the retention of the caller's team.
func (k *Keeping) Retention(ctx context.Context) (Retention, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return Retention{}, err
	}
	days, err := k.Tables.Retention(ctx, p.TeamID)
	return Retention{LogDays: days[telemetry.Logs], TraceDays: days[telemetry.Traces], MetricDays: days[telemetry.Metrics]}, err
}

// SetRetention changes the retention of the caller's team. What is older ends
// soon after. Only signals that change are touched; after an error some of
// them may have changed.
func (k *Keeping) SetRetention(ctx context.Context, next Retention) error {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return err
	}
	if err := whole(ctx, stack.ActionUpdate, stack.SubjectSource); err != nil {
		return err
	}
	if p.IsScoped() {
		return fault.New(fault.Forbidden, "retention is about data that your role may not read")
	}
	if err := next.check(); err != nil {
		return err
	}
	days, err := k.Tables.Retention(ctx, p.TeamID)
	if err != nil {
		return err
	}
	for signal, wanted := range next.days() {
		if days[signal] == wanted {
			continue
		}
		if err := k.Tables.SetRetention(ctx, p.TeamID, signal, wanted); err != nil {
			return fmt.Errorf("change the retention: %w", err)
		}
	}
	return nil
}

func (r Retention) days() map[telemetry.Signal]int {
	return map[telemetry.Signal]int{telemetry.Logs: r.LogDays, telemetry.Traces: r.TraceDays, telemetry.Metrics: r.MetricDays}
}

func (r Retention) check() error {
	var rules fault.Rules
	for name, days := range map[string]int{"logDays": r.LogDays, "traceDays": r.TraceDays, "metricDays": r.MetricDays} {
		rules.Check(days >= 1 && days <= telemetry.RetentionDaysMax, name, "range", "must be between 1 and %d", telemetry.RetentionDaysMax)
	}
	return rules.Err()
}
