package cloud

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// UpdateService applies the patch. A private endpoint that it attaches is
// registered with the organization too. It returns an Invalid fault for a patch
// without force that locks out the person who sends it.
func (c *Cloud) UpdateService(ctx context.Context, ref ServiceRef, patch org.ServicePatch) (Instance, error) {
	if patch.Force {
		ctx = access.Forced(ctx)
	}
	return c.changeService(ctx, access.ServicesManage, ref, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		after, kinds, err := s.Apply(patch)
		if err != nil {
			return s, nil, err
		}
		if err := checkParts(ctx, s.ID, kinds); err != nil {
			return s, nil, err
		}
		if !patch.Force {
			if err := checkStay(ctx, s, after); err != nil {
				return s, nil, err
			}
		}
		return after, kinds, c.registerEndpoints(ctx, after, patch.PrivateEndpointIDs.Add)
	})
}

// checkParts returns a Forbidden fault for a change of the service that needs
// a permission of its own besides that to manage it.
func checkParts(ctx context.Context, serviceID string, kinds []org.ActivityType) error {
	p, _ := access.From(ctx)
	for kind, perm := range map[org.ActivityType]access.Permission{
		org.ActivityServiceIPAccessList: access.IPAccessListManage, org.ActivityServicePrivateEndpoints: access.PrivateEndpointsManage,
	} {
		if slices.Contains(kinds, kind) {
			if err := p.RequireAt(perm, serviceID); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkStay returns an Invalid fault if somebody in a browser, who sees the
// stack of the service, would not any more. A key is not locked out: it keeps
// the cloud API, and programs can't be asked whether they mean it.
func checkStay(ctx context.Context, before, after org.Service) error {
	from := peer.From(ctx)
	if caller, _ := access.From(ctx); caller.Kind != access.TokenSession || !from.Client.IsValid() {
		return nil
	}
	return before.Reach().CheckStay(after.Reach(), from.Client, from.Endpoint)
}

// registerEndpoints registers private endpoints of the service with its
// organization.
func (c *Cloud) registerEndpoints(ctx context.Context, s org.Service, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	before, err := c.Store.OrganizationByID(ctx, s.OrganizationID)
	if err != nil {
		return err
	}
	var change org.Change
	for _, id := range ids {
		in := org.PrivateEndpointInput{ID: id, Provider: s.Provider, Region: s.Region}
		change.PrivateEndpoints.Add = append(change.PrivateEndpoints.Add, in)
	}
	after, kinds, err := before.Apply(change)
	if err != nil {
		return err
	}
	_, err = c.saveOrganization(ctx, before, after, kinds)
	return err
}

// ScaleService applies the patch to the service's scaling.
func (c *Cloud) ScaleService(ctx context.Context, ref ServiceRef, patch org.ScalingPatch) (Instance, error) {
	return c.changeService(ctx, access.ScalingManage, ref, func(_ context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		return s.Scale(patch)
	})
}

// CommandService tells the service to start, stop or awake. The answer shows
// it on the way there.
func (c *Cloud) CommandService(ctx context.Context, ref ServiceRef, command org.Command) (Instance, error) {
	return c.changeService(ctx, access.ServicesManage, ref, func(_ context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		after, changed, err := s.Command(command, c.Now())
		if err != nil || !changed {
			return s, nil, err
		}
		return after, []org.ActivityType{command.Activity()}, nil
	})
}

// DeleteService sends the service on its way out, where its state allows it.
// It is gone once the reconciler has dropped its database.
func (c *Cloud) DeleteService(ctx context.Context, ref ServiceRef) error {
	_, err := c.changeService(ctx, access.ServicesManage, ref, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		services, err := c.Store.ServicesOf(ctx, ref.OrganizationID)
		if err != nil {
			return s, nil, err
		}
		after, changed, err := s.Delete(c.Now())
		if err != nil || !changed {
			return s, nil, err
		}
		if err := org.CheckWarehouseLeave(s, warehouseMembers(services, s.WarehouseID)); err != nil {
			return s, nil, err
		}
		return after, []org.ActivityType{org.ActivityServiceDelete}, nil
	})
	return err
}

// UpdateBackupConfiguration applies the patch to the service's backup
// configuration.
func (c *Cloud) UpdateBackupConfiguration(ctx context.Context, ref ServiceRef, patch org.BackupPatch) (Instance, error) {
	return c.changeService(ctx, access.BackupsManage, ref, func(ctx context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		// An empty patch refuses a service that is on its way out.
		if _, _, err := s.Apply(org.ServicePatch{}); err != nil {
			return s, nil, err
		}
		backup, err := s.Backup.Apply(patch)
		if err != nil || backup == s.Backup {
			return s, nil, err
		}
		if backup.RetentionHours != s.Backup.RetentionHours {
			if err := c.Store.KeepBackups(ctx, s.ID, backup.Retention()); err != nil {
				return s, nil, err
			}
		}
		return s.Scheduled(backup, c.Now()), []org.ActivityType{org.ActivityServiceBackup}, nil
	})
}
