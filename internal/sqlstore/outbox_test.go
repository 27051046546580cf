package sqlstore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

var (
	_ notifier.OutboxStore   = (*sqlstore.Store)(nil)
	_ notifier.NotifierStore = (*sqlstore.Store)(nil)
	_ notifier.LedgerStore   = (*sqlstore.Store)(nil)
)

func hook(n int) stack.Webhook {
	return stack.Webhook{Record: record(n), Name: fmt.Sprint("hook ", n), Service: stack.ServiceGeneric, URL: "https://hooks.example.net"}
}

// letter is message n for webhook 50 in a lane of its own.
func letter(n int) alerting.Message {
	value := float64(n)
	return alerting.Message{
		ID: fmt.Sprintf("msg_%03d", n), TeamID: id(1), WebhookID: id(50), AlertID: id(60), Lane: fmt.Sprint("lane ", n),
		Position: int64(n), Status: alerting.MessagePending, NextAt: now, CreatedAt: now.Add(time.Duration(n) * time.Second),
		Notice: alerting.Notice{
			Kind: alerting.NoticeTransition, Alert: stack.Alert{Record: record(60)}, Value: &value,
			Group:  alerting.Group{Key: "a", Values: []alerting.GroupValue{{Name: "a", Value: "b"}}},
			Window: alerting.Window{Start: now, End: now.Add(time.Minute)}, Sample: []map[string]string{{"Body": "x\x00y"}},
		},
	}
}

// eachOutbox runs the test on a store with webhook 50 of team 1 and webhook
// 51 of team 2.
func eachOutbox(t *testing.T, test func(t *testing.T, s *sqlstore.Store)) {
	t.Helper()
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateWebhook(t.Context(), hook(50)))
		other := hook(51)
		other.TeamID = id(2)
		ok(t, s.CreateWebhook(t.Context(), other))
		test(t, s)
	})
}

func ids(list []alerting.Message) []string {
	out := []string{}
	for _, m := range list {
		out = append(out, m.ID)
	}
	return out
}

func wantDue(t *testing.T, s *sqlstore.Store, at time.Time, want ...string) {
	t.Helper()
	due, err := s.DueMessages(t.Context(), id(50), at, 10)
	ok(t, err)
	if diff := cmp.Diff(append([]string{}, want...), ids(due)); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
}

func TestMessageComesBackAndIsWrittenOnce(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.AddMessage(t.Context(), letter(1)))
		again := letter(1)
		again.Reason = "again"
		ok(t, s.AddMessage(t.Context(), again))
		got, err := s.MessageByID(t.Context(), id(1), "msg_001")
		ok(t, err)
		if diff := cmp.Diff(letter(1), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		_, err = s.MessageByID(t.Context(), id(2), "msg_001")
		wantKind(t, err, fault.NotFound)
	})
}

func TestMessageForAnothersWebhookIsNotWritten(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		for _, webhook := range []string{id(51), id(52)} {
			m := letter(1)
			m.WebhookID = webhook
			ok(t, s.AddMessage(t.Context(), m))
			_, err := s.MessageByID(t.Context(), id(1), m.ID)
			wantKind(t, err, fault.NotFound)
		}
	})
}

func TestMessagesOfALaneKeepTheirOrder(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		for _, n := range []int{3, 1, 2, 4} {
			m := letter(n)
			if n < 4 {
				m.Lane = "shared"
			}
			ok(t, s.AddMessage(t.Context(), m))
		}
		wantDue(t, s, now.Add(-time.Second))
		wantDue(t, s, now, "msg_001", "msg_002", "msg_003", "msg_004")
		first := letter(1)
		first.NextAt = now.Add(time.Hour)
		ok(t, s.UpdateMessage(t.Context(), first))
		wantDue(t, s, now, "msg_004")
		ok(t, s.HastenMessages(t.Context(), id(50), now))
		wantDue(t, s, now, "msg_001", "msg_002", "msg_003", "msg_004")
		first.Status, first.SettledAt = alerting.MessageDelivered, now
		ok(t, s.UpdateMessage(t.Context(), first))
		wantDue(t, s, now, "msg_002", "msg_003", "msg_004")
		ok(t, s.BuryMessages(t.Context(), id(50), "gone", now))
		wantDue(t, s, now)
	})
}

