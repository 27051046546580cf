package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listSavedSearches(ctx context.Context, in *httpx.Paging) (httpx.Page[stackwire.SavedSearch], error) {
	list, total, err := a.resources.SavedSearches(ctx, stackwire.Part(*in))
	return stackwire.PageSavedSearches(list, total, *in), err
}

func (a *API) createSavedSearch(ctx context.Context, in *bodyOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.resources.CreateSavedSearch(ctx, in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) getSavedSearch(ctx context.Context, in *One) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.resources.SavedSearch(ctx, in.ID)
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) updateSavedSearch(ctx context.Context, in *changeOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.resources.UpdateSavedSearch(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) deleteSavedSearch(ctx context.Context, in *Change) error {
	return a.resources.DeleteSavedSearch(ctx, in.ref())
}
