package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// MemberJoined records a new member, within the transaction that has locked
// the organization.
func (c *Cloud) MemberJoined(ctx context.Context, m org.Member) error {
	return c.ledger().record(ctx, entry{
		kind: org.ActivityMemberJoin, organizationID: m.OrganizationID, targetID: m.UserID, after: memberFacts(m),
	})
}

// MemberChanged records other roles, as MemberJoined does.
func (c *Cloud) MemberChanged(ctx context.Context, before, after org.Member) error {
	kind := org.ActivityMemberRole
	if before.Role == after.Role {
		kind = org.ActivityMemberRoles
	}
	return c.ledger().record(ctx, entry{
		kind: kind, organizationID: after.OrganizationID, targetID: after.UserID,
		before: memberFacts(before), after: memberFacts(after),
	})
}

// MemberLeaves records that a member goes or is removed. It comes before the
// removal, because the entry may name the member as the one who acts.
func (c *Cloud) MemberLeaves(ctx context.Context, m org.Member) error {
	kind := org.ActivityMemberDelete
	if p, _ := access.From(ctx); p.UserID == m.UserID {
		kind = org.ActivityMemberLeave
	}
	return c.ledger().record(ctx, entry{
		kind: kind, organizationID: m.OrganizationID, targetID: m.UserID, before: memberFacts(m),
	})
}

// userOperator is how the audit log names the person at the command line.
const userOperator = "cairn user"

// OperatorLog records changes of members as those of the operator of the
// installation.
type OperatorLog struct{ Log access.MemberLog }

// MemberJoined records a new member.
func (o OperatorLog) MemberJoined(ctx context.Context, m org.Member) error {
	return o.Log.MemberJoined(WithOrigin(ctx, Origin{Operator: userOperator}), m)
}

// MemberChanged records another role.
func (o OperatorLog) MemberChanged(ctx context.Context, before, after org.Member) error {
	return o.Log.MemberChanged(WithOrigin(ctx, Origin{Operator: userOperator}), before, after)
}

// MemberLeaves records that a member is removed.
func (o OperatorLog) MemberLeaves(ctx context.Context, m org.Member) error {
	return o.Log.MemberLeaves(WithOrigin(ctx, Origin{Operator: userOperator}), m)
}