func TestEndpointHasOneOwnerAndIsFenced(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.AddMessage(t.Context(), letter(1)))
		due, err := s.DueEndpoints(t.Context(), now, 10)
		ok(t, err)
		if diff := cmp.Diff([]notifier.Endpoint{{WebhookID: id(50), TeamID: id(1)}}, due); diff != "" {
			t.Fatal(diff)
		}
		first := take(t, s, "first")
		if _, taken, err := s.TakeEndpoint(t.Context(), notifier.Endpoint{WebhookID: id(50), Owner: "second"}, time.Hour); taken || err != nil {
			t.Errorf("a second owner: %t, %v", taken, err)
		}
		if due, err := s.DueEndpoints(t.Context(), now, 10); len(due) != 0 || err != nil {
			t.Errorf("an endpoint with an owner is due: %v, %v", due, err)
		}
		first.Failures, first.OpenUntil = 7, now.Add(-time.Second)
		ok(t, s.KeepEndpoint(t.Context(), first, -time.Hour)) // the lease runs out
		second := take(t, s, "second")
		if second.Epoch != first.Epoch+1 || second.Failures != 7 || !second.OpenUntil.Equal(first.OpenUntil) {
			t.Errorf("taken over: %+v", second)
		}
		wantKind(t, s.KeepEndpoint(t.Context(), first, time.Hour), fault.Stale)
		ok(t, s.LeaveEndpoint(t.Context(), first))
		ok(t, s.KeepEndpoint(t.Context(), second, time.Hour))
		ok(t, s.LeaveEndpoint(t.Context(), second))
		take(t, s, "third")
	})
}

func take(t *testing.T, s *sqlstore.Store, owner string) notifier.Endpoint {
	t.Helper()
	e, taken, err := s.TakeEndpoint(t.Context(), notifier.Endpoint{WebhookID: id(50), TeamID: id(1), Owner: owner}, time.Hour)
	ok(t, err)
	if !taken {
		t.Fatalf("%s can't take the endpoint", owner)
	}
	return e
}

func TestOpenBreakerKeepsAnEndpointFromBeingDue(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.AddMessage(t.Context(), letter(1)))
		e := take(t, s, "a")
		e.OpenUntil = now.Add(time.Minute)
		ok(t, s.KeepEndpoint(t.Context(), e, time.Hour))
		ok(t, s.LeaveEndpoint(t.Context(), e))
		for at, want := range map[time.Duration]int{0: 0, time.Minute: 1} {
			if due, err := s.DueEndpoints(t.Context(), now.Add(at), 10); len(due) != want || err != nil {
				t.Errorf("after %s: %v, %v", at, due, err)
			}
		}
	})
}

func TestEndpointWhoseMessagesAllWaitBehindOthersIsNotDue(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		first, second := letter(1), letter(2)
		first.Lane, second.Lane, first.NextAt = "l", "l", now.Add(time.Hour)
		ok(t, s.AddMessage(t.Context(), first))
		ok(t, s.AddMessage(t.Context(), second))
		if due, err := s.DueEndpoints(t.Context(), now, 10); len(due) != 0 || err != nil {
			t.Errorf("%v, %v", due, err)
		}
	})
}

func TestLedgerListsTheNewestFirstWithinTheTeam(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		for n := range 5 {
			ok(t, s.AddMessage(t.Context(), letter(n)))
		}
		for _, q := range []notifier.LedgerQuery{{AlertID: id(60)}, {WebhookID: id(50)}} {
			q.TeamID, q.Limit, q.Offset = id(1), 2, 1
			list, total, err := s.Messages(t.Context(), q)
			ok(t, err)
			if diff := cmp.Diff([]string{"msg_003", "msg_002"}, ids(list)); diff != "" || total != 5 {
				t.Errorf("%d in all, %s", total, diff)
			}
			q.TeamID = id(2)
			if list, total, err := s.Messages(t.Context(), q); len(list) != 0 || total != 0 || err != nil {
				t.Errorf("another team sees %d of %d, %v", len(list), total, err)
			}
		}
	})
}

