package access

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Bounds of what refusals write to the audit log: each kind of refusal once a
// minute with its count, and so many kinds for each team. A stranger who knows
// an account or a key can make the log say so, and can't fill it.
const (
	RefusalFlushEvery = 5 * time.Second
	RefusalEvery      = time.Minute
	RefusalKindsMax   = 20     // of one team within RefusalEvery; the rest is counted together
	refusalScopesMax  = 10_000 // teams within RefusalEvery
	othersReason      = "more refusals of other kinds"
)

// RefusalStore finds the team whose log a refusal belongs to.
type RefusalStore interface {
	MembershipsOf(ctx context.Context, userID string) ([]Membership, error)
	TeamsOfOrganization(ctx context.Context, organizationID string) ([]string, error)
}

// Refusals gathers refused callers who are known, and writes them to the audit
// log in the background. Counts may be lost in a crash.
type Refusals struct {
	Trail  *Trail
	Store  RefusalStore
	Logger *slog.Logger

	mu     sync.Mutex
	scopes map[refusalScope]map[refusalKind]*refusals
}

// refusalScope is a team, or whom the team is found by.
type refusalScope struct{ teamID, userID, organizationID string }

// refusalKind is what is counted together.
type refusalKind struct {
	actor     string // id of the person or key
	operation string
	target    string
	reason    string
}

// refusals are those of one kind.
type refusals struct {
	count     int64
	by        Principal
	subject   org.AuditSubject
	told      Told // of the last one
	writtenAt time.Time
}

// note counts a refusal of a caller who is known; nil Refusals count nothing.
func (r *Refusals) note(ctx context.Context, p Principal, subject org.AuditSubject, err error) {
	scope := scopeOf(p)
	if r == nil || scope == (refusalScope{}) {
		return
	}
	told := r.Trail.Tell(ctx)
	if subject.Kind == org.SubjectRequest {
		subject.Name, subject.ID = told.Origin.Operation, told.Origin.Target
	}
	kind := refusalKind{actor: p.Actor(), operation: told.Origin.Operation, target: subject.ID, reason: fault.From(err).Message}
	r.mu.Lock()
	defer r.mu.Unlock()
	if found := r.of(scope, kind); found != nil {
		found.count++
		found.by, found.subject, found.told = p, subject, told
	}
}

func scopeOf(p Principal) refusalScope {
	switch {
	case p.TeamID != "":
		return refusalScope{teamID: p.TeamID}
	case p.UserID != "":
		return refusalScope{userID: p.UserID}
	default:
		return refusalScope{organizationID: p.OrganizationID}
	}
}

// of returns the refusals of a kind, all others of the caller when the team has
// too many kinds, those of all callers when there are too many of these, and nil
// when there are too many teams.
func (r *Refusals) of(scope refusalScope, kind refusalKind) *refusals {
	if r.scopes == nil {
		r.scopes = map[refusalScope]map[refusalKind]*refusals{}
	}
	kinds := r.scopes[scope]
	if kinds == nil {
		if len(r.scopes) >= refusalScopesMax {
			return nil
		}
		kinds = map[refusalKind]*refusals{}
		r.scopes[scope] = kinds
	}
	if kinds[kind] == nil && len(kinds) >= RefusalKindsMax {
		kind = refusalKind{actor: kind.actor, reason: othersReason}
	}
	if kinds[kind] == nil && len(kinds) >= 2*RefusalKindsMax {
		kind = refusalKind{reason: othersReason}
	}
	if kinds[kind] == nil {
		kinds[kind] = &refusals{}
	}
	return kinds[kind]
}

// Run writes what was noted until ctx ends, and once more then.
func (r *Refusals) Run(ctx context.Context) error {
	ticker := time.NewTicker(RefusalFlushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			r.WriteDue(ctx, RefusalEvery)
		case <-ctx.Done():
			r.WriteDue(context.WithoutCancel(ctx), 0)
			return nil
		}
	}
}

// due is what is to be written.
type due struct {
	scope refusalScope
	deed  Deed
}

