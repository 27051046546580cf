package audit

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Tables are the engine's tables, whose retention leaves records. The engine is
// no part of a transaction: the record follows the change, and a change without
// a record is an error.
type Tables struct {
	resources.RetainedTables
	Trail *access.Trail
}

// SetRetention changes how long the team's records of a signal last.
func (t Tables) SetRetention(ctx context.Context, teamID string, signal telemetry.Signal, days int) error {
	before, err := t.Retention(ctx, teamID)
	if err != nil {
		return err
	}
	if err := t.RetainedTables.SetRetention(ctx, teamID, signal, days); err != nil {
		return err
	}
	field := signal.String() + "Days"
	return t.Trail.Record(ctx, access.Deed{
		TeamID: teamID, Subject: org.AuditSubject{Kind: org.SubjectRetention, ID: signal.String(), Name: signal.String()},
		Before: org.Facts{field: before[signal]}, After: org.Facts{field: days},
	})
}
