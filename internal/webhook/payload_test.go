package webhook_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

func testNotice() alerting.Notice {
	n := firing()
	return alerting.Notice{Kind: alerting.NoticeTest, Alert: stack.Alert{
		Record:    stack.Record{TeamID: n.Alert.TeamID},
		AlertSpec: stack.AlertSpec{Source: stack.AlertOnSearch, ThresholdType: stack.ThresholdAbove, Interval: "1m"},
	}, From: stack.StateInactive, To: stack.StateInactive, Window: n.Window}
}

func withoutData() alerting.Notice {
	n := onTile()
	n.Value = nil
	return n
}

func notices() map[string]alerting.Notice {
	again := firing()
	again.Kind, again.From = alerting.NoticeRenotify, stack.StateFiring
	again.Alert.Name = "{{attributes.ServiceName}}: {{value}} of {{threshold}}"
	return map[string]alerting.Notice{
		"firing": firing(), "resolved": resolved(), "tile": onTile(), "renotify": again, "test": testNotice(), "without_data": withoutData(),
	}
}

// TestPayloadsAreAsDocumented holds every service's payload against a file
// that people read.
func TestPayloadsAreAsDocumented(t *testing.T) {
	t.Parallel()
	for _, service := range stack.WebhookServices() {
		for name, notice := range notices() {
			t.Run(string(service)+"_"+name, func(t *testing.T) {
				t.Parallel()
				got := deliver(t, notice, func(w *stack.Webhook) {
					w.Service = service
					w.Secrets.QueryParams = map[string]string{stack.ServicePagerDuty.Rules().Key: "routing"}
				})
				golden(t, string(service)+"_"+name+".json", got.Body)
			})
		}
	}
}

func golden(t *testing.T, name string, body []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, body, "", "  "); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	indented.WriteByte('\n')
	testkit.Golden(t, name, indented.Bytes())
}

func schema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "api", "alert-payload.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestGenericPayloadKeepsItsSchema(t *testing.T) {
	t.Parallel()
	for name, notice := range notices() {
		var value any
		if err := json.Unmarshal(deliver(t, notice, nil).Body, &value); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range breaches(schema(t), value, name) {
			t.Error(wrong)
		}
	}
}

func own(t *testing.T, n alerting.Notice, body string) string {
	t.Helper()
	return string(deliver(t, n, func(w *stack.Webhook) { w.Body = body }).Body)
}

func TestOwnBodyIsRenderedAndEscaped(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Alert.Name = `say "hi" \ {{attributes.ServiceName}}`
	n.Group.Values[0].Value = "a\"b\n<c>"
	got := own(t, n, `{"t":"{{title}}","s":"{{state}}","from":{{startTime}},"to":{{endTime}},"e":"{{eventId}}","v":{{value}},"x":"{{attributes.ServiceName}}"}`)
	var read map[string]any
	if err := json.Unmarshal([]byte(got), &read); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	want := map[string]any{
		"t": "🚨 say \"hi\" \\ a\"b\n<c>", "s": "ALERT", "from": 1793534400000.0, "to": 1793534700000.0, "e": n.EventID(), "v": 42.0, "x": "a\"b\n<c>",
	}
	if diff := cmp.Diff(want, read); diff != "" {
		t.Error(diff)
	}
	if got := own(t, resolved(), `{{#if (eq state "OK")}}over{{else}}on{{/if}}`); got != "over" {
		t.Errorf("got %q", got)
	}
}

// TestOwnBodyThatIsTooLongIsReplaced holds that a template that makes too
// much does not keep a notice from its recipients.
func TestOwnBodyThatIsTooLongIsReplaced(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Alert.Message = strings.Repeat("m", stack.AlertTextCharsMax)
	got := own(t, n, strings.Repeat("{{body}}", 100))
	if !strings.HasPrefix(got, `{"version":1,"type":"alert.firing"`) {
		t.Errorf("got %.100s", got)
	}
}

func TestEveryVariableIsKnown(t *testing.T) {
	t.Parallel()
	for _, name := range stack.WebhookVariableNames() {
		n := firing()
		if strings.Contains(name, "ashboard") || strings.Contains(name, "tile") || strings.Contains(name, "Max") {
			n = onTile()
		}
		n.Alert.Name, n.Alert.Note, n.Alert.CreatedBy, n.Alert.Tags = "n", "note", "somebody", []string{"shop"}
		n.Alert.Channels, n.Alert.ScheduleStartAt = []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: "65a000000000000000000003"}}, &n.Window.Start
		if got := own(t, n, "["+"{{"+name+"}}]"); got == "[]" {
			t.Errorf("%s is empty", name)
		}
	}
}

func TestTextThatIsNoTemplateIsTold(t *testing.T) {
	t.Parallel()
	n := firing()
	n.Alert.Name, n.Alert.Message = "broken {{", "{{nothing"
	got := own(t, n, "{{title}}")
	if got != "🚨 broken {{" {
		t.Errorf("got %q", got)
	}
}
