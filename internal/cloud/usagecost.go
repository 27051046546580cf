package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Costs reports what the caller's organization cost. It returns NotFound for
// another organization and Forbidden without the permission.
type Costs interface {
	UsageCost(ctx context.Context, organizationID string, period org.Period, filter org.TagFilter) (org.Report, error)
}

// UsageCost returns what the organization's entities cost in the period, one
// record per entity and day.
func (c *Cloud) UsageCost(ctx context.Context, organizationID string, period org.Period, filter org.TagFilter) (org.Report, error) {
	if c.Costs == nil {
		return org.Report{}, fault.New(fault.Unavailable, "usage is not metered by this server")
	}
	return c.Costs.UsageCost(ctx, organizationID, period, filter)
}
