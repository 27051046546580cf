// Package webhook makes one delivery: it renders a notice in the dialect of
// the receiver, signs it, dials only where it may, and reads no more of the
// answer than is kept.
package webhook

import (
	"cmp"
	"context"
	"crypto/tls"
	"net/http"
	"net/netip"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

// What options that are left at zero mean.
const (
	// DefaultTimeout bounds an attempt from the first look at the name to the
	// last byte of the answer.
	DefaultTimeout = 15 * time.Second
	// RetryAfterMax bounds how long a receiver can ask to be left alone.
	RetryAfterMax = time.Hour

	handshakeTimeout       = 10 * time.Second
	answerHeaderBytesMax   = 64 << 10
	userAgent              = "Cairn-Webhook/1"
	contentTypeJSON        = "application/json"
	contentTypeHeader      = "Content-Type"
	idempotencyKeyHeader   = "Idempotency-Key"
	retryAfterHeader       = "Retry-After"
	handshakeFailedMessage = "the receiver's certificate or handshake is not acceptable"
)

// Options say where a sender may go and what it writes. Now and PublicURL
// are required.
type Options struct {
	Allowed   []netip.Prefix // networks that may be reached although they are not public
	PublicURL func() string  // of the interface, for links
	Now       func() time.Time
	Resolver  Resolver      // nil: the system's
	Timeout   time.Duration // of an attempt; 0: DefaultTimeout
	TLS       *tls.Config   // nil: the system's roots
}

// Sender makes deliveries. It is safe for concurrent use.
type Sender struct {
	options Options
	client  *http.Client
}

// NewSender makes a sender.
func NewSender(o Options) *Sender {
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	return &Sender{options: o, client: newClient(o)}
}

// newClient returns a client without proxies, redirects, kept connections,
// cookies and decompression: a delivery reaches the one address that was
// checked, or none.
func newClient(o Options) *http.Client {
	dial := guard{allowed: o.Allowed, resolver: o.Resolver}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dial.DialContext,
			TLSClientConfig:        o.TLS,
			TLSHandshakeTimeout:    handshakeTimeout,
			MaxResponseHeaderBytes: answerHeaderBytesMax,
			DisableKeepAlives:      true,
			DisableCompression:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Send implements alerting.Sender.
func (s *Sender) Send(ctx context.Context, e alerting.Envelope) alerting.Answer {
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	start := s.options.Now()
	request, err := s.request(ctx, e)
	if err != nil {
		return alerting.Answer{Outcome: alerting.OutcomeRefused, Failure: "the message could not be written"}
	}
	answer := s.exchange(request)
	answer.Body = redact(answer.Body, e.Webhook.Secrets)
	answer.Latency = s.options.Now().Sub(start)
	return answer
}

func (s *Sender) exchange(request *http.Request) alerting.Answer {
	response, err := s.client.Do(request) // the address is checked by the dialer
	if err != nil {
		return failed(err)
	}
	defer func() { _ = response.Body.Close() }()
	return s.read(response)
}
