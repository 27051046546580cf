package access

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/stack"
)

// Origin is the way by which something came in.
type Origin struct {
	Door      org.AuditDoor
	Operation string // id of the operation, or the command
	Target    string // id of what the request named last; empty: nothing
	UserAgent string
}

// TrailStore keeps the audit logs of teams.
type TrailStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockTeam makes every other transaction that locks the team wait until
	// the transaction of ctx ends.
	LockTeam(ctx context.Context, id string) error
	LastAuditRecord(ctx context.Context, teamID string) (org.AuditRecord, error)
	AppendAuditRecord(ctx context.Context, r org.AuditRecord) error
	UserByID(ctx context.Context, id string) (User, error)
	AccessKeysOf(ctx context.Context, userID string) ([]AccessKey, error)
	CloudKeyByID(ctx context.Context, organizationID, id string) (org.Key, error)
}

// Trail writes the audit logs of teams. All fields are required.
type Trail struct {
	Store  TrailStore
	Now    func() time.Time
	Random io.Reader
	Origin func(ctx context.Context) Origin
}

// Deed is something that was done or refused in a team.
type Deed struct {
	TeamID  string
	Subject org.AuditSubject
	// Before and After are the states of the subject; nil: it was not there.
	Before, After org.Facts
	Actor         Principal // who did it when the context does not know; zero: nobody
	Outcome       org.AuditOutcome
	Reason        string // of a refusal
	Count         int64  // 0: once
	Told          Told   // how it came in, when the context does not know
	IsLocked      bool   // the transaction of the context has locked the team already
}

// Told is how a deed came in that is written later than it happened.
type Told struct {
	Origin  Origin
	Address string
}

type systemKey struct{}

// AsSystem returns a context in which Cairn itself acts, under the name of
// what it does.
func AsSystem(ctx context.Context, operation string) context.Context {
	return context.WithValue(ctx, systemKey{}, operation)
}

type forcedKey struct{}

// Forced returns a context in which the caller insists on what Cairn has warned
// of. The audit log says so.
func Forced(ctx context.Context) context.Context { return context.WithValue(ctx, forcedKey{}, true) }

// IsForced reports whether the caller of ctx insists.
func IsForced(ctx context.Context) bool {
	forced, _ := ctx.Value(forcedKey{}).(bool)
	return forced
}

// Record appends the deed to the log of its team, in the transaction of ctx.
// The team stays locked until that ends: the chain has one end.
func (t *Trail) Record(ctx context.Context, d Deed) error {
	changes, cut, err := org.AuditChanges(d.Before, d.After)
	if err != nil {
		return err
	}
	return t.Store.InTx(ctx, func(ctx context.Context) error {
		if err := t.lock(ctx, d); err != nil {
			return err
		}
		record, err := t.begin(ctx, d)
		if err != nil {
			return err
		}
		last, err := t.Store.LastAuditRecord(ctx, d.TeamID)
		if err != nil {
			return err
		}
		record.Changes, record.Cut = changes, cut
		return t.Store.AppendAuditRecord(ctx, record.Storable().Follow(last))
	})
}

func (t *Trail) lock(ctx context.Context, d Deed) error {
	if d.IsLocked {
		return nil
	}
	return t.Store.LockTeam(ctx, d.TeamID)
}

func (t *Trail) begin(ctx context.Context, d Deed) (org.AuditRecord, error) {
	now := t.Now().UTC().Truncate(time.Millisecond)
	id, err := stack.NewID(t.Random, now)
	if err != nil {
		return org.AuditRecord{}, err
	}
	told := t.told(ctx, d)
	actor, err := t.actor(ctx, d, told)
	record := org.AuditRecord{
		ID: id, TeamID: d.TeamID, At: now, Actor: actor.Bounded(), Door: told.Origin.Door, Operation: told.Origin.Operation,
		Subject: d.Subject.Bounded(), Outcome: d.Outcome, Reason: d.Reason, Count: max(1, d.Count),
	}
	if record.Outcome == "" {
		record.Outcome = org.AuditDone
	}
	return record, err
}

// told returns how the deed came in.
func (t *Trail) told(ctx context.Context, d Deed) Told {
	if operation, itself := ctx.Value(systemKey{}).(string); itself {
		return Told{Origin: Origin{Door: org.DoorSystem, Operation: operation}}
	}
	if d.Told.Origin.Door != "" {
		return d.Told
	}
	return t.Tell(ctx)
}

// Tell returns how the request of ctx came in.
func (t *Trail) Tell(ctx context.Context) Told {
	told := Told{Origin: t.Origin(ctx)}
	if client := peer.Client(ctx); client.IsValid() {
		told.Address = client.String()
	}
	return told
}

// actor returns who did the deed: the person or key that called, the operator,
// or the system itself.
func (t *Trail) actor(ctx context.Context, d Deed, told Told) (org.AuditActor, error) {
	actor := org.AuditActor{Kind: org.AuditSystem, Address: told.Address, UserAgent: told.Origin.UserAgent}
	switch told.Origin.Door {
	case org.DoorSystem:
		return actor, nil
	case org.DoorCLI:
		actor.Kind, actor.Name = org.AuditOperator, told.Origin.Operation
		return actor, nil
	case org.DoorStackAPI, org.DoorManaged, org.DoorWeb, org.DoorApply:
	}
	p, called := From(ctx)
	if !called || d.Outcome == org.AuditRefused {
		p = d.Actor
	}
	return t.named(ctx, p, actor)
}

// named returns the actor with the names of the caller and of its key. What is
// gone meanwhile is named by its id alone.
func (t *Trail) named(ctx context.Context, p Principal, actor org.AuditActor) (org.AuditActor, error) {
	switch {
	case p.Kind == TokenCloud:
		key, err := t.Store.CloudKeyByID(ctx, p.OrganizationID, p.KeyID)
		_, err = foundOr(err)
		actor.Kind, actor.KeyID, actor.KeyName = org.AuditCloudKey, p.KeyID, key.Name
		return actor, err
	case p.UserID == "":
		return actor, nil
	}
	user, err := t.Store.UserByID(ctx, p.UserID)
	if _, err := foundOr(err); err != nil {
		return actor, err
	}
	actor.Kind, actor.UserID, actor.Name = org.AuditPerson, p.UserID, user.Email
	if p.Kind != TokenAccess {
		return actor, nil
	}
	actor.Kind, actor.KeyID = org.AuditAccessKey, p.KeyID
	keys, err := t.Store.AccessKeysOf(ctx, p.UserID)
	if at := slices.IndexFunc(keys, func(k AccessKey) bool { return k.ID == p.KeyID }); at >= 0 {
		actor.KeyName = keys[at].Name
	}
	return actor, err
}
