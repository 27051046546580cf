// Package notifier tells people: messages of the outbox, one endpoint at a time,
// retried on a schedule, with a ledger of every attempt.
package notifier

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/stack"
)

// What the notifier's fields mean when they are left at zero.
const (
	// EndpointsMax is how many endpoints are delivered to at once.
	EndpointsMax = 256
	// EndpointAttemptsMax is how many attempts one endpoint has at once.
	EndpointAttemptsMax = 4
	// EndpointBatch is how many messages are looked up at once, and
	// EndpointBatchesMax how many times that is done before other endpoints
	// have their turn.
	EndpointBatch      = 64
	EndpointBatchesMax = 20
	// DeliveryLease is how long an endpoint belongs to a notifier after each
	// sign of life. It is longer than any attempt.
	DeliveryLease = 30 * time.Second
	// DeliveryPoll is how often the outbox is looked at.
	DeliveryPoll = 500 * time.Millisecond
	// DeliveryStopMax is how long attempts under way may go on at the end.
	DeliveryStopMax = 5 * time.Second
	// LedgerAgeMax is how long messages are kept after they are settled.
	LedgerAgeMax = 30 * 24 * time.Hour
	// PruneMessagesMax is how many are removed at once.
	PruneMessagesMax = 1000
	// measureEvery, forwardEvery and pruneEvery are how often the outbox is
	// measured, times that no clock of now can have set are brought forward,
	// and old messages are removed.
	measureEvery = 5 * time.Second
	forwardEvery = 10 * time.Second
	pruneEvery   = 10 * time.Minute
)

// EndpointStore keeps who delivers to which endpoint.
type EndpointStore interface {
	// DueEndpoints returns endpoints without an owner that have something due
	// and may be reached, the longest due first.
	DueEndpoints(ctx context.Context, now time.Time, limit int) ([]Endpoint, error)
	// TakeEndpoint makes the owner the endpoint's for the duration, and
	// returns false when it has another.
	TakeEndpoint(ctx context.Context, e Endpoint, lease time.Duration) (Endpoint, bool, error)
	// KeepEndpoint prolongs the lease and writes how the endpoint did. It is
	// a Stale fault when the endpoint has another owner by now.
	KeepEndpoint(ctx context.Context, e Endpoint, lease time.Duration) error
	// LeaveEndpoint ends the lease, if it is still the owner's.
	LeaveEndpoint(ctx context.Context, e Endpoint) error
}

// MessageStore keeps the messages that the notifier delivers.
type MessageStore interface {
	// DueMessages returns messages for the webhook that are due and not
	// behind one of their lane that is not, in the order of their positions.
	DueMessages(ctx context.Context, webhookID string, now time.Time, limit int) ([]alerting.Message, error)
	// UpdateMessage writes where a pending message stands.
	UpdateMessage(ctx context.Context, m alerting.Message) error
	AddAttempt(ctx context.Context, a alerting.Attempt) error
	// HastenMessages makes all messages that wait for the webhook due.
	HastenMessages(ctx context.Context, webhookID string, now time.Time) error
	// BringForward makes messages due whose time lies further ahead than the
	// longest wait before their next attempt, which waits has by the number of
	// tries; and endpoints reachable that are left alone for longer than the
	// pause.
	BringForward(ctx context.Context, now time.Time, waits []time.Duration, pause time.Duration) error
	// BuryMessages makes all messages that wait for the webhook dead.
	BuryMessages(ctx context.Context, webhookID, reason string, now time.Time) error
	// PruneMessages removes messages that were settled before the time, and
	// returns how many.
	PruneMessages(ctx context.Context, before time.Time, limit int) (int, error)
	// OutboxFigures returns how the outbox stands.
	OutboxFigures(ctx context.Context, now time.Time) (OutboxFigures, error)
}

// WebhookStore keeps webhooks.
type WebhookStore interface {
	WebhookByID(ctx context.Context, teamID, id string) (stack.Webhook, error)
	DisableWebhook(ctx context.Context, teamID, id string, at time.Time) error
}

// NotifierStore is everything that the notifier keeps.
type NotifierStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	EndpointStore
	MessageStore
	WebhookStore
}

// OutboxFigures is how the outbox stands.
type OutboxFigures struct {
	Pending int
	DueFor  time.Duration // of the longest due message
}

