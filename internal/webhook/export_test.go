package webhook

import "github.com/cairnstack/cairn/internal/alerting"

// Payload returns the body of the request that tells the envelope.
func Payload(e alerting.Envelope) ([]byte, error) {
	return newTelling(e, "https://cairn.example.net").payload()
}

// RetryAfter returns how long a receiver asks to wait.
var RetryAfter = retryAfter
