package access

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/fault"
)

// Fenced are operations of callers in their team, which depend on where the
// caller is as well as on its role. Any of them may refuse somebody.
type Fenced struct {
	Operations
	// Reach returns a Forbidden fault unless the client of ctx may reach the
	// team; nil: everybody may.
	Reach func(ctx context.Context, teamID string) error
}

// Check returns a Forbidden fault unless the caller in ctx may use the
// operation, from where it is.
func (f Fenced) Check(ctx context.Context, operationID string) error {
	if p, ok := From(ctx); ok && f.Reach != nil {
		if err := f.Reach(ctx, p.TeamID); err != nil {
			return err
		}
	}
	return f.Operations.Check(ctx, operationID)
}

// Changed reports whether a caller has other roles than before.
func (Fenced) Changed(before, now context.Context) bool {
	was, _ := From(before)
	is, _ := From(now)
	return !reflect.DeepEqual(was.roles(), is.roles())
}

// Managing are operations of which those of a team are below its service, whose
// stack the caller has to manage too. Any of them may refuse somebody.
type Managing struct{ Operations }

// Check returns a Forbidden fault unless the caller in ctx may use the operation
// on one service at least. On which is not known yet: the use case checks that.
func (m Managing) Check(ctx context.Context, operationID string) error {
	if p, ok := From(ctx); ok && m.Operations[operationID].InTeam() && !p.hasRoleFor(StackManage) {
		return fault.New(fault.Forbidden, "%s", StackManage.needAny())
	}
	return m.Operations.Check(ctx, operationID)
}

// Refuses reports that there are callers who may not use the operation.
func (Managing) Refuses(string) bool { return true }

// Refuses reports that there are callers who may not use the operation.
func (Fenced) Refuses(string) bool { return true }
