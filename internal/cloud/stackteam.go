package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
)

// StackTeam returns the team that the organization's service owns, to callers
// who may manage it, from where the service may be reached.
func (c *Cloud) StackTeam(ctx context.Context, organizationID, serviceID string) (string, error) {
	s, err := c.readService(ctx, access.StackManage, organizationID, serviceID)
	if err != nil {
		return "", err
	}
	return s.TeamID, checkReach(ctx, s.Reach())
}
