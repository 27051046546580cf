package org_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func start() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) }

func ptr[T any](value T) *T { return &value }

// wantPaths fails unless err is an Invalid fault about exactly the paths.
func wantPaths(t *testing.T, name string, err error, paths ...string) {
	t.Helper()
	if len(paths) == 0 {
		if err != nil {
			t.Errorf("%s: error %v, want none", name, err)
		}
		return
	}
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("%s: error %v, want Invalid", name, err)
		return
	}
	got := []string{}
	for _, detail := range fault.From(err).Details {
		got = append(got, detail.Path)
	}
	if diff := cmp.Diff(paths, got); diff != "" {
		t.Errorf("%s: paths (-want +got):\n%s", name, diff)
	}
}

func wantConflict(t *testing.T, name string, err error, part string) {
	t.Helper()
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), part) {
		t.Errorf("%s: error %v, want a Conflict with %q", name, err, part)
	}
}

func TestOrganizationApply(t *testing.T) {
	t.Parallel()
	known := []org.PrivateEndpoint{
		{ID: "vpce-1", Description: "one", Provider: org.ProviderAWS, Region: "us-east-1"},
		{ID: "vpce-2"},
	}
	f := func(name string, change org.Change, want []org.PrivateEndpoint, changed ...org.ActivityType) {
		t.Helper()
		got, words, err := org.Organization{Name: "acme", PrivateEndpoints: known}.Apply(change)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got.PrivateEndpoints); diff != "" {
			t.Errorf("%s: endpoints (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(changed, words); diff != "" {
			t.Errorf("%s: changed (-want +got):\n%s", name, diff)
		}
	}
	endpoints := func(remove, add []org.PrivateEndpointInput) org.Change {
		return org.Change{PrivateEndpoints: org.PrivateEndpointsChange{Remove: remove, Add: add}}
	}
	type in = org.PrivateEndpointInput
	const word = org.ActivityOrganizationPrivateEndpoints
	f("empty change", org.Change{}, known)
	f("same name", org.Change{Name: ptr("acme")}, known)
	f("new name", org.Change{Name: ptr("Acme Inc.")}, known, org.ActivityOrganizationName)
	f("core dumps on", org.Change{EnableCoreDumps: ptr(true)}, known, org.ActivityOrganizationCoreDump)
	f("core dumps off already", org.Change{EnableCoreDumps: ptr(false)}, known)
	f("remove by id", endpoints([]in{{ID: "vpce-1"}}, nil), known[1:], word)
	f("remove by id and place", endpoints([]in{{ID: "vpce-1", Provider: "aws", Region: "us-east-1"}}, nil), known[1:], word)
	f("remove elsewhere", endpoints([]in{{ID: "vpce-1", Provider: "aws", Region: "us-west-2"}}, nil), known)
	f("remove one without a place by its place", endpoints([]in{{ID: "vpce-2", Provider: "gcp", Region: "us-east1"}}, nil), known[:1], word)
	f("remove what is absent", endpoints([]in{{ID: "vpce-9"}}, nil), known)
	f("add what is there", endpoints(nil, []in{{ID: "vpce-1"}}), known)
	f("add twice", endpoints(nil, []in{{ID: "vpce-3"}, {ID: "vpce-3"}}), append(known[:2:2], org.PrivateEndpoint{ID: "vpce-3"}), word)
	f("add changes the description", endpoints(nil, []in{{ID: "vpce-2", Description: ptr("two")}}),
		[]org.PrivateEndpoint{known[0], {ID: "vpce-2", Description: "two"}}, word)
	f("add completes the place", endpoints(nil, []in{{ID: "vpce-2", Provider: "aws", Region: "us-west-2"}}),
		[]org.PrivateEndpoint{known[0], {ID: "vpce-2", Provider: "aws", Region: "us-west-2"}}, word)
	f("same id in another region", endpoints(nil, []in{{ID: "vpce-1", Provider: "aws", Region: "us-west-2"}}),
		append(known[:2:2], org.PrivateEndpoint{ID: "vpce-1", Provider: "aws", Region: "us-west-2"}), word)
	f("remove runs before add", endpoints([]in{{ID: "vpce-1"}}, []in{{ID: "vpce-1"}}),
		[]org.PrivateEndpoint{known[1], {ID: "vpce-1"}}, word)
	if known[1].Description != "" || known[1].Provider != "" {
		t.Error("a change touched its operand")
	}
}

