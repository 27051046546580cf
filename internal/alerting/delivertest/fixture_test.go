package delivertest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
	"github.com/cairnstack/cairn/internal/webhook"
)

const signingSecret = "whsec_Zmlyc3Qtc2VjcmV0LW9mLXRoaXJ0eS10d28tYnl0ZXM="

// id returns a stack id made of n.
func id(n int) string { return fmt.Sprintf("%024x", n) }

const teamNumber = 1

// clock is the time of a test. It moves when the test says so.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// world is a store with a team, and what delivers for it.
type world struct {
	t      testing.TB
	store  *sqlstore.Store
	clock  *clock
	sender *webhook.Sender
	outbox *notifier.OutboxWriter
	hooks  int
}

// each runs the test on both databases.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, kind))
		})
	}
}

const patience = time.Minute

func newWorld(t testing.TB, kind string) *world {
	t.Helper()
	if kind == sqlstore.KindPostgres {
		return newWorldAt(t, storetest.Postgres(t))
	}
	return newWorldAt(t, "")
}

// newWorldAt makes a world in a PostgreSQL database, or in SQLite.
func newWorldAt(t testing.TB, place string) *world {
	t.Helper()
	c := &clock{at: time.Now().UTC().Truncate(time.Millisecond)}
	o := sqlstore.Options{
		Logger: slog.New(slog.DiscardHandler), Now: c.now, SecretKey: make([]byte, sqlstore.SecretKeyBytes),
		StatementTimeout: patience, TxTimeout: patience, URL: place, Dir: t.TempDir(),
	}
	if place == "" {
		storetest.SQLite(t, o.Dir)
	}
	s, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &world{t: t, store: s, clock: c, outbox: &notifier.OutboxWriter{Store: s, Now: c.now}, sender: webhook.NewSender(webhook.Options{
		Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Now: time.Now, PublicURL: func() string { return "http://ui" },
	})}
	w.must(s.CreateTeam(t.Context(), stack.Team{ID: id(teamNumber), Name: "team", CreatedAt: c.now(), Version: 1}))
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// webhook makes a webhook that leads to the receiver, and returns its id.
func (w *world) webhook(r *hooktest.Receiver) string {
	w.t.Helper()
	w.hooks++
	made := stack.Webhook{
		Record: stack.Record{ID: id(1000 + w.hooks), TeamID: id(teamNumber), CreatedAt: w.clock.now(), UpdatedAt: w.clock.now(), Version: 1},
		Name:   fmt.Sprint("hook ", w.hooks), Service: stack.ServiceGeneric, URL: r.URL,
		Secrets: stack.WebhookSecrets{Signing: signingSecret},
	}
	w.must(w.store.CreateWebhook(w.t.Context(), made))
	return made.ID
}

// receiver starts a receiver with a webhook that leads to it.
func (w *world) receiver() (*hooktest.Receiver, string) {
	w.t.Helper()
	r := hooktest.Start(w.t)
	return r, w.webhook(r)
}

// notice returns the transition of an alert in the window that ends n minutes
// after the epoch: even windows fire, odd ones resolve.
func notice(alert, n int, webhooks ...string) alerting.Notice {
	value := float64(n)
	end := time.Unix(0, 0).UTC().Add(time.Duration(n) * time.Minute)
	out := alerting.Notice{
		Kind: alerting.NoticeTransition, From: stack.StateInactive, To: stack.StateFiring, Value: &value,
		Window: alerting.Window{Start: end.Add(-time.Minute), End: end},
		Alert: stack.Alert{
			Record: stack.Record{ID: id(alert), TeamID: id(teamNumber)},
			AlertSpec: stack.AlertSpec{
				Source: stack.AlertOnSearch, SavedSearchID: id(7), Interval: "1m", Threshold: 1, ThresholdType: stack.ThresholdAbove,
			},
		},
		Watched: alerting.Watched{SavedSearchName: "Errors"},
	}
	if n%2 == 1 {
		out.From, out.To = out.To, out.From
	}
	for _, webhook := range webhooks {
		out.Alert.Channels = append(out.Alert.Channels, stack.Channel{Type: stack.ChannelWebhook, WebhookID: webhook})
	}
	return out
}

func (w *world) enqueue(notices ...alerting.Notice) {
	w.t.Helper()
	w.must(w.outbox.Enqueue(w.t.Context(), notices))
}

func (w *world) notifier(owner string) *notifier.Notifier {
	return &notifier.Notifier{
		Store: w.store, Sender: w.sender, Now: w.clock.now, Chance: func() float64 { return 0.5 }, Owner: owner,
		Logger: slog.New(slog.NewTextHandler(w.t.Output(), nil)),
	}
}

// deliver makes passes until nothing is due any more.
func (w *world) deliver() {
	w.t.Helper()
	n := w.notifier("only")
	const passesMax = 1000
	for range passesMax {
		if n.Deliver(w.t.Context()) == 0 {
			return
		}
	}
	w.t.Fatal("there is always something due")
}

// message returns where the message that tells the notice stands.
func (w *world) message(n alerting.Notice, webhookID string) notifier.Delivery {
	w.t.Helper()
	m, err := w.store.MessageByID(w.t.Context(), id(teamNumber), n.MessageID(webhookID))
	w.must(err)
	attempts, err := w.store.Attempts(w.t.Context(), m.ID, notifier.AttemptsShownMax)
	w.must(err)
	return notifier.Delivery{Message: m, Log: attempts}
}

func (w *world) wantStatus(n alerting.Notice, webhookID string, want alerting.MessageStatus) notifier.Delivery {
	w.t.Helper()
	got := w.message(n, webhookID)
	if got.Status != want {
		w.t.Errorf("the message is %s (%s) after %d attempts, want %s", got.Status, got.Reason, got.Attempts, want)
	}
	return got
}

// sendFunc makes a sender of a function.
type sendFunc func(ctx context.Context, e alerting.Envelope) alerting.Answer

// Send implements alerting.Sender.
func (f sendFunc) Send(ctx context.Context, e alerting.Envelope) alerting.Answer { return f(ctx, e) }

// ids returns the ids of deliveries in the order in which they came.
func ids(list []hooktest.Delivery) []string {
	out := make([]string, len(list))
	for i, d := range list {
		out[i] = d.ID()
	}
	return out
}
