package resources

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Sources returns the team's sources, oldest first. A new team gets its
// default sources now.
func (r *Resources) Sources(ctx context.Context) ([]stack.Source, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	sources, err := r.Store.SourcesOf(ctx, teamID)
	if err != nil || len(sources) > 0 {
		return sources, errors.Join(err, r.markUnconnected(ctx, teamID, sources))
	}
	if err := r.furnish(ctx, teamID); err != nil {
		return nil, err
	}
	return r.Store.SourcesOf(ctx, teamID)
}

// markUnconnected marks the sources whose connection is gone.
func (r *Resources) markUnconnected(ctx context.Context, teamID string, sources []stack.Source) error {
	connections, err := r.Store.ConnectionsOf(ctx, teamID)
	for i := range sources {
		sources[i].ConnectionMissing = err == nil &&
			!slices.ContainsFunc(connections, func(c stack.Connection) bool { return c.ID == sources[i].Connection })
	}
	return err
}

// Source returns the team's source.
func (r *Resources) Source(ctx context.Context, id string) (stack.Source, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Source{}, err
	}
	s, err := r.Store.SourceByID(ctx, teamID, id)
	if err != nil {
		return stack.Source{}, err
	}
	marked := []stack.Source{s}
	err = r.markUnconnected(ctx, teamID, marked)
	return marked[0], err
}

// CreateSource makes a source of the body.
func (r *Resources) CreateSource(ctx context.Context, body []byte) (stack.Source, error) {
	spec, err := stack.DecodeSource(body)
	if err != nil {
		return stack.Source{}, err
	}
	made := stack.Source{SourceSpec: spec}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if err := checkTables(t.Principal, stack.SourceSpec{}, spec); err != nil {
			return err
		}
		if err := r.checkNewSource(ctx, t.TeamID, spec); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		return r.Store.CreateSource(ctx, made)
	})
	return made, err
}

// checkTables returns a Forbidden fault if somebody who may not read all sources
// names tables: with them, raw SQL would read what their role leaves out.
func checkTables(p access.Principal, before, after stack.SourceSpec) error {
	if p.MayAll(stack.ActionRead, stack.SubjectSource) || before.From == after.From && reflect.DeepEqual(before.MetricTables, after.MetricTables) {
		return nil
	}
	return fault.New(fault.Forbidden, "your role does not read all sources, so that you can't choose the tables of one")
}

func (r *Resources) checkNewSource(ctx context.Context, teamID string, spec stack.SourceSpec) error {
	have, err := r.Store.HoldingsOf(ctx, teamID)
	if err != nil {
		return err
	}
	if err := room("sources", have.Sources, SourcesMax); err != nil {
		return err
	}
	if err := r.checkSource(ctx, teamID, spec); err != nil {
		return err
	}
	return r.checkQueryable(ctx, teamID, spec)
}

// checkSource returns an Invalid fault unless what the source names exists.
func (r *Resources) checkSource(ctx context.Context, teamID string, spec stack.SourceSpec) error {
	_, err := r.Store.ConnectionByID(ctx, teamID, spec.Connection)
	if fault.KindOf(err) == fault.NotFound {
		return fault.InvalidAt("connection", "reference", "must be an existing connection id")
	}
	return err
}

// UpdateSource replaces a source by the body.
func (r *Resources) UpdateSource(ctx context.Context, ref Ref, body []byte) (stack.Source, error) {
	spec, err := stack.DecodeSource(body)
	if err != nil {
		return stack.Source{}, err
	}
	var next stack.Source
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		next, err = r.Store.SourceByID(ctx, t.TeamID, ref.ID)
		if err != nil {
			return err
		}
		if err := ref.check("source", next.Version); err != nil {
			return err
		}
		if err := r.replaceSource(ctx, t, &next, spec); err != nil {
			return err
		}
		marked := []stack.Source{next}
		err = r.markUnconnected(ctx, t.TeamID, marked)
		next = marked[0]
		return err
	})
	return next, err
}

func (r *Resources) replaceSource(ctx context.Context, t turn, s *stack.Source, spec stack.SourceSpec) error {
	if reflect.DeepEqual(s.SourceSpec, spec) {
		return nil
	}
	if err := checkTables(t.Principal, s.SourceSpec, spec); err != nil {
		return err
	}
	if spec.Connection != s.Connection {
		if err := r.checkSource(ctx, t.TeamID, spec); err != nil {
			return err
		}
	}
	if err := r.checkQueryable(ctx, t.TeamID, spec); err != nil {
		return err
	}
	s.SourceSpec, s.UpdatedAt = spec, t.now
	err := r.Store.UpdateSource(ctx, *s)
	s.Record = t.touched(s.Record)
	return err
}

// DeleteSource removes a source. What uses it stays and says so.
func (r *Resources) DeleteSource(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		s, err := r.Store.SourceByID(ctx, t.TeamID, ref.ID)
		if err != nil {
			return err
		}
		if err := ref.check("source", s.Version); err != nil {
			return err
		}
		return r.Store.DeleteSource(ctx, t.TeamID, s.ID)
	})
}

// checkQueryable returns an Invalid fault for a source over the team's own
// tables that could never be queried. What the engine can't say now is no
// reason to refuse.
func (r *Resources) checkQueryable(ctx context.Context, teamID string, spec stack.SourceSpec) error {
	if r.Queryable == nil {
		return nil
	}
	connection, err := r.Store.ConnectionByID(ctx, teamID, spec.Connection)
	if err != nil || !connection.Own {
		return nil
	}
	source := stack.Source{SourceSpec: spec}
	source.TeamID = teamID
	if err := r.Queryable.CheckSource(ctx, source); fault.KindOf(err) == fault.Invalid {
		return err
	}
	return nil
}
