package webhook

import (
	"strings"
)

// Bounds that Slack sets, in characters or bytes, whichever is less.
const (
	slackTextBytesMax  = 2900 // of 3000 characters in a section
	slackTitleBytesMax = 400  // so that its link is never cut, however much of it is escaped
)

type slackMessage struct {
	Text   string       `json:"text"`
	Blocks []slackBlock `json:"blocks"`
}

type slackBlock struct {
	Type string    `json:"type"`
	Text slackText `json:"text"`
}

type slackText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// slack writes a message for an incoming webhook of Slack: a linked title and
// the text below it.
func (t telling) slack() slackMessage {
	title := strings.ReplaceAll(escapeSlack(cut(t.title, slackTitleBytesMax)), "|", "¦")
	text := "*<" + escapeSlack(t.link) + "|" + title + ">*\n" + escapeSlack(t.text)
	return slackMessage{
		Text:   escapeSlack(cut(t.title, slackTitleBytesMax)),
		Blocks: []slackBlock{{Type: "section", Text: slackText{Type: "mrkdwn", Text: cut(text, slackTextBytesMax)}}},
	}
}

// escapeSlack keeps telemetry from becoming links and mentions.
func escapeSlack(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