func TestOrganizationApplyNamesEveryBrokenRule(t *testing.T) {
	t.Parallel()
	f := func(name string, change org.Change, paths ...string) {
		t.Helper()
		_, _, err := org.Organization{Name: "acme"}.Apply(change)
		wantPaths(t, name, err, paths...)
	}
	add := func(items ...org.PrivateEndpointInput) org.PrivateEndpointsChange {
		return org.PrivateEndpointsChange{Add: items}
	}
	f("blank name", org.Change{Name: ptr(" \t")}, "name", "name")
	f("longest name", org.Change{Name: ptr(strings.Repeat("é", org.NameCharsMax))})
	f("name too long", org.Change{Name: ptr(strings.Repeat("é", org.NameCharsMax+1))}, "name")
	f("NUL in name", org.Change{Name: ptr("a\x00b")}, "name")
	f("many", org.Change{Name: ptr(""), PrivateEndpoints: org.PrivateEndpointsChange{
		Remove: []org.PrivateEndpointInput{{ID: " "}},
		Add: []org.PrivateEndpointInput{
			{ID: "ok"}, {ID: ""}, {ID: "x", Provider: "ibm"}, {ID: "x", Provider: "gcp", Region: "us-east-1"},
		},
	}}, "name", "privateEndpoints.remove.0.id", "privateEndpoints.add.1.id",
		"privateEndpoints.add.2.cloudProvider", "privateEndpoints.add.3.region")
	f("white space around id", org.Change{PrivateEndpoints: add(org.PrivateEndpointInput{ID: "vpce-1 "})},
		"privateEndpoints.add.0.id")
	f("longest id", org.Change{PrivateEndpoints: add(org.PrivateEndpointInput{ID: strings.Repeat("x", org.PrivateEndpointIDCharsMax)})})
	f("id too long", org.Change{PrivateEndpoints: add(org.PrivateEndpointInput{ID: strings.Repeat("x", org.PrivateEndpointIDCharsMax+1)})},
		"privateEndpoints.add.0.id")
	f("description too long", org.Change{PrivateEndpoints: add(org.PrivateEndpointInput{
		ID: "x", Description: ptr(strings.Repeat("x", org.DescriptionCharsMax+1)),
	})}, "privateEndpoints.add.0.description")
	f("too many to add", org.Change{PrivateEndpoints: add(make([]org.PrivateEndpointInput, org.PrivateEndpointsPerChangeMax+1)...)},
		"privateEndpoints.add")
}

func TestOrganizationHoldsALimitedNumberOfEndpoints(t *testing.T) {
	t.Parallel()
	full := org.Organization{PrivateEndpoints: manyEndpoints(org.PrivateEndpointsPerOrganizationMax)}
	one := org.PrivateEndpointInput{ID: "one-more"}
	_, _, err := full.Apply(org.Change{PrivateEndpoints: org.PrivateEndpointsChange{Add: []org.PrivateEndpointInput{one}}})
	wantPaths(t, "one more", err, "privateEndpoints")
	_, err = full.Attach(service(), one)
	wantConflict(t, "attach one more", err, "1000 private endpoints of an organization")
	_, err = full.Attach(service(), org.PrivateEndpointInput{ID: "e-7"})
	wantPaths(t, "attach one that is registered", err)
}

func manyEndpoints(count int) []org.PrivateEndpoint {
	endpoints := make([]org.PrivateEndpoint, count)
	for i := range endpoints {
		endpoints[i].ID = fmt.Sprintf("e-%d", i)
	}
	return endpoints
}

func TestRoleAndRoom(t *testing.T) {
	t.Parallel()
	if !org.RoleBilling.Valid() || org.Role("root").Valid() {
		t.Error("Valid does not tell roles from other words")
	}
	wantPaths(t, "room", org.CheckRoom(org.KeysPerOrganizationMax-1, org.KeysPerOrganizationMax, "keys"))
	wantConflict(t, "no room", org.CheckRoom(org.KeysPerOrganizationMax, org.KeysPerOrganizationMax, "keys"), "at most 100 keys")
}
