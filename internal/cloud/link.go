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

// LinkEvery is how often the keeper looks at endpoints that are not ready.
const LinkEvery = time.Second

// Linker makes and ends private links at a provider.
type Linker interface {
	// Advance does what the endpoint's status asks for and returns what came
	// of it, false for nothing yet. It may be repeated.
	Advance(ctx context.Context, e org.ReverseEndpoint) (org.ReverseEvent, bool, error)
}

// LinkStore keeps reverse private endpoints on their way.
type LinkStore interface {
	locker
	LedgerStore
	LinkLife
}

// LinkLife keeps where endpoints stand in their life.
type LinkLife interface {
	ReverseEndpoints(ctx context.Context) ([]org.ReverseEndpoint, error)
	UnsettledReverseEndpoints(ctx context.Context) ([]org.ReverseEndpoint, error)
	ReverseEndpointByID(ctx context.Context, organizationID, serviceID, id string) (org.ReverseEndpoint, error)
	UpdateReverseEndpoint(ctx context.Context, e org.ReverseEndpoint) error
	DeleteReverseEndpoint(ctx context.Context, organizationID, id string) error
}

// LinkKeeper takes reverse private endpoints through their life. What it
// knows is in the store; several may run at once.
type LinkKeeper struct {
	Store  LinkStore
	Linker Linker
	Now    func() time.Time
	Random io.Reader
	Logger *slog.Logger
	Woken  Bell      // nil: it looks on its own
	Settle func()    // called when an endpoint is gone; nil: nobody waits for it
	Fail   FailPoint // nil: nothing fails

	outage logx.Outage
}

// Run keeps links until ctx ends.
func (k *LinkKeeper) Run(ctx context.Context) error {
	ticker := time.NewTicker(LinkEvery)
	defer ticker.Stop()
	for {
		if err := k.Pass(ctx); ctx.Err() == nil {
			k.outage.Note(ctx, k.Logger, "reverse private endpoints can't be kept", err)
		}
		select {
		case <-ticker.C:
		case <-k.Woken:
		case <-ctx.Done():
			return nil
		}
	}
}

// Pass does what is due now.
func (k *LinkKeeper) Pass(ctx context.Context) error {
	endpoints, err := k.Store.UnsettledReverseEndpoints(ctx)
	if err != nil {
		return err
	}
	for _, e := range endpoints {
		err := k.advance(ctx, e)
		if isCrash(err) {
			return err
		}
		if err != nil {
			k.Logger.WarnContext(ctx, "can't advance a link; trying again", "endpoint", e.ID, "error", err)
		}
	}
	return nil
}

func (k *LinkKeeper) advance(ctx context.Context, e org.ReverseEndpoint) error {
	if err := k.Fail.at(string(e.Status) + " begins"); err != nil {
		return err
	}
	event, happened := k.next(ctx, e)
	if !happened {
		return nil
	}
	if err := k.Fail.at(string(e.Status) + " " + string(event.Kind)); err != nil {
		return err
	}
	if err := k.apply(ctx, e, event); err != nil {
		return err
	}
	return k.Fail.at(string(e.Status) + " stored")
}

// next returns what happens to the endpoint now: what its time brings, or
// what the provider says.
func (k *LinkKeeper) next(ctx context.Context, e org.ReverseEndpoint) (org.ReverseEvent, bool) {
	if event, at, ok := e.Due(); ok && !k.Now().Before(at) {
		return event, true
	}
	ctx, cancel := context.WithTimeout(ctx, WorkTimeout)
	defer cancel()
	event, happened, err := k.Linker.Advance(ctx, e)
	if err == nil {
		return event, happened
	}
	k.Logger.WarnContext(ctx, "the provider did not answer", "endpoint", e.ID, "error", err)
	unreadable := org.ReverseEvent{Kind: org.EventUnreadable, Reason: "The provider did not answer."}
	_, changed, err := e.On(unreadable, k.Now())
	return unreadable, changed && err == nil
}

// apply stores the event, unless the endpoint changed meanwhile: then the
// next pass looks again.
func (k *LinkKeeper) apply(ctx context.Context, e org.ReverseEndpoint, event org.ReverseEvent) error {
	gone := false
	err := locked(ctx, k.Store, e.OrganizationID, func(ctx context.Context) error {
		present, err := k.Store.ReverseEndpointByID(ctx, e.OrganizationID, e.ServiceID, e.ID)
		if fault.KindOf(err) == fault.NotFound {
			return nil
		}
		if err != nil || present.Version != e.Version {
			return err
		}
		after, changed, err := present.On(event, k.Now())
		if err != nil || !changed {
			return err
		}
		if gone = after.Status == org.ReverseGone; gone {
			return k.Store.DeleteReverseEndpoint(ctx, e.OrganizationID, e.ID)
		}
		return saveReverse(ctx, k.Store, ledger{k.Store, k.Now, k.Random},
			reverseChange{kind: toldKind(event.Kind), before: present, after: &after})
	})
	if err == nil && gone && k.Settle != nil {
		k.Settle()
	}
	return err
}

// toldKind returns the word of the audit log for the event: what a person
// decided, or what ends an endpoint without one.
func toldKind(kind org.ReverseEventKind) org.ActivityType {
	switch kind {
	case org.EventAccepted, org.EventRejected, org.EventExpired:
		return org.ActivityReverseEndpointUpdate
	case org.EventDeleteRequested:
		return org.ActivityReverseEndpointDelete
	case org.EventProvisioned, org.EventNeedsAcceptance, org.EventFailed, org.EventUnreadable, org.EventDeleted:
	}
	return ""
}
