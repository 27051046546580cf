package stackwire

import (
	"encoding/json"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
)

// AuditPaging is embedded in the input of an operation that returns records of
// the audit log.
type AuditPaging struct {
	From        string `query:"from" maxLength:"40" doc:"YYYY-MM-DD or an RFC 3339 date-time; from the beginning when absent."`
	To          string `query:"to" maxLength:"40" doc:"YYYY-MM-DD, which is included, or an RFC 3339 date-time, which is not; now when absent."`
	Actor       string `query:"actor" maxLength:"256" doc:"Id or e-mail address of a person, or id or name of a key."`
	Operation   string `query:"operation" maxLength:"128" doc:"Id of an operation as in this document, or a command such as cairn key create."`
	SubjectKind string `query:"subjectKind" enum:"dashboard,alert,source,connection,saved_search,webhook,delivery,share_link,access_key,ingestion_key,member,invitation,role,retention,session,password_link,team,service,telemetry,request"`
	SubjectID   string `query:"subjectId" maxLength:"128"`
	Outcome     string `query:"outcome" enum:"done,refused"`
	Text        string `query:"text" maxLength:"256" doc:"Part of a name, an address, a reason, an operation or a change, in any case."`
	Cursor      string `query:"cursor" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The id of the last record of the previous page."`
	Limit       int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many records to return at most; without effect on newline-delimited JSON, which has all."`
	Format      string `query:"format" enum:"json,ndjson" doc:"ndjson is the same as to accept application/x-ndjson, for links."`
}

// Filter returns which records the client asks for.
func (p AuditPaging) Filter() (resources.AuditFilter, error) {
	period, err := org.RangeParameters{From: "from", To: "to"}.Parse(p.From, p.To)
	return resources.AuditFilter{
		Range: period, Actor: p.Actor, Operation: p.Operation, SubjectKind: org.AuditSubjectKind(p.SubjectKind),
		SubjectID: p.SubjectID, Outcome: org.AuditOutcome(p.Outcome), Text: p.Text,
	}, err
}

// AuditMeta says where to go on.
type AuditMeta struct {
	Cursor string `json:"cursor,omitempty" doc:"Pass it to get the records that follow; absent at the end."`
}

// AuditRecord is a record of the audit log.
type AuditRecord struct {
	ID         string           `json:"id"`
	Sequence   int64            `json:"sequence" doc:"1 for the first record of the team."`
	At         string           `json:"at" format:"date-time"`
	Actor      AuditActor       `json:"actor"`
	Door       org.AuditDoor    `json:"door" doc:"The way by which it came in."`
	Operation  string           `json:"operation" doc:"Id of the operation, or the command."`
	Subject    AuditSubject     `json:"subject"`
	Outcome    org.AuditOutcome `json:"outcome"`
	Reason     string           `json:"reason,omitempty" doc:"Why it was refused."`
	Count      int64            `json:"count" doc:"How many times; refusals of one kind are counted together for a minute."`
	Changes    []AuditChange    `json:"changes" doc:"What became of each field. Secrets are masked."`
	ChangesCut bool             `json:"changesCut" doc:"Whether changes does not hold everything because it was too large."`
	PrevHash   string           `json:"prevHash" doc:"The hash of the previous record."`
	Hash       string           `json:"hash" doc:"SHA-256 over this record and the hash of the previous record."`
}

// AuditActor is who did it, and from where.
type AuditActor struct {
	Kind      org.AuditActorKind `json:"kind"`
	UserID    string             `json:"userId,omitempty" doc:"The person, or the owner of the access key."`
	Name      string             `json:"name,omitempty" doc:"E-mail address of that person, or the operator's command."`
	KeyID     string             `json:"keyId,omitempty"`
	KeyName   string             `json:"keyName,omitempty"`
	Address   string             `json:"address,omitempty" doc:"Of the client."`
	UserAgent string             `json:"userAgent,omitempty"`
}

