package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// UpgradeWindow returns the organization's service, which has an upgrade
// window. It returns a NotFound fault when it has none.
func (c *Cloud) UpgradeWindow(ctx context.Context, organizationID, serviceID string) (org.Service, error) {
	s, err := c.readService(ctx, access.ServicesRead, organizationID, serviceID)
	if err == nil && s.UpgradeWindow == nil {
		err = org.NoUpgradeWindow()
	}
	return s, err
}

// SetUpgradeWindow gives the service an upgrade window, or takes it away with
// nil.
func (c *Cloud) SetUpgradeWindow(ctx context.Context, ref ServiceRef, w *org.UpgradeWindow) (Instance, error) {
	return c.changeService(ctx, access.ServicesManage, ref, func(_ context.Context, s org.Service) (org.Service, []org.ActivityType, error) {
		return s.WithUpgradeWindow(w)
	})
}
