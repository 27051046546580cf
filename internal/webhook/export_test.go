package webhook

import "github.com/cairnstack/cairn/internal/alerting"

// Payload answers the body of the request that tells the envelope.
func Payload(e alerting.Envelope) ([]byte, error) {
	return newTelling(e, "https://cairn.example.net").payload()
}

// RetryAfter answers how long a receiver asks to wait.
var RetryAfter = retryAfter
