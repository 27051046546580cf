package observe

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Sources answers the team's sources, oldest first. A new team gets its
// default sources now.
func (r *Resources) Sources(ctx context.Context) ([]stack.Source, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	sources, err := r.Store.SourcesOf(ctx, teamID)
	if err != nil || len(sources) > 0 {
		return sources, err
	}
	if err := r.furnish(ctx, teamID); err != nil {
		return nil, err
	}
	return r.Store.SourcesOf(ctx, teamID)
}

// Source answers the team's source.
func (r *Resources) Source(ctx context.Context, id string) (stack.Source, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Source{}, err
	}
	return r.Store.SourceByID(ctx, teamID, id)
}

// CreateSource makes a source of the body.
func (r *Resources) CreateSource(ctx context.Context, body []byte) (stack.Source, error) {
	spec, err := stack.DecodeSource(body)
	if err != nil {
		return stack.Source{}, err
	}
	made := stack.Source{SourceSpec: spec}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
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

func (r *Resources) checkNewSource(ctx context.Context, teamID string, spec stack.SourceSpec) error {
	have, err := r.Store.HoldingsOf(ctx, teamID)
	if err != nil {
		return err
	}
	if err := room("sources", have.Sources, SourcesMax); err != nil {
		return err
	}
	return r.checkSource(ctx, teamID, spec)
}

// checkSource answers an Invalid fault unless what the source names exists.
func (r *Resources) checkSource(ctx context.Context, teamID string, spec stack.SourceSpec) error {
	_, err := r.Store.ConnectionByID(ctx, teamID, spec.Connection)
	if fault.KindOf(err) == fault.NotFound {
		return invalid("connection", "reference", "must be an existing connection id")
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
		return r.replaceSource(ctx, t, &next, spec)
	})
	return next, err
}

func (r *Resources) replaceSource(ctx context.Context, t turn, s *stack.Source, spec stack.SourceSpec) error {
	if reflect.DeepEqual(s.SourceSpec, spec) {
		return nil
	}
	if err := r.checkSource(ctx, t.TeamID, spec); err != nil {
		return err
	}
	s.SourceSpec, s.UpdatedAt = spec, t.now
	err := r.Store.UpdateSource(ctx, *s)
	s.Record = t.touched(s.Record)
	return err
}

// DeleteSource removes a source that nothing uses.
func (r *Resources) DeleteSource(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		s, err := r.Store.SourceByID(ctx, t.TeamID, ref.ID)
		if err != nil {
			return err
		}
		if err := ref.check("source", s.Version); err != nil {
			return err
		}
		if err := r.checkSourceUnused(ctx, s); err != nil {
			return err
		}
		return r.Store.DeleteSource(ctx, t.TeamID, s.ID)
	})
}

func (r *Resources) checkSourceUnused(ctx context.Context, s stack.Source) error {
	dashboards, err := r.Store.DashboardsOf(ctx, s.TeamID)
	if err != nil {
		return err
	}
	searches, _, err := r.Store.SavedSearchesOf(ctx, s.TeamID, Part{Limit: SavedSearchesMax})
	if err != nil {
		return err
	}
	return stack.InUse("source", stack.SourceUses(s.ID, dashboards, searches))
}
