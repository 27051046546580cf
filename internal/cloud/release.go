package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

// release ends what the service has outside of the store: its endpoints
// first, its database last. It is not finished while endpoints are left.
func (r *Reconciler) release(ctx context.Context, s org.Service) (org.Observation, error) {
	left, err := r.endEndpoints(ctx, s)
	if err != nil || left > 0 {
		return org.Observation{}, err
	}
	if err := r.Fail.at("endpoints gone"); err != nil {
		return org.Observation{}, err
	}
	return r.outcome(ctx, s, r.Engine.DropTeam(ctx, s.TeamID)), nil
}

// endEndpoints sends the service's endpoints on their way out and returns how
// many there still are.
func (r *Reconciler) endEndpoints(ctx context.Context, s org.Service) (int, error) {
	left := 0
	err := locked(ctx, r.Store, s.OrganizationID, func(ctx context.Context) error {
		endpoints, err := r.Store.ReverseEndpointsOfService(ctx, s.OrganizationID, s.ID)
		if err != nil {
			return err
		}
		left = len(endpoints)
		for _, e := range endpoints {
			if err := r.endEndpoint(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	return left, err
}

func (r *Reconciler) endEndpoint(ctx context.Context, e org.ReverseEndpoint) error {
	event := org.ReverseEvent{Kind: org.EventDeleteRequested, Reason: "The service is being deleted."}
	after, changed, err := e.On(event, r.Now())
	if err != nil || !changed {
		return err
	}
	return saveReverse(ctx, r.Store, r.ledger(), reverseChange{kind: org.ActivityReverseEndpointDelete, before: e, after: &after})
}

// remove takes the service and its team out of the store; keys, sessions and
// whatever else hangs on the team goes with it. The database is gone already.
func (r *Reconciler) remove(ctx context.Context, s org.Service) error {
	if err := r.Store.DeleteService(ctx, s.OrganizationID, s.ID); err != nil {
		return err
	}
	if err := r.Fail.at("service removed"); err != nil {
		return err
	}
	return r.Store.ReleaseTeam(ctx, s.TeamID, r.Now())
}
