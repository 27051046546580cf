package link_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/link"
	"github.com/cairnstack/cairn/internal/org"
)

var began = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func endpoint(kind org.ReverseType, status org.ReverseStatus) org.ReverseEndpoint {
	return org.ReverseEndpoint{ID: "e", Target: org.ReverseTarget{Type: kind}, Status: status, LastTransitionAt: began}
}

func TestLocalActsOutTheLife(t *testing.T) {
	t.Parallel()
	f := func(e org.ReverseEndpoint, after time.Duration, want org.ReverseEventKind) {
		t.Helper()
		local := link.Local{Now: func() time.Time { return began.Add(after) }, Domain: "example.com"}
		event, happened, err := local.Advance(t.Context(), e)
		if err != nil || happened != (want != "") || happened && event.Kind != want {
			t.Errorf("%s %s after %s: %v %v %v, want %q", e.Target.Type, e.Status, after, event.Kind, happened, err, want)
		}
	}
	for _, kind := range []org.ReverseType{org.ReverseVPCResource, org.ReverseMSKMultiVPC, org.ReverseGCPAttachment} {
		f(endpoint(kind, org.ReverseProvisioning), link.ProvisionAfter-1, "")
		f(endpoint(kind, org.ReverseProvisioning), link.ProvisionAfter, org.EventProvisioned)
		f(endpoint(kind, org.ReverseUnknown), 365*24*time.Hour, org.EventProvisioned)
	}
	f(endpoint(org.ReverseVPCEndpointService, org.ReverseProvisioning), link.ProvisionAfter, org.EventNeedsAcceptance)
	f(endpoint(org.ReverseVPCResource, org.ReverseDeleting), link.DeleteAfter-1, "")
	f(endpoint(org.ReverseVPCResource, org.ReverseDeleting), link.DeleteAfter, org.EventDeleted)
	for _, status := range []org.ReverseStatus{org.ReverseReady, org.ReversePendingAcceptance, org.ReverseFailed, org.ReverseRejected, org.ReverseExpired} {
		f(endpoint(org.ReverseVPCResource, status), 365*24*time.Hour, "")
	}
}

func TestLocalAnswersTheSameTwice(t *testing.T) {
	t.Parallel()
	local := link.Local{Now: func() time.Time { return began.Add(time.Hour) }, Domain: "example.com"}
	e := endpoint(org.ReverseVPCResource, org.ReverseProvisioning)
	first, _, _ := local.Advance(t.Context(), e)
	second, _, _ := local.Advance(t.Context(), e)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	if len(first.EndpointID) != len("vpce-")+17 || first.DNSNames[0] != first.EndpointID+".link.example.com" {
		t.Errorf("the link is %+v", first)
	}
}
