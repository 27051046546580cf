package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertBackupSQL = `
INSERT INTO backups (id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

	backupByIDSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups
WHERE organization_id = $1 AND id = $2`

	backupsOfSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups
WHERE organization_id = $1
ORDER BY slot DESC, id DESC
LIMIT $2`

	backupsOfServiceSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups
WHERE organization_id = $1 AND service_id = $2
ORDER BY slot DESC, id DESC
LIMIT $3`

	unfinishedBackupsSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups
WHERE status = 'in_progress' OR status = 'error' AND retry_at IS NOT NULL
ORDER BY slot, id
LIMIT $1`

	// The newest backup of a service stays, however old it is: there would be
	// none until the next one is made. A service that is gone gets no next one.
	expiredBackupsSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups AS expired
WHERE expire_at <= $1 AND status <> 'in_progress' AND (
    status = 'error'
    OR NOT EXISTS (SELECT 1 FROM services WHERE services.id = expired.service_id)
    OR EXISTS (
        SELECT 1
        FROM backups AS newer
        WHERE newer.service_id = expired.service_id AND newer.status = 'done' AND newer.slot > expired.slot
    )
)
ORDER BY expire_at, id
LIMIT $2`

	updateBackupSQL = `
UPDATE backups
SET status = $2, attempts = $3, started_at = $4, finished_at = $5, size_bytes = $6, error = $7, retry_at = $8,
    expire_at = $9, place = $10
WHERE id = $1`

	keepBackupsSQL = `
UPDATE backups
SET expire_at = started_at + $2
WHERE service_id = $1`

	deleteBackupSQL = `
DELETE FROM backups
WHERE id = $1`

	latestBackupsSQL = `
SELECT id, organization_id, service_id, service_name, team_id, slot, status, attempts,
    started_at, finished_at, size_bytes, error, retry_at, expire_at, place
FROM backups AS latest
WHERE slot = (SELECT max(slot) FROM backups WHERE backups.service_id = latest.service_id)
ORDER BY service_id
LIMIT $1`

	backupsInSQL = `
SELECT count(*)
FROM backups
WHERE place = $1 AND status = 'done'`

	backupBytesSQL = `
SELECT service_id, CAST(sum(size_bytes) AS BIGINT)
FROM backups
WHERE status = 'done' AND EXISTS (SELECT 1 FROM usage_owners WHERE usage_owners.service_id = backups.service_id)
GROUP BY service_id
ORDER BY service_id
LIMIT $1`
)

// CreateBackup adds the backup of a slot; a slot that has one is a Conflict.
func (s *Store) CreateBackup(ctx context.Context, b org.Backup) error {
	return s.insert(ctx, about("backup", insertBackupSQL, backupFields(&b)...))
}

// BackupByID returns the organization's backup with the id.
func (s *Store) BackupByID(ctx context.Context, organizationID, id string) (org.Backup, error) {
	return one(ctx, s, scanBackup, about("backup", backupByIDSQL, organizationID, id))
}

// BackupsOf returns the organization's backups, newest first.
func (s *Store) BackupsOf(ctx context.Context, organizationID string) ([]org.Backup, error) {
	return list(ctx, s, scanBackup, about("backup", backupsOfSQL, organizationID))
}

// BackupsOfService returns the service's backups, newest first.
func (s *Store) BackupsOfService(ctx context.Context, organizationID, serviceID string) ([]org.Backup, error) {
	return list(ctx, s, scanBackup, about("backup", backupsOfServiceSQL, organizationID, serviceID))
}

// UnfinishedBackups returns the backups that are under way or to be attempted
// again, oldest first.
func (s *Store) UnfinishedBackups(ctx context.Context) ([]org.Backup, error) {
	return list(ctx, s, scanBackup, about("backup", unfinishedBackupsSQL))
}

// LatestBackups returns the backup of each service's latest slot.
func (s *Store) LatestBackups(ctx context.Context) ([]org.Backup, error) {
	return list(ctx, s, scanBackup, about("backup", latestBackupsSQL))
}

// HasBackupsIn reports whether finished backups are kept in a storage.
func (s *Store) HasBackupsIn(ctx context.Context, place string) (bool, error) {
	count, err := one(ctx, s, scanInt64, about("backup", backupsInSQL, place))
	return count > 0, err
}

// ExpiredBackups returns some backups that need not be kept, oldest first.
func (s *Store) ExpiredBackups(ctx context.Context, now time.Time, limit int) ([]org.Backup, error) {
	return some(ctx, s, scanBackup, about("backup", expiredBackupsSQL, instant{&now}, limit))
}

// UpdateBackup writes how far a backup is.
func (s *Store) UpdateBackup(ctx context.Context, b org.Backup) error {
	return s.touch(ctx, about("backup", updateBackupSQL, b.ID, b.Status, b.Attempts, instant{&b.StartedAt}, instant{&b.FinishedAt},
		b.SizeBytes, b.Error, instant{&b.RetryAt}, instant{&b.ExpireAt}, b.Place))
}

// KeepBackups lets the backups of a service expire after a time from their
// start.
func (s *Store) KeepBackups(ctx context.Context, serviceID string, retention time.Duration) error {
	_, err := s.change(ctx, about("backup", keepBackupsSQL, serviceID, retention.Milliseconds()))
	return err
}

// DeleteBackup forgets a backup.
func (s *Store) DeleteBackup(ctx context.Context, id string) error {
	_, err := s.change(ctx, about("backup", deleteBackupSQL, id))
	return err
}

// BackupBytes returns the size of the backups that there are, by service whose
// usage is known.
func (s *Store) BackupBytes(ctx context.Context) (map[string]int64, error) {
	sizes, err := list(ctx, s, scanServiceBytes, about("backup", backupBytesSQL))
	bytes := make(map[string]int64, len(sizes))
	for _, size := range sizes {
		bytes[size.serviceID] = size.bytes
	}
	return bytes, err
}

type serviceBytes struct {
	serviceID string
	bytes     int64
}

func scanServiceBytes(r row) (serviceBytes, error) {
	var b serviceBytes
	err := r.Scan(&b.serviceID, &b.bytes)
	return b, err
}

func backupFields(b *org.Backup) []any {
	return []any{
		&b.ID, &b.OrganizationID, &b.ServiceID, &b.ServiceName, &b.TeamID, instant{&b.Slot}, &b.Status, &b.Attempts,
		instant{&b.StartedAt}, instant{&b.FinishedAt}, &b.SizeBytes, &b.Error, instant{&b.RetryAt}, instant{&b.ExpireAt}, &b.Place,
	}
}

func scanBackup(r row) (org.Backup, error) {
	var b org.Backup
	err := r.Scan(backupFields(&b)...)
	return b, err
}
