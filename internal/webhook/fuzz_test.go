package webhook_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/webhook"
)

// FuzzPayload holds that whatever telemetry and names hold, every service
// gets JSON of bounded size, also by a template of one's own, and that no
// telemetry becomes a link or mention in a chat.
func FuzzPayload(f *testing.F) {
	f.Add("ServiceName", "api", "it broke", "{{group}}")
	f.Add("a", "b", "c", strings.Repeat("&", 1000))
	f.Add("a.b", "\"}],\x00\xff", "```\n<!channel> <https://evil|x>", "{{#if attributes.a.b}}x{{/if}} | >")
	const payloadBytesMax = 1 << 20
	f.Fuzz(func(t *testing.T, name, value, body, title string) {
		n := firing()
		n.Alert.Name, n.Alert.Message = title, title
		n.Group = alerting.Group{Key: value + "k", Values: []alerting.GroupValue{{Name: name, Value: value}}}
		n.Sample = []map[string]string{{name: body, "x": value}}
		w := generic("https://hooks.example.net")
		for _, service := range stack.WebhookServices() {
			w.Service = service
			checkPayload(t, envelope(w, n), payloadBytesMax)
		}
		w.Service, w.Body = stack.ServiceGeneric, `{"t":"{{title}}","b":"{{body}}","g":"{{group}}","x":"{{attributes.`+"ServiceName"+`}}"}`
		checkPayload(t, envelope(w, n), payloadBytesMax)
	})
}

func checkPayload(t *testing.T, e alerting.Envelope, bytesMax int) {
	t.Helper()
	out, err := webhook.Payload(e)
	if err != nil || !json.Valid(out) || !utf8.Valid(out) || len(out) > bytesMax {
		t.Fatalf("%s: %v: %d bytes: %.200q", e.Webhook.Service, err, len(out), out)
	}
	if e.Webhook.Service != stack.ServiceSlack {
		return
	}
	var message struct {
		Blocks []struct{ Text struct{ Text string } }
	}
	if err := json.Unmarshal(out, &message); err != nil {
		t.Fatal(err)
	}
	text := message.Blocks[0].Text.Text
	if strings.Count(text, "<") != 1 || strings.Count(text, ">*\n") != 1 {
		t.Fatalf("there is not one link: %q", text)
	}
}
