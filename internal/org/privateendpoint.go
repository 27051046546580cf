package org

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// PrivateEndpointIDCharsMax bounds the id of a private endpoint; the longest
// real ones are resource paths.
const PrivateEndpointIDCharsMax = 512

// PrivateEndpoint is a customer's endpoint that is registered with an
// organization. Provider and region are empty when neither the registration
// nor the organization's services said them.
type PrivateEndpoint struct {
	ID          string
	Description string
	Provider    Provider
	Region      string
}

// PrivateEndpointInput names a private endpoint in a change. An empty
// provider or region stands for any; no description keeps the present one.
type PrivateEndpointInput struct {
	ID          string
	Description *string
	Provider    Provider
	Region      string
}

// PrivateEndpointsChange takes registrations away and then adds some; both
// may be repeated without effect. The zero value changes nothing.
type PrivateEndpointsChange struct {
	Remove []PrivateEndpointInput
	Add    []PrivateEndpointInput
}

// Placed returns the change with provider and region for what it adds without
// them, as far as the services tell: those of the service that has the
// endpoint, or of all services if they are in one place. What stays registered
// keeps its place.
func (c PrivateEndpointsChange) Placed(present []PrivateEndpoint, services []Service) PrivateEndpointsChange {
	staying := c.removed(present)
	c.Add = slices.Clone(c.Add)
	for i, in := range c.Add {
		known := slices.IndexFunc(staying, in.names)
		if known < 0 || staying[known].Region == "" {
			c.Add[i] = in.placed(services)
		}
	}
	return c
}

// removed returns the list without what the change takes away.
func (c PrivateEndpointsChange) removed(present []PrivateEndpoint) []PrivateEndpoint {
	after := slices.Clone(present)
	for _, in := range c.Remove {
		after = slices.DeleteFunc(after, in.names)
	}
	return after
}

func (in PrivateEndpointInput) placed(services []Service) PrivateEndpointInput {
	if in.Region != "" {
		if owner, known := ProviderOf(in.Region); known && in.Provider == "" {
			in.Provider = owner
		}
		return in
	}
	fitting := slices.DeleteFunc(slices.Clone(services), func(s Service) bool { return in.Provider != "" && s.Provider != in.Provider })
	if i := slices.IndexFunc(fitting, func(s Service) bool { return slices.Contains(s.PrivateEndpointIDs, in.ID) }); i >= 0 {
		fitting = fitting[i : i+1]
	}
	apart := func(s Service) bool { return s.Provider != fitting[0].Provider || s.Region != fitting[0].Region }
	if len(fitting) > 0 && !slices.ContainsFunc(fitting, apart) {
		in.Provider, in.Region = fitting[0].Provider, fitting[0].Region
	}
	return in
}

// Detach returns the service without the private endpoints that the change has
// takes away from its organization, and whether it had any: also those that the
// change adds again. before is the organization without the change.
func (c PrivateEndpointsChange) Detach(before Organization, s Service) (Service, bool) {
	before.PrivateEndpoints = c.removed(before.PrivateEndpoints)
	kept := before.AvailablePrivateEndpointIDs(s)
	ids := slices.DeleteFunc(slices.Clone(s.PrivateEndpointIDs), func(id string) bool {
		attached := PrivateEndpoint{ID: id, Provider: s.Provider, Region: s.Region}
		removed := slices.ContainsFunc(c.Remove, func(in PrivateEndpointInput) bool { return in.names(attached) })
		return removed && !slices.Contains(kept, id)
	})
	changed := len(ids) < len(s.PrivateEndpointIDs)
	s.PrivateEndpointIDs = ids
	return s, changed
}

// apply returns the list after the change. It never touches present.
func (c PrivateEndpointsChange) apply(rules *fault.Rules, path string, present []PrivateEndpoint) []PrivateEndpoint {
	if !c.check(rules, path) {
		return present
	}
	after := c.removed(present)
	for _, in := range c.Add {
		after = register(after, in)
	}
	checkCount(rules, path, len(after), PrivateEndpointsPerOrganizationMax)
	return after
}

// check returns false when a list is too long to be looked at.
func (c PrivateEndpointsChange) check(rules *fault.Rules, path string) bool {
	removes := checkCount(rules, path+".remove", len(c.Remove), PrivateEndpointsPerChangeMax)
	adds := checkCount(rules, path+".add", len(c.Add), PrivateEndpointsPerChangeMax)
	if !removes || !adds {
		return false
	}
	for i, in := range c.Remove {
		checkEndpointID(rules, item(path+".remove", i)+".id", in.ID)
	}
	for i, in := range c.Add {
		in.check(rules, item(path+".add", i)+".")
	}
	return true
}

// check applies the rules of a registration; prefix ends in a dot or is
// empty.
func (in PrivateEndpointInput) check(rules *fault.Rules, prefix string) {
	checkEndpointID(rules, prefix+"id", in.ID)
	if in.Description != nil {
		checkText(rules, prefix+"description", *in.Description, DescriptionCharsMax)
	}
	if in.Provider != "" {
		checkWord(rules, prefix+"cloudProvider", in.Provider, Providers())
	}
	if in.Region == "" {
		return
	}
	owner, known := ProviderOf(in.Region)
	fits := known && (in.Provider == "" || in.Provider == owner)
	rules.Check(fits, prefix+"region", "enum", "must be a region of the provider")
}

func checkEndpointID(rules *fault.Rules, path, id string) {
	checkFilled(rules, path, id, PrivateEndpointIDCharsMax)
	rules.Check(strings.TrimSpace(id) == id || strings.TrimSpace(id) == "", path, "format",
		"must not begin or end with white space")
}

// names reports whether in means e: the same id, and no other provider or
// region where both say one.
func (in PrivateEndpointInput) names(e PrivateEndpoint) bool {
	return in.ID == e.ID &&
		(in.Provider == "" || e.Provider == "" || in.Provider == e.Provider) &&
		(in.Region == "" || e.Region == "" || in.Region == e.Region)
}

// register adds in to the list, or completes the entries that it names.
func register(list []PrivateEndpoint, in PrivateEndpointInput) []PrivateEndpoint {
	found := false
	for i := range list {
		if in.names(list[i]) {
			list[i] = list[i].completed(in)
			found = true
		}
	}
	if found {
		return list
	}
	return append(list, PrivateEndpoint{ID: in.ID}.completed(in))
}

func (e PrivateEndpoint) completed(in PrivateEndpointInput) PrivateEndpoint {
	if in.Description != nil {
		e.Description = *in.Description
	}
	if in.Provider != "" {
		e.Provider = in.Provider
	}
	if in.Region != "" {
		e.Region = in.Region
	}
	return e
}
