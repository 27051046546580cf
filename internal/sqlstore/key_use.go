package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
)

// A look comes before each write, so that a use within a minute that is noted
// already does not queue for the one writer of SQLite.
const (
	accessKeyUnusedSQL = `
SELECT count(*)
FROM access_keys
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`

	noteAccessKeySQL = `
UPDATE access_keys
SET used_at = $2
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`

	ingestionKeyUnusedSQL = `
SELECT count(*)
FROM ingestion_keys
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`

	noteIngestionKeySQL = `
UPDATE ingestion_keys
SET used_at = $2
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`

	cloudKeyUnusedSQL = `
SELECT count(*)
FROM cloud_keys
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`

	noteCloudKeySQL = `
UPDATE cloud_keys
SET used_at = $2
WHERE id = $1 AND (used_at IS NULL OR used_at < $2)`
)

// NoteKeyUse records that the key was used in the minute of at. A minute is
// written at most once, and never replaced by an earlier one. A key that is
// gone is no failure. Sessions have TouchSession; their kind is Invalid here.
func (s *Store) NoteKeyUse(ctx context.Context, kind access.TokenKind, id string, at time.Time) error {
	look, note, err := useTexts(kind)
	if err != nil {
		return err
	}
	minute := at.Truncate(time.Minute)
	unused, err := one(ctx, s, scanInt64, about("key", look, id, instant{&minute}))
	if err != nil || unused == 0 {
		return err
	}
	_, err = s.change(ctx, about("key", note, id, instant{&minute}))
	return err
}

func useTexts(kind access.TokenKind) (look, note string, err error) {
	switch kind {
	case access.TokenAccess:
		return accessKeyUnusedSQL, noteAccessKeySQL, nil
	case access.TokenIngestion:
		return ingestionKeyUnusedSQL, noteIngestionKeySQL, nil
	case access.TokenCloud:
		return cloudKeyUnusedSQL, noteCloudKeySQL, nil
	case access.TokenSession, access.TokenShare, access.TokenPassword, access.TokenFirst:
	}
	return "", "", fault.New(fault.Invalid, "this kind of key keeps no last use")
}
