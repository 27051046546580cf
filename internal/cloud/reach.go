package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// Reach returns from where the telemetry and the stack of a team may be
// reached: from the addresses in the list of its service. A team without a
// service is reached from anywhere.
func (c *Cloud) Reach(ctx context.Context, teamID string) (org.IPList, error) {
	rules, err := c.Store.IPRulesOfTeam(ctx, teamID)
	if fault.KindOf(err) == fault.NotFound {
		return org.NewIPList(org.AnywhereRules()), nil
	}
	return org.NewIPList(rules), err
}

// Reachable returns a Forbidden fault unless the client of ctx may reach the
// telemetry and the stack of the team. Work of the server itself has no client
// and may.
func (c *Cloud) Reachable(ctx context.Context, teamID string) error {
	client := peer.Client(ctx)
	if !client.IsValid() {
		return nil
	}
	list, err := c.Reach(ctx, teamID)
	if err != nil {
		return err
	}
	return list.CheckAddr(client)
}
