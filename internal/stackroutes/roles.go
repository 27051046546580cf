package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listRoles(ctx context.Context, _ *Nothing) ([]stackwire.Role, error) {
	list, err := r.Resources.Roles(ctx)
	return stackwire.Shown(list, stackwire.ShowRole), err
}

func (r *routes) createRole(ctx context.Context, in *BodyOf[stackwire.RoleBody]) (httpx.Reply[stackwire.Role], error) {
	role, err := r.Resources.CreateRole(ctx, in.Body.Bytes())
	return stackwire.ReplyRole(role), err
}

func (r *routes) getRole(ctx context.Context, in *One) (httpx.Reply[stackwire.Role], error) {
	role, err := r.Resources.Role(ctx, in.ID)
	return stackwire.ReplyRole(role), err
}

func (r *routes) updateRole(ctx context.Context, in *changeOf[stackwire.RoleBody]) (httpx.Reply[stackwire.Role], error) {
	role, err := r.Resources.UpdateRole(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyRole(role), err
}

func (r *routes) deleteRole(ctx context.Context, in *Change) error {
	return r.Resources.DeleteRole(ctx, in.ref())
}
