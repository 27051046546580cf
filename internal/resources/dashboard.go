package resources

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/stack"
)

// Dashboards returns the team's dashboards by name, the last in the alphabet
// first.
func (r *Resources) Dashboards(ctx context.Context) ([]stack.Dashboard, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	dashboards, err := r.Store.DashboardsOf(ctx, teamID)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(dashboards, func(a, b stack.Dashboard) int { return cmp.Compare(b.Name, a.Name) })
	refs, err := r.references(ctx, teamID)
	for i := range dashboards {
		dashboards[i].Missing = dashboards[i].DashboardSpec.Missing(refs)
	}
	return dashboards, err
}

// Dashboard returns the team's dashboard.
func (r *Resources) Dashboard(ctx context.Context, id string) (stack.Dashboard, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Dashboard{}, err
	}
	d, err := r.Store.DashboardByID(ctx, teamID, id)
	if err != nil {
		return stack.Dashboard{}, err
	}
	refs, err := r.references(ctx, teamID)
	d.Missing = d.DashboardSpec.Missing(refs)
	return d, err
}

// CreateDashboard makes a dashboard of the body.
func (r *Resources) CreateDashboard(ctx context.Context, body []byte) (stack.Dashboard, error) {
	in, err := stack.DecodeDashboard(body)
	if err != nil {
		return stack.Dashboard{}, err
	}
	var made stack.Dashboard
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if made.DashboardSpec, err = (stack.DashboardSpec{}).Apply(in, t.mint); err != nil {
			return err
		}
		if err := r.checkDashboard(ctx, t.TeamID, made.DashboardSpec, stack.DashboardSpec{}); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		if err := r.Store.CreateDashboard(ctx, made); err != nil {
			return err
		}
		if err := r.keepVersion(ctx, t, made, 0); err != nil {
			return err
		}
		return r.checkDashboardRoom(ctx, t.TeamID)
	})
	return made, err
}

// checkDashboardRoom looks at what the team keeps after the change.
func (r *Resources) checkDashboardRoom(ctx context.Context, teamID string) error {
	have, err := r.Store.HoldingsOf(ctx, teamID)
	if err != nil {
		return err
	}
	if err := room("dashboards", have.Dashboards-1, DashboardsMax); err != nil {
		return err
	}
	return roomInBytes("dashboards", have.DashboardBytes, DashboardBytesMax)
}

// UpdateDashboard replaces a dashboard by the body. It returns the ids of the
// alerts that went with their tiles.
func (r *Resources) UpdateDashboard(ctx context.Context, ref Ref, body []byte) (stack.Dashboard, []string, error) {
	in, err := stack.DecodeDashboard(body)
	if err != nil {
		return stack.Dashboard{}, nil, err
	}
	var next stack.Dashboard
	var removed []string
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		stored, err := r.dashboardToChange(ctx, t, ref)
		if err != nil {
			_, broken := stack.DashboardSpec{}.Apply(in, t.mint)
			return missing(err, broken)
		}
		next = stored
		if next.DashboardSpec, err = stored.Apply(in, t.mint); err != nil {
			return err
		}
		if !reflect.DeepEqual(next, stored) {
			removed, err = r.storeDashboard(ctx, t, stored.DashboardSpec, &next)
		}
		if err != nil {
			return err
		}
		return r.findMissing(ctx, &next)
	})
	return next, removed, err
}

// findMissing notes what the dashboard names and its team has no more.
func (r *Resources) findMissing(ctx context.Context, d *stack.Dashboard) error {
	refs, err := r.references(ctx, d.TeamID)
	d.Missing = d.DashboardSpec.Missing(refs)
	return err
}

func (r *Resources) dashboardToChange(ctx context.Context, t turn, ref Ref) (stack.Dashboard, error) {
	d, err := r.Store.DashboardByID(ctx, t.TeamID, ref.ID)
	if err != nil {
		return stack.Dashboard{}, err
	}
	return d, ref.check("dashboard", d.Version)
}

// storeDashboard writes the dashboard over what is stored, and removes the
// alerts whose tiles are gone.
func (r *Resources) storeDashboard(ctx context.Context, t turn, stored stack.DashboardSpec, next *stack.Dashboard) ([]string, error) {
	if err := r.checkDashboard(ctx, t.TeamID, next.DashboardSpec, stored); err != nil {
		return nil, err
	}
	return r.putDashboard(ctx, t, stored, next, 0)
}

// putDashboard is storeDashboard for what was checked when it was first saved.
func (r *Resources) putDashboard(ctx context.Context, t turn, stored stack.DashboardSpec, next *stack.Dashboard, restoredFrom int64) ([]string, error) {
	next.UpdatedAt = t.now
	if err := r.Store.UpdateDashboard(ctx, *next); err != nil {
		return nil, err
	}
	next.Record = t.touched(next.Record)
	if err := r.keepVersion(ctx, t, *next, restoredFrom); err != nil {
		return nil, err
	}
	if err := r.checkDashboardRoom(ctx, t.TeamID); err != nil {
		return nil, err
	}
	return r.removeTileAlerts(ctx, *next, stack.RemovedTiles(stored.Tiles, next.Tiles))
}

func (r *Resources) removeTileAlerts(ctx context.Context, d stack.Dashboard, tiles []string) ([]string, error) {
	if len(tiles) == 0 {
		return nil, nil
	}
	alerts, err := r.Store.AlertsOnDashboard(ctx, d.TeamID, d.ID)
	if err != nil {
		return nil, err
	}
	var removed []string
	for _, a := range alerts {
		if !slices.Contains(tiles, a.TileID) {
			continue
		}
		if err := r.Store.DeleteAlert(ctx, d.TeamID, a.ID); err != nil {
			return nil, err
		}
		removed = append(removed, a.ID)
	}
	return removed, nil
}

// DeleteDashboard removes a dashboard with its alerts.
func (r *Resources) DeleteDashboard(ctx context.Context, ref Ref) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		d, err := r.dashboardToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		return r.Store.DeleteDashboard(ctx, t.TeamID, d.ID)
	})
}
