package org

import (
	"net/netip"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// Reach is from where a service may be reached: from the addresses of its
// ipAccessList, and through the private endpoints that are attached to it. The
// zero value is reached from nowhere.
type Reach struct {
	from      IPList
	endpoints []string
}

// Reach returns from where the service may be reached.
func (s Service) Reach() Reach { return Reach{NewIPList(s.IPAccessList), s.PrivateEndpointIDs} }

// ReachOfAll is where there is no service: every address, and no private
// endpoint.
func ReachOfAll() Reach { return Reach{from: NewIPList(AnywhereRules())} }

// Check returns a Forbidden fault unless the service may be reached by a client
// with this address, or through the private endpoint with this id if there is
// one: then its address says nothing.
func (r Reach) Check(client netip.Addr, endpoint string) error {
	switch {
	case endpoint == "":
		return r.from.CheckAddr(client)
	case !slices.Contains(r.endpoints, endpoint):
		return fault.New(fault.Forbidden, "the private endpoint %s is not attached to the service", endpoint)
	}
	return nil
}

// CheckStay returns an Invalid fault when the client reaches the service now and
// would not after the change.
func (r Reach) CheckStay(after Reach, client netip.Addr, endpoint string) error {
	if r.Check(client, endpoint) != nil || after.Check(client, endpoint) == nil {
		return nil
	}
	var rules fault.Rules
	if endpoint != "" {
		rules.Break("privateEndpointIds", "lockout", "must keep the private endpoint that you come through, %s, unless force is true", endpoint)
	} else {
		rules.Break("ipAccessList", "lockout", "must keep your own address, %s, unless force is true", client)
	}
	return rules.Err()
}
