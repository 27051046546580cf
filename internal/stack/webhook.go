package stack

import (
	"encoding/base64"
	"io"
	"maps"
	"net/netip"
	"time"
)

// Webhook is a destination of notifications.
type Webhook struct {
	Record
	Name        string
	Service     WebhookService
	URL         string
	Description string
	Body        string // template; empty: the service's own form
	Secrets     WebhookSecrets
	DisabledAt  time.Time // when the receiver said that it wants no more; zero: it did not
}

// WebhookSecrets is what is never answered. The store seals it.
type WebhookSecrets struct {
	Headers         map[string]string `json:"headers,omitempty"`
	QueryParams     map[string]string `json:"queryParams,omitempty"`
	Signing         string            `json:"signing"`
	PreviousSigning string            `json:"previousSigning,omitempty"`
	PreviousUntil   time.Time         `json:"previousUntil,omitzero"`
}

// WebhookInput is the body of a create or an update. Description and body
// are removed when they are not sent. Headers and queryParams stay when they
// are not sent, unless url or service changes: secrets never follow to a new
// destination.
type WebhookInput struct {
	Name        string            `json:"name" minLength:"1" maxLength:"1024" doc:"Unique among the webhooks of the service."`
	Service     WebhookService    `json:"service"`
	URL         string            `json:"url" minLength:"1" maxLength:"2048" doc:"HTTP or HTTPS; not a private address."`
	Description string            `json:"description,omitempty" nullable:"true" maxLength:"2048"`
	Body        string            `json:"body,omitempty" nullable:"true" maxLength:"16384" doc:"Template of the body; not for slack and pagerduty."`
	Headers     map[string]string `json:"headers,omitzero" maxProperties:"100" writeOnly:"true" doc:"When absent, the stored ones are kept unless url or service changes."`
	QueryParams map[string]string `json:"queryParams,omitzero" maxProperties:"100" writeOnly:"true" doc:"When absent, the stored ones are kept unless url or service changes."`
}

// DecodeWebhook reads a body strictly. Limits are checked by Apply.
func DecodeWebhook(body []byte) (WebhookInput, error) {
	return decodeRecord[WebhookInput](body, computedFields.webhook)
}

// Apply returns the webhook after the update, or an Invalid fault. Applied to
// the zero webhook it creates; the signing secret comes from NewSigningSecret.
// Allowed are the networks that the operator lets webhooks reach although
// they are not public. A webhook that was disabled is enabled again.
func (w Webhook) Apply(in WebhookInput, allowed []netip.Prefix) (Webhook, error) {
	in = in.trimmed()
	moved := in.URL != w.URL || in.Service != w.Service
	next := w
	next.DisabledAt = time.Time{}
	next.Name, next.Service, next.URL = in.Name, in.Service, in.URL
	next.Description, next.Body = in.Description, in.Body
	next.Secrets.Headers = kept(in.Headers, w.Secrets.Headers, moved)
	next.Secrets.QueryParams = kept(in.QueryParams, w.Secrets.QueryParams, moved)
	p := root()
	in.check(p, allowed)
	next.checkService(p)
	if err := p.log.err(); err != nil {
		return Webhook{}, err
	}
	return next, nil
}

// kept returns what was sent, otherwise what is stored unless the webhook
// moved; nil when there is nothing.
func kept(sent, stored map[string]string, moved bool) map[string]string {
	if sent == nil && !moved {
		sent = stored
	}
	if len(sent) == 0 {
		return nil
	}
	return maps.Clone(sent)
}

// Input returns the body that describes the webhook without its secrets:
// applied to it, nothing changes.
func (w Webhook) Input() WebhookInput {
	return WebhookInput{Name: w.Name, Service: w.Service, URL: w.URL, Description: w.Description, Body: w.Body}
}

const (
	signingPrefix = "whsec_"
	signingBytes  = 32
	// SigningOverlap is how long the old secret signs beside the new one.
	SigningOverlap = 24 * time.Hour
)

// NewSigningSecret makes a secret in the form of Standard Webhooks.
func NewSigningSecret(random io.Reader) (string, error) {
	key := make([]byte, signingBytes)
	if _, err := io.ReadFull(random, key); err != nil {
		return "", err
	}
	return signingPrefix + base64.StdEncoding.EncodeToString(key), nil
}

// Rotate returns the secrets with a new signing secret; the present one signs
// beside it for SigningOverlap.
func (s WebhookSecrets) Rotate(secret string, now time.Time) WebhookSecrets {
	s.PreviousSigning, s.PreviousUntil = s.Signing, now.Add(SigningOverlap)
	s.Signing = secret
	return s
}

// SigningAt returns the secrets that sign a delivery now, the newest first.
func (s WebhookSecrets) SigningAt(now time.Time) []string {
	if s.PreviousSigning == "" || !now.Before(s.PreviousUntil) {
		return []string{s.Signing}
	}
	return []string{s.Signing, s.PreviousSigning}
}
