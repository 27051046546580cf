package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
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

// getQueryEndpoint tells clients that look for it that a service has no query
// endpoint. The service itself may be missing too; the answer is the same.
func (a *API) getQueryEndpoint(ctx context.Context, in *InService) error {
	if _, err := a.cloud.Service(ctx, in.OrganizationID, in.ServiceID); err != nil {
		return err
	}
	return fault.New(fault.NotFound, "the service has no query endpoint")
}
