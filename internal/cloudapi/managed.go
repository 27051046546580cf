package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// InStack is the path of an operation on one resource of a service's stack.
type InStack struct {
	InService
	ID string `path:"id" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The resource."`
}

// ChangeStack is the input of a change to one resource of a service's stack.
type ChangeStack struct {
	InStack
	httpx.Conditional
}

func (in *ChangeStack) ref() resources.Ref { return resources.Ref{ID: in.ID, Version: in.IfVersion()} }

// pageOfStack is the input of an operation that lists a part.
type pageOfStack struct {
	InService
	httpx.Paging
}

// stackBodyOf is the input of an operation that makes a resource of a body
// that D describes.
type stackBodyOf[D any] struct {
	InService
	Body httpx.Verbatim[D]
}

// stackChangeOf is the input of an operation that changes a resource by a
// body that D describes.
type stackChangeOf[D any] struct {
	ChangeStack
	Body httpx.Verbatim[D]
}

// placed is an input that says which service it is about.
type placed interface {
	place() (organizationID, serviceID string)
}

func (in *InService) place() (organizationID, serviceID string) {
	return in.OrganizationID, in.ServiceID
}

// managed lets the handler act in the team of the service that the input
// names.
func managed[I placed, O any](a *API, handle func(context.Context, I) (O, error)) func(context.Context, I) (O, error) {
	return func(ctx context.Context, in I) (O, error) {
		ctx, err := a.enter(ctx, in)
		if err != nil {
			var none O
			return none, err
		}
		return handle(ctx, in)
	}
}

// managedEmpty is managed for a handler that returns no value.
func managedEmpty[I placed](a *API, handle func(context.Context, I) error) func(context.Context, I) error {
	return func(ctx context.Context, in I) error {
		ctx, err := a.enter(ctx, in)
		if err != nil {
			return err
		}
		return handle(ctx, in)
	}
}

func (a *API) enter(ctx context.Context, in placed) (context.Context, error) {
	organizationID, serviceID := in.place()
	teamID, err := a.cloud.StackTeam(ctx, organizationID, serviceID)
	if err != nil {
		return ctx, err
	}
	caller, _ := access.From(ctx)
	return access.WithPrincipal(ctx, caller.Manage(teamID)), nil
}

// makeIn, replaceIn and removeFrom begin the description of a change to a
// service's stack.
func makeIn(id, path, tag, summary string) httpx.Operation {
	op := create(id, stackPath+path, tag, summary)
	op.BodyBytesMax = stackwire.BodyBytesMax
	return op
}

func replaceIn(id, path, tag, summary string) httpx.Operation {
	op := makeIn(id, path, tag, summary)
	op.Method = http.MethodPut
	op.Description = "What a record adds to its body is accepted and ignored, so that the answer to a GET is a valid body."
	return op
}

func removeFrom(id, path, tag, summary string) httpx.Operation {
	return remove(id, stackPath+path, tag, summary)
}

func large(op httpx.Operation) httpx.Operation {
	op.BodyBytesMax = stackwire.DashboardBodyBytesMax
	return op
}