// Notifier delivers what is in the outbox: at least once, under one id, in
// the order of each lane. Several may run on one database. Store, Sender,
// Now, Chance, Owner and Logger are required.
type Notifier struct {
	Store   NotifierStore
	Sender  alerting.Sender
	Now     func() time.Time
	Chance  func() float64 // from 0 up to 1, for the jitter of retries
	Owner   string         // tells this notifier from all others
	Logger  *slog.Logger
	Metrics *Metrics // nil: nothing is measured

	EndpointsMax int           // 0: EndpointsMax
	Poll         time.Duration // 0: DeliveryPoll
	Lease        time.Duration // 0: DeliveryLease

	outage logx.Outage
}

// Run delivers until ctx ends. Attempts under way may then go on for
// DeliveryStopMax.
func (n *Notifier) Run(ctx context.Context) error {
	work, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	crew := newCrew(cmp.Or(n.EndpointsMax, EndpointsMax))
	tick := time.NewTicker(cmp.Or(n.Poll, DeliveryPoll))
	defer tick.Stop()
	var done chores
	for ctx.Err() == nil {
		n.pass(ctx, work, crew)
		n.tidy(ctx, &done)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	impatient := time.AfterFunc(DeliveryStopMax, abandon)
	defer impatient.Stop()
	crew.Wait()
	return nil
}

// Deliver makes one pass and waits until everything that it found is
// attempted. It returns how many endpoints it delivered to.
func (n *Notifier) Deliver(ctx context.Context) int {
	n.bringForward(ctx, n.now())
	crew := newCrew(cmp.Or(n.EndpointsMax, EndpointsMax))
	found := n.pass(ctx, ctx, crew)
	crew.Wait()
	return found
}

// pass gives each endpoint that has something due to somebody who is free.
func (n *Notifier) pass(ctx, work context.Context, crew *crew) int {
	due, err := n.Store.DueEndpoints(ctx, n.now(), crew.free())
	if ctx.Err() == nil {
		n.outage.Note(ctx, n.Logger, "notifications that wait can't be read", err)
	}
	if err != nil {
		return 0
	}
	for _, e := range due {
		e.Owner = n.Owner
		crew.Go(func() { n.serve(work, e) })
	}
	return len(due)
}

// chores is when the outbox was last looked after.
type chores struct{ measured, forwarded, pruned time.Time }

// tidy looks after the outbox now and then.
func (n *Notifier) tidy(ctx context.Context, last *chores) {
	now := n.now()
	if isDue(last.measured, measureEvery, now) {
		last.measured = now
		n.measure(ctx, now)
	}
	if isDue(last.forwarded, forwardEvery, now) {
		last.forwarded = now
		n.bringForward(ctx, now)
	}
	if isDue(last.pruned, pruneEvery, now) && n.prune(ctx, now) {
		last.pruned = now
	}
}

// isDue reports whether it is time again, by a clock that may be set back.
func isDue(last time.Time, every time.Duration, now time.Time) bool {
	since := now.Sub(last)
	return since >= every || since < 0
}

// bringForward repairs what a clock has written that was ahead: a message that
// waits until then would be told late.
func (n *Notifier) bringForward(ctx context.Context, now time.Time) {
	if err := n.Store.BringForward(ctx, now, longestWaits(), BreakerMax); err != nil {
		n.warn(ctx, "the outbox can't be brought forward", err)
	}
}

func (n *Notifier) measure(ctx context.Context, now time.Time) {
	figures, err := n.Store.OutboxFigures(ctx, now)
	if err != nil {
		n.warn(ctx, "the outbox can't be measured", err)
		return
	}
	n.Metrics.outbox(figures)
}

// prune reports whether nothing old is left for now.
func (n *Notifier) prune(ctx context.Context, now time.Time) bool {
	removed, err := n.Store.PruneMessages(ctx, now.Add(-LedgerAgeMax), PruneMessagesMax)
	if err != nil {
		n.warn(ctx, "old messages can't be removed", err)
	}
	return removed < PruneMessagesMax
}

func (n *Notifier) lease() time.Duration { return cmp.Or(n.Lease, DeliveryLease) }

func (n *Notifier) now() time.Time { return n.Now().UTC().Truncate(time.Millisecond) }

func (n *Notifier) warn(ctx context.Context, text string, err error) {
	if ctx.Err() == nil && !n.outage.IsOn() { // an outage is told of as a whole
		n.Logger.WarnContext(ctx, text, "error", err)
	}
}

// crew is a bounded number of goroutines.
type crew struct {
	sync.WaitGroup
	seats chan struct{}
}

func newCrew(size int) *crew { return &crew{seats: make(chan struct{}, size)} }

func (c *crew) free() int { return cap(c.seats) - len(c.seats) }

// Go runs fn in a seat of its own; it waits for one.
func (c *crew) Go(fn func()) {
	c.seats <- struct{}{}
	c.WaitGroup.Go(func() {
		defer func() { <-c.seats }()
		fn()
	})
}
