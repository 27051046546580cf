package cloud

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// BackupStore keeps the backups of an organization.
type BackupStore interface {
	CreateBackup(ctx context.Context, b org.Backup) error
	BackupByID(ctx context.Context, organizationID, id string) (org.Backup, error)
	BackupsOf(ctx context.Context, organizationID string) ([]org.Backup, error)
	BackupsOfService(ctx context.Context, organizationID, serviceID string) ([]org.Backup, error)
	// KeepBackups lets the backups of a service expire after a time from their
	// start.
	KeepBackups(ctx context.Context, serviceID string, retention time.Duration) error
}

// Backups returns the backups of all services of the organization, also of
// those that are gone, newest first.
func (c *Cloud) Backups(ctx context.Context, organizationID string) ([]org.Backup, error) {
	if err := own(ctx, access.BackupsRead, organizationID); err != nil {
		return nil, err
	}
	backups, err := c.Store.BackupsOf(ctx, organizationID)
	return seen(ctx, access.BackupsRead, backups, func(b org.Backup) string { return b.ServiceID }), err
}

// ServiceBackups returns the backups of a service, newest first. Those of a
// service that is gone are there until they expire.
func (c *Cloud) ServiceBackups(ctx context.Context, organizationID, serviceID string) ([]org.Backup, error) {
	if err := ownAt(ctx, access.BackupsRead, organizationID, serviceID); err != nil {
		return nil, err
	}
	backups, err := c.Store.BackupsOfService(ctx, organizationID, serviceID)
	if err != nil || len(backups) > 0 {
		return backups, err
	}
	_, err = c.Store.ServiceByID(ctx, organizationID, serviceID)
	return nil, err
}

// RequestBackup lets a backup of a service be made without waiting for its
// schedule. It returns at once; a Conflict says why none can be made.
func (c *Cloud) RequestBackup(ctx context.Context, organizationID, serviceID string) (org.Backup, error) {
	var b org.Backup
	err := c.writeAt(ctx, access.BackupsManage, organizationID, serviceID, func(ctx context.Context) error {
		s, err := c.Store.ServiceByID(ctx, organizationID, serviceID)
		if err != nil {
			return err
		}
		if !c.MakesBackups {
			return fault.New(fault.Conflict, "the installation has no storage for backups")
		}
		present, err := c.Store.BackupsOfService(ctx, organizationID, serviceID)
		if err != nil {
			return err
		}
		if err := org.CheckBackupRequest(s, present); err != nil {
			return err
		}
		b, err = c.storeRequest(ctx, s)
		return err
	})
	return b, err
}

func (c *Cloud) storeRequest(ctx context.Context, s org.Service) (org.Backup, error) {
	id, err := c.newUUID()
	if err != nil {
		return org.Backup{}, err
	}
	b := org.RequestedBackup(s, id, c.Now())
	if err := c.Store.CreateBackup(ctx, b); err != nil {
		return org.Backup{}, err
	}
	return b, c.ledger().record(ctx, entry{
		kind: org.ActivityServiceBackupCreate, organizationID: s.OrganizationID, serviceID: s.ID, targetID: b.ID,
	})
}

// Backup returns a backup of a service.
func (c *Cloud) Backup(ctx context.Context, organizationID, serviceID, id string) (org.Backup, error) {
	if err := ownAt(ctx, access.BackupsRead, organizationID, serviceID); err != nil {
		return org.Backup{}, err
	}
	b, err := c.Store.BackupByID(ctx, organizationID, id)
	if err == nil && b.ServiceID != serviceID {
		err = fault.New(fault.NotFound, "backup does not exist")
	}
	if err != nil {
		return org.Backup{}, err
	}
	return b, nil
}

// checkRestorable returns a fault unless a new service can be made of the
// backup that it names.
func (c *Cloud) checkRestorable(ctx context.Context, s org.Service) error {
	if s.RestoreFrom == "" {
		return nil
	}
	b, err := c.Store.BackupByID(ctx, s.OrganizationID, s.RestoreFrom)
	if caller, called := access.From(ctx); isGone(err) || err == nil && called && !caller.MayAt(access.BackupsRead, b.ServiceID) {
		return fault.InvalidDetails([]fault.Detail{{
			Path: "backupId", Code: "reference", Message: "must be the id of a backup of the organization",
		}})
	}
	if err != nil {
		return err
	}
	if !c.MakesBackups {
		return fault.New(fault.Conflict, "the installation has no storage for backups any more")
	}
	return b.CheckRestorable()
}
