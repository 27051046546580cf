package cloud

import (
	"context"
)

// StackTeam returns the team that the organization's service owns, to callers
// who may read there, from where the service may be reached.
func (c *Cloud) StackTeam(ctx context.Context, organizationID, serviceID string) (string, error) {
	s, err := c.readService(ctx, organizationID, serviceID)
	if err != nil {
		return "", err
	}
	return s.TeamID, checkReach(ctx, s.Reach())
}
