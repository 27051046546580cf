package alerting

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// MessageStatus says where a message stands.
type MessageStatus string

// The statuses of messages.
const (
	MessagePending   MessageStatus = "pending"   // an attempt is due now or later
	MessageDelivered MessageStatus = "delivered" // the receiver took it
	MessageDead      MessageStatus = "dead"      // given up; it can be redelivered
	MessageMuted     MessageStatus = "muted"     // the alert was silenced
)

// MessageStatuses lists the statuses.
func MessageStatuses() []MessageStatus {
	return []MessageStatus{MessagePending, MessageDelivered, MessageDead, MessageMuted}
}

// Message is a notice on its way to one webhook. Messages of one lane are
// delivered in the order of their positions.
type Message struct {
	ID        string
	TeamID    string
	WebhookID string
	AlertID   string // empty: a test
	Lane      string
	Position  int64
	Notice    Notice
	Status    MessageStatus
	Reason    string // why it is dead or muted
	Tries     int    // attempts since it was written or last redelivered
	Attempts  int    // attempts in all
	NextAt    time.Time
	CreatedAt time.Time
	SettledAt time.Time // zero while it is pending
}

// Envelope is one attempt to deliver a message. But for its signature, what
// it makes is the same at every attempt.
type Envelope struct {
	MessageID string
	Notice    Notice
	Webhook   stack.Webhook
	CreatedAt time.Time // of the message
	At        time.Time // of the attempt
}

// Sender makes attempts.
type Sender interface {
	// Send delivers the envelope and tells how that went. It returns within
	// its own time limit, and at once when ctx ends.
	Send(ctx context.Context, e Envelope) Answer
}

// Letter is a message in words.
type Letter struct {
	Title     string
	Text      string
	Message   string            // that of the alert, with what its template reads
	Variables map[string]string // what templates read, by name
	Body      string            // as the webhook gets it, without its secrets; empty without a webhook
}

// Writer writes messages without sending them.
type Writer interface {
	Write(e Envelope) Letter
}

// Outcome is what an attempt came to.
type Outcome string

// The outcomes.
const (
	OutcomeDelivered Outcome = "delivered" // 2xx
	OutcomeFailed    Outcome = "failed"    // it may go well later
	OutcomeRefused   Outcome = "refused"   // the receiver will never take this message
	OutcomeGone      Outcome = "gone"      // the receiver wants no messages any more: 410
	OutcomeForbidden Outcome = "forbidden" // the address must not be reached; nothing was sent
)

// Outcomes lists the outcomes.
func Outcomes() []Outcome {
	return []Outcome{OutcomeDelivered, OutcomeFailed, OutcomeRefused, OutcomeGone, OutcomeForbidden}
}

// AnswerBytesMax bounds how much of a receiver's answer is kept.
const AnswerBytesMax = 1024

// Answer is how an attempt went.
type Answer struct {
	Outcome    Outcome
	StatusCode int    // 0: the receiver did not answer
	Body       string // the first AnswerBytesMax bytes
	Failure    string // what went wrong, in a sentence; never holds a secret
	RetryAfter time.Duration
	Latency    time.Duration
}

// Attempt is an attempt as the ledger keeps it.
type Attempt struct {
	MessageID string
	Number    int // from 1
	At        time.Time
	Answer
}
