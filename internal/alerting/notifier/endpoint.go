package notifier

import (
	"context"
	"errors"
	"sync"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// visit is one notifier's turn with one endpoint.
type visit struct {
	*Notifier
	webhook stack.Webhook

	mu       sync.Mutex // guards the rest
	endpoint Endpoint
	disabled bool
	failed   error // to write something down
}

// serve delivers what is due to an endpoint, unless somebody else does.
func (n *Notifier) serve(ctx context.Context, e Endpoint) {
	e, taken, err := n.Store.TakeEndpoint(ctx, e, n.lease())
	if err != nil || !taken {
		n.unlessGone(ctx, "an endpoint can't be taken", err)
		return
	}
	v := &visit{Notifier: n, endpoint: e}
	defer func() {
		if err := n.Store.LeaveEndpoint(context.WithoutCancel(ctx), v.endpoint); err != nil {
			n.warn(ctx, "an endpoint can't be left", err)
		}
	}()
	for range EndpointBatchesMax {
		again, err := v.batch(ctx)
		n.unlessGone(ctx, "messages can't be delivered", err)
		if err != nil || !again {
			return
		}
	}
}

// unlessGone logs a failure, unless it says that the webhook was removed or
// that another notifier has the endpoint: both may happen at any time.
func (n *Notifier) unlessGone(ctx context.Context, text string, err error) {
	if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Stale {
		n.warn(ctx, text, err)
	}
}

// batch makes an attempt for each message that is due, and reports whether
// there may be more to do.
func (v *visit) batch(ctx context.Context) (again bool, err error) {
	e := v.endpoint
	if v.webhook, err = v.Store.WebhookByID(ctx, e.TeamID, e.WebhookID); err != nil {
		return false, err
	}
	if !v.webhook.DisabledAt.IsZero() {
		return false, v.Store.BuryMessages(ctx, e.WebhookID, reasonDisabled, v.now())
	}
	due, err := v.Store.DueMessages(ctx, e.WebhookID, v.now(), e.batchSize())
	if err != nil || len(due) == 0 {
		return false, err
	}
	if err := v.Store.KeepEndpoint(ctx, e, v.lease()); err != nil {
		return false, err
	}
	v.attemptAll(ctx, due)
	return v.mayGoOn(ctx), v.failed
}

// batchSize is one while the breaker is on trial.
func (e Endpoint) batchSize() int {
	if e.tripped() {
		return 1
	}
	return EndpointBatch
}

// mayGoOn reports whether the endpoint may be reached, the program goes on,
// and everything could be written down so far.
func (v *visit) mayGoOn(ctx context.Context) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return ctx.Err() == nil && v.failed == nil && !v.disabled && !v.endpoint.OpenUntil.After(v.now())
}

// attemptAll goes along as many lanes at once as the endpoint may have
// attempts.
func (v *visit) attemptAll(ctx context.Context, due []alerting.Message) {
	lanes := lanesOf(due)
	queue := make(chan []alerting.Message, len(lanes))
	for _, lane := range lanes {
		queue <- lane
	}
	close(queue)
	var hands sync.WaitGroup
	for range min(EndpointAttemptsMax, len(lanes)) {
		hands.Go(func() {
			for lane := range queue {
				v.follow(ctx, lane)
			}
		})
	}
	hands.Wait()
}

// lanesOf returns the messages by lane, in their order.
func lanesOf(due []alerting.Message) [][]alerting.Message {
	var lanes [][]alerting.Message
	index := map[string]int{}
	for _, m := range due {
		i, ok := index[m.Lane]
		if !ok {
			i = len(lanes)
			index[m.Lane], lanes = i, append(lanes, nil)
		}
		lanes[i] = append(lanes[i], m)
	}
	return lanes
}

// follow delivers a lane up to a message that has to wait: what is behind it
// waits too.
func (v *visit) follow(ctx context.Context, lane []alerting.Message) {
	for _, m := range lane {
		if !v.mayGoOn(ctx) || !v.attempt(ctx, m) {
			return
		}
	}
}

// attempt sends a message, writes down how that went, and reports whether the
// message is settled. An attempt that was broken off because the program ends
// is not written down: it is made again.
func (v *visit) attempt(ctx context.Context, m alerting.Message) bool {
	at := v.now()
	answer := v.Sender.Send(ctx, alerting.Envelope{MessageID: m.ID, Notice: m.Notice, Webhook: v.webhook, CreatedAt: m.CreatedAt, At: at})
	if ctx.Err() != nil && answer.StatusCode == 0 {
		return false
	}
	m.Tries++
	m.Attempts++
	v.Metrics.attempt(answer)
	// What was sent must be written down, even when the program ends now.
	return v.record(context.WithoutCancel(ctx), m, alerting.Attempt{MessageID: m.ID, Number: m.Attempts, At: at, Answer: answer})
}

// record writes an attempt and what follows from it in one transaction, which
// fails when the endpoint has another owner by now. It reports whether the
// message is settled.
func (v *visit) record(ctx context.Context, m alerting.Message, a alerting.Attempt) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	next := decide(m, v.endpoint, a.Answer, moment{v.now(), v.Chance()})
	if err := v.Store.InTx(ctx, func(ctx context.Context) error { return v.write(ctx, next, a) }); err != nil {
		v.failed = errors.Join(v.failed, err)
		return false
	}
	v.endpoint, v.disabled = next.endpoint, v.disabled || next.disable
	v.Metrics.settled(next.message)
	v.report(ctx, next)
	return next.message.Status != alerting.MessagePending
}

// report tells the operator what somebody may have to fix.
func (v *visit) report(ctx context.Context, next verdict) {
	m := next.message
	logger := v.Logger.With("webhook", m.WebhookID, "team", m.TeamID)
	if m.Status == alerting.MessageDead {
		logger.WarnContext(ctx, "a notification was given up", "message", m.ID, "alert", m.AlertID, "reason", m.Reason)
	}
	if next.endpoint.Failures == BreakerFailures {
		logger.WarnContext(ctx, "a webhook fails and is left alone for a while", "until", next.endpoint.OpenUntil)
	}
}

func (v *visit) write(ctx context.Context, next verdict, a alerting.Attempt) error {
	if err := v.Store.KeepEndpoint(ctx, next.endpoint, v.lease()); err != nil {
		return err
	}
	if err := v.Store.UpdateMessage(ctx, next.message); err != nil {
		return err
	}
	if err := v.Store.AddAttempt(ctx, a); err != nil {
		return err
	}
	e, now := next.endpoint, v.now()
	switch {
	case next.disable:
		if err := v.Store.DisableWebhook(ctx, e.TeamID, e.WebhookID, now); err != nil {
			return err
		}
		return v.Store.BuryMessages(ctx, e.WebhookID, reasonDisabled, now)
	case next.hasten:
		return v.Store.HastenMessages(ctx, e.WebhookID, now)
	}
	return nil
}
