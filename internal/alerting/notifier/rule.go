package notifier

import (
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

// Endpoint is a webhook as the notifier sees it: who delivers to it, and how
// it did lately. The owner's lease is fenced by the epoch, which counts up
// with each owner.
type Endpoint struct {
	WebhookID string
	TeamID    string
	Owner     string
	Epoch     int64
	Failures  int       // attempts in a row that failed
	OpenUntil time.Time // no attempt before it; zero: at any time
}

// tripped reports whether the breaker is open or on trial.
func (e Endpoint) tripped() bool { return e.Failures >= BreakerFailures }

// verdict is what follows from an attempt.
type verdict struct {
	message  alerting.Message
	endpoint Endpoint
	disable  bool // the webhook
	hasten   bool // all messages that wait for the endpoint: it is back
}

// decide returns what follows from an answer. The message has had the attempt
// already counted.
func decide(m alerting.Message, e Endpoint, a alerting.Answer, at moment) verdict {
	v := verdict{message: m, endpoint: e}
	switch a.Outcome {
	case alerting.OutcomeDelivered:
		v.settle(alerting.MessageDelivered, "", at.now)
		v.recover()
	case alerting.OutcomeRefused:
		v.settle(alerting.MessageDead, reasonRefused, at.now)
		v.recover()
	case alerting.OutcomeGone:
		v.settle(alerting.MessageDead, reasonGone, at.now)
		v.disable = true
	case alerting.OutcomeFailed, alerting.OutcomeForbidden:
		v.fail(a, at)
	}
	return v
}

// moment is when something is decided, and what chance says.
type moment struct {
	now    time.Time
	chance float64
}

func (v *verdict) settle(status alerting.MessageStatus, reason string, now time.Time) {
	v.message.Status, v.message.Reason, v.message.SettledAt = status, reason, now
}

// recover closes the breaker: the endpoint responds.
func (v *verdict) recover() {
	v.hasten = v.endpoint.tripped()
	v.endpoint.Failures, v.endpoint.OpenUntil = 0, time.Time{}
}

// fail plans the next attempt, not before the receiver wants it, and opens
// the breaker after failures in a row.
func (v *verdict) fail(a alerting.Answer, at moment) {
	v.endpoint.Failures++
	if pause := max(openFor(v.endpoint.Failures), a.RetryAfter); pause > 0 {
		v.endpoint.OpenUntil = at.now.Add(pause)
	}
	wait, ok := waitBefore(v.message.Tries, at.chance)
	if !ok {
		v.settle(alerting.MessageDead, reasonExhausted, at.now)
		return
	}
	v.message.NextAt = at.now.Add(max(wait, a.RetryAfter))
}
