package org

import (
	"crypto/sha256"
	"strings"
	"time"
)

// AuditActorKind is what acted in a team.
type AuditActorKind string

// The kinds of actors of a team's audit log.
const (
	AuditPerson    AuditActorKind = "person"     // somebody who is signed in
	AuditAccessKey AuditActorKind = "access_key" // a person's key for the stack API
	AuditCloudKey  AuditActorKind = "cloud_key"  // an organization's key
	AuditOperator  AuditActorKind = "operator"   // who runs commands on the server
	AuditSystem    AuditActorKind = "system"     // Cairn itself
)

// AuditActorKinds returns all kinds of actors.
func AuditActorKinds() []AuditActorKind {
	return []AuditActorKind{AuditPerson, AuditAccessKey, AuditCloudKey, AuditOperator, AuditSystem}
}

// AuditActor is who did something in a team, and from where.
type AuditActor struct {
	Kind      AuditActorKind
	UserID    string // of the person, or of the owner of an access key; empty: nobody
	Name      string // e-mail address of that person
	KeyID     string // of the key; empty: none was used
	KeyName   string
	Address   string // of the client; empty for commands and the system
	UserAgent string
}

// Bounded returns the actor with texts of a length that the log keeps.
func (a AuditActor) Bounded() AuditActor {
	a.Name, a.KeyName = clip(a.Name, ActorDetailsCharsMax), clip(a.KeyName, ActorDetailsCharsMax)
	a.UserAgent = clip(a.UserAgent, UserAgentCharsMax)
	return a
}

// AuditDoor is the way by which a change came in.
type AuditDoor string

// The doors.
const (
	DoorStackAPI AuditDoor = "stack_api"
	DoorManaged  AuditDoor = "managed_api"
	DoorWeb      AuditDoor = "web"
	DoorCLI      AuditDoor = "cli"
	DoorApply    AuditDoor = "apply"
	DoorSystem   AuditDoor = "system"
)

// FilesUserAgent is what cairn apply calls itself, so that the log can tell
// changes by files from others.
const FilesUserAgent = "cairn-files"

// AuditDoors returns all doors.
func AuditDoors() []AuditDoor {
	return []AuditDoor{DoorStackAPI, DoorManaged, DoorWeb, DoorCLI, DoorApply, DoorSystem}
}

// AuditOutcome is what became of what somebody wanted.
type AuditOutcome string

// The outcomes.
const (
	AuditDone    AuditOutcome = "done"
	AuditRefused AuditOutcome = "refused"
)

// AuditOutcomes returns all outcomes.
func AuditOutcomes() []AuditOutcome { return []AuditOutcome{AuditDone, AuditRefused} }

// AuditSubjectKind is what kind of thing a record is about.
type AuditSubjectKind string

// The kinds of subjects.
const (
	SubjectDashboard    AuditSubjectKind = "dashboard"
	SubjectAlert        AuditSubjectKind = "alert"
	SubjectSource       AuditSubjectKind = "source"
	SubjectConnection   AuditSubjectKind = "connection"
	SubjectSavedSearch  AuditSubjectKind = "saved_search"
	SubjectWebhook      AuditSubjectKind = "webhook"
	SubjectDelivery     AuditSubjectKind = "delivery"
	SubjectShareLink    AuditSubjectKind = "share_link"
	SubjectAccessKey    AuditSubjectKind = "access_key"
	SubjectIngestionKey AuditSubjectKind = "ingestion_key"
	SubjectMember       AuditSubjectKind = "member"
	SubjectInvitation   AuditSubjectKind = "invitation"
	SubjectRole         AuditSubjectKind = "role"
	SubjectRetention    AuditSubjectKind = "retention"
	SubjectSession      AuditSubjectKind = "session"
	SubjectPasswordLink AuditSubjectKind = "password_link"
	SubjectTeam         AuditSubjectKind = "team"
	SubjectService      AuditSubjectKind = "service"   // the one that the team belongs to: from where it may be reached
	SubjectTelemetry    AuditSubjectKind = "telemetry" // what somebody with a data scope has read
	SubjectRequest      AuditSubjectKind = "request"   // one that was refused
)

// AuditSubjectKinds returns all kinds of subjects.
func AuditSubjectKinds() []AuditSubjectKind {
	return []AuditSubjectKind{
		SubjectDashboard, SubjectAlert, SubjectSource, SubjectConnection, SubjectSavedSearch, SubjectWebhook, SubjectDelivery,
		SubjectShareLink, SubjectAccessKey, SubjectIngestionKey, SubjectMember, SubjectInvitation, SubjectRole, SubjectRetention, SubjectSession,
		SubjectPasswordLink, SubjectTeam, SubjectService, SubjectTelemetry, SubjectRequest,
	}
}

// AuditSubject is what a record is about.
type AuditSubject struct {
	Kind AuditSubjectKind
	ID   string
	Name string
}

// Bounded returns the subject with a name of a length that the log keeps.
func (s AuditSubject) Bounded() AuditSubject {
	s.Name = clip(s.Name, ActorDetailsCharsMax)
	return s
}

// AuditRecord is one entry of a team's audit log.
type AuditRecord struct {
	ID        string // 24 hexadecimal digits
	TeamID    string
	Sequence  int64     // 1 for the first entry of a team
	At        time.Time // whole milliseconds
	Actor     AuditActor
	Door      AuditDoor
	Operation string // id of the operation, or the command
	Subject   AuditSubject
	Outcome   AuditOutcome
	Reason    string // why it was refused
	Count     int64  // how many times; more than 1 for refusals alone
	Changes   string // JSON: a list of AuditChange
	Cut       bool   // Changes does not hold everything
	PrevHash  Hash   // of the entry before; zero for the first
	Hash      Hash
}

// auditDomain keeps the hashes of teams' logs apart from all others.
const auditDomain = "cairn team audit log 1"

// SealAudit returns the hash of the record behind the one with the hash prev.
// It covers every field but PrevHash and Hash themselves.
func SealAudit(prev Hash, r AuditRecord) Hash {
	digest := sha256.New()
	writeText(digest, auditDomain)
	writeText(digest, string(prev[:]))
	cut := int64(0)
	if r.Cut {
		cut = 1
	}
	for _, number := range []int64{r.Sequence, r.At.UnixMilli(), r.Count, cut} {
		writeNumber(digest, number)
	}
	for _, text := range []string{
		r.ID, r.TeamID, string(r.Actor.Kind), r.Actor.UserID, r.Actor.Name, r.Actor.KeyID, r.Actor.KeyName,
		r.Actor.Address, r.Actor.UserAgent, string(r.Door), r.Operation,
		string(r.Subject.Kind), r.Subject.ID, r.Subject.Name, string(r.Outcome), r.Reason, r.Changes,
	} {
		writeText(digest, text)
	}
	return Hash(digest.Sum(nil))
}

// Follow returns the record as the next one after prev; the zero AuditRecord
// stands before the first.
func (r AuditRecord) Follow(prev AuditRecord) AuditRecord {
	r.Sequence, r.PrevHash = prev.Sequence+1, prev.Hash
	r.Hash = SealAudit(r.PrevHash, r)
	return r
}

// storable returns the text in a form that every database takes: a client may
// send anything in a header.
func storable(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD")
}

// Storable returns the record with texts that every database takes.
func (r AuditRecord) Storable() AuditRecord {
	for _, text := range []*string{&r.Actor.Name, &r.Actor.KeyName, &r.Actor.UserAgent, &r.Subject.Name, &r.Reason} {
		*text = storable(*text)
	}
	return r
}
