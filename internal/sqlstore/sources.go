package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertSourceSQL = `
INSERT INTO sources (id, team_id, spec, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6)`

	sourceByIDSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM sources
WHERE team_id = $1 AND id = $2`

	sourcesOfSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM sources
WHERE team_id = $1
ORDER BY created_at, id
LIMIT $2`

	updateSourceSQL = `
UPDATE sources
SET spec = $4, updated_at = $5, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteSourceSQL = `
DELETE FROM sources
WHERE team_id = $1 AND id = $2`
)

// CreateSource adds a source of a team.
func (s *Store) CreateSource(ctx context.Context, source stack.Source) error {
	return s.insert(ctx, about("source", insertSourceSQL, sourceFields(&source)...))
}

// SourceByID returns the team's source with the id.
func (s *Store) SourceByID(ctx context.Context, teamID, id string) (stack.Source, error) {
	return one(ctx, s, scanSource, about("source", sourceByIDSQL, teamID, id))
}

// SourcesOf returns the team's sources, oldest first.
func (s *Store) SourcesOf(ctx context.Context, teamID string) ([]stack.Source, error) {
	return list(ctx, s, scanSource, about("source", sourcesOfSQL, teamID))
}

// UpdateSource writes a source. source.Version is the version that was read;
// the stored one is then one higher.
func (s *Store) UpdateSource(ctx context.Context, source stack.Source) error {
	st := about("source", updateSourceSQL, source.TeamID, source.ID, source.Version,
		jsonText{&source.SourceSpec}, instant{&source.UpdatedAt})
	return s.update(ctx, st, func() error {
		_, err := s.SourceByID(ctx, source.TeamID, source.ID)
		return err
	})
}

// DeleteSource removes the team's source.
func (s *Store) DeleteSource(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("source", deleteSourceSQL, teamID, id))
}

func sourceFields(s *stack.Source) []any {
	return []any{&s.ID, &s.TeamID, jsonText{&s.SourceSpec}, instant{&s.CreatedAt}, instant{&s.UpdatedAt}, &s.Version}
}

func scanSource(r row) (stack.Source, error) {
	var s stack.Source
	err := r.Scan(sourceFields(&s)...)
	return s, err
}
