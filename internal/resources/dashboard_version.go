package resources

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/stack"
)

// VersionLimits bounds what is kept of the past of one dashboard.
type VersionLimits struct{ Versions, Bytes int }

// DashboardVersionRecords keeps the versions of dashboards, which go with them.
type DashboardVersionRecords interface {
	KeepDashboardVersion(ctx context.Context, d stack.SavedDashboard, limits VersionLimits) error
	DashboardVersionAt(ctx context.Context, teamID, id string, version int64) (stack.SavedDashboard, error)
	DashboardVersionsOf(ctx context.Context, teamID, id string) ([]stack.DashboardVersion, error)
}

// DashboardVersions returns the kept versions of the team's dashboard, newest
// first; the first is the present one.
func (r *Resources) DashboardVersions(ctx context.Context, id string) ([]stack.DashboardVersion, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := r.Store.DashboardByID(ctx, teamID, id); err != nil {
		return nil, err
	}
	return r.Store.DashboardVersionsOf(ctx, teamID, id)
}

// DashboardAt returns the team's dashboard as it was in a kept version.
func (r *Resources) DashboardAt(ctx context.Context, id string, version int64) (stack.SavedDashboard, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.SavedDashboard{}, err
	}
	if _, err := r.Store.DashboardByID(ctx, teamID, id); err != nil {
		return stack.SavedDashboard{}, err
	}
	return r.Store.DashboardVersionAt(ctx, teamID, id, version)
}

// RestoreDashboard saves a dashboard anew as it was in a kept version, with the
// same ids of tiles and filters. What the version names may be gone since, as in
// a dashboard that has lost it. It returns the ids of the alerts that went with
// their tiles.
func (r *Resources) RestoreDashboard(ctx context.Context, ref Ref, version int64) (stack.Dashboard, []string, error) {
	var next stack.Dashboard
	var removed []string
	err := r.change(ctx, func(ctx context.Context, t turn) error {
		stored, err := r.dashboardToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		earlier, err := r.Store.DashboardVersionAt(ctx, t.TeamID, stored.ID, version)
		if err != nil {
			return err
		}
		next = stored
		next.DashboardSpec = earlier.DashboardSpec
		if !reflect.DeepEqual(next, stored) {
			removed, err = r.putDashboard(ctx, t, stored.DashboardSpec, &next, version)
		}
		if err != nil {
			return err
		}
		return r.findMissing(ctx, &next)
	})
	return next, removed, err
}

// keepVersion remembers a dashboard that was just written.
func (r *Resources) keepVersion(ctx context.Context, t turn, d stack.Dashboard, restoredFrom int64) error {
	version := stack.DashboardVersion{
		DashboardID: d.ID, Version: d.Version, CreatedBy: t.Actor(), CreatedAt: t.now, RestoredFrom: restoredFrom,
	}
	return r.Store.KeepDashboardVersion(ctx, stack.SavedDashboard{DashboardVersion: version, DashboardSpec: d.DashboardSpec},
		VersionLimits{Versions: DashboardVersionsMax, Bytes: DashboardVersionBytesMax})
}
