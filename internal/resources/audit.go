package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Bounds of reading the audit log.
const (
	AuditPageMax  = 1000
	AuditChainMax = 200_000 // newest records that one request verifies
)

// AuditFilter says which records of the audit log are wanted. Empty fields let
// everything through.
type AuditFilter struct {
	Range       org.TimeRange
	Actor       string // id or name of a person or key
	Operation   string
	SubjectKind org.AuditSubjectKind
	SubjectID   string
	Outcome     org.AuditOutcome
	Text        string // part of a name, a reason or a change
}

// AuditPage is a part of the audit log.
type AuditPage struct {
	Below int64 // sequence of the last record of the page before; 0: from the newest
	Limit int
}

// AuditRecords reads the audit logs of teams.
type AuditRecords interface {
	AuditRecordByID(ctx context.Context, teamID, id string) (org.AuditRecord, error)
	AuditRecords(ctx context.Context, teamID string, f AuditFilter, page AuditPage) ([]org.AuditRecord, error)
	// AuditRecordsBelow returns records of the team whose sequence is lower than
	// below, newest first. A below of zero is above all.
	AuditRecordsBelow(ctx context.Context, teamID string, below int64, limit int) ([]org.AuditRecord, error)
}

// Audit returns records of the team's audit log, newest first. After is the id
// of the last record of the page before, empty for the newest.
func (r *Resources) Audit(ctx context.Context, f AuditFilter, after string, limit int) ([]org.AuditRecord, error) {
	teamID, err := teamAs(ctx, access.AuditRead)
	if err != nil {
		return nil, err
	}
	page := AuditPage{Limit: min(limit, AuditPageMax)}
	if after != "" {
		last, err := r.Store.AuditRecordByID(ctx, teamID, after)
		if fault.KindOf(err) == fault.NotFound {
			return nil, fault.InvalidAt("cursor", "reference", "must be the id of an audit record")
		}
		if err != nil {
			return nil, err
		}
		page.Below = last.Sequence
	}
	return r.Store.AuditRecords(ctx, teamID, f, page)
}

// EachAudit gives all records that the filter lets through to fn, newest
// first, a page at a time.
func (r *Resources) EachAudit(ctx context.Context, f AuditFilter, fn func([]org.AuditRecord) error) error {
	teamID, err := teamAs(ctx, access.AuditRead)
	if err != nil {
		return err
	}
	page := AuditPage{Limit: AuditPageMax}
	for {
		records, err := r.Store.AuditRecords(ctx, teamID, f, page)
		if err != nil || len(records) == 0 {
			return err
		}
		if err := fn(records); err != nil {
			return err
		}
		page.Below = records[len(records)-1].Sequence
	}
}

// AuditChain verifies the newest records of the team's audit log.
func (r *Resources) AuditChain(ctx context.Context) (org.AuditChain, error) {
	teamID, err := teamAs(ctx, access.AuditRead)
	if err != nil {
		return org.AuditChain{}, err
	}
	return WalkAudit(ctx, r.Store, teamID, AuditChainMax)
}

// WalkAudit verifies at most so many records of a team's audit log, from the
// newest on; 0: all.
func WalkAudit(ctx context.Context, store AuditRecords, teamID string, recordsMax int64) (org.AuditChain, error) {
	var chain org.AuditChain
	below := int64(0)
	for recordsMax == 0 || chain.Records < recordsMax {
		records, err := store.AuditRecordsBelow(ctx, teamID, below, AuditPageMax)
		if err != nil {
			return chain, err
		}
		if len(records) == 0 {
			chain.End()
			return chain, nil
		}
		if !chain.Walk(records) {
			return chain, nil
		}
		below = records[len(records)-1].Sequence
	}
	return chain, nil
}
