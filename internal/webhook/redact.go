package webhook

import (
	"net/url"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

const (
	mask = "***"
	// redactBytesMin is the length from which a text can be told from chance.
	redactBytesMin = 6
)

// redact takes what is write-only out of a receiver's answer: some receivers
// answer with what they got, and more people may read the ledger than know
// the secrets.
func redact(text string, secrets stack.WebhookSecrets) string {
	for _, values := range []map[string]string{secrets.Headers, secrets.QueryParams} {
		for _, value := range values {
			text = redactValue(redactValue(text, value), url.QueryEscape(value))
		}
	}
	return text
}

// redactValue also takes out the beginning of a secret at the end of the
// text, where the answer was cut.
func redactValue(text, secret string) string {
	if len(secret) < redactBytesMin {
		return text
	}
	text = strings.ReplaceAll(text, secret, mask)
	for n := min(len(secret)-1, len(text)); n >= redactBytesMin; n-- {
		if rest, ok := strings.CutSuffix(text, secret[:n]); ok {
			return rest + mask
		}
	}
	return text
}
