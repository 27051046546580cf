package cloudapi

import (
	"context"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackroutes"
)

// stackPath is where a service's stack begins.
const stackPath = servicePath + "/stack"

// mount puts the resources of a stack below its service.
func (a *API) mount(served *httpx.API) stackroutes.Mount {
	service := httpx.NewScope(a.enter)
	return stackroutes.Mount{API: served, Place: func(op httpx.Operation) httpx.Operation {
		op.ID, op.Path, op.Scope = access.ManagedID(op.ID), stackPath+op.Path, service
		for i, tag := range op.Tags {
			op.Tags[i] = "Stack: " + strings.ToLower(tag)
		}
		return op
	}}
}

// enter lets a handler act in the team of the service that the path names.
func (a *API) enter(ctx context.Context, in *InService) (context.Context, error) {
	teamID, err := a.cloud.StackTeam(ctx, in.OrganizationID, in.ServiceID)
	if err != nil {
		return ctx, err
	}
	return a.within(ctx, in.ServiceID, teamID)
}

// within lets the caller act in the team of a service.
func (a *API) within(ctx context.Context, serviceID, teamID string) (context.Context, error) {
	caller, _ := access.From(ctx)
	caller = caller.At(serviceID)
	if a.enterAs == nil {
		return access.WithPrincipal(ctx, caller.Manage(teamID)), nil
	}
	caller, err := a.enterAs(ctx, caller, teamID)
	return access.WithPrincipal(ctx, caller), err
}
