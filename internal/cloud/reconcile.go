package cloud

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/org"
)

// The pace of the reconciler.
const (
	ReconcileEvery = 2 * time.Second
	RestEvery      = time.Minute      // between looks for services that fall idle or wake up
	SweepEvery     = 30 * time.Second // between looks for databases that came back
	WorkTimeout    = time.Minute      // of one attempt at a service's work
	ReleasedKept   = 24 * time.Hour   // how long a dropped database must stay away
)

// ReconcileStore keeps services and teams on their way.
type ReconcileStore interface {
	locker
	LedgerStore
	ServiceLife
	TeamLife
	EndpointsOfService
}

// ServiceLife keeps where services stand in their life.
type ServiceLife interface {
	ServicesAtWork(ctx context.Context) ([]org.Service, error)
	ServicesAtRest(ctx context.Context) ([]org.Service, error)
	ServiceByID(ctx context.Context, organizationID, id string) (org.Service, error)
	UpdateService(ctx context.Context, s org.Service) error
	DeleteService(ctx context.Context, organizationID, id string) error
}

// EndpointsOfService keeps the endpoints that go with a service.
type EndpointsOfService interface {
	ReverseEndpointsOfService(ctx context.Context, organizationID, serviceID string) ([]org.ReverseEndpoint, error)
	UpdateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error
}

// Reconciler does the work that the states of services ask for, and gives
// every other team its database. What it knows is in the store, so that it
// goes on after a crash where it was; several may run at once.
type Reconciler struct {
	Store  ReconcileStore
	Engine Engine
	Now    func() time.Time
	Random io.Reader
	Logger *slog.Logger
	Woken  Bell      // nil: it looks on its own
	Fail   FailPoint // nil: nothing fails

	ensured map[string]bool // teams whose database has the present schema
	restAt  time.Time
	sweepAt time.Time
	outage  logx.Outage
}

// Run reconciles until ctx ends.
func (r *Reconciler) Run(ctx context.Context) error {
	ticker := time.NewTicker(ReconcileEvery)
	defer ticker.Stop()
	for {
		if err := r.Pass(ctx); ctx.Err() == nil {
			r.outage.Note(ctx, r.Logger, "services can't be brought to their state", err)
		}
		select {
		case <-ticker.C:
		case <-r.Woken:
		case <-ctx.Done():
			return nil
		}
	}
}

// Pass does what is due now. What fails is tried again by a later pass; the
// rest does not wait for it.
func (r *Reconciler) Pass(ctx context.Context) error {
	services, err := r.Store.ServicesAtWork(ctx)
	if err != nil {
		return err
	}
	for _, s := range services {
		if err := r.attempt(ctx, s); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{r.ensureTeams, r.sweep, r.rest} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// attempt does the work of one service if it is due. Only a crash ends the
// pass.
func (r *Reconciler) attempt(ctx context.Context, s org.Service) error {
	if !s.WorkDue(r.Now()) || s.Restores() { // that is for the restorer
		return nil
	}
	err := r.reconcile(ctx, s)
	if err == nil || isCrash(err) {
		return err
	}
	r.Logger.WarnContext(ctx, "can't reconcile a service; trying again", "service", s.ID, "state", string(s.State), "error", err)
	return nil
}

func (r *Reconciler) reconcile(ctx context.Context, s org.Service) error {
	if err := r.Fail.at(string(s.Work()) + " begins"); err != nil {
		return err
	}
	seen, err := r.work(ctx, s)
	if err != nil {
		return err
	}
	if err := r.Fail.at(string(s.Work()) + " done"); err != nil {
		return err
	}
	if err := r.settle(ctx, s, seen); err != nil {
		return err
	}
	return r.Fail.at(string(s.Work()) + " stored")
}

// work does what the state asks for. All of it may be repeated.
func (r *Reconciler) work(ctx context.Context, s org.Service) (org.Observation, error) {
	ctx, cancel := context.WithTimeout(ctx, WorkTimeout)
	defer cancel()
	switch s.Work() {
	case org.WorkProvision:
		return r.outcome(ctx, s, r.Engine.EnsureTeam(ctx, s.TeamID)), nil
	case org.WorkRelease:
		return r.release(ctx, s)
	case org.WorkNone, org.WorkQuiesce:
	}
	return org.Observation{Outcome: org.OutcomeDone}, nil
}

// outcome tells owners that it failed, and the log why.
func (r *Reconciler) outcome(ctx context.Context, s org.Service, err error) org.Observation {
	if err == nil {
		return org.Observation{Outcome: org.OutcomeDone}
	}
	r.Logger.WarnContext(ctx, "the engine refused the work of a service", "service", s.ID, "work", string(s.Work()), "error", err)
	return org.Observation{Outcome: org.OutcomeFailed, Reason: "The engine is not available; the attempt is repeated."}
}

// settle stores what the observation means for the service, unless the
// service changed meanwhile: then the next pass looks again.
func (r *Reconciler) settle(ctx context.Context, s org.Service, seen org.Observation) error {
	return locked(ctx, r.Store, s.OrganizationID, func(ctx context.Context) error {
		present, err := r.Store.ServiceByID(ctx, s.OrganizationID, s.ID)
		if fault.KindOf(err) == fault.NotFound {
			return nil
		}
		if err != nil || present.Version != s.Version {
			return err
		}
		t, ok := org.NextState(present, seen, r.Now())
		if !ok {
			return nil
		}
		return r.advance(ctx, present, t)
	})
}

func (r *Reconciler) advance(ctx context.Context, s org.Service, t org.Transition) error {
	if t.To == org.ServiceTerminated {
		return r.remove(ctx, s)
	}
	after := s.Advance(t)
	if err := r.Store.UpdateService(ctx, after); err != nil {
		return err
	}
	if err := r.Fail.at("transition written"); err != nil {
		return err
	}
	kind, told := t.Activity()
	if !told {
		return nil
	}
	return r.ledger().record(ctx, entry{
		kind: kind, organizationID: s.OrganizationID, serviceID: s.ID, before: serviceFacts(s), after: serviceFacts(after),
	})
}

func (r *Reconciler) ledger() ledger { return ledger{r.Store, r.Now, r.Random} }
