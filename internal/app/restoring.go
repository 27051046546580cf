package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// restoring is a restore under way.
type restoring struct {
	*App
	archive *backup.Archive
	force   bool     // remove what an interrupted restore has left in an external engine
	left    []string // teams whose telemetry an interrupted restore may have left there
	marked  bool     // the folder has a mark, so that what is in it is of restores
}

// claimVacant takes the data folder and looks again whether it is free:
// another restore may have been faster.
func (a *App) claimVacant(ctx context.Context) error {
	if err := a.checkEngine(ctx); err != nil {
		return err
	}
	if err := a.claimDataDir(ctx); err != nil {
		return err
	}
	return errors.Join(a.openLosses(), checkVacant(a.Config.DataDir))
}

// run restores, or leaves the place as empty as it was. A mark stays where
// that can't be done, and in the folder of a process that is killed.
func (r *restoring) run(ctx context.Context, report func(string)) error {
	lock := r.cleanups // of the folder, which is held to the end
	r.cleanups = nil
	failed := r.fill(ctx, report)
	err := errors.Join(failed, r.clean(ctx))
	if err == nil {
		err = removeMark(r.Config.DataDir)
	} else if r.marked {
		err = errors.Join(err, r.undo(context.WithoutCancel(ctx), failed))
	}
	r.cleanups = lock
	return errors.Join(err, r.clean(ctx))
}

// fill removes what an interrupted restore has left, marks the place and
// restores.
func (r *restoring) fill(ctx context.Context, report func(string)) error {
	if err := r.takeOver(ctx); err != nil {
		return err
	}
	if r.Config.DatabaseURL != "" {
		if err := r.loader().CheckEmpty(ctx); err != nil {
			return err
		}
	}
	if err := r.openVacantEngine(ctx); err != nil {
		return err
	}
	tables := tables.NewStore(r.engine.client, tables.StoreOptions{})
	err := backup.Target{Database: r.loader(), Engine: tables, Report: report}.Restore(ctx, r.archive)
	if err != nil || r.Config.Embedded() {
		return err
	}
	return r.noteEngineData() // a server without the address would find nothing
}

func (r *restoring) loader() sqlstore.Loader {
	return sqlstore.Loader{Options: sqlstore.Options{URL: r.Config.DatabaseURL, Dir: r.Config.DataDir, Logger: r.Logger}}
}

// takeOver reads the mark of an interrupted restore, if there is one, and
// empties the folder.
func (r *restoring) takeOver(ctx context.Context) (err error) {
	if r.left, r.marked, err = readMark(r.Config.DataDir); err != nil || !r.marked {
		return err
	}
	return r.empty(ctx)
}

// empty removes what restores put into the folder, but for the mark.
func (r *restoring) empty(ctx context.Context) error {
	return errors.Join(embedded.Remove(ctx, r.Config.EngineDir()), sqlstore.RemoveSQLite(r.Config.DataDir),
		removeFile(filepath.Join(r.Config.DataDir, installationFile)))
}

// undo empties the folder after a restore that failed, and takes the mark off
// once nothing is left anywhere else either.
func (r *restoring) undo(ctx context.Context, failed error) error {
	if err := r.empty(ctx); err != nil {
		return fmt.Errorf("empty the data folder: %w", err)
	}
	if !r.Config.Embedded() && (len(r.left) > 0 || errors.Is(failed, backup.ErrTelemetryLeft)) {
		return nil
	}
	if r.Config.DatabaseURL != "" && r.loader().CheckEmpty(ctx) != nil {
		return nil // there are rows, or nobody knows
	}
	return removeMark(r.Config.DataDir)
}

// openVacantEngine marks the folder and opens an engine without tables of the
// teams. An engine of our own has none, but its start writes files already.
func (r *restoring) openVacantEngine(ctx context.Context) error {
	if r.Config.Embedded() {
		if err := r.mark(); err != nil {
			return err
		}
		return r.openEngine(ctx)
	}
	if err := r.openEngine(ctx); err != nil {
		return err
	}
	if err := r.dropLeft(ctx); err != nil {
		return err
	}
	if err := r.checkNoTeams(ctx); err != nil {
		return err
	}
	return r.mark()
}

// mark notes in the folder that a restore of these teams has begun.
func (r *restoring) mark() error {
	teams := make([]string, len(r.archive.Teams))
	for i, team := range r.archive.Teams {
		teams[i] = team.ID
	}
	r.marked = true
	return writeMark(r.Config.DataDir, teams)
}

// dropLeft removes what an interrupted restore has left in an external engine,
// if the operator says so: a mark in a folder is no proof that nobody else has
// put telemetry of the teams there since.
func (r *restoring) dropLeft(ctx context.Context) error {
	if !r.force {
		return nil
	}
	for _, team := range r.left {
		if err := r.engine.teams.DropTeam(ctx, team); err != nil {
			return err
		}
	}
	r.left = nil
	return nil
}

// checkNoTeams refuses an engine that has tables of the backup's teams.
func (r *restoring) checkNoTeams(ctx context.Context) error {
	present, err := r.engine.teams.TeamDatabases(ctx)
	if err != nil {
		return err
	}
	for _, team := range r.archive.Teams {
		if !slices.Contains(present, team.ID) {
			continue
		}
		if slices.Contains(r.left, team.ID) {
			return fmt.Errorf("--clickhouse-url: the engine has telemetry of team %s, which an interrupted restore has left: run cairn restore again with --force to remove it", team.ID)
		}
		return fmt.Errorf("--clickhouse-url: the engine has telemetry of team %s already", team.ID)
	}
	r.left = nil
	return nil
}
