package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

func (a *API) getBackup(ctx context.Context, in *InService) (httpx.Reply[backupConfiguration], error) {
	s, err := a.cloud.Service(ctx, in.OrganizationID, in.ServiceID)
	return httpx.Reply[backupConfiguration]{Value: showBackup(s.Backup), Version: s.Version}, err
}

type updateBackupInput struct {
	ChangeService
	Body backupPatch
}

func (a *API) updateBackup(ctx context.Context, in *updateBackupInput) (httpx.Reply[backupConfiguration], error) {
	s, err := a.cloud.UpdateBackupConfiguration(ctx, in.ref(), in.Body.patch())
	return httpx.Reply[backupConfiguration]{Value: showBackup(s.Backup), Version: s.Version}, err
}