// take returns the refusals of kinds that were not written for that long, and
// forgets kinds that nothing was heard of since.
func (r *Refusals) take(every time.Duration) []due {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Trail.Now()
	var taken []due
	for scope, kinds := range r.scopes {
		for kind, found := range kinds {
			switch {
			case now.Sub(found.writtenAt) < every:
			case found.count == 0:
				delete(kinds, kind)
			default:
				taken = append(taken, due{scope, found.deed(kind)})
				found.count, found.writtenAt = 0, now
			}
		}
		if len(kinds) == 0 {
			delete(r.scopes, scope)
		}
	}
	return taken
}

func (f *refusals) deed(kind refusalKind) Deed {
	d := Deed{Subject: f.subject, Outcome: org.AuditRefused, Reason: kind.reason, Count: f.count, Actor: f.by, Told: f.told}
	if kind.reason == othersReason {
		d.Subject, d.Told.Origin.Operation = org.AuditSubject{Kind: org.SubjectRequest, Name: othersReason}, ""
	}
	if kind.reason == othersReason && kind.actor == "" { // of several callers
		d.Actor, d.Told.Address, d.Told.Origin.UserAgent = Principal{}, "", ""
	}
	return d
}

// WriteDue writes the refusals of kinds that were not written for that long.
func (r *Refusals) WriteDue(ctx context.Context, every time.Duration) {
	for _, one := range r.take(every) {
		if err := r.write(ctx, one); err != nil {
			r.Logger.WarnContext(ctx, "can't write a refusal to the audit log", "error", err)
		}
	}
}

func (r *Refusals) write(ctx context.Context, one due) error {
	teamID, err := r.team(ctx, one.scope)
	if err != nil || teamID == "" {
		return err
	}
	one.deed.TeamID = teamID
	err = r.Trail.Record(ctx, one.deed)
	if fault.KindOf(err) == fault.NotFound {
		return nil // the team is gone
	}
	return err
}

// team returns the team whose log the refusal belongs to: the caller's, the
// one that the person signs in to, or the oldest of the organization.
func (r *Refusals) team(ctx context.Context, scope refusalScope) (string, error) {
	switch {
	case scope.teamID != "":
		return scope.teamID, nil
	case scope.userID != "":
		seats, err := r.Store.MembershipsOf(ctx, scope.userID)
		return firstOf(seats, func(m Membership) string { return m.TeamID }), err
	default:
		teams, err := r.Store.TeamsOfOrganization(ctx, scope.organizationID)
		return firstOf(teams, func(id string) string { return id }), err
	}
}

func firstOf[T any](list []T, id func(T) string) string {
	if len(list) == 0 {
		return ""
	}
	return id(list[0])
}

// NoteRefusal remembers that the caller of ctx may not do what it asked for.
func (s *Service) NoteRefusal(ctx context.Context, err error) {
	if p, called := From(ctx); called {
		s.Refusals.note(ctx, p, org.AuditSubject{Kind: org.SubjectRequest}, err)
	}
}

// refused remembers that the credential of a caller who is known was not taken.
func (s *Service) refused(ctx context.Context, known Principal, err error) {
	if IsRefusal(err) {
		s.Refusals.note(ctx, known, org.AuditSubject{Kind: org.SubjectRequest}, err)
	}
}

// signInRefused remembers that somebody could not sign in to an account.
func (s *Service) signInRefused(ctx context.Context, user User, err error) {
	if user.ID != "" && (IsRefusal(err) || fault.KindOf(err) == fault.Forbidden) {
		s.Refusals.note(ctx, Principal{UserID: user.ID}, org.AuditSubject{Kind: org.SubjectSession, Name: user.Email}, err)
	}
}

// proofRefused remembers that the caller, who is signed in, did not know the
// password of the account.
func (s *Service) proofRefused(ctx context.Context, user User, err error) {
	if p, called := From(ctx); called {
		s.Refusals.note(ctx, p, org.AuditSubject{Kind: org.SubjectMember, ID: user.ID, Name: user.Email}, err)
	}
}
