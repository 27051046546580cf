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
