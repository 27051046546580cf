package webhook

import (
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// mentionForm is a webhook that the message of an alert sends to as well, by
// its id or the beginning of its name.
var mentionForm = regexp.MustCompile(`@webhook-([\pL\pN_.-]*[\pL\pN_])`)

// Mentions returns what stands behind each @webhook- of the alert's message,
// once its variables are filled in.
func Mentions(n alerting.Notice) []string {
	if !strings.Contains(n.Alert.Message, "@webhook-") {
		return nil
	}
	t := telling{Envelope: alerting.Envelope{Notice: n}}
	t.vars = variables(t.Envelope, "")
	var names []string
	for _, found := range mentionForm.FindAllStringSubmatch(t.renderMentions(), -1) {
		names = append(names, found[1])
	}
	return names
}

// heldSign stands for the @ of a value while mentions are looked for: what
// telemetry holds can complete a mention, but not make one.
const heldSign = "\x00"

// renderMentions returns the message with its variables filled in and the signs
// of their values held.
func (t telling) renderMentions() string {
	parsed, err := stack.ParseTemplate(t.Notice.Alert.Message)
	if err != nil {
		return cut(t.Notice.Alert.Message, messageBytesMax)
	}
	hold := strings.NewReplacer(heldSign, "", "@", heldSign)
	text, _ := parsed.Render(stack.TemplateView{Lookup: t.lookup, Escape: hold.Replace, BytesMax: messageBytesMax})
	return text
}

// message returns the alert's message without its mentions, which are for us
// and not for the receiver. Values stay as they are.
func (t telling) message() string {
	text := strings.TrimSpace(mentionForm.ReplaceAllString(t.renderMentions(), ""))
	return strings.ReplaceAll(text, heldSign, "@")
}
