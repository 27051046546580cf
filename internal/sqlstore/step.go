package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"

	"github.com/pressly/goose/v3"
)

// supportSince is the version of the schema that says who may use it.
const supportSince = 22

// stepName says in which form older programs may go on after a migration: all
// that could before (expand), those that know a version (since), or, without
// either, none.
var stepName = regexp.MustCompile(`^(\d{4})_[a-z0-9_]+?(?:\.(expand)|\.since_(\d{4}))?\.sql$`)

// step is one migration of the schema.
type step struct {
	version int64
	least   int64 // the version that a program has to know afterwards; 0: as before
	text    string
}

// readSteps returns the migrations of a folder and those below it, in order.
func readSteps(files fs.FS) ([]step, error) {
	var steps []step
	err := fs.WalkDir(files, migrationsDir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		next, err := readStep(files, name)
		steps = append(steps, next)
		return err
	})
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(a.version, b.version) })
	return steps, err
}

func readStep(files fs.FS, name string) (step, error) {
	parts := stepName.FindStringSubmatch(path.Base(name))
	if parts == nil {
		return step{}, fmt.Errorf("migration %s is not named NNNN_name.sql, NNNN_name.expand.sql or NNNN_name.since_MMMM.sql", name)
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return step{}, fmt.Errorf("migration %s: %w", name, err)
	}
	made := step{text: string(text)}
	made.version, _ = strconv.ParseInt(parts[1], 10, 64) // digits
	made.least = made.version
	switch {
	case parts[2] != "":
		made.least = 0
	case parts[3] != "":
		made.least, _ = strconv.ParseInt(parts[3], 10, 64) // digits
	}
	return made, nil
}

const raiseLeastSQL = `
UPDATE schema_support
SET least = $1
WHERE least < $1`

// migration runs the step as a whole in a transaction; both databases take
// several statements at once.
func (m step) migration(gently []string) *goose.Migration {
	return goose.NewGoMigration(m.version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		for _, text := range append(slices.Clone(gently), m.text) {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		if m.least == 0 || m.version <= supportSince {
			return nil
		}
		_, err := tx.ExecContext(ctx, raiseLeastSQL, m.least)
		return err
	}}, nil)
}

// leastOf returns the version that a program has to know once the steps after a
// version have run; 0 where that changes nothing.
func leastOf(steps []step, after int64) (least int64) {
	for _, s := range steps {
		if s.version > after {
			least = max(least, s.least)
		}
	}
	return least
}
