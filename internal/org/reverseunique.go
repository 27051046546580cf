package org

import "github.com/cairnstack/cairn/internal/fault"

// CheckUnique returns a Conflict fault when e gets in the way of another
// endpoint: a resource share serves one endpoint, a Kafka cluster one per
// way to sign in, and a DNS name leads to one endpoint of a service. Others
// may hold e itself, and are the endpoints of the organization; those on
// their way out count until they are gone.
func (e ReverseEndpoint) CheckUnique(others []ReverseEndpoint) error {
	for _, other := range others {
		if other.ID == e.ID {
			continue
		}
		if err := e.checkAgainst(other); err != nil {
			return err
		}
	}
	return nil
}

func (e ReverseEndpoint) checkAgainst(other ReverseEndpoint) error {
	a, b := e.Target, other.Target
	switch {
	case a.VPCResourceShareARN != "" && a.VPCResourceShareARN == b.VPCResourceShareARN:
		return fault.New(fault.Conflict, "vpcResourceShareArn: another endpoint uses the resource share")
	case a.MSKClusterARN != "" && a.MSKClusterARN == b.MSKClusterARN && a.MSKAuthentication == b.MSKAuthentication:
		return fault.New(fault.Conflict, "mskClusterArn: another endpoint uses the cluster with this mskAuthentication")
	}
	if i := e.overlap(other); i >= 0 {
		return fault.New(fault.Conflict,
			"customPrivateDnsMappings.%d.privateDnsName: another endpoint of the service covers the name", i)
	}
	return nil
}

// overlap returns the index of the first custom name of e that leads to
// other, or -1.
func (e ReverseEndpoint) overlap(other ReverseEndpoint) int {
	if e.ServiceID != other.ServiceID {
		return -1
	}
	for i, name := range e.CustomDNSNames {
		for _, taken := range other.CustomDNSNames {
			if DNSNamesOverlap(name, taken) {
				return i
			}
		}
	}
	return -1
}
