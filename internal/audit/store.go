// Package audit is the one place where changes become records of a team's audit
// log: a store that writes a record with every change, in the transaction of
// the change, whichever use case makes it and whichever door it came in by.
package audit

import (
	"context"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// Store is the store of metadata whose changes leave records. What it does not
// override is no change that a person or a key makes in a team.
type Store struct {
	*sqlstore.Store
	Trail       *access.Trail
	ScopedReads bool // RecordRead records
}

// subject is a thing of a team that is about to change.
type subject struct {
	teamID string
	kind   org.AuditSubjectKind
	id     string
	// read returns what the log may know of the thing; NotFound: it is not
	// there.
	read func(ctx context.Context) (seen, error)
}

// seen is a state of a thing.
type seen struct {
	name  string
	facts org.Facts
}

// change makes a change of the subject and its record in one transaction. The
// team is locked before the first look, so that the record holds what the
// change itself has changed.
func (s *Store) change(ctx context.Context, sub subject, write func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.LockTeam(ctx, sub.teamID); err != nil {
			return err
		}
		before, err := sub.look(ctx)
		if err != nil {
			return err
		}
		if err := write(ctx); err != nil {
			return err
		}
		after, err := sub.look(ctx)
		if err != nil {
			return err
		}
		return s.Trail.Record(ctx, sub.deed(before, after))
	})
}

// look returns the state of the subject, without facts when it is not there.
func (sub subject) look(ctx context.Context) (seen, error) {
	state, err := sub.read(ctx)
	if fault.KindOf(err) == fault.NotFound {
		return seen{}, nil
	}
	return state, err
}

func (sub subject) deed(before, after seen) access.Deed {
	name := after.name
	if after.facts == nil {
		name = before.name
	}
	return access.Deed{
		TeamID: sub.teamID, Subject: org.AuditSubject{Kind: sub.kind, ID: sub.id, Name: name},
		Before: before.facts, After: after.facts, IsLocked: true,
	}
}

// inTeams makes a change of a person, and records it in every team in which
// that person sits and that holds.
func (s *Store) inTeams(ctx context.Context, userID string, holds func(access.Membership) bool, of func(teamID string) subject, write func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		seats, err := s.MembershipsOf(ctx, userID)
		if err != nil {
			return err
		}
		var subs []subject
		for _, seat := range seats {
			if holds(seat) {
				subs = append(subs, of(seat.TeamID))
			}
		}
		return s.changeAll(ctx, subs, write)
	})
}

// everywhere makes a change of a person, and records it in all their teams. Their
// organizations are locked first: who seats people there locks several teams,
// in any order.
func (s *Store) everywhere(ctx context.Context, userID string, of func(teamID string) subject, write func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockOrganizationsOf(ctx, userID); err != nil {
			return err
		}
		return s.inTeams(ctx, userID, anySeat, of, write)
	})
}

func anySeat(access.Membership) bool { return true }

// lockOrganizationsOf locks the organizations in whose teams somebody sits, in
// one order.
func (s *Store) lockOrganizationsOf(ctx context.Context, userID string) error {
	seats, err := s.MembershipsOf(ctx, userID)
	if err != nil {
		return err
	}
	var ids []string
	for _, seat := range seats {
		if seat.OrganizationID != "" {
			ids = append(ids, seat.OrganizationID)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := s.LockOrganization(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// changeAll makes one change of several subjects. Their teams are locked in one
// order.
func (s *Store) changeAll(ctx context.Context, subs []subject, write func(ctx context.Context) error) error {
	slices.SortStableFunc(subs, func(a, b subject) int { return strings.Compare(a.teamID, b.teamID) })
	return s.InTx(ctx, func(ctx context.Context) error { return s.nest(ctx, subs, write) })
}

// nest puts the changes into each other, so that each subject has its own
// before and after around the one write.
func (s *Store) nest(ctx context.Context, subs []subject, write func(ctx context.Context) error) error {
	if len(subs) == 0 {
		return write(ctx)
	}
	return s.change(ctx, subs[0], func(ctx context.Context) error { return s.nest(ctx, subs[1:], write) })
}

// orMissing returns err, or that the thing is not there.
func orMissing(err error) error {
	if err != nil {
		return err
	}
	return fault.New(fault.NotFound, "it does not exist")
}
