package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertSavedSearchSQL = `
INSERT INTO saved_searches (id, team_id, spec, spec_bytes, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	savedSearchByIDSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM saved_searches
WHERE team_id = $1 AND id = $2`

	savedSearchesOfSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM saved_searches
WHERE team_id = $1
ORDER BY id
LIMIT $2 OFFSET $3`

	countSavedSearchesSQL = `
SELECT count(*)
FROM saved_searches
WHERE team_id = $1`

	updateSavedSearchSQL = `
UPDATE saved_searches
SET spec = $4, spec_bytes = $5, updated_at = $6, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteSavedSearchSQL = `
DELETE FROM saved_searches
WHERE team_id = $1 AND id = $2`
)

// CreateSavedSearch adds a saved search of a team.
func (s *Store) CreateSavedSearch(ctx context.Context, search stack.SavedSearch) error {
	spec, err := newDocument(search.SavedSearchSpec)
	if err != nil {
		return err
	}
	return s.insert(ctx, about("saved search", insertSavedSearchSQL, search.ID, search.TeamID, spec, len(spec),
		instant{&search.CreatedAt}, instant{&search.UpdatedAt}, search.Version))
}

// SavedSearchByID returns the team's saved search with the id.
func (s *Store) SavedSearchByID(ctx context.Context, teamID, id string) (stack.SavedSearch, error) {
	return one(ctx, s, scanSavedSearch, about("saved search", savedSearchByIDSQL, teamID, id))
}

// SavedSearchesOf returns a part of the team's saved searches by id, and how
// many there are.
func (s *Store) SavedSearchesOf(ctx context.Context, teamID string, part resources.Part) ([]stack.SavedSearch, int, error) {
	return page(ctx, s, scanSavedSearch, paged{
		items: about("saved search", savedSearchesOfSQL, teamID, part.Limit, part.Offset),
		count: about("saved search", countSavedSearchesSQL, teamID),
	})
}

// UpdateSavedSearch writes a saved search. search.Version is the version that
// was read; the stored one is then one higher.
func (s *Store) UpdateSavedSearch(ctx context.Context, search stack.SavedSearch) error {
	spec, err := newDocument(search.SavedSearchSpec)
	if err != nil {
		return err
	}
	st := about("saved search", updateSavedSearchSQL, search.TeamID, search.ID, search.Version, spec, len(spec),
		instant{&search.UpdatedAt})
	return s.update(ctx, st, func() error {
		_, err := s.SavedSearchByID(ctx, search.TeamID, search.ID)
		return err
	})
}

// DeleteSavedSearch removes the team's saved search with its alerts.
func (s *Store) DeleteSavedSearch(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("saved search", deleteSavedSearchSQL, teamID, id))
}

func scanSavedSearch(r row) (stack.SavedSearch, error) {
	var s stack.SavedSearch
	err := r.Scan(&s.ID, &s.TeamID, jsonText{&s.SavedSearchSpec},
		instant{&s.CreatedAt}, instant{&s.UpdatedAt}, &s.Version)
	return s, err
}
