package webhook

import (
	"fmt"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// Bounds of what is written, in bytes.
const (
	titleBytesMax   = 1 << 10
	messageBytesMax = 8 << 10
	bodyBytesMax    = 64 << 10 // of what a body template makes
)

// telling is a notice in words: what all dialects are written from.
type telling struct {
	alerting.Envelope
	title string
	text  string
	link  string
	vars  map[string]string
}

func newTelling(e alerting.Envelope, publicURL string) telling {
	t := telling{Envelope: e, link: linkOf(e.Notice, publicURL)}
	t.vars = variables(e, t.link)
	name := e.Notice.Alert.Name
	if name == "" {
		t.title = mark(e.Notice) + defaultTitle(e.Notice)
	} else {
		t.title = mark(e.Notice) + t.render(name, titleBytesMax)
	}
	t.text = t.write()
	t.vars["title"], t.vars["body"] = t.title, t.text
	return t
}

func (t telling) lookup(path string) string { return t.vars[path] }

// render makes the text of a template of the alert. What is no template, or
// makes too much, is told as far as possible: somebody has to know.
func (t telling) render(text string, bytesMax int) string {
	parsed, err := stack.ParseTemplate(text)
	if err != nil {
		return cut(text, bytesMax)
	}
	out, _ := parsed.Render(stack.TemplateView{Lookup: t.lookup, BytesMax: bytesMax})
	return out
}

// payload returns the body of the request.
func (t telling) payload() ([]byte, error) {
	if t.Webhook.Body != "" {
		if body, ok := t.ownBody(); ok {
			return body, nil
		}
	}
	switch t.Webhook.Service {
	case stack.ServiceSlack:
		return encode(t.slack())
	case stack.ServiceIncidentIO:
		return encode(t.incidentIO())
	case stack.ServicePagerDuty:
		return encode(t.pagerDuty())
	case stack.ServiceGeneric:
		return encode(t.generic())
	}
	return nil, fmt.Errorf("a webhook of an unknown service: %q", t.Webhook.Service)
}

// ownBody returns what the webhook's own template makes, unless that would be
// cut: half a body helps nobody, the usual one does.
func (t telling) ownBody() ([]byte, bool) {
	parsed, err := stack.ParseTemplate(t.Webhook.Body)
	if err != nil {
		return nil, false
	}
	out, err := parsed.Render(stack.TemplateView{Lookup: t.lookup, Escape: escapeJSON, BytesMax: bodyBytesMax})
	return []byte(out), err == nil
}

// isOpen reports whether the notice opens an incident or keeps it open.
func (t telling) isOpen() bool {
	return t.Notice.To == stack.StateFiring || t.Notice.Kind == alerting.NoticeTest
}

// key returns the secret by which the service knows the receiver.
func (t telling) key() string {
	return t.Webhook.Secrets.QueryParams[t.Webhook.Service.Rules().Key]
}

// details returns what services show beside a text.
func (t telling) details() map[string]string {
	details := map[string]string{}
	for _, name := range []string{"alert.id", "group", "state", "value", "valueText", "threshold", "thresholdText", "startTime", "endTime", "alert.tags"} {
		if v := t.vars[name]; v != "" {
			details[name] = v
		}
	}
	for _, v := range t.Notice.Group.Values {
		details["attributes."+v.Name] = v.Value
	}
	return details
}

// sourceName returns what the alert watches, in one word or two.
func (t telling) sourceName() string {
	for _, name := range []string{t.Notice.Watched.TileName, t.Notice.Watched.SavedSearchName, t.Notice.Watched.SourceName} {
		if name != "" {
			return name
		}
	}
	return "Cairn"
}
