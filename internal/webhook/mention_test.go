package webhook_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/webhook"
)

func TestMentions(t *testing.T) {
	t.Parallel()
	for message, want := range map[string][]string{
		"nobody": nil,
		"look, @webhook-65a000000000000000000003.":                              {"65a000000000000000000003"},
		"@webhook-oncall @webhook-Büro-2, and @somebody":                        {"oncall", "Büro-2"},
		"@webhook-{{attributes.ServiceName}}":                                   {"api"},
		`{{#is_match "attributes.ServiceName" "web"}}@webhook-web{{/is_match}}`: nil,
		"@webhook-": nil,
	} {
		n := firing()
		n.Alert.Message = message
		if diff := cmp.Diff(want, webhook.Mentions(n)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", message, diff)
		}
	}
}

// TestTelemetryMentionsNobody holds that the value of an attribute can't send
// a notice anywhere.
func TestTelemetryMentionsNobody(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Group.Values = []alerting.GroupValue{{Name: "ServiceName", Value: "@webhook-secret"}}
	n.Alert.Message = "look at {{attributes.ServiceName}} @webhook-oncall"
	if diff := cmp.Diff([]string{"oncall"}, webhook.Mentions(n)); diff != "" {
		t.Error(diff)
	}
}

func TestMentionsAreNoText(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Alert.Message = "look @webhook-oncall at it"
	if got := own(t, n, "{{body}}"); strings.Contains(got, "@webhook") || !strings.Contains(got, "look  at it") {
		t.Errorf("%s", got)
	}
}

// TestValuesThatLookLikeMentionsAreText holds that only what the template
// mentions is left out of the text.
func TestValuesThatLookLikeMentionsAreText(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"look at {{attributes.ServiceName}} @webhook-oncall":    "look at @webhook-x",
		"a {{attributes.ServiceName}} b":                        "a @webhook-x b",
		"@webhook-{{attributes.ServiceName}} c":                 "@webhook-@webhook-x c",
		"@webhook-oncall{{attributes.ServiceName}} d":           "@webhook-x d",
		"mail ops@example.net about {{attributes.ServiceName}}": "mail ops@example.net about @webhook-x",
	} {
		n := firing()
		n.Group.Values = []alerting.GroupValue{{Name: "ServiceName", Value: "@webhook-x"}}
		n.Alert.Message = message
		if got := own(t, n, "{{body}}"); !strings.Contains(got, want) || strings.Contains(got, "oncall") || strings.Contains(got, "\x00") {
			t.Errorf("%s became %s, want %s", message, got, want)
		}
	}
}
