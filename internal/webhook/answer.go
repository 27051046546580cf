package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

// read returns what the receiver said. A status that has come counts, even
// when the rest of the answer never does.
func (s *Sender) read(response *http.Response) alerting.Answer {
	answer := alerting.Answer{
		StatusCode: response.StatusCode,
		Outcome:    outcomeOf(response.StatusCode),
		RetryAfter: retryAfter(response.Header.Get(retryAfterHeader), s.options.Now()),
	}
	body, _ := io.ReadAll(io.LimitReader(response.Body, alerting.AnswerBytesMax))
	answer.Body = strings.ReplaceAll(strings.ToValidUTF8(string(body), "\uFFFD"), "\x00", "\uFFFD")
	answer.Body = cut(answer.Body, alerting.AnswerBytesMax)
	if answer.Outcome != alerting.OutcomeDelivered {
		answer.Failure = fmt.Sprintf("the receiver answered %d", response.StatusCode)
	}
	return answer
}

// outcomeOf sorts statuses. Refused are those that say that this message is
// not acceptable; all others are about the receiver or the way to it, which
// people repair.
func outcomeOf(status int) alerting.Outcome {
	switch {
	case status >= 200 && status < 300:
		return alerting.OutcomeDelivered
	case status == http.StatusGone:
		return alerting.OutcomeGone
	}
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return alerting.OutcomeRefused
	}
	return alerting.OutcomeFailed
}

// retryAfter reads seconds or a date; what is absent, wrong or past is 0.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return min(max(0, time.Duration(min(seconds, int(RetryAfterMax.Seconds())))*time.Second), RetryAfterMax)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return min(max(0, at.Sub(now)), RetryAfterMax)
}

// failed says in our own words why no answer came: those of the network hold
// the address with its secrets.
func failed(err error) alerting.Answer {
	answer := alerting.Answer{Outcome: alerting.OutcomeFailed}
	var timeout net.Error
	switch {
	case errors.Is(err, errForbidden):
		answer.Outcome, answer.Failure = alerting.OutcomeForbidden, "the address is private or reserved"
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		answer.Failure = "the receiver did not answer in time"
	case errors.Is(err, errNoAddress):
		answer.Failure = "the name of the receiver could not be resolved"
	case isHandshake(err):
		answer.Failure = handshakeFailedMessage
	default:
		answer.Failure = "the connection to the receiver failed"
	}
	return answer
}

func isHandshake(err error) bool {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var unknown x509.UnknownAuthorityError
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &certificate) || errors.As(err, &record) || errors.As(err, &alert) || errors.As(err, &unknown)
}

// cut returns the beginning of the text, cut between characters.
func cut(text string, bytesMax int) string {
	if len(text) <= bytesMax {
		return text
	}
	return strings.ToValidUTF8(text[:bytesMax], "")
}
