package org

import (
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// ServicePatch is an update of a service. The zero value changes nothing.
type ServicePatch struct {
	Name               *string
	IPAccessList       IPRulesChange
	PrivateEndpointIDs EndpointIDsChange
	Tags               TagsChange
	ReleaseChannel     *ReleaseChannel
	EnableCoreDumps    *bool
	MySQLEnabled       *bool
	Force              bool // also where it locks out who asks for it
}

// EndpointIDsChange detaches private endpoints and then attaches some; both
// may be repeated without effect. The zero value changes nothing.
type EndpointIDsChange struct {
	Remove []string
	Add    []string
}

func (c EndpointIDsChange) apply(rules *fault.Rules, path string, present []string) []string {
	removes := checkCount(rules, path+".remove", len(c.Remove), PrivateEndpointsPerServiceMax)
	if adds := checkEndpointIDs(rules, path+".add", c.Add); !removes || !adds {
		return present
	}
	after := slices.Clone(present)
	for _, gone := range c.Remove {
		after = slices.DeleteFunc(after, func(id string) bool { return id == gone })
	}
	for _, id := range c.Add {
		if !slices.Contains(after, id) {
			after = append(after, id)
		}
	}
	checkCount(rules, path, len(after), PrivateEndpointsPerServiceMax)
	return after
}

// Apply returns the service after the patch and what changed, nothing when
// the patch repeats what is so already. It returns a Conflict fault for a
// service on its way out, and an Invalid one that names every broken rule.
func (s Service) Apply(p ServicePatch) (Service, []ActivityType, error) {
	if err := s.checkAlive(); err != nil {
		return Service{}, nil, err
	}
	var rules fault.Rules
	p.check(&rules)
	after := s
	after.IPAccessList = p.IPAccessList.apply(&rules, "ipAccessList", s.IPAccessList)
	after.PrivateEndpointIDs = p.PrivateEndpointIDs.apply(&rules, "privateEndpointIds", s.PrivateEndpointIDs)
	after.Tags = p.Tags.apply(&rules, "tags", s.Tags)
	if err := rules.Err(); err != nil {
		return Service{}, nil, err
	}
	changed := after.changedLists(s)
	for _, field := range []struct {
		set  bool
		word ActivityType
	}{
		{set(&after.Name, p.Name), ActivityServiceName},
		{set(&after.ReleaseChannel, p.ReleaseChannel), ActivityServiceReleaseChannel},
		{set(&after.EnableCoreDumps, p.EnableCoreDumps), ActivityServiceCoreDump},
		{set(&after.MySQLEnabled, p.MySQLEnabled), ActivityServiceEndpoints},
	} {
		if field.set {
			changed = append(changed, field.word)
		}
	}
	return after, changed, nil
}

func (p ServicePatch) check(rules *fault.Rules) {
	if p.Name != nil {
		checkServiceName(rules, *p.Name)
	}
	if p.ReleaseChannel != nil {
		checkWord(rules, "releaseChannel", *p.ReleaseChannel, ReleaseChannels())
	}
}

func (s Service) changedLists(before Service) []ActivityType {
	var changed []ActivityType
	if !slices.Equal(s.IPAccessList, before.IPAccessList) {
		changed = append(changed, ActivityServiceIPAccessList)
	}
	if !slices.Equal(s.PrivateEndpointIDs, before.PrivateEndpointIDs) {
		changed = append(changed, ActivityServicePrivateEndpoints)
	}
	if !slices.Equal(s.Tags, before.Tags) {
		changed = append(changed, ActivityServiceTags)
	}
	return changed
}
