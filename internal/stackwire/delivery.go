package stackwire

import (
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stack"
)

// LedgerPaging is embedded in the input of an operation that returns a page
// of deliveries.
type LedgerPaging struct {
	Limit  int `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"How many items to return at most."`
	Offset int `query:"offset" minimum:"0" default:"0" doc:"How many items to skip."`
}

// Query returns the part of the ledger that the client asks for.
func (p LedgerPaging) Query() notifier.LedgerQuery {
	return notifier.LedgerQuery{Limit: p.Limit, Offset: p.Offset}
}

// Delivery is the record of a message to a webhook.
type Delivery struct {
	ID            string                 `json:"id" doc:"What the receiver gets as webhook-id and Idempotency-Key."`
	AlertID       *string                `json:"alertId" doc:"null for a test."`
	WebhookID     string                 `json:"webhookId"`
	Kind          alerting.NoticeKind    `json:"kind"`
	Status        alerting.MessageStatus `json:"status"`
	Reason        *string                `json:"reason" doc:"Why it is dead or muted."`
	State         stack.AlertState       `json:"state"`
	PreviousState stack.AlertState       `json:"previousState"`
	Group         []alerting.GroupValue  `json:"group" doc:"Empty for an alert without groups."`
	Value         *float64               `json:"value"`
	WindowStart   string                 `json:"windowStart" format:"date-time"`
	WindowEnd     string                 `json:"windowEnd" format:"date-time"`
	Attempts      []Attempt              `json:"attempts" doc:"The last 20, the newest first."`
	AttemptsTotal int                    `json:"attemptsTotal"`
	NextAttemptAt *string                `json:"nextAttemptAt" format:"date-time" doc:"null unless it is pending."`
	CreatedAt     string                 `json:"createdAt" format:"date-time"`
	SettledAt     *string                `json:"settledAt" format:"date-time" doc:"null while it is pending."`
}

// Attempt is the record of an attempt to deliver a message.
type Attempt struct {
	Number     int              `json:"number"`
	At         string           `json:"at" format:"date-time"`
	Outcome    alerting.Outcome `json:"outcome"`
	StatusCode *int             `json:"statusCode" doc:"null when the receiver did not respond."`
	LatencyMS  int64            `json:"latencyMs"`
	Answer     string           `json:"answer" doc:"The first 1024 bytes of the receiver's response."`
	Error      *string          `json:"error"`
}

// ShowDelivery returns the record of a delivery.
func ShowDelivery(d notifier.Delivery) Delivery {
	n := d.Notice
	record := Delivery{
		ID: d.ID, AlertID: orNil(d.AlertID), WebhookID: d.WebhookID, Kind: n.Kind, Status: d.Status, Reason: orNil(d.Reason),
		State: n.To, PreviousState: n.From, Group: append([]alerting.GroupValue{}, n.Group.Values...), Value: n.Value,
		WindowStart: Stamp(n.Window.Start), WindowEnd: Stamp(n.Window.End),
		Attempts: Shown(d.Log, showAttempt), AttemptsTotal: d.Attempts, CreatedAt: Stamp(d.CreatedAt),
	}
	if d.Status == alerting.MessagePending {
		record.NextAttemptAt = stampOrNil(&d.NextAt)
	} else {
		record.SettledAt = stampOrNil(&d.SettledAt)
	}
	return record
}

func showAttempt(a alerting.Attempt) Attempt {
	return Attempt{
		Number: a.Number, At: Stamp(a.At), Outcome: a.Outcome, StatusCode: orNil(a.StatusCode),
		LatencyMS: a.Latency.Milliseconds(), Answer: a.Body, Error: orNil(a.Failure),
	}
}

// ReplyDelivery returns one delivery.
func ReplyDelivery(d notifier.Delivery) httpx.Reply[Delivery] {
	return httpx.Reply[Delivery]{Value: ShowDelivery(d)}
}

// PageDeliveries returns a page of deliveries.
func PageDeliveries(list []notifier.Delivery, total int, p LedgerPaging) httpx.Page[Delivery] {
	return paged(list, total, httpx.Paging{Limit: p.Limit, Offset: p.Offset}, ShowDelivery)
}
