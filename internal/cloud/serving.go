package cloud

import (
	"context"
	"errors"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// ServingRetryAfter is when who was sent away from a service that does not
// serve may ask again.
const ServingRetryAfter = 30 * time.Second

// ErrNotServing is in the fault about a service that does not serve.
var ErrNotServing = errors.New("the service does not serve")

// Serving returns an Unavailable fault unless the team's telemetry can be
// written and read: its service is stopped, or on its way there. A team
// without a service always serves.
func (c *Cloud) Serving(ctx context.Context, teamID string) error {
	_, err := c.Reach(ctx, teamID)
	return err
}

func checkServing(s org.Service) error {
	if s.Serves() {
		return nil
	}
	refusal := fault.Wrap(fault.Unavailable, ErrNotServing, "the service of this team does not serve telemetry now: it is %s", s.State)
	refusal.RetryAfter = ServingRetryAfter
	return refusal
}
