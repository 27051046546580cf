package cloud

import "context"

// StackTeam answers the team that the organization's service owns, to whoever
// may read there.
func (c *Cloud) StackTeam(ctx context.Context, organizationID, serviceID string) (string, error) {
	s, err := c.readService(ctx, organizationID, serviceID)
	return s.TeamID, err
}
