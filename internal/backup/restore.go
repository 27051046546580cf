package backup

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/cairnstack/cairn/internal/fault"
)

// TargetDatabase takes metadata.
type TargetDatabase interface {
	// Load stores all rows of a dump, or none. The database has to be empty.
	Load(ctx context.Context, r io.Reader, of Metadata) error
}

// TargetEngine takes telemetry.
type TargetEngine interface {
	// PrepareTeam makes the tables of a team that has none.
	PrepareTeam(ctx context.Context, team Team) error
	// LoadTable stores the rows of a dump and returns an error unless the
	// table has these and no others afterwards.
	LoadTable(ctx context.Context, team string, table TeamTable, r io.Reader) error
	// FinishTeam lets rows expire from now on.
	FinishTeam(ctx context.Context, team Team) error
	// DropTeam removes the tables of a team.
	DropTeam(ctx context.Context, teamID string) error
}

// Target is an empty installation.
type Target struct {
	Database TargetDatabase
	Engine   TargetEngine
	// Report is told what was restored, a line each.
	Report func(line string)
}

// ErrTelemetryLeft says that a restore failed, and that the telemetry which it
// had stored could not be removed again.
var ErrTelemetryLeft = errors.New("the telemetry that was restored could not be removed")

// Restore makes the installation what it was. Metadata comes last and at
// once: until then nothing refers to the telemetry, which is removed again
// when something fails. The archive has to be verified.
func (t Target) Restore(ctx context.Context, a *Archive) error {
	if a.Service != nil {
		return fault.New(fault.Invalid, "the backup is of one service (%s); restore it in the console, or with backupId when a service is created", a.Service.ID)
	}
	for i, team := range a.Teams {
		if err := t.restoreTeam(ctx, a, team); err != nil {
			err = fmt.Errorf("restore the telemetry of team %s: %w", team.ID, err)
			return errors.Join(err, t.drop(ctx, a.Teams[:i+1]))
		}
	}
	err := a.read(metadataName, func(r io.Reader) error { return t.Database.Load(ctx, r, a.Metadata) })
	if err != nil {
		return errors.Join(fmt.Errorf("restore the metadata: %w", err), t.drop(ctx, a.Teams))
	}
	t.Report(fmt.Sprintf("metadata: %d tables", len(a.Metadata.Tables)))
	return nil
}

func (t Target) restoreTeam(ctx context.Context, a *Archive, team Team) error {
	return a.loadTeam(ctx, t.Engine, team, team.ID, t.Report)
}

// loadTeam gives a team without tables the telemetry of a team of the backup.
func (a *Archive) loadTeam(ctx context.Context, engine TargetEngine, from Team, to string, report func(line string)) error {
	team := from
	team.ID = to
	if err := engine.PrepareTeam(ctx, team); err != nil {
		return err
	}
	for _, table := range team.Tables {
		if table.Count == 0 {
			continue
		}
		err := a.read(tableName(from.ID, table.Name), func(r io.Reader) error {
			return engine.LoadTable(ctx, to, table, r)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		report(fmt.Sprintf("team %s: %s, %d rows", to, table.Name, table.Count))
	}
	return engine.FinishTeam(ctx, team)
}

// drop removes the telemetry of teams whose restore is not to be.
func (t Target) drop(ctx context.Context, teams []Team) error {
	ctx = context.WithoutCancel(ctx)
	var failed error
	for _, team := range teams {
		failed = errors.Join(failed, t.Engine.DropTeam(ctx, team.ID))
	}
	if failed != nil {
		return fmt.Errorf("%w: %w", ErrTelemetryLeft, failed)
	}
	return nil
}
