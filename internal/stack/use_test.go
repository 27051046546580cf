package stack_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestUses(t *testing.T) {
	t.Parallel()
	f := func(what string, got []stack.Use, want ...stack.Use) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	boards := []stack.Dashboard{
		{Record: stack.Record{ID: "d1"}, DashboardSpec: board(t, over("line", logs, ``), opening("search", traces))},
		{Record: stack.Record{ID: "d2"}, DashboardSpec: board(t, sqlOver(connection, metrics))},
	}
	boards[0].Name, boards[1].Name = "One", "Two"
	search := stack.SavedSearch{Record: stack.Record{ID: "s1"}, SavedSearchSpec: stack.SavedSearchSpec{Name: "Errors", SourceID: idOf(logs)}}
	one, two := stack.Use{Noun: "dashboard", ID: "d1", Name: "One"}, stack.Use{Noun: "dashboard", ID: "d2", Name: "Two"}
	saved := stack.Use{Noun: "saved search", ID: "s1", Name: "Errors"}
	f("logs", stack.SourceUses(idOf(logs), boards, []stack.SavedSearch{search}), one, saved)
	f("traces", stack.SourceUses(idOf(traces), boards, []stack.SavedSearch{search}), one)
	f("metrics", stack.SourceUses(idOf(metrics), boards, nil), two)
	f("sessions", stack.SourceUses(idOf(sessions), boards, []stack.SavedSearch{search}))
	source := stack.Source{Record: stack.Record{ID: "q1"}, SourceSpec: stack.SourceSpec{Name: "Logs", Connection: idOf(connection)}}
	f("connection", stack.ConnectionUses(idOf(connection), []stack.Source{source}, boards), stack.Use{Noun: "source", ID: "q1", Name: "Logs"}, two)
	f("other connection", stack.ConnectionUses(idOf(otherConnection), []stack.Source{source}, boards))
	watching := stack.Alert{Record: stack.Record{ID: "a1"}, AlertSpec: stack.AlertSpec{Channels: []stack.Channel{{WebhookID: "w1"}, {WebhookID: "w2"}}}}
	f("second channel", stack.WebhookUses("w2", []stack.Alert{watching}), stack.Use{Noun: "alert", ID: "a1"})
	f("unused webhook", stack.WebhookUses("w3", []stack.Alert{watching}))
}

func TestInUseNamesTheUsers(t *testing.T) {
	t.Parallel()
	if err := stack.InUse("source", nil); err != nil {
		t.Errorf("unused: %v", err)
	}
	uses := []stack.Use{{Noun: "dashboard", ID: "d1", Name: "One"}, {Noun: "alert", ID: "a1"}}
	err := stack.InUse("source", uses)
	if fault.KindOf(err) != fault.Conflict || message(err) != `Cannot delete source: 2 resource(s) still use it: dashboard "One" (d1), alert a1` {
		t.Errorf("InUse() = %v", err)
	}
	for range stack.UsesListedMax {
		uses = append(uses, stack.Use{Noun: "alert", ID: "a2"})
	}
	got := message(stack.InUse("webhook", uses))
	if strings.Count(got, "alert a") != stack.UsesListedMax-1 || !strings.HasSuffix(got, ", …") {
		t.Errorf("long list: %s", got)
	}
}
