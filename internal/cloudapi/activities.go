package cloudapi

import (
	"context"
	"encoding/json"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// activity is an entry of the audit log on the wire.
type activity struct {
	ID             string          `json:"id"`
	CreatedAt      string          `json:"createdAt" format:"date-time"`
	Type           string          `json:"type"`
	ActorType      string          `json:"actorType" enum:"user,support,system,api"`
	ActorID        string          `json:"actorId,omitempty" doc:"The user or the key."`
	ActorDetails   string          `json:"actorDetails,omitempty" doc:"The user's e-mail address or the key's name."`
	ActorIPAddress string          `json:"actorIpAddress,omitempty"`
	UserAgent      string          `json:"userAgent,omitempty"`
	OrganizationID string          `json:"organizationId" format:"uuid"`
	ServiceID      string          `json:"serviceId,omitempty" format:"uuid"`
	TargetID       string          `json:"targetId,omitempty" doc:"The key, member, invitation or endpoint that it is about."`
	TargetKeyID    string          `json:"targetKeyId,omitempty" format:"uuid"`
	KeyUpdateType  string          `json:"keyUpdateType,omitempty"`
	Before         json.RawMessage `json:"before,omitempty" doc:"What changed, as it was before; absent if it was created."`
	After          json.RawMessage `json:"after,omitempty" doc:"What changed, as it is now; absent if it was deleted."`
	Sequence       int64           `json:"sequence" doc:"1 for the first entry of the organization."`
	PrevHash       string          `json:"prevHash" doc:"The hash of the previous entry."`
	Hash           string          `json:"hash" doc:"SHA-256 over this entry and the hash of the previous entry."`
}

func showActivity(a org.Activity) activity {
	out := activity{
		ID: a.ID, CreatedAt: stamp(a.CreatedAt), Type: string(a.Type), ActorType: string(a.Actor.Type),
		ActorID: a.Actor.ID, ActorDetails: a.Actor.Details, ActorIPAddress: a.Actor.IPAddress, UserAgent: a.Actor.UserAgent,
		OrganizationID: a.OrganizationID, ServiceID: a.ServiceID, TargetID: a.TargetID, KeyUpdateType: string(a.KeyUpdate),
		Before: json.RawMessage(a.Before), After: json.RawMessage(a.After),
		Sequence: a.Sequence, PrevHash: a.PrevHash.String(), Hash: a.Hash.String(),
	}
	if a.KeyUpdate != "" {
		out.TargetKeyID = a.TargetID
	}
	return out
}

type listActivitiesInput struct {
	InOrganization
	FromDate string `query:"from_date" doc:"YYYY-MM-DD or an RFC 3339 date-time; from the beginning when absent."`
	ToDate   string `query:"to_date" doc:"YYYY-MM-DD, which is included, or an RFC 3339 date-time, which is not; now when absent."`
	Cursor   string `query:"cursor" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The id of the last activity of the previous page."`
	Limit    int    `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"How many activities to return at most; a full page may be followed by another."`
}

func (a *API) listActivities(ctx context.Context, in *listActivitiesInput) ([]activity, error) {
	timeRange, err := org.ParseTimeRange(in.FromDate, in.ToDate)
	if err != nil {
		return nil, err
	}
	query := cloud.ActivityQuery{Range: timeRange, After: in.Cursor, Limit: in.Limit}
	activities, err := a.cloud.Activities(ctx, in.OrganizationID, query)
	return shown(activities, showActivity), err
}

func (a *API) getActivity(ctx context.Context, in *InActivity) (httpx.Reply[activity], error) {
	found, err := a.cloud.Activity(ctx, in.OrganizationID, in.ActivityID)
	return httpx.Reply[activity]{Value: showActivity(found)}, err
}
