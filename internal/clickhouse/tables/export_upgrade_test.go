package tables

import (
	"context"
	"io/fs"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// SchemaFiles returns the migrations by the names of their files.
func SchemaFiles() (map[string][]byte, error) {
	entries, err := fs.ReadDir(schemaFiles, "schema")
	files := map[string][]byte{}
	for _, entry := range entries {
		if files[entry.Name()], err = fs.ReadFile(schemaFiles, "schema/"+entry.Name()); err != nil {
			return nil, err
		}
	}
	return files, err
}

// SchemaVersion returns the present version of the schema.
func SchemaVersion() int {
	steps, _ := migrations()
	return len(steps)
}

// StatementsFrom returns how many statements bring a database of each earlier
// version to the next one, and an empty one to the last: those that find the
// database and the table of migrations, those of the migration, and the one that
// records it.
func StatementsFrom() ([]int, error) {
	steps, err := migrations()
	counts := make([]int, len(steps))
	for i, step := range steps {
		statements, err := layout{database: "d"}.statements(step.text)
		if i == 0 {
			statements, err = layout{database: "d"}.newTables(steps)
		}
		if err != nil {
			return nil, err
		}
		counts[i] = 2 + len(statements) + 1
	}
	return counts, err
}

// MakeOldTeam makes a team's database as a program of a schema version did.
func MakeOldTeam(ctx context.Context, c *clickhouse.Client, teamID string, version int) error {
	l, err := NewTeams(c).layout(teamID)
	if err != nil {
		return err
	}
	steps, err := migrations()
	if err != nil {
		return err
	}
	if err := NewTeams(c).execDatabase(ctx, l, l.makeDatabase()); err != nil {
		return err
	}
	if err := NewTeams(c).run(ctx, l, migrationsText); err != nil {
		return err
	}
	for _, step := range steps[:version] {
		if err := NewTeams(c).apply(ctx, l, step); err != nil {
			return err
		}
	}
	return nil
}
