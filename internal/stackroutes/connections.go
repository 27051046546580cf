package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listConnections(ctx context.Context, _ *Nothing) ([]stackwire.Connection, error) {
	list, err := r.Resources.Connections(ctx)
	return stackwire.Shown(list, stackwire.ShowConnection), err
}

func (r *routes) createConnection(ctx context.Context, in *BodyOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.Connection], error) {
	c, err := r.Resources.CreateConnection(ctx, in.Body.Bytes())
	return stackwire.ReplyConnection(c), err
}

func (r *routes) testConnection(ctx context.Context, in *BodyOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.ConnectionTest], error) {
	against, err := r.Resources.TestConnection(ctx, in.Body.Bytes())
	return stackwire.ReplyConnectionTest(against), err
}

func (r *routes) getConnection(ctx context.Context, in *One) (httpx.Reply[stackwire.Connection], error) {
	c, err := r.Resources.Connection(ctx, in.ID)
	return stackwire.ReplyConnection(c), err
}

func (r *routes) updateConnection(ctx context.Context, in *changeOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.Connection], error) {
	c, err := r.Resources.UpdateConnection(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyConnection(c), err
}

func (r *routes) deleteConnection(ctx context.Context, in *Change) error {
	return r.Resources.DeleteConnection(ctx, in.ref())
}
