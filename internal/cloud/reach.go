package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// door is what the service of a team says about those who come. A team without
// a service serves at all times, and is reached from every address.
type door struct {
	reach   org.Reach
	serving error // an Unavailable fault; nil: it serves
}

func (c *Cloud) door(ctx context.Context, teamID string) (door, error) {
	s, err := c.Store.ServiceOfTeam(ctx, teamID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return door{reach: org.ReachOfAll()}, nil
	case err != nil:
		return door{}, err
	}
	return door{s.Reach(), checkServing(s)}, nil
}

// Reach returns from where the telemetry of a team may be reached, or an
// Unavailable fault as Serving does.
func (c *Cloud) Reach(ctx context.Context, teamID string) (org.Reach, error) {
	d, err := c.door(ctx, teamID)
	if err == nil {
		err = d.serving
	}
	return d.reach, err
}

// Reachable returns a Forbidden fault unless the client of ctx may reach the
// telemetry and the stack of the team. Work of the server itself has no client
// and may.
func (c *Cloud) Reachable(ctx context.Context, teamID string) error {
	if !peer.Client(ctx).IsValid() {
		return nil
	}
	d, err := c.door(ctx, teamID)
	if err != nil {
		return err
	}
	return checkReach(ctx, d.reach)
}

// Readable returns an Unavailable or a Forbidden fault unless the client of ctx
// may read the telemetry of the team now.
func (c *Cloud) Readable(ctx context.Context, teamID string) error {
	reach, err := c.Reach(ctx, teamID)
	if err != nil {
		return err
	}
	return checkReach(ctx, reach)
}

func checkReach(ctx context.Context, reach org.Reach) error {
	from := peer.From(ctx)
	if !from.Client.IsValid() {
		return nil
	}
	return reach.Check(from.Client, from.Endpoint)
}
