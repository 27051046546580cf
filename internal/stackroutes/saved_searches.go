package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (r *routes) listSavedSearches(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.SavedSearch], error) {
	list, total, err := r.Resources.SavedSearches(ctx, stackwire.Part(*in))
	return stackwire.PageSavedSearches(list, total, *in), err
}

func (r *routes) createSavedSearch(ctx context.Context, in *BodyOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := r.Resources.CreateSavedSearch(ctx, in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (r *routes) getSavedSearch(ctx context.Context, in *One) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := r.Resources.SavedSearch(ctx, in.ID)
	return stackwire.ReplySavedSearch(s), err
}

func (r *routes) updateSavedSearch(ctx context.Context, in *changeOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := r.Resources.UpdateSavedSearch(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (r *routes) deleteSavedSearch(ctx context.Context, in *Change) error {
	return r.Resources.DeleteSavedSearch(ctx, in.ref())
}
