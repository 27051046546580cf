package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// upgradeWindow is an UpgradeWindow on the wire.
type upgradeWindow struct {
	Weekday      int `json:"weekday" minimum:"0" maximum:"6" doc:"0 is Sunday."`
	StartHourUTC int `json:"startHourUtc" doc:"0, 6, 12 or 18."`
	Duration     int `json:"duration" doc:"In hours; always 6."`
}

func replyUpgradeWindow(s org.Service, err error) (httpx.Reply[upgradeWindow], error) {
	if err != nil {
		return httpx.Reply[upgradeWindow]{}, err
	}
	w := s.UpgradeWindow
	return httpx.Reply[upgradeWindow]{Version: s.Version, Value: upgradeWindow{
		Weekday: w.Weekday, StartHourUTC: w.StartHourUTC, Duration: org.UpgradeWindowHours,
	}}, nil
}

func (a *API) getUpgradeWindow(ctx context.Context, in *InService) (httpx.Reply[upgradeWindow], error) {
	return replyUpgradeWindow(a.cloud.UpgradeWindow(ctx, in.OrganizationID, in.ServiceID))
}

func upgradeWindowOperation(tag string) httpx.Operation {
	op := conflicts(change("updateUpgradeWindow", upgradeWindowPath, tag, "Set the upgrade window of a service"))
	op.Method = http.MethodPut
	return op
}

type updateUpgradeWindowInput struct {
	ChangeService
	Body struct {
		Weekday      int  `json:"weekday" minimum:"0" maximum:"6" doc:"0 is Sunday."`
		StartHourUTC int  `json:"startHourUtc" enum:"0,6,12,18"`
		Duration     *int `json:"duration,omitempty" nullable:"false" enum:"6" doc:"In hours; optional."`
	}
}

func (a *API) updateUpgradeWindow(ctx context.Context, in *updateUpgradeWindowInput) (httpx.Reply[upgradeWindow], error) {
	w := org.UpgradeWindow{Weekday: in.Body.Weekday, StartHourUTC: in.Body.StartHourUTC}
	s, err := a.cloud.SetUpgradeWindow(ctx, in.ref(), &w)
	return replyUpgradeWindow(s.Service, err)
}

func (a *API) deleteUpgradeWindow(ctx context.Context, in *ChangeService) error {
	_, err := a.cloud.SetUpgradeWindow(ctx, in.ref(), nil)
	return err
}
