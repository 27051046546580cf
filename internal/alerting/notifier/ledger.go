package notifier

import (
	"context"
	"io"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of the ledger.
const (
	// AttemptsShownMax is how many attempts of a delivery are shown.
	AttemptsShownMax = 20
	// TestsMax is how many webhooks are tried at once.
	TestsMax = 16
)

// Delivery is a message with its last attempts, the newest first.
type Delivery struct {
	alerting.Message
	Log []alerting.Attempt
}

// LedgerQuery asks for a part of the messages of an alert or, when WebhookID
// is set, of a webhook, the newest first.
type LedgerQuery struct {
	TeamID    string
	AlertID   string
	WebhookID string
	Limit     int
	Offset    int
}

// LedgerStore keeps what was delivered, or was to be.
type LedgerStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Messages(ctx context.Context, q LedgerQuery) (list []alerting.Message, total int, err error)
	MessageByID(ctx context.Context, teamID, id string) (alerting.Message, error)
	Attempts(ctx context.Context, messageID string, limit int) ([]alerting.Attempt, error)
	AddMessage(ctx context.Context, m alerting.Message) error
	AddAttempt(ctx context.Context, a alerting.Attempt) error
	RedeliverMessage(ctx context.Context, teamID, id string, now time.Time) error
	DisableWebhook(ctx context.Context, teamID, id string, at time.Time) error
	BuryMessages(ctx context.Context, webhookID, reason string, now time.Time) error
}

// Owners returns what deliveries belong to.
type Owners interface {
	AlertByID(ctx context.Context, teamID, id string) (stack.Alert, error)
	WebhookByID(ctx context.Context, teamID, id string) (stack.Webhook, error)
}

// Ledger is the use cases over deliveries. The caller of the context acts in
// its team; what belongs to others does not exist. Make it with NewLedger.
type Ledger struct {
	LedgerParts
	seats chan struct{}
}

// LedgerParts is what a ledger is made of; all of it is required.
type LedgerParts struct {
	Store  LedgerStore
	Owners Owners
	Sender alerting.Sender
	Writer alerting.Writer
	Now    func() time.Time
	Random io.Reader // ids of tests
}

// NewLedger makes a ledger.
func NewLedger(parts LedgerParts) *Ledger {
	return &Ledger{LedgerParts: parts, seats: make(chan struct{}, TestsMax)}
}

// OfAlert returns a part of the deliveries of an alert, the newest first, and
// how many there are.
func (l *Ledger) OfAlert(ctx context.Context, q LedgerQuery) ([]Delivery, int, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return nil, 0, err
	}
	if _, err := l.Owners.AlertByID(ctx, p.TeamID, q.AlertID); err != nil {
		return nil, 0, err
	}
	q.TeamID, q.WebhookID = p.TeamID, ""
	return l.deliveries(ctx, q)
}

// OfWebhook returns a part of the deliveries to a webhook, the newest first,
// and how many there are.
func (l *Ledger) OfWebhook(ctx context.Context, q LedgerQuery) ([]Delivery, int, error) {
	p, err := access.Require(ctx, access.StackRead)
	if err != nil {
		return nil, 0, err
	}
	if _, err := l.Owners.WebhookByID(ctx, p.TeamID, q.WebhookID); err != nil {
		return nil, 0, err
	}
	q.TeamID, q.AlertID = p.TeamID, ""
	return l.deliveries(ctx, q)
}

func (l *Ledger) deliveries(ctx context.Context, q LedgerQuery) ([]Delivery, int, error) {
	messages, total, err := l.Store.Messages(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	list := make([]Delivery, len(messages))
	for i, m := range messages {
		if list[i], err = l.delivery(ctx, m); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}

func (l *Ledger) delivery(ctx context.Context, m alerting.Message) (Delivery, error) {
	attempts, err := l.Store.Attempts(ctx, m.ID, AttemptsShownMax)
	return Delivery{m, attempts}, err
}

// Redeliver makes a delivery due again, under its id, whatever became of it.
// A webhook that is disabled is a Conflict.
func (l *Ledger) Redeliver(ctx context.Context, id string) (Delivery, error) {
	p, err := access.Require(ctx, access.StackWrite)
	if err != nil {
		return Delivery{}, err
	}
	var m alerting.Message
	err = l.Store.InTx(ctx, func(ctx context.Context) error {
		if m, err = l.Store.MessageByID(ctx, p.TeamID, id); err != nil {
			return err
		}
		if err := l.checkEnabled(ctx, p.TeamID, m.WebhookID); err != nil {
			return err
		}
		if err := l.Store.RedeliverMessage(ctx, p.TeamID, id, l.now()); err != nil {
			return err
		}
		m, err = l.Store.MessageByID(ctx, p.TeamID, id)
		return err
	})
	if err != nil {
		return Delivery{}, err
	}
	return l.delivery(ctx, m)
}

func (l *Ledger) checkEnabled(ctx context.Context, teamID, webhookID string) error {
	w, err := l.Owners.WebhookByID(ctx, teamID, webhookID)
	if err == nil && !w.DisabledAt.IsZero() {
		return fault.New(fault.Conflict, "the webhook is disabled; update it first")
	}
	return err
}

func (l *Ledger) now() time.Time { return l.Now().UTC().Truncate(time.Millisecond) }
