package cloudapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

func (a *API) getBackupConfiguration(ctx context.Context, in *InService) (httpx.Reply[backupConfiguration], error) {
	return a.replyConfiguration(a.cloud.BackupConfiguration(ctx, in.OrganizationID, in.ServiceID))
}

type updateBackupInput struct {
	ChangeService
	Body backupPatch
}

func (a *API) updateBackupConfiguration(ctx context.Context, in *updateBackupInput) (httpx.Reply[backupConfiguration], error) {
	return a.replyConfiguration(a.cloud.UpdateBackupConfiguration(ctx, in.ref(), in.Body.patch()))
}

func (a *API) replyConfiguration(s cloud.Instance, err error) (httpx.Reply[backupConfiguration], error) {
	if err != nil {
		return httpx.Reply[backupConfiguration]{}, err
	}
	return httpx.Reply[backupConfiguration]{Version: s.Version, Value: backupConfiguration{
		PeriodHours: s.Backup.PeriodHours, RetentionHours: s.Backup.RetentionHours, StartTime: s.Backup.StartTime,
		MakesBackups: a.cloud.MakesBackups, NextBackupAt: stamp(s.NextBackupAt(a.cloud.Now())),
	}}, nil
}

// serviceBackup is a backup on the wire.
type serviceBackup struct {
	ID                string `json:"id" format:"uuid"`
	ServiceID         string `json:"serviceId" format:"uuid"`
	BackupName        string `json:"backupName" doc:"The name that the service had."`
	Status            string `json:"status" enum:"in_progress,done,error"`
	Error             string `json:"error,omitempty" doc:"Why the latest attempt failed; only if the status is error."`
	Type              string `json:"type" enum:"full" doc:"There are no incremental backups."`
	StartedAt         string `json:"startedAt" format:"date-time" doc:"When the latest attempt began."`
	FinishedAt        string `json:"finishedAt,omitempty" format:"date-time" doc:"Absent while the backup is in progress."`
	ExpireAt          string `json:"expireAt" format:"date-time" doc:"When the backup may be deleted. The latest one of a service is kept until there is another."`
	SizeInBytes       int64  `json:"sizeInBytes" doc:"As it is stored; 0 unless the status is done."`
	DurationInSeconds int64  `json:"durationInSeconds" doc:"0 while the backup is in progress."`
}

func showServiceBackup(b org.Backup) serviceBackup {
	shown := serviceBackup{
		ID: b.ID, ServiceID: b.ServiceID, BackupName: b.ServiceName, Status: string(b.Status), Error: b.Error, Type: string(org.BackupFull),
		StartedAt: stamp(b.StartedAt), ExpireAt: stamp(b.ExpireAt), SizeInBytes: b.SizeBytes,
		DurationInSeconds: int64(b.Duration().Round(time.Second).Seconds()),
	}
	if !b.FinishedAt.IsZero() {
		shown.FinishedAt = stamp(b.FinishedAt)
	}
	return shown
}

func (a *API) listBackups(ctx context.Context, in *InService) ([]serviceBackup, error) {
	backups, err := a.cloud.ServiceBackups(ctx, in.OrganizationID, in.ServiceID)
	return shown(backups, showServiceBackup), err
}

func createBackupOperation(tag string) httpx.Operation {
	op := conflicts(create("createBackup", servicePath+"/backups", tag, "Make a backup of a service now"))
	op.Description = "Responds at once, while the backup is in progress. The schedule goes on as before. " +
		"409 while another backup of the service is in progress, and without a storage for backups."
	return op
}

func (a *API) createBackup(ctx context.Context, in *InService) (httpx.Reply[serviceBackup], error) {
	b, err := a.cloud.RequestBackup(ctx, in.OrganizationID, in.ServiceID)
	return httpx.Reply[serviceBackup]{Value: showServiceBackup(b)}, err
}

func (a *API) listOrganizationBackups(ctx context.Context, in *InOrganization) ([]serviceBackup, error) {
	backups, err := a.cloud.Backups(ctx, in.OrganizationID)
	return shown(backups, showServiceBackup), err
}

func (a *API) getBackup(ctx context.Context, in *InBackup) (httpx.Reply[serviceBackup], error) {
	b, err := a.cloud.Backup(ctx, in.OrganizationID, in.ServiceID, in.ID)
	return httpx.Reply[serviceBackup]{Value: showServiceBackup(b)}, err
}
