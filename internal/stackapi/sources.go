package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listSources(ctx context.Context, _ *none) ([]stackwire.Source, error) {
	list, err := a.resources.Sources(ctx)
	return stackwire.Shown(list, stackwire.ShowSource), err
}

func (a *API) createSource(ctx context.Context, in *bodyOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := a.resources.CreateSource(ctx, in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (a *API) getSource(ctx context.Context, in *One) (httpx.Reply[stackwire.Source], error) {
	s, err := a.resources.Source(ctx, in.ID)
	return stackwire.ReplySource(s), err
}

func (a *API) updateSource(ctx context.Context, in *changeOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := a.resources.UpdateSource(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (a *API) deleteSource(ctx context.Context, in *Change) error {
	return a.resources.DeleteSource(ctx, in.ref())
}

func (a *API) listConnections(ctx context.Context, _ *none) ([]stackwire.Connection, error) {
	list, err := a.resources.Connections(ctx)
	return stackwire.Shown(list, stackwire.ShowConnection), err
}

func (a *API) createConnection(ctx context.Context, in *bodyOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.Connection], error) {
	c, err := a.resources.CreateConnection(ctx, in.Body.Bytes())
	return stackwire.ReplyConnection(c), err
}

func (a *API) testConnection(ctx context.Context, in *bodyOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.ConnectionTest], error) {
	against, err := a.resources.TestConnection(ctx, in.Body.Bytes())
	return stackwire.ReplyConnectionTest(against), err
}

func (a *API) getConnection(ctx context.Context, in *One) (httpx.Reply[stackwire.Connection], error) {
	c, err := a.resources.Connection(ctx, in.ID)
	return stackwire.ReplyConnection(c), err
}

func (a *API) updateConnection(ctx context.Context, in *changeOf[stackwire.ConnectionBody]) (httpx.Reply[stackwire.Connection], error) {
	c, err := a.resources.UpdateConnection(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplyConnection(c), err
}

func (a *API) deleteConnection(ctx context.Context, in *Change) error {
	return a.resources.DeleteConnection(ctx, in.ref())
}
