package org

import (
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// Attachment is the outcome of attaching a private endpoint: the service
// that may be reached through it, the organization where it is registered,
// and the registration.
type Attachment struct {
	Organization Organization
	Service      Service
	Endpoint     PrivateEndpoint
	Changed      bool // false: everything was so already
}

// Attach attaches the private endpoint to the service and registers it with
// the organization. Provider and region are the service's, whatever in says.
// A repeat changes the description alone, and not even that when in has
// none. It returns an Invalid fault for a broken rule and a Conflict when
// there is no room or the service is on its way out.
func (o Organization) Attach(s Service, in PrivateEndpointInput) (Attachment, error) {
	in.Provider, in.Region = s.Provider, s.Region
	var rules fault.Rules
	in.check(&rules, "")
	if err := rules.Err(); err != nil {
		return Attachment{}, err
	}
	if err := s.checkAlive(); err != nil {
		return Attachment{}, err
	}
	return o.attach(s, in)
}

func (o Organization) attach(s Service, in PrivateEndpointInput) (Attachment, error) {
	registered := register(slices.Clone(o.PrivateEndpoints), in)
	if err := CheckRoom(len(registered)-1, PrivateEndpointsPerOrganizationMax, "private endpoints of an organization"); err != nil {
		return Attachment{}, err
	}
	changed := !slices.Equal(registered, o.PrivateEndpoints)
	if !slices.Contains(s.PrivateEndpointIDs, in.ID) {
		if err := CheckRoom(len(s.PrivateEndpointIDs), PrivateEndpointsPerServiceMax, "private endpoints of a service"); err != nil {
			return Attachment{}, err
		}
		s.PrivateEndpointIDs = append(slices.Clone(s.PrivateEndpointIDs), in.ID)
		changed = true
	}
	o.PrivateEndpoints = registered
	found := slices.IndexFunc(registered, in.names)
	return Attachment{Organization: o, Service: s, Endpoint: registered[found], Changed: changed}, nil
}

// AvailablePrivateEndpointIDs returns the ids that are registered for the
// service's provider and region, in the order of their registration.
func (o Organization) AvailablePrivateEndpointIDs(s Service) []string {
	ids := []string{}
	for _, e := range o.PrivateEndpoints {
		here := PrivateEndpointInput{ID: e.ID, Provider: s.Provider, Region: s.Region}
		if here.names(e) && !slices.Contains(ids, e.ID) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
