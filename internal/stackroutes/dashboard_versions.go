package stackroutes

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// VersionPath is the version in the path of an operation on one.
type VersionPath struct {
	Version int64 `path:"version" minimum:"1" doc:"The version, as the list of versions has it."`
}

// oneVersion is the path of an operation on one version.
type oneVersion struct {
	One
	VersionPath
}

// restoreInput names the version to restore. Its body has no fields: who sends
// some expects them to be read.
type restoreInput struct {
	Change
	VersionPath
	Body *RestoreBody
}

// RestoreBody is empty; it may be left out.
type RestoreBody struct{}

func (r *routes) listDashboardVersions(ctx context.Context, in *One) ([]stackwire.DashboardVersion, error) {
	list, err := r.Resources.DashboardVersions(ctx, in.ID)
	return stackwire.Shown(list, stackwire.ShowDashboardVersion), err
}

func (r *routes) getDashboardVersion(ctx context.Context, in *oneVersion) (httpx.Reply[stackwire.SavedDashboard], error) {
	d, err := r.Resources.DashboardAt(ctx, in.ID, in.Version)
	return stackwire.ReplySavedDashboard(d), err
}

func (r *routes) restoreDashboardVersion(ctx context.Context, in *restoreInput) (httpx.Reply[stackwire.Dashboard], error) {
	d, removed, err := r.Resources.RestoreDashboard(ctx, in.ref(), in.Version)
	return stackwire.ReplyDashboard(d, removed), err
}
