package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listSources(ctx context.Context, _ *InService) ([]stackwire.Source, error) {
	list, err := a.stack.Sources(ctx)
	return stackwire.Shown(list, stackwire.ShowSource), err
}

func (a *API) createSource(ctx context.Context, in *stackBodyOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := a.stack.CreateSource(ctx, in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (a *API) getSource(ctx context.Context, in *InStack) (httpx.Reply[stackwire.Source], error) {
	s, err := a.stack.Source(ctx, in.ID)
	return stackwire.ReplySource(s), err
}

func (a *API) updateSource(ctx context.Context, in *stackChangeOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := a.stack.UpdateSource(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (a *API) deleteSource(ctx context.Context, in *ChangeStack) error {
	return a.stack.DeleteSource(ctx, in.ref())
}
