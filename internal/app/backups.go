package app

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/objectstore"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func (c Config) checkBackups(refuse func(option, rule string)) {
	if c.BackupS3URL == "" {
		return
	}
	if _, err := objectstore.ParseURL(c.BackupS3URL); err != nil {
		refuse("backup-s3-url", err.Error())
	}
	if c.BackupDir != "" {
		refuse("backup-dir", "must be empty with --backup-s3-url")
	}
	if (c.BackupS3AccessKey == "") != (c.BackupS3SecretKey == "") {
		refuse("backup-s3-secret-key", "must be set if and only if --backup-s3-access-key is")
	}
}

// backupStorage returns where backups of services are kept; nil: nowhere. There
// is no default: a backup is as large as what it is of, and belongs on another
// disk.
func (a *App) backupStorage() (backup.Storage, error) {
	c := a.Config
	switch {
	case c.BackupS3URL != "":
		at, err := objectstore.ParseURL(c.BackupS3URL)
		if err != nil {
			return nil, err
		}
		return objectstore.New(at, objectstore.Keys{Access: c.BackupS3AccessKey, Secret: c.BackupS3SecretKey})
	case c.BackupDir != "":
		path, err := filepath.Abs(c.BackupDir)
		return backup.Dir{Path: path, Known: func(ctx context.Context) (bool, error) { return a.store.HasBackupsIn(ctx, path) }}, err
	}
	return nil, nil
}

// openBackups makes the loops that back services up and restore them, unless
// the role is off or there is no place for backups.
func (a *App) openBackups() error {
	storage, err := a.backupStorage()
	if err != nil {
		return err
	}
	a.archives = archives{a, storage}
	a.cloud.MakesBackups = storage != nil
	if a.Config.NoBackups || storage == nil {
		return nil
	}
	owner, counts := a.leaseOwner(), newBackupCounts(a.registry)
	keeper := &cloud.BackupKeeper{
		Store: wholeStore{a.store}, Archives: a.archives, Counts: counts, Owner: owner, Now: a.Now, Random: rand.Reader, Logger: a.Logger,
		Mails: a.backupMails(), Every: a.Backup.Every,
	}
	restorer := &cloud.Restorer{
		Store: wholeStore{a.store}, Archives: a.archives, Counts: counts, Owner: owner, Now: a.Now, Random: rand.Reader, Logger: a.Logger,
		Every: a.Backup.Every,
	}
	a.loops = append(a.loops, loop{"backups", keeper.Run}, loop{"restores", restorer.Run})
	return nil
}

// leaseOwner returns who this process is to leases. The data folder of SQLite
// has one process at a time: what the one before held is this one's at once.
func (a *App) leaseOwner() string {
	if a.Config.DatabaseURL == "" {
		return "the data folder"
	}
	return uuid.NewString()
}

// archives are the backups of services in a storage.
type archives struct {
	app     *App
	storage backup.Storage // nil: there is none
}

// Place names the storage.
func (s archives) Place() string {
	if s.storage == nil {
		return ""
	}
	return s.storage.Place()
}

// Write stores the data of a service, or nothing.
func (s archives) Write(ctx context.Context, key string, of org.Backup) (sizeBytes int64, err error) {
	draft, err := s.storage.New(ctx, key)
	if err != nil {
		return 0, err
	}
	source := s.app.backupSource()
	source.Service = &backup.Service{ID: of.ServiceID, OrganizationID: of.OrganizationID, Name: of.ServiceName}
	source.Database = sqlstore.TeamDump{Store: s.app.store, TeamID: of.TeamID}
	m, err := source.WriteTo(ctx, draft)
	if err == nil {
		err = draft.Commit()
	}
	if err != nil {
		return 0, errors.Join(err, draft.Discard())
	}
	sizeBytes, _, _ = m.Total()
	return sizeBytes, nil
}

// Restore gives a team the data of an archive.
func (s archives) Restore(ctx context.Context, key, teamID string) (func(ctx context.Context) error, error) {
	files, err := s.storage.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	archive, err := backup.OpenFiles(files, "what is stored")
	if err != nil {
		return nil, err
	}
	var rows sqlstore.TeamRows
	to := backup.NewTeam{
		ID: teamID, Engine: s.app.tables,
		Read: func(ctx context.Context, r io.Reader, of backup.Metadata) (err error) {
			rows, err = s.app.store.ReadTeamDump(ctx, r, of)
			return err
		},
	}
	if err := to.Restore(ctx, archive); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return s.app.store.AddTeamRows(ctx, teamID, rows) }, nil
}

// Remove deletes what is stored below a key.
func (s archives) Remove(ctx context.Context, key string) error {
	if s.storage == nil {
		return fault.New(fault.Unavailable, "there is no storage for backups")
	}
	return s.storage.Remove(ctx, key)
}

// backupCounts shows backups among the metrics.
type backupCounts struct {
	backups, restores *prometheus.CounterVec
	bytes, seconds    prometheus.Counter
	failing           prometheus.Gauge
}

func newBackupCounts(registry *prometheus.Registry) backupCounts {
	c := backupCounts{
		backups: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_backups_total", Help: "Attempts at backups of services, by outcome.",
		}, []string{"outcome"}),
		restores: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_backup_restores_total", Help: "Attempts at restores of services, by outcome.",
		}, []string{"outcome"}),
		bytes: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_backup_bytes_total", Help: "Bytes of backups of services that were made.",
		}),
		seconds: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_backup_seconds_total", Help: "Time that the backups of services took that were made.",
		}),
		failing: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "cairn_backups_failing", Help: "Services whose latest backup failed.",
		}),
	}
	outcomes := []string{"done", "error"}
	metric.StartAtZero(c.backups, outcomes)
	metric.StartAtZero(c.restores, outcomes)
	registry.MustRegister(c.backups, c.restores, c.bytes, c.seconds, c.failing)
	return c
}

// BackupMade counts a backup.
func (c backupCounts) BackupMade(sizeBytes int64, took time.Duration) {
	c.backups.WithLabelValues("done").Inc()
	c.bytes.Add(float64(sizeBytes))
	c.seconds.Add(took.Seconds())
}

// BackupFailed counts an attempt at a backup that failed.
func (c backupCounts) BackupFailed() { c.backups.WithLabelValues("error").Inc() }

// ServicesFailing shows how many services lack their latest backup.
func (c backupCounts) ServicesFailing(n int) { c.failing.Set(float64(n)) }

// Restored counts an attempt at a restore.
func (c backupCounts) Restored(failed bool) {
	outcome := "done"
	if failed {
		outcome = "error"
	}
	c.restores.WithLabelValues(outcome).Inc()
}
