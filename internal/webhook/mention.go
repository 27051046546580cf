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

// renderMentions returns the message with its variables filled in. What they
// hold comes from telemetry and can complete a mention, but not make one.
func (t telling) renderMentions() string {
	parsed, err := stack.ParseTemplate(t.Notice.Alert.Message)
	if err != nil {
		return ""
	}
	inert := func(value string) string { return strings.ReplaceAll(value, "@", "") }
	text, _ := parsed.Render(stack.TemplateView{Lookup: t.lookup, Escape: inert, BytesMax: messageBytesMax})
	return text
}

// withoutMentions returns the message without its mentions, which are for us
// and not for the receiver.
func withoutMentions(text string) string {
	return strings.TrimSpace(mentionForm.ReplaceAllString(text, ""))
}
