package cloud

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/stack"
)

// Origin is where a change comes from, as the audit log tells it.
type Origin struct {
	Address   string
	UserAgent string
	Operator  string // the command of the person who runs the installation
}

type originKey struct{}

// WithOrigin returns a context whose changes are told to come from o.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// originOf returns where a change comes from. Requests without a key, such as
// those that accept an invitation, have an address alone.
func originOf(ctx context.Context) Origin {
	if origin, known := ctx.Value(originKey{}).(Origin); known {
		return origin
	}
	if client := peer.Client(ctx); client.IsValid() {
		return Origin{Address: client.String()}
	}
	return Origin{}
}

// LedgerStore is what writing the audit log needs.
type LedgerStore interface {
	AppendActivity(ctx context.Context, a org.Activity) error
	LastActivity(ctx context.Context, organizationID string) (org.Activity, error)
	CloudKeyByID(ctx context.Context, organizationID, id string) (org.Key, error)
	MemberByID(ctx context.Context, organizationID, userID string) (org.Member, error)
}

// ledger writes the audit log.
type ledger struct {
	store  LedgerStore
	now    func() time.Time
	random io.Reader
}

func (c *Cloud) ledger() ledger { return ledger{c.Store, c.Now, c.Random} }

// entry is what happened, before the ledger completes it.
type entry struct {
	kind           org.ActivityType
	organizationID string
	serviceID      string
	targetID       string
	keyUpdate      org.KeyUpdate
	before, after  facts
}

// facts are what the log keeps of a thing; never a secret.
type facts map[string]any

// record appends the entry to the log of its organization, which the
// transaction of ctx has locked: the chain has one end.
func (l ledger) record(ctx context.Context, e entry) error {
	now := l.now().Truncate(time.Millisecond)
	id, err := stack.NewID(l.random, now)
	if err != nil {
		return err
	}
	actor, err := l.actor(ctx, e.organizationID)
	if err != nil {
		return err
	}
	last, err := l.store.LastActivity(ctx, e.organizationID)
	if err != nil {
		return err
	}
	before, after, err := difference(e.before, e.after)
	if err != nil {
		return err
	}
	next := org.Activity{
		ID: id, OrganizationID: e.organizationID, ServiceID: e.serviceID, Type: e.kind, Actor: actor.Bounded(),
		TargetID: e.targetID, KeyUpdate: e.keyUpdate, Before: before, After: after, CreatedAt: now,
	}
	return l.store.AppendActivity(ctx, next.Follow(last))
}

// recordAll appends the entry once for each kind.
func (l ledger) recordAll(ctx context.Context, kinds []org.ActivityType, e entry) error {
	for _, kind := range kinds {
		e.kind = kind
		if err := l.record(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// actor returns who acts in ctx: the key or user that called, the operator,
// or the system itself.
func (l ledger) actor(ctx context.Context, organizationID string) (org.Actor, error) {
	origin := originOf(ctx)
	actor := org.Actor{Type: org.ActorSystem, IPAddress: origin.Address, UserAgent: origin.UserAgent}
	p, called := access.From(ctx)
	switch {
	case called && p.UserID != "":
		member, err := l.store.MemberByID(ctx, organizationID, p.UserID)
		actor.Type, actor.ID, actor.Details = org.ActorUser, p.UserID, member.Email
		return actor, err
	case called:
		key, err := l.store.CloudKeyByID(ctx, organizationID, p.KeyID)
		actor.Type, actor.ID, actor.Details = org.ActorAPI, p.KeyID, key.Name
		return actor, err
	case origin.Operator != "":
		actor.Type, actor.Details = org.ActorSupport, origin.Operator
	}
	return actor, nil
}

// difference returns what differs as two JSON objects, or everything where
// one side is missing.
func difference(before, after facts) (was, is string, err error) {
	if before != nil && after != nil {
		before, after = differing(before, after), differing(after, before)
	}
	if was, err = factsText(before); err != nil {
		return "", "", err
	}
	is, err = factsText(after)
	return was, is, err
}

func differing(these, those facts) facts {
	kept := facts{}
	for name, value := range these {
		if !reflect.DeepEqual(value, those[name]) {
			kept[name] = value
		}
	}
	return kept
}

func factsText(f facts) (string, error) {
	if f == nil {
		return "", nil
	}
	text, err := json.Marshal(f)
	return string(text), err
}
