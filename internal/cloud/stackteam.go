package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// StackTeam returns the team that the organization's service owns, to callers
// who may read there and whose address is in the list of the service.
func (c *Cloud) StackTeam(ctx context.Context, organizationID, serviceID string) (string, error) {
	s, err := c.readService(ctx, organizationID, serviceID)
	if err != nil {
		return "", err
	}
	if client := peer.Client(ctx); client.IsValid() {
		err = org.NewIPList(s.IPAccessList).CheckAddr(client)
	}
	return s.TeamID, err
}
