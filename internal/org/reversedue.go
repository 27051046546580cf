package org

import "time"

// How long an endpoint may stay in a status before it is cleaned up.
const (
	ReverseFailedKept   = 7 * 24 * time.Hour
	ReversePendingKept  = 24 * time.Hour
	ReverseRejectedKept = 24 * time.Hour
	ReverseExpiredKept  = time.Duration(0)
)

// Due returns the event that comes to the endpoint on its own and when, and
// false when none does. The event is due from that time on, however late it
// is looked at.
func (e ReverseEndpoint) Due() (ReverseEvent, time.Time, bool) {
	switch e.Status {
	case ReversePendingAcceptance:
		event := ReverseEvent{Kind: EventExpired, Reason: "The endpoint was not accepted in time."}
		return event, e.LastTransitionAt.Add(ReversePendingKept), true
	case ReverseFailed:
		return e.cleanUp(), e.LastTransitionAt.Add(ReverseFailedKept), true
	case ReverseRejected:
		return e.cleanUp(), e.LastTransitionAt.Add(ReverseRejectedKept), true
	case ReverseExpired:
		return e.cleanUp(), e.LastTransitionAt.Add(ReverseExpiredKept), true
	case ReverseUnknown, ReverseProvisioning, ReverseDeleting, ReverseReady, ReverseGone:
	}
	return ReverseEvent{}, time.Time{}, false
}

func (e ReverseEndpoint) cleanUp() ReverseEvent {
	return ReverseEvent{Kind: EventDeleteRequested, Reason: "Cleaned up automatically after " + string(e.Status) + "."}
}
