package org_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestReach(t *testing.T) {
	t.Parallel()
	listed := org.Service{IPAccessList: []org.IPRule{{Source: "192.0.2.0/24"}}, PrivateEndpointIDs: []string{"vpce-1"}}.Reach()
	empty := org.Service{PrivateEndpointIDs: []string{"vpce-1"}}.Reach()
	f := func(reach org.Reach, client, endpoint, refusal string) {
		t.Helper()
		err := reach.Check(netip.MustParseAddr(client), endpoint)
		if refusal == "" && err != nil || refusal != "" && (fault.KindOf(err) != fault.Forbidden || !strings.Contains(err.Error(), refusal)) {
			t.Errorf("%s through %q: %v, want %q", client, endpoint, err, refusal)
		}
	}
	f(listed, "192.0.2.1", "", "")
	f(listed, "203.0.113.9", "", "the address 203.0.113.9 is not in the ipAccessList of the service")
	f(listed, "203.0.113.9", "vpce-1", "")
	f(listed, "192.0.2.1", "vpce-2", "the private endpoint vpce-2 is not attached to the service")
	f(listed, "192.0.2.1", "VPCE-1", "the private endpoint VPCE-1 is not attached to the service")
	f(empty, "192.0.2.1", "", "the address 192.0.2.1 is not in the ipAccessList of the service")
	f(empty, "192.0.2.1", "vpce-1", "")
	f(org.Reach{}, "192.0.2.1", "", "the address")
	f(org.Reach{}, "192.0.2.1", "vpce-1", "is not attached")
	f(org.ReachOfAll(), "2001:db8::7", "", "")
	f(org.ReachOfAll(), "192.0.2.1", "vpce-1", "is not attached")
}

func TestChangeThatLocksOutItsCallerIsRefused(t *testing.T) {
	t.Parallel()
	reach := func(source string, endpoints ...string) org.Reach {
		return org.Service{IPAccessList: []org.IPRule{{Source: source}}, PrivateEndpointIDs: endpoints}.Reach()
	}
	f := func(before, after org.Reach, client, endpoint, refusal string) {
		t.Helper()
		err := before.CheckStay(after, netip.MustParseAddr(client), endpoint)
		if refusal == "" && err != nil || refusal != "" && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), refusal)) {
			t.Errorf("%s through %q: %v, want %q", client, endpoint, err, refusal)
		}
	}
	f(reach("0.0.0.0/0"), reach("192.0.2.1"), "192.0.2.1", "", "")
	f(reach("0.0.0.0/0"), reach("192.0.2.1"), "203.0.113.9", "", "ipAccessList: must keep your own address, 203.0.113.9, unless force is true")
	f(reach("0.0.0.0/0"), org.Reach{}, "2001:db8::7", "", "must keep your own address, 2001:db8::7")
	f(reach("192.0.2.2"), reach("192.0.2.1"), "203.0.113.9", "", "") // who is outside is not locked out
	f(reach("0.0.0.0/0", "vpce-1"), reach("192.0.2.1", "vpce-1"), "10.0.0.5", "vpce-1", "")
	f(reach("0.0.0.0/0", "vpce-1"), reach("0.0.0.0/0"), "10.0.0.5", "vpce-1", "privateEndpointIds: must keep the private endpoint that you come through, vpce-1")
	f(reach("0.0.0.0/0", "vpce-1"), reach("0.0.0.0/0"), "10.0.0.5", "", "")
}
