package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
)

// retention is for how many days telemetry is kept.
type retention struct {
	LogDays    int `json:"logDays" minimum:"1" maximum:"3650"`
	TraceDays  int `json:"traceDays" minimum:"1" maximum:"3650"`
	MetricDays int `json:"metricDays" minimum:"1" maximum:"3650"`
}

type retentionInput struct{ Body retention }

func (a *API) getRetention(ctx context.Context, _ *struct{}) (httpx.Reply[retention], error) {
	if err := a.checkReach(ctx); err != nil {
		return httpx.Reply[retention]{}, err
	}
	kept, err := a.keeping.Retention(ctx)
	return httpx.Reply[retention]{Value: retention(kept)}, err
}

func (a *API) setRetention(ctx context.Context, in *retentionInput) (httpx.Reply[retention], error) {
	if err := a.checkReach(ctx); err != nil {
		return httpx.Reply[retention]{}, err
	}
	if err := a.keeping.SetRetention(ctx, resources.Retention(in.Body)); err != nil {
		return httpx.Reply[retention]{}, err
	}
	return a.getRetention(ctx, nil)
}

// checkReach returns a Forbidden fault unless the caller may reach the
// telemetry of the team from where they are. The rest of this API is about the
// account and the installation.
func (a *API) checkReach(ctx context.Context) error {
	p, _ := access.From(ctx)
	return a.reach(ctx, p.TeamID)
}
