package org_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestReverseTransitions(t *testing.T) {
	t.Parallel()
	// An empty cell is refused; a status that follows itself is a repeat.
	columns := []org.ReverseEventKind{
		org.EventProvisioned, org.EventNeedsAcceptance, org.EventAccepted, org.EventRejected, org.EventExpired,
		org.EventFailed, org.EventUnreadable, org.EventDeleteRequested, org.EventDeleted,
	}
	f := func(from org.ReverseStatus, row ...org.ReverseStatus) {
		t.Helper()
		for i, want := range row {
			e := reverse("e", "s", endpointService())
			e.Status = from
			later := start().Add(time.Hour)
			got, changed, err := e.On(org.ReverseEvent{Kind: columns[i], Reason: "because"}, later)
			if want == "" {
				wantConflict(t, string(from), err, "Only endpoint in one of the following statuses: ")
				continue
			}
			if err != nil || got.Status != want || changed != (from != want) {
				t.Errorf("%s, %s = %s, %t, %v, want %s", from, columns[i], got.Status, changed, err, want)
			}
			if changed && (!got.LastTransitionAt.Equal(later) || got.StatusReason != "because") {
				t.Errorf("%s, %s: at %s because %q", from, columns[i], got.LastTransitionAt, got.StatusReason)
			}
		}
	}
	const (
		ready, pending, rejected = org.ReverseReady, org.ReversePendingAcceptance, org.ReverseRejected
		expired, failed          = org.ReverseExpired, org.ReverseFailed
		unknown, deleting, gone  = org.ReverseUnknown, org.ReverseDeleting, org.ReverseGone
	)
	f(org.ReverseProvisioning, ready, pending, "", "", "", failed, unknown, deleting, "")
	f(pending, "", pending, ready, rejected, expired, failed, unknown, deleting, "")
	f(ready, ready, "", ready, rejected, "", failed, unknown, deleting, "")
	f(unknown, ready, pending, ready, rejected, expired, failed, unknown, deleting, "")
	f(failed, "", "", "", "", "", failed, "", deleting, "")
	f(rejected, "", "", "", rejected, "", "", "", deleting, "")
	f(expired, "", "", "", "", expired, "", "", deleting, "")
	f(deleting, "", "", "", "", "", "", "", deleting, gone)
}

func TestReverseEventRefusals(t *testing.T) {
	t.Parallel()
	e := reverse("e", "s", endpointService())
	_, _, err := e.On(org.ReverseEvent{Kind: org.EventNeedsAcceptance}, start())
	wantConflict(t, "late", err,
		"Only endpoint in one of the following statuses: Provisioning, Unknown can be made to wait for acceptance. Current status: Ready")
	_, _, err = e.On(org.ReverseEvent{Kind: "exploded"}, start())
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("unknown event: %v", err)
	}
}

func TestReverseEventBringsTheEndpoint(t *testing.T) {
	t.Parallel()
	e := reverse("e", "s", endpointService())
	e.Status = org.ReverseProvisioning
	event := org.ReverseEvent{Kind: org.EventProvisioned, EndpointID: "vpce-1", DNSNames: []string{"a"}, PrivateDNSNames: []string{"b"}}
	e, _, err := e.On(event, start())
	if err != nil || e.EndpointID != "vpce-1" || !cmp.Equal(e.DNSNames, []string{"a"}) || !cmp.Equal(e.PrivateDNSNames, []string{"b"}) {
		t.Errorf("On() = %+v, %v", e, err)
	}
	e, _, err = e.On(org.ReverseEvent{Kind: org.EventFailed}, start())
	if err != nil || e.EndpointID != "vpce-1" || len(e.DNSNames) != 1 {
		t.Errorf("a later event took away: %+v, %v", e, err)
	}
}

func TestReverseDue(t *testing.T) {
	t.Parallel()
	f := func(status org.ReverseStatus, kind org.ReverseEventKind, after time.Duration) {
		t.Helper()
		e := reverse("e", "s", endpointService())
		e.Status = status
		event, at, ok := e.Due()
		if ok != (kind != "") || event.Kind != kind {
			t.Errorf("%s: Due() = %q, %t", status, event.Kind, ok)
		}
		if !ok {
			return
		}
		if !at.Equal(start().Add(after)) {
			t.Errorf("%s: due at %s", status, at)
		}
		if _, _, err := e.On(event, at); err != nil {
			t.Errorf("%s: the due event is refused: %v", status, err)
		}
	}
	f(org.ReversePendingAcceptance, org.EventExpired, 24*time.Hour)
	f(org.ReverseFailed, org.EventDeleteRequested, 7*24*time.Hour)
	f(org.ReverseRejected, org.EventDeleteRequested, 24*time.Hour)
	f(org.ReverseExpired, org.EventDeleteRequested, 0)
	f(org.ReverseProvisioning, "", 0)
	f(org.ReverseReady, "", 0)
	f(org.ReverseUnknown, "", 0)
	f(org.ReverseDeleting, "", 0)
}

func TestAcceptanceNeeded(t *testing.T) {
	t.Parallel()
	for _, kind := range org.ReverseTypes() {
		if got := kind.AcceptanceNeeded(); got != (kind == org.ReverseVPCEndpointService) {
			t.Errorf("%s: AcceptanceNeeded() = %t", kind, got)
		}
	}
	if slices.Contains(org.ReverseStatuses(), org.ReverseGone) {
		t.Error("Gone is shown")
	}
}
