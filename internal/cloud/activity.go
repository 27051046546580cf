package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// ActivitiesMax is how many entries of the audit log one answer holds.
const ActivitiesMax = 1000

// ActivityQuery selects entries of the audit log.
type ActivityQuery struct {
	Range org.TimeRange
	After string // id of the last entry of the page before; empty: from the newest
	Limit int
}

// Activities returns entries of the organization's audit log, newest first.
func (c *Cloud) Activities(ctx context.Context, organizationID string, q ActivityQuery) ([]org.Activity, error) {
	if err := own(ctx, access.ActivitiesRead, organizationID); err != nil {
		return nil, err
	}
	below := int64(0)
	if q.After != "" {
		last, err := c.Store.ActivityByID(ctx, organizationID, q.After)
		if fault.KindOf(err) == fault.NotFound {
			return nil, fault.InvalidDetails([]fault.Detail{{Path: "cursor", Code: "reference", Message: "must be the id of an activity"}})
		}
		if err != nil {
			return nil, err
		}
		below = last.Sequence
	}
	return c.Store.ActivitiesOf(ctx, organizationID, q.Range, below, min(q.Limit, ActivitiesMax))
}

// Activity returns one entry of the organization's audit log.
func (c *Cloud) Activity(ctx context.Context, organizationID, id string) (org.Activity, error) {
	if err := own(ctx, access.ActivitiesRead, organizationID); err != nil {
		return org.Activity{}, err
	}
	return c.Store.ActivityByID(ctx, organizationID, id)
}
