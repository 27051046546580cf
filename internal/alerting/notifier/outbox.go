package notifier

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of the outbox.
const (
	// PendingMessagesMax is how many messages may wait for one webhook. What
	// comes on top is dead at once, and can be redelivered.
	PendingMessagesMax = 10_000
	// TargetsMax bounds the webhooks that one notice is told to.
	TargetsMax = 20
	// SampleColumnsMax bounds the columns of a sample row.
	SampleColumnsMax = 32
	// SampleValueBytesMax bounds a value of a sample row.
	SampleValueBytesMax = 512
)

// Why messages are not delivered.
const (
	reasonSilenced  = "the alert was silenced"
	reasonOverflow  = "too many messages wait for this webhook"
	reasonDisabled  = "the webhook is disabled"
	reasonGone      = "the receiver answered 410, which disables the webhook"
	reasonRefused   = "the receiver refused the message"
	reasonExhausted = "the last attempt of the schedule failed"
)

// OutboxStore keeps messages.
type OutboxStore interface {
	// InTx runs fn in one transaction that rides in the context; a call
	// inside another joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AddMessage writes a message, unless there is one with its id or the
	// team has no such webhook.
	AddMessage(ctx context.Context, m alerting.Message) error
	// PendingMessages returns how many messages wait for a webhook, up to the
	// limit.
	PendingMessages(ctx context.Context, webhookID string, limit int) (int, error)
}

// OutboxWriter implements Outbox. Store and Now are required.
type OutboxWriter struct {
	Store     OutboxStore
	Now       func() time.Time
	PublicURL func() string // of the interface, for links; nil: the one that delivers knows
	// Mentions returns the webhooks that the message of a notice names, by id
	// or the beginning of their names; nil: nobody is mentioned. Webhooks has
	// those of a team; it is required with Mentions.
	Mentions   func(n alerting.Notice) []string
	Webhooks   MentionStore
	PendingMax int // 0: PendingMessagesMax
}

// Enqueue implements Outbox.
func (w *OutboxWriter) Enqueue(ctx context.Context, notices []alerting.Notice) error {
	if len(notices) == 0 {
		return nil
	}
	now := w.Now().UTC().Truncate(time.Millisecond)
	return w.Store.InTx(ctx, func(ctx context.Context) error {
		waiting := map[string]int{}
		for _, n := range notices {
			if err := w.enqueue(ctx, n, now, waiting); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *OutboxWriter) enqueue(ctx context.Context, n alerting.Notice, now time.Time, waiting map[string]int) error {
	if w.PublicURL != nil {
		n.LinkBase = w.PublicURL()
	}
	targets, err := w.targets(ctx, n)
	if err != nil {
		return err
	}
	for _, webhookID := range targets {
		m := newMessage(n, webhookID, now)
		if m.Status == alerting.MessagePending {
			if err := w.admit(ctx, &m, waiting); err != nil {
				return err
			}
		}
		if err := w.Store.AddMessage(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// MentionStore keeps the webhooks of teams.
type MentionStore interface {
	WebhooksNamed(ctx context.Context, teamID string) (map[string]string, error) // names by id
}

// targets returns the webhooks that are told: those of the channels, then those
// that the message mentions, each once. A mention of nothing is passed over.
func (w *OutboxWriter) targets(ctx context.Context, n alerting.Notice) ([]string, error) {
	var ids []string
	for _, channel := range n.Alert.Channels {
		ids = append(ids, channel.WebhookID)
	}
	if w.Mentions == nil {
		return ids, nil
	}
	mentions := w.Mentions(n)
	if len(mentions) == 0 {
		return ids, nil
	}
	known, err := w.Webhooks.WebhooksNamed(ctx, n.Alert.TeamID)
	for _, mention := range mentions {
		if id := mentioned(known, mention); id != "" && !slices.Contains(ids, id) && len(ids) < TargetsMax {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// mentioned returns the id of the webhook with the id, or else of the first
// whose name begins with the text.
func mentioned(names map[string]string, text string) string {
	if _, ok := names[text]; ok {
		return text
	}
	var found string
	for id, name := range names {
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)) && (found == "" || id < found) {
			found = id
		}
	}
	return found
}

// admit makes a message dead for which there is no room.
func (w *OutboxWriter) admit(ctx context.Context, m *alerting.Message, waiting map[string]int) error {
	limit := cmp.Or(w.PendingMax, PendingMessagesMax)
	if _, ok := waiting[m.WebhookID]; !ok {
		n, err := w.Store.PendingMessages(ctx, m.WebhookID, limit)
		if err != nil {
			return err
		}
		waiting[m.WebhookID] = n
	}
	if waiting[m.WebhookID] >= limit {
		m.Status, m.Reason, m.SettledAt = alerting.MessageDead, reasonOverflow, m.CreatedAt
		return nil
	}
	waiting[m.WebhookID]++
	return nil
}

// newMessage returns the message that tells the notice to a webhook. The
// messages about one group stay in their order; others do not wait for them.
func newMessage(n alerting.Notice, webhookID string, now time.Time) alerting.Message {
	m := alerting.Message{
		ID: n.MessageID(webhookID), TeamID: n.Alert.TeamID, WebhookID: webhookID, AlertID: n.Alert.ID,
		Lane: n.Digest("lane", webhookID), Position: n.Window.End.UnixMilli(), Notice: bounded(n),
		Status: alerting.MessagePending, NextAt: now, CreatedAt: now,
	}
	if n.Alert.Silenced(now) {
		m.Status, m.Reason, m.SettledAt = alerting.MessageMuted, reasonSilenced, now
	}
	return m
}

// bounded returns the notice as it is kept: no larger than needed, and with
// numbers that can be written.
func bounded(n alerting.Notice) alerting.Notice {
	n.Alert.AlertStatus = stack.AlertStatus{}
	if n.Value != nil && (math.IsNaN(*n.Value) || math.IsInf(*n.Value, 0)) {
		n.Value = nil
	}
	rows := n.Sample[:min(len(n.Sample), alerting.SampleRowsMax)]
	n.Sample = make([]map[string]string, len(rows))
	for i, row := range rows {
		n.Sample[i] = boundedRow(row)
	}
	return n
}

func boundedRow(row map[string]string) map[string]string {
	kept := make(map[string]string, min(len(row), SampleColumnsMax))
	for _, name := range sortedNames(row)[:min(len(row), SampleColumnsMax)] {
		kept[name] = strings.ToValidUTF8(row[name][:min(len(row[name]), SampleValueBytesMax)], "")
	}
	return kept
}
