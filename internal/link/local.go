// Package link makes private links. Local is the provisioner of an
// installation that has no provider: it acts out the life of a link and
// reaches nobody.
package link

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// How long the steps of a local link take.
const (
	ProvisionAfter = time.Second
	DeleteAfter    = time.Second
)

const (
	endpointHexChars = 17 // as long as those of the provider
	nameHexChars     = 12
)

// Local acts out the life of links. Its schedule is a function of the stored
// time of the last transition, so that a restart neither repeats nor skips a
// step. Links that need acceptance wait for the operator.
type Local struct {
	Now    func() time.Time
	Domain string // DNS names of links end in it
}

// Advance returns the step that is due for the endpoint.
func (l Local) Advance(_ context.Context, e org.ReverseEndpoint) (org.ReverseEvent, bool, error) {
	age := l.Now().Sub(e.LastTransitionAt)
	switch e.Status {
	case org.ReverseProvisioning, org.ReverseUnknown:
		return l.provisioned(e), age >= ProvisionAfter, nil
	case org.ReverseDeleting:
		return org.ReverseEvent{Kind: org.EventDeleted}, age >= DeleteAfter, nil
	case org.ReverseReady, org.ReverseFailed, org.ReversePendingAcceptance, org.ReverseRejected, org.ReverseExpired,
		org.ReverseGone:
	}
	return org.ReverseEvent{}, false, nil
}

func (l Local) provisioned(e org.ReverseEndpoint) org.ReverseEvent {
	id := endpointID(e)
	event := org.ReverseEvent{
		Kind: org.EventProvisioned, Reason: "Made by the local provisioner; no provider was asked.",
		EndpointID: id, DNSNames: []string{id + ".link." + l.Domain}, PrivateDNSNames: []string{},
	}
	if e.Target.Type.AcceptanceNeeded() {
		event.Kind = org.EventNeedsAcceptance
		event.Reason = "Waiting for the owner of the endpoint service to accept."
	}
	return event
}

// endpointID is the same at every call.
func endpointID(e org.ReverseEndpoint) string {
	digest := sha256.Sum256([]byte("link|" + e.ID))
	text := hex.EncodeToString(digest[:])
	if e.Target.Type == org.ReverseGCPAttachment {
		return "cairn-" + text[:nameHexChars]
	}
	return "vpce-" + text[:endpointHexChars]
}
