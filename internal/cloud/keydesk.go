package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

// keyOperator is how the audit log names the person at the command line.
const keyOperator = "cairn key"

// IssueKey makes a key of the organization for the operator of the
// installation, who needs no permission. It is bound and told like any other.
func (c *Cloud) IssueKey(ctx context.Context, organizationID string, in org.KeyInput) (NewKey, error) {
	ctx = WithOrigin(ctx, Origin{Operator: keyOperator})
	var made NewKey
	err := locked(ctx, c.Store, organizationID, func(ctx context.Context) error {
		var err error
		made, err = c.createKey(ctx, organizationID, in)
		return err
	})
	return made, err
}

// RevokeKey ends a key of the organization for the operator.
func (c *Cloud) RevokeKey(ctx context.Context, organizationID, id string) error {
	ctx = WithOrigin(ctx, Origin{Operator: keyOperator})
	return locked(ctx, c.Store, organizationID, func(ctx context.Context) error {
		key, err := c.Store.CloudKeyByID(ctx, organizationID, id)
		if err != nil {
			return err
		}
		return c.deleteKey(ctx, key)
	})
}
