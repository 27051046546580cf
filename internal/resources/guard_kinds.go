package resources

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

func (g guard) CreateSource(ctx context.Context, made stack.Source) error {
	if err := sources.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateSource(ctx, made)
}

func (g guard) SourceByID(ctx context.Context, teamID, id string) (stack.Source, error) {
	found, err := g.ResourceStore.SourceByID(ctx, teamID, id)
	return sources.readable(ctx, found, err)
}

func (g guard) SourcesOf(ctx context.Context, teamID string) ([]stack.Source, error) {
	all, err := g.ResourceStore.SourcesOf(ctx, teamID)
	return sources.list(ctx, all, err)
}

func (g guard) UpdateSource(ctx context.Context, next stack.Source) error {
	err := sources.replacing(ctx, next, func(ctx context.Context) (stack.Source, error) { return g.SourceByID(ctx, next.TeamID, next.ID) })
	if err != nil {
		return err
	}
	return g.ResourceStore.UpdateSource(ctx, next)
}

func (g guard) DeleteSource(ctx context.Context, teamID, id string) error {
	if err := sources.removing(ctx, func(ctx context.Context) (stack.Source, error) { return g.SourceByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteSource(ctx, teamID, id)
}

func (g guard) CreateConnection(ctx context.Context, made stack.Connection) error {
	if err := connections.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateConnection(ctx, made)
}

func (g guard) ConnectionByID(ctx context.Context, teamID, id string) (stack.Connection, error) {
	found, err := g.ResourceStore.ConnectionByID(ctx, teamID, id)
	return connections.readable(ctx, found, err)
}

func (g guard) ConnectionsOf(ctx context.Context, teamID string) ([]stack.Connection, error) {
	all, err := g.ResourceStore.ConnectionsOf(ctx, teamID)
	return connections.list(ctx, all, err)
}

func (g guard) UpdateConnection(ctx context.Context, next stack.Connection) error {
	err := connections.replacing(ctx, next, func(ctx context.Context) (stack.Connection, error) {
		return g.ConnectionByID(ctx, next.TeamID, next.ID)
	})
	if err != nil {
		return err
	}
	return g.ResourceStore.UpdateConnection(ctx, next)
}

func (g guard) DeleteConnection(ctx context.Context, teamID, id string) error {
	if err := connections.removing(ctx, func(ctx context.Context) (stack.Connection, error) { return g.ConnectionByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteConnection(ctx, teamID, id)
}

func (g guard) CreateWebhook(ctx context.Context, made stack.Webhook) error {
	if err := webhooks.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateWebhook(ctx, made)
}

func (g guard) WebhookByID(ctx context.Context, teamID, id string) (stack.Webhook, error) {
	found, err := g.ResourceStore.WebhookByID(ctx, teamID, id)
	return webhooks.readable(ctx, found, err)
}

func (g guard) WebhooksOf(ctx context.Context, teamID string, part Part) ([]stack.Webhook, int, error) {
	return webhooks.page(ctx, part, func(part Part) ([]stack.Webhook, int, error) { return g.ResourceStore.WebhooksOf(ctx, teamID, part) })
}

func (g guard) UpdateWebhook(ctx context.Context, next stack.Webhook) error {
	err := webhooks.replacing(ctx, next, func(ctx context.Context) (stack.Webhook, error) { return g.WebhookByID(ctx, next.TeamID, next.ID) })
	if err != nil {
		return err
	}
	return g.ResourceStore.UpdateWebhook(ctx, next)
}

func (g guard) DeleteWebhook(ctx context.Context, teamID, id string) error {
	if err := webhooks.removing(ctx, func(ctx context.Context) (stack.Webhook, error) { return g.WebhookByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteWebhook(ctx, teamID, id)
}

func (g guard) CreateSavedSearch(ctx context.Context, made stack.SavedSearch) error {
	if err := searches.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateSavedSearch(ctx, made)
}

func (g guard) SavedSearchByID(ctx context.Context, teamID, id string) (stack.SavedSearch, error) {
	found, err := g.ResourceStore.SavedSearchByID(ctx, teamID, id)
	return searches.readable(ctx, found, err)
}

func (g guard) SavedSearchesOf(ctx context.Context, teamID string, part Part) ([]stack.SavedSearch, int, error) {
	return searches.page(ctx, part, func(part Part) ([]stack.SavedSearch, int, error) {
		return g.ResourceStore.SavedSearchesOf(ctx, teamID, part)
	})
}

func (g guard) UpdateSavedSearch(ctx context.Context, next stack.SavedSearch) error {
	if err := g.checkWatched(ctx, next.TeamID, "saved search", func(a stack.Alert) bool { return a.SavedSearchID == next.ID }); err != nil {
		return err
	}
	err := searches.replacing(ctx, next, func(ctx context.Context) (stack.SavedSearch, error) {
		return g.SavedSearchByID(ctx, next.TeamID, next.ID)
	})
	if err != nil {
		return err
	}
	return g.ResourceStore.UpdateSavedSearch(ctx, next)
}

func (g guard) DeleteSavedSearch(ctx context.Context, teamID, id string) error {
	if err := g.checkWatched(ctx, teamID, "saved search", func(a stack.Alert) bool { return a.SavedSearchID == id }); err != nil {
		return err
	}
	if err := searches.removing(ctx, func(ctx context.Context) (stack.SavedSearch, error) { return g.SavedSearchByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteSavedSearch(ctx, teamID, id)
}

func (g guard) CreateDashboard(ctx context.Context, made stack.Dashboard) error {
	if err := dashboards.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateDashboard(ctx, made)
}

func (g guard) DashboardByID(ctx context.Context, teamID, id string) (stack.Dashboard, error) {
	found, err := g.ResourceStore.DashboardByID(ctx, teamID, id)
	return dashboards.readable(ctx, found, err)
}

func (g guard) DashboardsOf(ctx context.Context, teamID string) ([]stack.Dashboard, error) {
	all, err := g.ResourceStore.DashboardsOf(ctx, teamID)
	return dashboards.list(ctx, all, err)
}

func (g guard) UpdateDashboard(ctx context.Context, next stack.Dashboard) error {
	err := dashboards.replacing(ctx, next, func(ctx context.Context) (stack.Dashboard, error) { return g.DashboardByID(ctx, next.TeamID, next.ID) })
	if err != nil {
		return err
	}
	if err := g.checkShared(ctx, next); err != nil {
		return err
	}
	return g.ResourceStore.UpdateDashboard(ctx, next)
}

func (g guard) DeleteDashboard(ctx context.Context, teamID, id string) error {
	if err := g.checkWatched(ctx, teamID, "dashboard", func(a stack.Alert) bool { return a.DashboardID == id }); err != nil {
		return err
	}
	if err := dashboards.removing(ctx, func(ctx context.Context) (stack.Dashboard, error) { return g.DashboardByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteDashboard(ctx, teamID, id)
}

func (g guard) CreateAlert(ctx context.Context, made stack.Alert) error {
	if err := alerts.changing(ctx, stack.ActionCreate, made); err != nil {
		return err
	}
	return g.ResourceStore.CreateAlert(ctx, made)
}

func (g guard) AlertByID(ctx context.Context, teamID, id string) (stack.Alert, error) {
	found, err := g.ResourceStore.AlertByID(ctx, teamID, id)
	return alerts.readable(ctx, found, err)
}

func (g guard) AlertsOf(ctx context.Context, teamID string, part Part) ([]stack.Alert, int, error) {
	return alerts.page(ctx, part, func(part Part) ([]stack.Alert, int, error) { return g.ResourceStore.AlertsOf(ctx, teamID, part) })
}

func (g guard) UpdateAlert(ctx context.Context, next stack.Alert) (int64, error) {
	err := alerts.replacing(ctx, next, func(ctx context.Context) (stack.Alert, error) { return g.AlertByID(ctx, next.TeamID, next.ID) })
	if err != nil {
		return 0, err
	}
	return g.ResourceStore.UpdateAlert(ctx, next)
}

func (g guard) SilenceAlert(ctx context.Context, next stack.Alert) (int64, error) {
	err := alerts.replacing(ctx, next, func(ctx context.Context) (stack.Alert, error) { return g.AlertByID(ctx, next.TeamID, next.ID) })
	if err != nil {
		return 0, err
	}
	return g.ResourceStore.SilenceAlert(ctx, next)
}

func (g guard) DeleteAlert(ctx context.Context, teamID, id string) error {
	if err := alerts.removing(ctx, func(ctx context.Context) (stack.Alert, error) { return g.AlertByID(ctx, teamID, id) }); err != nil {
		return err
	}
	return g.ResourceStore.DeleteAlert(ctx, teamID, id)
}

func (g guard) DashboardIDsOf(ctx context.Context, teamID string) ([]string, error) {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionRead, stack.SubjectDashboard) {
		return g.ResourceStore.DashboardIDsOf(ctx, teamID)
	}
	list, err := g.DashboardsOf(ctx, teamID)
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	return ids, err
}

func (g guard) IngestionKeysOf(ctx context.Context, teamID string) ([]access.IngestionKey, error) {
	if err := whole(ctx, stack.ActionRead, stack.SubjectSource); err != nil {
		return nil, err
	}
	return g.ResourceStore.IngestionKeysOf(ctx, teamID)
}

func (g guard) DeleteIngestionKey(ctx context.Context, teamID, id string) error {
	if err := whole(ctx, stack.ActionDelete, stack.SubjectSource); err != nil {
		return err
	}
	return g.ResourceStore.DeleteIngestionKey(ctx, teamID, id)
}

// checkWatched returns a Forbidden fault for what an alert watches, unless the
// caller may change and delete alerts: they would do so by the way.
func (g guard) checkWatched(ctx context.Context, teamID, noun string, watches func(stack.Alert) bool) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.May(access.On(stack.ActionUpdate, stack.SubjectAlert)) && p.May(access.On(stack.ActionDelete, stack.SubjectAlert)) {
		return nil
	}
	all, _, err := g.ResourceStore.AlertsOf(ctx, teamID, wholePart)
	if err != nil || !slices.ContainsFunc(all, watches) {
		return err
	}
	return fault.New(fault.Forbidden, "an alert watches the %s, and your role may not change alerts", noun)
}

// checkShared returns a Forbidden fault for a dashboard that others share by a
// link, when the caller has a data scope: its visitors see what the others do,
// and the caller may be one.
func (g guard) checkShared(ctx context.Context, d stack.Dashboard) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || !p.IsScoped() {
		return nil
	}
	links, err := g.ShareLinksOf(ctx, d.TeamID, d.ID)
	isOthers := func(l access.ShareLink) bool { return l.CreatedBy != p.UserID && l.RevokedAt.IsZero() }
	if err != nil || !slices.ContainsFunc(links, isOthers) {
		return err
	}
	return fault.New(fault.Forbidden, "somebody shares this dashboard by a link, which shows more than your role may read")
}
