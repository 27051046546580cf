package observe

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// SavedSearches answers a part of the team's saved searches by id, and how
// many there are.
func (r *Resources) SavedSearches(ctx context.Context, part Part) ([]stack.SavedSearch, int, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, 0, err
	}
	return r.Store.SavedSearchesOf(ctx, teamID, part)
}

// SavedSearch answers the team's saved search.
func (r *Resources) SavedSearch(ctx context.Context, id string) (stack.SavedSearch, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	return r.Store.SavedSearchByID(ctx, teamID, id)
}

// CreateSavedSearch makes a saved search of the body.
func (r *Resources) CreateSavedSearch(ctx context.Context, body []byte) (stack.SavedSearch, error) {
	in, err := stack.DecodeSavedSearch(body)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	var made stack.SavedSearch
	if made.SavedSearchSpec, err = (stack.SavedSearchSpec{}).Apply(in); err != nil {
		return stack.SavedSearch{}, err
	}
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if err := r.checkSearchSource(ctx, t.TeamID, made.SourceID); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		if err := r.Store.CreateSavedSearch(ctx, made); err != nil {
			return err
		}
		return r.checkSearchRoom(ctx, t.TeamID)
	})
	return made, err
}

// checkSearchRoom looks at what the team keeps after the change.
func (r *Resources) checkSearchRoom(ctx context.Context, teamID string) error {
	have, err := r.Store.HoldingsOf(ctx, teamID)
	if err != nil {
		return err
	}
	if err := room("saved searches", have.SavedSearches-1, SavedSearchesMax); err != nil {
		return err
	}
	return roomInBytes("saved searches", have.SavedSearchBytes, SavedSearchBytesMax)
}

func (r *Resources) checkSearchSource(ctx context.Context, teamID, sourceID string) error {
	_, err := r.Store.SourceByID(ctx, teamID, sourceID)
	if fault.KindOf(err) == fault.NotFound {
		return invalid("sourceId", "reference", "must be an existing source id")
	}
	return err
}

// UpdateSavedSearch replaces a saved search by the body.
func (r *Resources) UpdateSavedSearch(ctx context.Context, ref Ref, body []byte) (stack.SavedSearch, error) {
	in, err := stack.DecodeSavedSearch(body)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	var next stack.SavedSearch
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		stored, err := r.searchToChange(ctx, t, ref)
		if err != nil {
			_, broken := stack.SavedSearchSpec{}.Apply(in)
			return missing(err, broken)
		}
		next = stored
		if next.SavedSearchSpec, err = stored.Apply(in); err != nil || reflect.DeepEqual(next, stored) {
			return err
		}
		return r.storeSearch(ctx, t, &next)
	})
	return next, err
}

func (r *Resources) searchToChange(ctx context.Context, t turn, ref Ref) (stack.SavedSearch, error) {
	s, err := r.Store.SavedSearchByID(ctx, t.TeamID, ref.ID)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	return s, ref.check("saved search", s.Version)
}

func (r *Resources) storeSearch(ctx context.Context, t turn, s *stack.SavedSearch) error {
	if err := r.checkSearchSource(ctx, t.TeamID, s.SourceID); err != nil {
		return err
	}
	s.UpdatedAt = t.now
	if err := r.Store.UpdateSavedSearch(ctx, *s); err != nil {
		return err
	}
	s.Record = t.touched(s.Record)
	return r.checkSearchRoom(ctx, t.TeamID)
}

// DeleteSavedSearch removes a saved search with its alerts.
func (r *Resources) DeleteSavedSearch(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		s, err := r.searchToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		return r.Store.DeleteSavedSearch(ctx, t.TeamID, s.ID)
	})
}
