package org

import (
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// CheckWarehouseJoin reports whether the new service s may join its warehouse;
// members are the services of the organization that are in it. It returns
// an Invalid fault for a warehouse that does not exist or is elsewhere, and
// a Conflict for one that is full or whose primary service is on its way
// out.
func CheckWarehouseJoin(s Service, members []Service) error {
	if s.IsPrimary {
		return nil
	}
	i := slices.IndexFunc(members, func(m Service) bool { return m.IsPrimary })
	var rules fault.Rules
	rules.Check(i >= 0, "dataWarehouseId", "reference", "must be a warehouse of the organization")
	if i >= 0 {
		same := members[i].Provider == s.Provider && members[i].Region == s.Region
		rules.Check(same, "dataWarehouseId", "place", "must be in the provider and region of the service")
	}
	if err := rules.Err(); err != nil {
		return err
	}
	if err := members[i].checkAlive(); err != nil {
		return err
	}
	return CheckRoom(len(members), ServicesPerWarehouseMax, "services of a warehouse")
}

// CheckWarehouseLeave returns a Conflict fault when s is the primary service
// of a warehouse that other services use.
func CheckWarehouseLeave(s Service, members []Service) error {
	others := slices.ContainsFunc(members, func(m Service) bool { return m.ID != s.ID })
	if !s.IsPrimary || !others {
		return nil
	}
	return fault.New(fault.Conflict, "the primary service can't be deleted before the other services of its warehouse")
}