// AuditSubject is what it is about.
type AuditSubject struct {
	Kind org.AuditSubjectKind `json:"kind"`
	ID   string               `json:"id,omitempty"`
	Name string               `json:"name,omitempty"`
}

// AuditChange is what became of one field.
type AuditChange struct {
	Field  string `json:"field" doc:"Parts of a list are named by their ids, as in tiles.65f0….name."`
	Before any    `json:"before,omitempty" doc:"Absent if there was nothing."`
	After  any    `json:"after,omitempty" doc:"Absent if there is nothing any more."`
}

// ShowAuditRecord returns a record of the audit log.
func ShowAuditRecord(r org.AuditRecord) AuditRecord {
	a := r.Actor
	return AuditRecord{
		ID: r.ID, Sequence: r.Sequence, At: Stamp(r.At), Door: r.Door, Operation: r.Operation,
		Actor:   AuditActor{Kind: a.Kind, UserID: a.UserID, Name: a.Name, KeyID: a.KeyID, KeyName: a.KeyName, Address: a.Address, UserAgent: a.UserAgent},
		Subject: AuditSubject{Kind: r.Subject.Kind, ID: r.Subject.ID, Name: r.Subject.Name},
		Outcome: r.Outcome, Reason: r.Reason, Count: r.Count, Changes: auditChanges(r.Changes), ChangesCut: r.Cut,
		PrevHash: r.PrevHash.String(), Hash: r.Hash.String(),
	}
}

// auditChanges reads what the log keeps as text. A text that was altered may be
// anything; the chain says so.
func auditChanges(text string) []AuditChange {
	var kept []org.AuditChange
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return []AuditChange{}
	}
	return Shown(kept, func(c org.AuditChange) AuditChange {
		return AuditChange{Field: c.Field, Before: orAbsent(c.Before), After: orAbsent(c.After)}
	})
}

func orAbsent(value json.RawMessage) any {
	if value == nil {
		return nil
	}
	return value
}

// PageAudit returns a page of the audit log.
func PageAudit(records []org.AuditRecord, limit int) httpx.WithMeta[[]AuditRecord, AuditMeta] {
	page := httpx.WithMeta[[]AuditRecord, AuditMeta]{Value: Shown(records, ShowAuditRecord)}
	if len(records) == limit {
		page.Meta.Cursor = records[limit-1].ID
	}
	return page
}

// AuditChain is how much of the audit log is what was written.
type AuditChain struct {
	Whole      bool                          `json:"whole" doc:"Whether every record back to the first is what was written."`
	WholeSince *string                       `json:"wholeSince" format:"date-time" doc:"Since when every record is what was written; null if there is none."`
	Records    int64                         `json:"records" doc:"How many records were verified, from the newest on; at most 200000."`
	LastHash   string                        `json:"lastHash,omitempty" doc:"The hash of the newest record. Keep it elsewhere to notice records that are cut off at the end."`
	Broken     httpx.Nullable[AuditChainGap] `json:"broken" doc:"The newest record that is not what was written."`
}

// AuditChainGap is where the chain is broken.
type AuditChainGap struct {
	Sequence int64  `json:"sequence"`
	ID       string `json:"id"`
	Problem  string `json:"problem"`
}

// ReplyAuditChain returns how much of the audit log is what was written.
func ReplyAuditChain(c org.AuditChain) httpx.Reply[AuditChain] {
	shown := AuditChain{Whole: c.Whole(), Records: c.Records}
	if c.Records > 0 {
		shown.WholeSince, shown.LastHash = stampOrNil(&c.Since), c.Last.Hash.String()
	}
	if c.BrokenAt != nil {
		shown.Broken.Value = &AuditChainGap{Sequence: c.BrokenAt.Sequence, ID: c.BrokenAt.ID, Problem: c.BrokenAt.Problem}
	}
	return httpx.Reply[AuditChain]{Value: shown}
}
