package sqlstore

import (
	"context"
	"math"
	"strings"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
)

const (
	insertAuditRecordSQL = `
INSERT INTO audit_records (id, team_id, sequence, created_at, actor_kind, user_id, user_name, key_id, key_name, address,
    user_agent, door, operation, subject_kind, subject_id, subject_name, outcome, reason, times, changes, changes_cut,
    prev_hash, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`

	auditRecordByIDSQL = `
SELECT id, team_id, sequence, created_at, actor_kind, user_id, user_name, key_id, key_name, address,
    user_agent, door, operation, subject_kind, subject_id, subject_name, outcome, reason, times, changes, changes_cut,
    prev_hash, hash
FROM audit_records
WHERE team_id = $1 AND id = $2`

	auditRecordsBelowSQL = `
SELECT id, team_id, sequence, created_at, actor_kind, user_id, user_name, key_id, key_name, address,
    user_agent, door, operation, subject_kind, subject_id, subject_name, outcome, reason, times, changes, changes_cut,
    prev_hash, hash
FROM audit_records
WHERE team_id = $1 AND sequence < $2
ORDER BY sequence DESC
LIMIT $3`

	auditRecordsSQL = `
SELECT id, team_id, sequence, created_at, actor_kind, user_id, user_name, key_id, key_name, address,
    user_agent, door, operation, subject_kind, subject_id, subject_name, outcome, reason, times, changes, changes_cut,
    prev_hash, hash
FROM audit_records
WHERE team_id = $1 AND sequence < $2
    AND created_at >= $3 AND created_at < $4
    AND ($5 = '' OR user_id = $5 OR key_id = $5 OR user_name = $5 OR key_name = $5)
    AND ($6 = '' OR operation = $6)
    AND ($7 = '' OR subject_kind = $7)
    AND ($8 = '' OR subject_id = $8)
    AND ($9 = '' OR outcome = $9)
    AND ($10 = '' OR LOWER(operation || ' ' || subject_name || ' ' || subject_id || ' ' || user_name || ' ' || key_name
        || ' ' || address || ' ' || reason || ' ' || changes) LIKE $10 ESCAPE '\')
ORDER BY sequence DESC
LIMIT $11`

	auditTeamsSQL = `
SELECT DISTINCT team_id
FROM audit_records
ORDER BY team_id`
)

// AppendAuditRecord adds a record to the audit log of its team. A place in the
// log that is taken is a Conflict.
func (s *Store) AppendAuditRecord(ctx context.Context, r org.AuditRecord) error {
	return s.insert(ctx, about("audit record", insertAuditRecordSQL, auditRecordFields(&r)...))
}

// LastAuditRecord returns the newest record of the team's audit log, the zero
// AuditRecord when there is none.
func (s *Store) LastAuditRecord(ctx context.Context, teamID string) (org.AuditRecord, error) {
	found, err := s.AuditRecordsBelow(ctx, teamID, 0, 1)
	if err != nil || len(found) == 0 {
		return org.AuditRecord{}, err
	}
	return found[0], nil
}

// AuditRecordByID returns the record of the team's audit log.
func (s *Store) AuditRecordByID(ctx context.Context, teamID, id string) (org.AuditRecord, error) {
	return one(ctx, s, scanAuditRecord, about("audit record", auditRecordByIDSQL, teamID, id))
}

// AuditRecordsBelow returns at most limit records of the team whose sequence is
// lower than below, newest first. A below of zero is above all.
func (s *Store) AuditRecordsBelow(ctx context.Context, teamID string, below int64, limit int) ([]org.AuditRecord, error) {
	return some(ctx, s, scanAuditRecord, about("audit record", auditRecordsBelowSQL, teamID, orHighest(below), limit))
}

// AuditRecords returns records of the team that the filter lets through and
// whose sequence is lower than below, newest first.
func (s *Store) AuditRecords(ctx context.Context, teamID string, f resources.AuditFilter, page resources.AuditPage) ([]org.AuditRecord, error) {
	from, to := int64(0), int64(math.MaxInt64)
	if !f.Range.From.IsZero() {
		from = wholeMilli(f.Range.From)
	}
	if !f.Range.To.IsZero() {
		to = wholeMilli(f.Range.To)
	}
	return some(ctx, s, scanAuditRecord, about("audit record", auditRecordsSQL, teamID, orHighest(page.Below), from, to,
		f.Actor, f.Operation, string(f.SubjectKind), f.SubjectID, string(f.Outcome), containing(f.Text), page.Limit))
}

// AuditedTeams returns the teams that have an audit log, those that are gone
// included.
func (s *Store) AuditedTeams(ctx context.Context) ([]string, error) {
	return some(ctx, s, scanText, about("audit record", auditTeamsSQL))
}

func orHighest(below int64) int64 {
	if below == 0 {
		return math.MaxInt64
	}
	return below
}

// containing returns the pattern of texts that hold the text in any case;
// empty for an empty one.
func containing(text string) string {
	if text == "" {
		return ""
	}
	literal := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(text))
	return "%" + literal + "%"
}

func auditRecordFields(r *org.AuditRecord) []any {
	return []any{
		&r.ID, &r.TeamID, &r.Sequence, instant{&r.At}, &r.Actor.Kind, &r.Actor.UserID, &r.Actor.Name, &r.Actor.KeyID,
		&r.Actor.KeyName, &r.Actor.Address, &r.Actor.UserAgent, &r.Door, &r.Operation, &r.Subject.Kind, &r.Subject.ID,
		&r.Subject.Name, &r.Outcome, &r.Reason, &r.Count, &r.Changes, &r.Cut, hashBytes{&r.PrevHash}, hashBytes{&r.Hash},
	}
}

func scanAuditRecord(r row) (org.AuditRecord, error) {
	var record org.AuditRecord
	err := r.Scan(auditRecordFields(&record)...)
	return record, err
}
