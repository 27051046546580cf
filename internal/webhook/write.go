package webhook

import (
	"cmp"

	"github.com/cairnstack/cairn/internal/alerting"
)

// Write implements alerting.Writer.
func (s *Sender) Write(e alerting.Envelope) alerting.Letter {
	t := newTelling(e, cmp.Or(e.Notice.LinkBase, s.options.PublicURL()))
	letter := alerting.Letter{Title: t.title, Text: t.text, Variables: t.vars, Message: t.message()}
	if e.Webhook.ID != "" {
		body, err := t.payload()
		if err != nil {
			return letter
		}
		letter.Body = redact(string(body), e.Webhook.Secrets)
	}
	return letter
}
