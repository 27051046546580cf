package org

import "github.com/cairnstack/cairn/internal/fault"

// How many things an organization or a service may own, or one change may
// name.
const (
	KeysPerOrganizationMax             = 100
	ServicesPerOrganizationMax         = 2000
	ServicesPerWarehouseMax            = 20
	PrivateEndpointsPerOrganizationMax = 1000
	PrivateEndpointsPerChangeMax       = 256
	PrivateEndpointsPerServiceMax      = 100
	ReverseEndpointsPerServiceMax      = 50
	InvitationsPerOrganizationMax      = 100
)

// CheckRoom returns a Conflict fault when count things exist already and no
// more than most may; things is their plural.
func CheckRoom(count, most int, things string) error {
	if count < most {
		return nil
	}
	return fault.New(fault.Conflict, "at most %d %s are allowed", most, things)
}
