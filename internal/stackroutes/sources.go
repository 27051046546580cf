package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listSources(ctx context.Context, _ *Nothing) ([]stackwire.Source, error) {
	list, err := r.Resources.Sources(ctx)
	return stackwire.Shown(list, stackwire.ShowSource), err
}

func (r *routes) createSource(ctx context.Context, in *BodyOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := r.Resources.CreateSource(ctx, in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (r *routes) getSource(ctx context.Context, in *One) (httpx.Reply[stackwire.Source], error) {
	s, err := r.Resources.Source(ctx, in.ID)
	return stackwire.ReplySource(s), err
}

func (r *routes) updateSource(ctx context.Context, in *changeOf[stack.SourceSpec]) (httpx.Reply[stackwire.Source], error) {
	s, err := r.Resources.UpdateSource(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySource(s), err
}

func (r *routes) deleteSource(ctx context.Context, in *Change) error {
	return r.Resources.DeleteSource(ctx, in.ref())
}
