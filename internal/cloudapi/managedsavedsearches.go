package cloudapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

func (a *API) listSavedSearches(ctx context.Context, in *pageOfStack) (httpx.Page[stackwire.SavedSearch], error) {
	list, total, err := a.stack.SavedSearches(ctx, stackwire.Part(in.Paging))
	return stackwire.PageSavedSearches(list, total, in.Paging), err
}

func (a *API) createSavedSearch(ctx context.Context, in *stackBodyOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.stack.CreateSavedSearch(ctx, in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) getSavedSearch(ctx context.Context, in *InStack) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.stack.SavedSearch(ctx, in.ID)
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) updateSavedSearch(ctx context.Context, in *stackChangeOf[stackwire.SavedSearchBody]) (httpx.Reply[stackwire.SavedSearch], error) {
	s, err := a.stack.UpdateSavedSearch(ctx, in.ref(), in.Body.Bytes())
	return stackwire.ReplySavedSearch(s), err
}

func (a *API) deleteSavedSearch(ctx context.Context, in *ChangeStack) error {
	return a.stack.DeleteSavedSearch(ctx, in.ref())
}