func TestAttemptsComeBackTheNewestFirst(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.AddMessage(t.Context(), letter(1)))
		want := []alerting.Attempt{}
		for n := 3; n >= 1; n-- {
			want = append(want, alerting.Attempt{MessageID: "msg_001", Number: n, At: now, Answer: alerting.Answer{
				Outcome: alerting.OutcomeFailed, StatusCode: 500, Body: "no", Failure: "the receiver answered 500", Latency: 12 * time.Millisecond,
			}})
			ok(t, s.AddAttempt(t.Context(), want[len(want)-1]))
		}
		got, err := s.Attempts(t.Context(), "msg_001", 2)
		ok(t, err)
		if diff := cmp.Diff(want[:2], got); diff != "" {
			t.Error(diff)
		}
		wantKind(t, s.AddAttempt(t.Context(), want[0]), fault.Conflict)
	})
}

func TestRedeliveredMessageIsPendingOutsideOfItsLane(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		dead := letter(1)
		dead.Status, dead.Reason, dead.Tries, dead.Attempts, dead.SettledAt = alerting.MessageDead, "why", 10, 10, now
		ok(t, s.AddMessage(t.Context(), dead))
		wantKind(t, s.RedeliverMessage(t.Context(), id(2), dead.ID, now), fault.NotFound)
		ok(t, s.RedeliverMessage(t.Context(), id(1), dead.ID, now.Add(time.Minute)))
		got, err := s.MessageByID(t.Context(), id(1), dead.ID)
		ok(t, err)
		want := letter(1)
		want.Lane, want.Attempts, want.NextAt = dead.ID, 10, now.Add(time.Minute)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOldMessagesArePrunedWithTheirAttempts(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		for n := range 3 {
			m := letter(n)
			if n < 2 {
				m.Status, m.SettledAt = alerting.MessageMuted, now
			}
			ok(t, s.AddMessage(t.Context(), m))
			ok(t, s.AddAttempt(t.Context(), alerting.Attempt{MessageID: m.ID, Number: 1, At: now}))
		}
		for _, want := range []int{1, 1, 0} {
			if n, err := s.PruneMessages(t.Context(), now.Add(time.Second), 1); n != want || err != nil {
				t.Errorf("pruned %d, %v, want %d", n, err, want)
			}
		}
		figures, err := s.OutboxFigures(t.Context(), now.Add(time.Minute))
		ok(t, err)
		if diff := cmp.Diff(notifier.OutboxFigures{Pending: 1, DueFor: time.Minute}, figures); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPendingMessagesAreCountedUpToTheLimit(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		for n := range 4 {
			ok(t, s.AddMessage(t.Context(), letter(n)))
		}
		for limit, want := range map[int]int{2: 2, 10: 4} {
			if n, err := s.PendingMessages(t.Context(), id(50), limit); n != want || err != nil {
				t.Errorf("limit %d: %d, %v", limit, n, err)
			}
		}
	})
}

func TestDisabledWebhookIsEnabledByAnUpdate(t *testing.T) {
	eachOutbox(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.DisableWebhook(t.Context(), id(2), id(50), now)) // another team's: nothing happens
		ok(t, s.DisableWebhook(t.Context(), id(1), id(50), now))
		ok(t, s.DisableWebhook(t.Context(), id(1), id(50), now.Add(time.Hour)))
		w, err := s.WebhookByID(t.Context(), id(1), id(50))
		ok(t, err)
		if !w.DisabledAt.Equal(now) || w.Version != 2 {
			t.Fatalf("disabled at %s, version %d", w.DisabledAt, w.Version)
		}
		w.DisabledAt = time.Time{}
		ok(t, s.UpdateWebhook(t.Context(), w))
		if w, err = s.WebhookByID(t.Context(), id(1), id(50)); err != nil || !w.DisabledAt.IsZero() {
			t.Errorf("%v, %v", w.DisabledAt, err)
		}
	})
}
