package audit

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// ScopedRead is what somebody with a data scope has read.
type ScopedRead struct {
	TeamID     string
	SourceID   string
	SourceName string
	Scope      string // the condition of the role, in the search language
	Condition  string // what was asked for; empty: everything
}

// RecordRead records a read of telemetry under a data scope, where the server
// is told to log those. The caller and the operation are those of ctx.
func (s *Store) RecordRead(ctx context.Context, r ScopedRead) error {
	if !s.ScopedReads {
		return nil
	}
	return s.Trail.Record(ctx, access.Deed{
		TeamID: r.TeamID, Subject: org.AuditSubject{Kind: org.SubjectTelemetry, ID: r.SourceID, Name: r.SourceName},
		After: org.Facts{"scope": r.Scope, "condition": r.Condition},
	})
}
