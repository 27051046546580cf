package cloudapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

func (a *API) listReverse(ctx context.Context, in *InService) ([]reversePrivateEndpoint, error) {
	endpoints, err := a.cloud.ReverseEndpoints(ctx, in.OrganizationID, in.ServiceID)
	return shown(endpoints, showReverse), err
}

type createReverseInput struct {
	InService
	Body reverseBody
}

func (a *API) createReverse(ctx context.Context, in *createReverseInput) (httpx.Reply[reversePrivateEndpoint], error) {
	return replyReverse(a.cloud.CreateReverseEndpoint(ctx, in.OrganizationID, in.ServiceID, in.Body.input()))
}

func replyReverse(e org.ReverseEndpoint, err error) (httpx.Reply[reversePrivateEndpoint], error) {
	return httpx.Reply[reversePrivateEndpoint]{Value: showReverse(e), Version: e.Version}, err
}

// getReverseOperation may wait longer than other operations.
func getReverseOperation(tag string) httpx.Operation {
	op := beta(get("getReversePrivateEndpoint", reversePath, tag, "Get a reverse private endpoint"))
	op.Timeout = cloud.WaitMax + 5*time.Second
	return op
}

type getReverseInput struct {
	InReverse
	WaitFor string `query:"waitFor" enum:"Unknown,Provisioning,Deleting,Ready,Failed,PendingAcceptance,Rejected,Expired" doc:"Respond once the endpoint has this status, can no longer reach it on its own, or the time is up."`
	Timeout string `query:"timeout" doc:"How long to wait for waitFor, such as 30s; at most 45s."`
}

func (a *API) getReverse(ctx context.Context, in *getReverseInput) (httpx.Reply[reversePrivateEndpoint], error) {
	timeout, err := parseTimeout(in.Timeout)
	if err != nil {
		return httpx.Reply[reversePrivateEndpoint]{}, err
	}
	if in.WaitFor == "" {
		return replyReverse(a.cloud.ReverseEndpoint(ctx, in.ref()))
	}
	wait := cloud.Wait{Status: org.ReverseStatus(in.WaitFor), Timeout: timeout}
	return replyReverse(a.cloud.AwaitReverseEndpoint(ctx, in.ref(), wait))
}

func parseTimeout(text string) (time.Duration, error) {
	if text == "" {
		return cloud.WaitDefault, nil
	}
	timeout, err := time.ParseDuration(text)
	var rules fault.Rules
	rules.Check(err == nil && timeout >= 0 && timeout <= cloud.WaitMax, "timeout", "range",
		"must be a duration between 0s and %s", cloud.WaitMax)
	return timeout, rules.Err()
}

type updateReverseInput struct {
	ChangeReverse
	Body struct {
		CustomPrivateDNSMappings *[]dnsMapping `json:"customPrivateDnsMappings,omitempty" nullable:"false" maxItems:"50" doc:"Replaces the current ones; empty for none."`
	}
}

func (a *API) updateReverse(ctx context.Context, in *updateReverseInput) (httpx.Reply[reversePrivateEndpoint], error) {
	var names *[]string
	if in.Body.CustomPrivateDNSMappings != nil {
		given := dnsNames(*in.Body.CustomPrivateDNSMappings)
		names = &given
	}
	return replyReverse(a.cloud.UpdateReverseEndpoint(ctx, in.ref(), names))
}

func (a *API) deleteReverse(ctx context.Context, in *ChangeReverse) error {
	return a.cloud.DeleteReverseEndpoint(ctx, in.ref())
}
