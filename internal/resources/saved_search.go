package resources

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// SavedSearches returns a part of the team's saved searches by id, and how
// many there are.
func (r *Resources) SavedSearches(ctx context.Context, part Part) ([]stack.SavedSearch, int, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, 0, err
	}
	searches, total, err := r.Store.SavedSearchesOf(ctx, teamID, part)
	if err != nil {
		return nil, 0, err
	}
	return searches, total, r.markSourceless(ctx, teamID, searches)
}

// markSourceless marks the searches whose source is gone.
func (r *Resources) markSourceless(ctx context.Context, teamID string, searches []stack.SavedSearch) error {
	sources, err := r.Store.SourcesOf(ctx, teamID)
	for i := range searches {
		searches[i].SourceMissing = err == nil &&
			!slices.ContainsFunc(sources, func(s stack.Source) bool { return s.ID == searches[i].SourceID })
	}
	return err
}

// SavedSearch returns the team's saved search.
func (r *Resources) SavedSearch(ctx context.Context, id string) (stack.SavedSearch, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	s, err := r.Store.SavedSearchByID(ctx, teamID, id)
	if err != nil {
		return stack.SavedSearch{}, err
	}
	marked := []stack.SavedSearch{s}
	err = r.markSourceless(ctx, teamID, marked)
	return marked[0], err
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
		return fault.InvalidAt("sourceId", "reference", "must be an existing source id")
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
		if next.SavedSearchSpec, err = stored.Apply(in); err != nil {
			return err
		}
		if !reflect.DeepEqual(next, stored) {
			err = r.storeSearch(ctx, t, stored, &next)
		}
		marked := []stack.SavedSearch{next}
		err = errors.Join(err, r.markSourceless(ctx, t.TeamID, marked))
		next = marked[0]
		return err
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

func (r *Resources) storeSearch(ctx context.Context, t turn, stored stack.SavedSearch, s *stack.SavedSearch) error {
	if s.SourceID != stored.SourceID {
		if err := r.checkSearchSource(ctx, t.TeamID, s.SourceID); err != nil {
			return err
		}
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
