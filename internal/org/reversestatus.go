package org

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// ReverseStatus is where a reverse private endpoint stands in its life.
type ReverseStatus string

// The statuses of a reverse private endpoint.
const (
	ReverseUnknown           ReverseStatus = "Unknown"
	ReverseProvisioning      ReverseStatus = "Provisioning"
	ReverseDeleting          ReverseStatus = "Deleting"
	ReverseReady             ReverseStatus = "Ready"
	ReverseFailed            ReverseStatus = "Failed"
	ReversePendingAcceptance ReverseStatus = "PendingAcceptance"
	ReverseRejected          ReverseStatus = "Rejected"
	ReverseExpired           ReverseStatus = "Expired"
	ReverseGone              ReverseStatus = "Gone" // never shown: the record is to be removed
)

// ReverseStatuses returns every status that is shown.
func ReverseStatuses() []ReverseStatus {
	return []ReverseStatus{
		ReverseUnknown, ReverseProvisioning, ReverseDeleting, ReverseReady,
		ReverseFailed, ReversePendingAcceptance, ReverseRejected, ReverseExpired,
	}
}

// ReverseEventKind is what can happen to a reverse private endpoint.
type ReverseEventKind string

// The events.
const (
	EventProvisioned     ReverseEventKind = "provisioned"
	EventNeedsAcceptance ReverseEventKind = "needs_acceptance"
	EventAccepted        ReverseEventKind = "accepted"
	EventRejected        ReverseEventKind = "rejected"
	EventExpired         ReverseEventKind = "expired"
	EventFailed          ReverseEventKind = "failed"
	EventUnreadable      ReverseEventKind = "unreadable" // its state could not be read
	EventDeleteRequested ReverseEventKind = "delete_requested"
	EventDeleted         ReverseEventKind = "deleted" // nothing of it is left
)

// ReverseEvent is something that happened, with what it brought along.
type ReverseEvent struct {
	Kind            ReverseEventKind
	Reason          string   // becomes the status reason
	EndpointID      string   // empty: keep
	DNSNames        []string // nil: keep
	PrivateDNSNames []string // nil: keep
}

// outcome returns the status that follows the event, and the statuses from
// which it may: none for an unknown event.
func (k ReverseEventKind) outcome() (to ReverseStatus, from []ReverseStatus) {
	const (
		unknown, provisioning = ReverseUnknown, ReverseProvisioning
		pending, ready        = ReversePendingAcceptance, ReverseReady
	)
	switch k {
	case EventProvisioned:
		return ready, []ReverseStatus{provisioning, unknown}
	case EventNeedsAcceptance:
		return pending, []ReverseStatus{provisioning, unknown}
	case EventAccepted:
		return ready, []ReverseStatus{pending, unknown}
	case EventRejected:
		return ReverseRejected, []ReverseStatus{pending, ready, unknown}
	case EventExpired:
		return ReverseExpired, []ReverseStatus{pending, unknown}
	case EventFailed:
		return ReverseFailed, []ReverseStatus{provisioning, pending, ready, unknown}
	case EventUnreadable:
		return unknown, []ReverseStatus{provisioning, pending, ready}
	case EventDeleteRequested:
		return ReverseDeleting, ReverseStatuses()
	case EventDeleted:
		return ReverseGone, []ReverseStatus{ReverseDeleting}
	default:
		return "", nil
	}
}

// participle returns the event in the words of a sentence about the
// endpoint.
func (k ReverseEventKind) participle() string {
	switch k {
	case EventNeedsAcceptance:
		return "made to wait for acceptance"
	case EventUnreadable:
		return "marked unreadable"
	case EventDeleteRequested:
		return "deleted"
	case EventDeleted:
		return "removed"
	case EventProvisioned, EventAccepted, EventRejected, EventExpired, EventFailed:
	}
	return string(k)
}

// On returns the endpoint after the event and whether that changed it. An
// event that led to the present status already changes nothing. It returns
// a Conflict fault, which names the allowed statuses, for an event that the
// present one does not allow, and an Invalid one for an unknown event.
func (e ReverseEndpoint) On(event ReverseEvent, now time.Time) (ReverseEndpoint, bool, error) {
	to, from := event.Kind.outcome()
	if to == "" {
		return ReverseEndpoint{}, false, fault.New(fault.Invalid, "the event of an endpoint must be a known one")
	}
	if to == e.Status {
		return e, false, nil
	}
	if !slices.Contains(from, e.Status) {
		return ReverseEndpoint{}, false, fault.New(fault.Conflict,
			"Only endpoint in one of the following statuses: %s can be %s. Current status: %s",
			joinWords(from), event.Kind.participle(), e.Status)
	}
	e.Status, e.LastTransitionAt = to, now
	e.StatusReason = clip(event.Reason, StateReasonCharsMax)
	return e.carrying(event), true, nil
}

func (e ReverseEndpoint) carrying(event ReverseEvent) ReverseEndpoint {
	if event.EndpointID != "" {
		e.EndpointID = event.EndpointID
	}
	if event.DNSNames != nil {
		e.DNSNames = slices.Clone(event.DNSNames)
	}
	if event.PrivateDNSNames != nil {
		e.PrivateDNSNames = slices.Clone(event.PrivateDNSNames)
	}
	return e
}
