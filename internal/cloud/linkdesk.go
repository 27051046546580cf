package cloud

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// linkOperator is how the audit log names the person at the command line.
const linkOperator = "cairn link"

// Links returns all reverse private endpoints of the installation, oldest
// first.
func (k *LinkKeeper) Links(ctx context.Context) ([]org.ReverseEndpoint, error) {
	return k.Store.ReverseEndpoints(ctx)
}

// Accept makes a pending endpoint ready.
func (k *LinkKeeper) Accept(ctx context.Context, id string) (org.ReverseEndpoint, error) {
	return k.decide(ctx, id, org.ReverseEvent{Kind: org.EventAccepted})
}

// Reject refuses an endpoint, for a reason that its owner sees.
func (k *LinkKeeper) Reject(ctx context.Context, id, reason string) (org.ReverseEndpoint, error) {
	return k.decide(ctx, id, org.ReverseEvent{Kind: org.EventRejected, Reason: reason})
}

func (k *LinkKeeper) decide(ctx context.Context, id string, event org.ReverseEvent) (org.ReverseEndpoint, error) {
	ctx = WithOrigin(ctx, Origin{Operator: linkOperator})
	e, err := k.find(ctx, id)
	if err != nil {
		return org.ReverseEndpoint{}, err
	}
	if _, _, err := e.On(event, k.Now()); err != nil {
		return org.ReverseEndpoint{}, err
	}
	if err := k.apply(ctx, e, event); err != nil {
		return org.ReverseEndpoint{}, err
	}
	return k.find(ctx, id)
}

func (k *LinkKeeper) find(ctx context.Context, id string) (org.ReverseEndpoint, error) {
	endpoints, err := k.Store.ReverseEndpoints(ctx)
	if err != nil {
		return org.ReverseEndpoint{}, err
	}
	i := slices.IndexFunc(endpoints, func(e org.ReverseEndpoint) bool { return e.ID == id })
	if i < 0 {
		return org.ReverseEndpoint{}, fault.New(fault.NotFound, "the endpoint does not exist")
	}
	return endpoints[i], nil
}
