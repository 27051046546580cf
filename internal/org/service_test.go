package org_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

const warehouseID = "0b1e7c2a-5f3d-4a86-9c11-2d4f6a8b0c1e"

func serviceInput() org.ServiceInput {
	return org.ServiceInput{Name: "logs", Provider: org.ProviderAWS, Region: "us-east-1"}
}

func serviceIDs() org.ServiceIDs {
	return org.ServiceIDs{ID: "7d7f3f52-8f0e-4b52-a9a4-3b9a3bb1a001", OrganizationID: "o", TeamID: "t", WarehouseID: warehouseID}
}

// service returns a running service.
func service() org.Service {
	s, err := org.NewService(serviceInput(), serviceIDs(), start())
	if err != nil {
		panic(err)
	}
	s.State = org.ServiceRunning
	return s
}

func TestNewServiceFillsInDefaults(t *testing.T) {
	t.Parallel()
	got, err := org.NewService(serviceInput(), serviceIDs(), start())
	if err != nil {
		t.Fatal(err)
	}
	want := org.Service{
		ID: serviceIDs().ID, OrganizationID: "o", TeamID: "t", WarehouseID: warehouseID,
		Name: "logs", Provider: org.ProviderAWS, Region: "us-east-1",
		IPAccessList: org.AnywhereRules(), ReleaseChannel: org.ReleaseDefault, IsPrimary: true,
		Scaling: org.DefaultScaling(), Backup: org.DefaultBackup(),
		State: org.ServiceProvisioning, StateAt: start(), CreatedAt: start(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("NewService() (-want +got):\n%s", diff)
	}
}

func TestNewServiceRules(t *testing.T) {
	t.Parallel()
	f := func(name string, edit func(*org.ServiceInput), paths ...string) {
		t.Helper()
		in := serviceInput()
		edit(&in)
		_, err := org.NewService(in, serviceIDs(), start())
		wantPaths(t, name, err, paths...)
	}
	type in = *org.ServiceInput
	f("generous name", func(in in) { in.Name = "[e2e] Zürich_logs-1.2 (prod)" })
	f("longest name", func(in in) { in.Name = strings.Repeat("x", org.ServiceNameCharsMax) })
	f("name too long", func(in in) { in.Name = strings.Repeat("x", org.ServiceNameCharsMax+1) }, "name")
	f("no name", func(in in) { in.Name = "" }, "name")
	f("markup in name", func(in in) { in.Name = "<b>" }, "name")
	f("no place", func(in in) { in.Provider, in.Region = "", "" }, "provider", "region")
	f("unknown region", func(in in) { in.Region = "eu-north-9" }, "region")
	f("region of another provider", func(in in) { in.Region = "us-east1" }, "region")
	f("unknown provider", func(in in) { in.Provider = "ibm" }, "provider")
	f("bad list item", func(in in) { in.IPAccessList = &[]org.IPRule{{Source: "nowhere"}} }, "ipAccessList.0.source")
	f("empty list", func(in in) { in.IPAccessList = &[]org.IPRule{} })
	f("tags", func(in in) { in.Tags = []org.Tag{{Key: "a.b_c-D", Value: ""}, {Key: "x", Value: "1"}} })
	f("bad tags", func(in in) {
		in.Tags = []org.Tag{{}, {Key: "a b", Value: "é"}, {Key: "x"}, {Key: "x"}}
	}, "tags.0.key", "tags.1.key", "tags.1.value", "tags.3.key")
	f("long tag", func(in in) {
		in.Tags = []org.Tag{{Key: strings.Repeat("k", org.TagKeyCharsMax+1), Value: strings.Repeat("v", org.TagValueCharsMax+1)}}
	}, "tags.0.key", "tags.0.value")
	f("most tags", func(in in) { in.Tags = manyTags(org.TagsMax) })
	f("too many tags", func(in in) { in.Tags = manyTags(org.TagsMax + 1) }, "tags")
	f("unknown channel", func(in in) { in.ReleaseChannel = "nightly" }, "releaseChannel")
	f("compliance", func(in in) { in.ComplianceType = "pci" })
	f("unknown compliance", func(in in) { in.ComplianceType = "iso" }, "complianceType")
	f("readonly in its own warehouse", func(in in) { in.IsReadonly = true }, "isReadonly")
	f("readonly in another's warehouse", func(in in) { in.IsReadonly, in.WarehouseID = true, warehouseID })
	f("malformed warehouse", func(in in) { in.WarehouseID = "w" }, "dataWarehouseId")
	f("blank endpoint id", func(in in) { in.PrivateEndpointIDs = []string{"a", " "} }, "privateEndpointIds.1")
	f("too many endpoints", func(in in) { in.PrivateEndpointIDs = make([]string, org.PrivateEndpointsPerServiceMax+1) }, "privateEndpointIds")
}

func manyTags(count int) []org.Tag {
	tags := make([]org.Tag, count)
	for i := range tags {
		tags[i].Key = fmt.Sprintf("k%d", i)
	}
	return tags
}

func TestServiceApply(t *testing.T) {
	t.Parallel()
	s := service()
	s.IPAccessList = []org.IPRule{{Source: "10.0.0.1", Description: "a"}, {Source: "10.0.0.1", Description: "b"}, {Source: "192.0.2.0/24"}}
	s.Tags = []org.Tag{{Key: "env", Value: "prod"}, {Key: "team", Value: "a"}}
	s.PrivateEndpointIDs = []string{"e1", "e2"}
	f := func(name string, patch org.ServicePatch, edit func(*org.Service), changed ...org.ActivityType) {
		t.Helper()
		want := s
		edit(&want)
		got, words, err := s.Apply(patch)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(changed, words); diff != "" {
			t.Errorf("%s: changed (-want +got):\n%s", name, diff)
		}
	}
	same := func(*org.Service) {}
	f("nothing", org.ServicePatch{}, same)
	f("name", org.ServicePatch{Name: ptr("traces")}, func(s *org.Service) { s.Name = "traces" }, org.ActivityServiceName)
	f("flags", org.ServicePatch{ReleaseChannel: ptr(org.ReleaseFast), EnableCoreDumps: ptr(true), MySQLEnabled: ptr(true)},
		func(s *org.Service) { s.ReleaseChannel, s.EnableCoreDumps, s.MySQLEnabled = "fast", true, true },
		org.ActivityServiceReleaseChannel, org.ActivityServiceCoreDump, org.ActivityServiceEndpoints)

	ip := func(remove, add []org.IPRule) org.ServicePatch {
		return org.ServicePatch{IPAccessList: org.IPRulesChange{Remove: remove, Add: add}}
	}
	f("remove rule by source, whatever the description", ip([]org.IPRule{{Source: "10.0.0.1/32", Description: "c"}}, nil),
		func(s *org.Service) { s.IPAccessList = s.IPAccessList[2:] }, org.ActivityServiceIPAccessList)
	f("remove rule by source", ip([]org.IPRule{{Source: "10.0.0.1"}}, nil),
		func(s *org.Service) { s.IPAccessList = s.IPAccessList[2:] }, org.ActivityServiceIPAccessList)
	f("remove absent and malformed rules", ip([]org.IPRule{{Source: "10.9.9.9"}, {Source: "x"}}, nil), same)
	f("add a rule that is there", ip(nil, []org.IPRule{{Source: "192.0.2.0/24"}}), same)
	f("add leaves one rule of its network", ip(nil, []org.IPRule{{Source: "10.0.0.1/32", Description: "n"}}),
		func(s *org.Service) {
			s.IPAccessList = []org.IPRule{{Source: "10.0.0.1/32", Description: "n"}, s.IPAccessList[2]}
		}, org.ActivityServiceIPAccessList)
	f("add in another spelling", ip(nil, []org.IPRule{{Source: "192.0.2.7/24", Description: "n"}}),
		func(s *org.Service) {
			s.IPAccessList = append(s.IPAccessList[:2:2], org.IPRule{Source: "192.0.2.7/24", Description: "n"})
		}, org.ActivityServiceIPAccessList)
	f("change a description", ip([]org.IPRule{{Source: "192.0.2.0/24"}}, []org.IPRule{{Source: "192.0.2.0/24", Description: "n"}}),
		func(s *org.Service) {
			s.IPAccessList = append(s.IPAccessList[:2:2], org.IPRule{Source: "192.0.2.0/24", Description: "n"})
		}, org.ActivityServiceIPAccessList)

	tags := func(remove, add []org.Tag) org.ServicePatch {
		return org.ServicePatch{Tags: org.TagsChange{Remove: remove, Add: add}}
	}
	f("remove tags", tags([]org.Tag{{Key: "env"}, {Key: "team", Value: "b"}, {Key: "absent"}}, nil),
		func(s *org.Service) { s.Tags = s.Tags[1:] }, org.ActivityServiceTags)
	f("add replaces the value", tags(nil, []org.Tag{{Key: "env", Value: "test"}}),
		func(s *org.Service) { s.Tags = []org.Tag{{Key: "env", Value: "test"}, s.Tags[1]} }, org.ActivityServiceTags)
	f("remove runs before add", tags([]org.Tag{{Key: "env"}}, []org.Tag{{Key: "env", Value: "prod"}}),
		func(s *org.Service) { s.Tags = []org.Tag{s.Tags[1], s.Tags[0]} }, org.ActivityServiceTags)

	f("endpoints", org.ServicePatch{PrivateEndpointIDs: org.EndpointIDsChange{Remove: []string{"e1", "e9"}, Add: []string{"e2", "e3", "e3"}}},
		func(s *org.Service) { s.PrivateEndpointIDs = []string{"e2", "e3"} }, org.ActivityServicePrivateEndpoints)
	if s.Tags[0].Value != "prod" || s.PrivateEndpointIDs[0] != "e1" || s.IPAccessList[0].Description != "a" {
		t.Error("a patch touched its operand")
	}
}

func TestServiceApplyRefuses(t *testing.T) {
	t.Parallel()
	s := service()
	f := func(name string, patch org.ServicePatch, paths ...string) {
		t.Helper()
		_, _, err := s.Apply(patch)
		wantPaths(t, name, err, paths...)
	}
	f("everything", org.ServicePatch{
		Name: ptr(""), ReleaseChannel: ptr(org.ReleaseChannel("x")),
		IPAccessList:       org.IPRulesChange{Add: []org.IPRule{{Source: "x"}}},
		PrivateEndpointIDs: org.EndpointIDsChange{Add: []string{""}},
		Tags:               org.TagsChange{Add: []org.Tag{{Key: "é"}}},
	}, "name", "releaseChannel", "ipAccessList.add.0.source", "privateEndpointIds.add.0", "tags.add.0.key")
	f("lists too long", org.ServicePatch{
		IPAccessList:       org.IPRulesChange{Remove: make([]org.IPRule, org.IPRulesMax+1)},
		PrivateEndpointIDs: org.EndpointIDsChange{Remove: make([]string, org.PrivateEndpointsPerServiceMax+1)},
		Tags:               org.TagsChange{Remove: make([]org.Tag, org.TagsMax+1)},
	}, "ipAccessList.remove", "privateEndpointIds.remove", "tags.remove")
	s.Tags, s.IPAccessList = manyTags(org.TagsMax), *ipRules(org.IPRulesMax)
	f("no room", org.ServicePatch{
		IPAccessList: org.IPRulesChange{Add: []org.IPRule{{Source: "10.0.0.1"}}},
		Tags:         org.TagsChange{Add: []org.Tag{{Key: "more"}}},
	}, "ipAccessList", "tags")
	s.State = org.ServiceTerminating
	_, _, err := s.Apply(org.ServicePatch{})
	wantConflict(t, "on its way out", err, "being deleted")
}

func TestServiceClockIsTheCallers(t *testing.T) {
	t.Parallel()
	later := start().Add(time.Hour)
	s, changed, err := service().Command(org.CommandStop, later)
	if err != nil || !changed || !s.StateAt.Equal(later) {
		t.Errorf("Command() = %v at %s, %v", s.State, s.StateAt, err)
	}
}
