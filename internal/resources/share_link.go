package resources

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/stack"
)

// ShareLinkRecords lists share links.
type ShareLinkRecords interface {
	ShareLinksOf(ctx context.Context, teamID, dashboardID string) ([]access.ShareLink, error)
}

// Sharing makes, ends and opens share links.
type Sharing interface {
	CreateShareLink(ctx context.Context, l access.ShareLink) (access.ShareLink, string, error)
	RevokeShareLink(ctx context.Context, teamID, id string, at time.Time) error
	Share(ctx context.Context, token string) (access.ShareLink, access.Principal, error)
}

// ShareLinks returns the links to the team's dashboard, newest first.
func (r *Resources) ShareLinks(ctx context.Context, dashboardID string) ([]access.ShareLink, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := r.Store.DashboardByID(ctx, teamID, dashboardID); err != nil {
		return nil, err
	}
	return r.Store.ShareLinksOf(ctx, teamID, dashboardID)
}

// ShareDashboard makes a link to a dashboard that works for a while. The text of
// its token is returned this once.
func (r *Resources) ShareDashboard(ctx context.Context, dashboardID string, during time.Duration) (link access.ShareLink, token string, err error) {
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		d, err := r.Store.DashboardByID(ctx, t.TeamID, dashboardID)
		if err != nil {
			return err
		}
		if err := t.CheckWhole("share dashboards"); err != nil {
			return err
		}
		if err := dashboards.changing(ctx, stack.ActionUpdate, d, "shareLinks"); err != nil {
			return err
		}
		link, token, err = r.Accounts.CreateShareLink(ctx, access.ShareLink{
			TeamID: t.TeamID, DashboardID: dashboardID, CreatedBy: t.UserID, CreatedAt: t.now, ExpireAt: t.now.Add(during),
		})
		return err
	})
	return link, token, err
}

// RevokeShareLink ends a link of the team, at once.
func (r *Resources) RevokeShareLink(ctx context.Context, id string) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		if err := whole(ctx, stack.ActionUpdate, stack.SubjectDashboard); err != nil {
			return err
		}
		return r.Accounts.RevokeShareLink(ctx, t.TeamID, id, t.now)
	})
}

// Shared is a dashboard behind a share link, and who reads it.
type Shared struct {
	Dashboard stack.Dashboard
	Link      access.ShareLink
	Visitor   access.Principal
}

// Shared returns the dashboard behind the token of a link. The token is the
// credential, and good for nothing else.
func (r *Resources) Shared(ctx context.Context, token string) (Shared, error) {
	link, visitor, err := r.Accounts.Share(ctx, token)
	if err != nil {
		return Shared{}, err
	}
	d, err := r.Store.DashboardByID(ctx, link.TeamID, link.DashboardID)
	return Shared{Dashboard: d, Link: link, Visitor: visitor}, err
}
