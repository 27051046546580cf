package notifier

import (
	"context"
	"encoding/hex"
	"io"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Rehearsed is the test of an alert at one of its webhooks: what was sent, and
// how that went.
type Rehearsed struct {
	Delivery
	Sent string // the body of the request, without secrets
}

// Test sends a message to a webhook now, and returns how that went. It is
// tried once, and also when the webhook is disabled.
func (l *Ledger) Test(ctx context.Context, webhookID string) (Delivery, error) {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return Delivery{}, err
	}
	tried, err := l.testAt(ctx, p.TeamID, webhookID, l.webhookTest(p.TeamID))
	return tried.Delivery, err
}

// TestAlert sends a notice to the webhooks of its alert now, as a test, and
// returns how that went. Nothing is kept of the alert, and its state, if it has
// one, stays.
func (l *Ledger) TestAlert(ctx context.Context, n alerting.Notice) ([]Rehearsed, error) {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return nil, err
	}
	n.Kind = alerting.NoticeTest
	list := make([]Rehearsed, len(n.Alert.Channels))
	for i, channel := range n.Alert.Channels {
		if list[i], err = l.testAt(ctx, p.TeamID, channel.WebhookID, n); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Preview returns a notice in words, and sends nothing.
func (l *Ledger) Preview(ctx context.Context, n alerting.Notice) (alerting.Letter, error) {
	_, err := access.Require(ctx, access.StackRead)
	return l.Writer.Write(alerting.Envelope{Notice: n, CreatedAt: l.now(), At: l.now()}), err
}

func (l *Ledger) testAt(ctx context.Context, teamID, webhookID string, n alerting.Notice) (Rehearsed, error) {
	w, err := l.Owners.WebhookByID(ctx, teamID, webhookID)
	if err != nil {
		return Rehearsed{}, err
	}
	select {
	case l.seats <- struct{}{}:
		defer func() { <-l.seats }()
	default:
		return Rehearsed{}, fault.New(fault.Limited, "too many webhooks are tried at once")
	}
	return l.try(ctx, w, n)
}

func (l *Ledger) try(ctx context.Context, w stack.Webhook, n alerting.Notice) (Rehearsed, error) {
	m, err := l.testMessage(w, n)
	if err != nil {
		return Rehearsed{}, err
	}
	envelope := alerting.Envelope{MessageID: m.ID, Notice: m.Notice, Webhook: w, CreatedAt: m.CreatedAt, At: m.CreatedAt}
	answer := l.Sender.Send(ctx, envelope)
	attempt := alerting.Attempt{MessageID: m.ID, Number: 1, At: m.CreatedAt, Answer: answer}
	m.Status, m.SettledAt = alerting.MessageDelivered, l.now()
	switch answer.Outcome {
	case alerting.OutcomeDelivered:
	case alerting.OutcomeGone:
		m.Status, m.Reason = alerting.MessageDead, reasonGone
	case alerting.OutcomeFailed, alerting.OutcomeRefused, alerting.OutcomeForbidden:
		m.Status, m.Reason = alerting.MessageDead, reasonTest
	}
	// The receiver has it, even when the caller has gone.
	err = l.keep(context.WithoutCancel(ctx), m, attempt)
	return Rehearsed{Delivery{m, []alerting.Attempt{attempt}}, l.Writer.Write(envelope).Body}, err
}

// keep stores a test and its attempt. A receiver that is gone disables its
// webhook, as it would with any other message.
func (l *Ledger) keep(ctx context.Context, m alerting.Message, a alerting.Attempt) error {
	return l.Store.InTx(ctx, func(ctx context.Context) error {
		if err := l.Store.AddMessage(ctx, m); err != nil {
			return err
		}
		if err := l.Store.AddAttempt(ctx, a); err != nil || a.Outcome != alerting.OutcomeGone {
			return err
		}
		if err := l.Store.DisableWebhook(ctx, m.TeamID, m.WebhookID, m.SettledAt); err != nil {
			return err
		}
		return l.Store.BuryMessages(ctx, m.WebhookID, reasonDisabled, m.SettledAt)
	})
}

const (
	reasonTest  = "a test is not retried"
	testIDBytes = 12
)

// webhookTest returns what a webhook is tried with that no alert is about.
func (l *Ledger) webhookTest(teamID string) alerting.Notice {
	now := l.now()
	return alerting.Notice{
		Kind: alerting.NoticeTest, From: stack.StateInactive, To: stack.StateInactive,
		Window: alerting.Window{Start: now.Add(-time.Minute), End: now},
		Alert: stack.Alert{
			Record:    stack.Record{TeamID: teamID},
			AlertSpec: stack.AlertSpec{Source: stack.AlertOnSearch, ThresholdType: stack.ThresholdAbove, Interval: stack.Intervals()[0]},
		},
	}
}

// testMessage returns a message that has had its only attempt.
func (l *Ledger) testMessage(w stack.Webhook, n alerting.Notice) (alerting.Message, error) {
	id := make([]byte, testIDBytes)
	if _, err := io.ReadFull(l.Random, id); err != nil {
		return alerting.Message{}, err
	}
	now := l.now()
	m := alerting.Message{
		ID: hex.EncodeToString(id), TeamID: w.TeamID, WebhookID: w.ID, Tries: 1, Attempts: 1,
		CreatedAt: now, NextAt: now, Position: now.UnixMilli(), Notice: bounded(n),
	}
	m.Lane = m.ID
	return m, nil
}
