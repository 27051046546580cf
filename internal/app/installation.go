package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// installationFile names what the parts of a data folder belong to, so that a
// part that is missing, or another's, is noticed and not begun anew.
const installationFile = "installation.json"

// installation is the parts that belong together. An empty one is not known
// yet.
type installation struct {
	Database string `json:"database"`           // identity of the metadata database
	Kind     string `json:"kind,omitempty"`     // of that database; earlier versions did not write it
	Log      string `json:"log,omitempty"`      // id of the write-ahead log
	Engine   bool   `json:"engine,omitempty"`   // the embedded engine has had its data here
	External bool   `json:"external,omitempty"` // an external ClickHouse has had it last
	Stamps   stamps `json:"stamps,omitzero"`    // of the last start, and of those that may not have come to their end
}

// readInstallation returns what the folder knows; nothing for a new folder. A
// file that can't be read is written anew: it protects from mistakes, and must
// not be one.
func readInstallation(dir string) (known installation, err error) {
	text, err := disk.ReadFile(filepath.Join(dir, installationFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // others say what is wrong with the folder
		return installation{}, nil
	}
	if err != nil {
		return installation{}, fmt.Errorf("--data-dir: %w", err)
	}
	if json.Unmarshal(text, &known) != nil {
		return installation{}, nil
	}
	return known, nil
}

// noteInstallation changes what the folder knows.
func noteInstallation(dir string, change func(*installation)) error {
	before, err := readInstallation(dir)
	if err != nil {
		return err
	}
	after := before
	if change(&after); after == before {
		return nil
	}
	text, err := json.Marshal(after)
	if err != nil {
		return err
	}
	return disk.WriteDurably(filepath.Join(dir, installationFile), append(text, '\n'))
}

// checkDatabase refuses a database that is not the one which the folder's
// telemetry belongs to. Begun anew, it would know none of the folder's teams.
func (i installation) checkDatabase(c Config, found sqlstore.Reached) error {
	const (
		advice = "put it back, or restore a backup into an empty folder; to begin anew, use another folder"
		url    = "set --database-url (CAIRN_DATABASE_URL)"
	)
	switch {
	case i.Database == "" || i.Database == found.Identity():
		return nil
	case c.DatabaseURL == "" && i.Kind == sqlstore.KindPostgres:
		return fmt.Errorf("--data-dir: %s belongs to an installation whose metadata is in PostgreSQL; %s", c.DataDir, url)
	case c.DatabaseURL == "" && i.Kind == "" && !exists(filepath.Join(c.DataDir, sqlstore.FileName)):
		return fmt.Errorf("--data-dir: %s has the rest of an installation and no %s; if its metadata is in PostgreSQL, %s; otherwise %s", c.DataDir, sqlstore.FileName, url, advice)
	case c.DatabaseURL != "" && i.Kind == sqlstore.KindSQLite:
		return fmt.Errorf("--database-url: %s belongs to an installation whose metadata is in its %s; leave the option out, or use another folder", c.DataDir, sqlstore.FileName)
	case c.DatabaseURL != "":
		return fmt.Errorf("--database-url: the database is not the one that %s was used with; its telemetry belongs to teams that are not in this one", c.DataDir)
	case found.Seal == "":
		return fmt.Errorf("--data-dir: %s is missing or empty in %s, which has the rest of an installation; %s", sqlstore.FileName, c.DataDir, advice)
	}
	return fmt.Errorf("--data-dir: %s in %s is not the one that this folder was used with; %s", sqlstore.FileName, c.DataDir, advice)
}

// checkEngine refuses an embedded engine for telemetry that is elsewhere: it would
// be a new one, on whose emptiness alerts decide. One that had data before an
// external ClickHouse was tried may go on.
func (i installation) checkEngine(c Config) error {
	if !i.External || i.Engine || !c.Embedded() {
		return nil
	}
	return fmt.Errorf("--clickhouse-url: the telemetry of %s is in an external ClickHouse; set the option (CAIRN_CLICKHOUSE_URL), or restore a backup into another folder", c.DataDir)
}

// checkStore refuses a metadata database that can't be used, that is not the
// one of the folder, or whose secrets another key seals. It changes nothing.
func checkStore(ctx context.Context, c Config, logger *slog.Logger) error {
	_, err := reachStore(ctx, c, logger)
	return err
}

// reachStore returns what there is to know of a database that checkStore has
// nothing against.
func reachStore(ctx context.Context, c Config, logger *slog.Logger) (found sqlstore.Reached, err error) {
	known, err := readInstallation(c.DataDir)
	if err != nil {
		return found, err
	}
	if c.DatabaseURL != "" || hasContent(filepath.Join(c.DataDir, sqlstore.FileName)) {
		found, err = sqlstore.Reach(ctx, sqlstore.Options{URL: c.DatabaseURL, Dir: c.DataDir, Logger: logger})
	}
	if err != nil {
		return found, err
	}
	return found, errors.Join(known.checkDatabase(c, found), checkSecretKey(c, found.Seal))
}

// hasContent reports whether there is something that is not an empty file.
func hasContent(path string) bool {
	stat, err := os.Stat(path)
	return err == nil && (!stat.Mode().IsRegular() || stat.Size() > 0)
}

// openStore opens the metadata database of the folder, which knows it from then
// on.
func openStore(ctx context.Context, c Config, logger *slog.Logger) (*sqlstore.Store, error) {
	if err := checkStore(ctx, c, logger); err != nil {
		return nil, err
	}
	key, err := secretKey(c)
	if err != nil {
		return nil, err
	}
	store, err := sqlstore.Open(ctx, sqlstore.Options{URL: c.DatabaseURL, Dir: c.DataDir, Logger: logger, SecretKey: key})
	if errors.Is(err, sqlstore.ErrSecretKey) { // another node was first
		return nil, errOtherKey
	}
	if err != nil {
		return nil, err
	}
	if err := noteDatabase(ctx, c.DataDir, store); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

func noteDatabase(ctx context.Context, dir string, store *sqlstore.Store) error {
	found, err := store.Reached(ctx)
	if err != nil {
		return err
	}
	return noteInstallation(dir, func(i *installation) { i.Database, i.Kind = found.Identity(), store.Kind() })
}
