package delivertest_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

func (w *world) ledger() *notifier.Ledger {
	return notifier.NewLedger(notifier.LedgerParts{
		Store: w.store, Owners: w.store, Sender: w.sender, Writer: webhook.NewSender(webhook.Options{Now: w.clock.now, PublicURL: func() string { return "http://ui" }}), Now: w.clock.now, Random: rand.Reader,
	})
}

// asTeam returns the context of somebody who may write in the team.
func asTeam(t *testing.T, team int) context.Context {
	t.Helper()
	return access.WithPrincipal(t.Context(), access.Principal{UserID: id(99), TeamID: id(team), OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
}

func TestRedeliveryGoesOutUnderTheSameID(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusBadRequest))
		dead, done := notice(10, 2, hook), notice(11, 2, hook)
		w.enqueue(dead)
		w.deliver()
		r.Answer(hooktest.Status(http.StatusOK))
		w.enqueue(done)
		w.deliver()
		for _, n := range []alerting.Notice{dead, done} {
			got, err := w.ledger().Redeliver(asTeam(t, teamNumber), n.MessageID(hook))
			w.must(err)
			if got.Status != alerting.MessagePending || len(got.Log) != 1 {
				t.Errorf("%+v", got)
			}
			w.deliver()
			again := w.wantStatus(n, hook, alerting.MessageDelivered)
			if again.Attempts != 2 || len(again.Log) != 2 || again.Tries != 1 {
				t.Errorf("%d attempts, %d tries", again.Attempts, again.Tries)
			}
			if last := r.Deliveries()[len(r.Deliveries())-1]; last.ID() != n.MessageID(hook) {
				t.Errorf("it went out as %s", last.ID())
			}
		}
	})
}

func TestRedeliveryToADisabledWebhookIsAConflict(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusGone))
		n := notice(10, 2, hook)
		w.enqueue(n)
		w.deliver()
		_, err := w.ledger().Redeliver(asTeam(t, teamNumber), n.MessageID(hook))
		if fault.KindOf(err) != fault.Conflict {
			t.Errorf("%v", err)
		}
	})
}

func TestLedgerOfOthersDoesNotExist(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		_, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		stranger := asTeam(t, 2)
		_, err := w.ledger().Redeliver(stranger, n.MessageID(hook))
		_, _, listing := w.ledger().OfWebhook(stranger, notifier.LedgerQuery{WebhookID: hook, Limit: 1})
		_, testing := w.ledger().Test(stranger, hook)
		_, _, nobody := w.ledger().OfAlert(t.Context(), notifier.LedgerQuery{AlertID: id(10), Limit: 1})
		for what, got := range map[string]error{"redeliver": err, "list": listing, "test": testing} {
			if fault.KindOf(got) != fault.NotFound {
				t.Errorf("%s: %v", what, got)
			}
		}
		if fault.KindOf(nobody) != fault.Unauthenticated {
			t.Errorf("%v", nobody)
		}
	})
}

func TestTestIsSentAtOnceAndTriedOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		got, err := w.ledger().Test(asTeam(t, teamNumber), hook)
		w.must(err)
		if got.Status != alerting.MessageDelivered || len(got.Log) != 1 || got.Log[0].StatusCode != http.StatusOK {
			t.Errorf("%+v", got)
		}
		hooktest.Verify(t, r.Deliveries()[0], signingSecret)
		r.Answer(func(rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(http.StatusInternalServerError)
			_, _ = rw.Write([]byte("broken"))
		})
		got, err = w.ledger().Test(asTeam(t, teamNumber), hook)
		w.must(err)
		if got.Status != alerting.MessageDead || got.Log[0].Body != "broken" || got.Log[0].Failure != "the receiver answered 500" {
			t.Errorf("%+v", got)
		}
		w.deliver()
		if n := len(r.Deliveries()); n != 2 {
			t.Errorf("%d messages went out", n)
		}
		list, total, err := w.ledger().OfWebhook(asTeam(t, teamNumber), notifier.LedgerQuery{WebhookID: hook, Limit: 10})
		if err != nil || total != 2 || len(list[0].Log) != 1 {
			t.Errorf("%d in the ledger, %v", total, err)
		}
	})
}

func TestTestOfAnAlertTellsItsWebhooksWhatItWouldTell(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		n.Alert.ID, n.Alert.Name, n.Alert.SavedSearchID = "", "Checkout fails", id(12)
		got, err := w.ledger().TestAlert(asTeam(t, teamNumber), n)
		w.must(err)
		if len(got) != 1 || got[0].Status != alerting.MessageDelivered || got[0].AlertID != "" {
			t.Fatalf("%+v", got)
		}
		body := string(r.Deliveries()[0].Body)
		for _, want := range []string{`"type":"alert.test"`, "Test: Checkout fails", "This is a test of the alert."} {
			if !strings.Contains(body, want) {
				t.Errorf("%q is not in %s", want, body)
			}
		}
		if got[0].Sent != body {
			t.Errorf("shown %s, sent %s", got[0].Sent, body)
		}
	})
}

func TestTestThatIsAnswered410DisablesTheWebhook(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		r.Answer(hooktest.Status(http.StatusGone))
		got, err := w.ledger().Test(asTeam(t, teamNumber), hook)
		w.must(err)
		if got.Reason != "the receiver answered 410, which disables the webhook" {
			t.Errorf("%q", got.Reason)
		}
		stored, err := w.store.WebhookByID(t.Context(), id(teamNumber), hook)
		w.must(err)
		if stored.DisabledAt.IsZero() {
			t.Error("the webhook is enabled")
		}
		w.wantStatus(n, hook, alerting.MessageDead)
	})
}

func TestTestsAtOnceAreBounded(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		release := make(chan struct{})
		r.Answer(func(http.ResponseWriter, *http.Request) { <-release })
		ledger := w.ledger()
		done := make(chan error, notifier.TestsMax)
		for range notifier.TestsMax {
			go func() {
				_, err := ledger.Test(asTeam(t, teamNumber), hook)
				done <- err
			}()
		}
		r.AwaitCount(t, notifier.TestsMax)
		_, err := ledger.Test(asTeam(t, teamNumber), hook)
		if fault.KindOf(err) != fault.Limited {
			t.Errorf("one more: %v", err)
		}
		close(release)
		for range notifier.TestsMax {
			w.must(<-done)
		}
	})
}
