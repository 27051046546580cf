package org_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestAttachRegistersAndIsIdempotent(t *testing.T) {
	t.Parallel()
	o, s := org.Organization{ID: "o"}, service()
	f := func(name string, in org.PrivateEndpointInput, want org.PrivateEndpoint, changed bool) {
		t.Helper()
		got, err := o.Attach(s, in)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got.Endpoint); diff != "" {
			t.Errorf("%s: endpoint (-want +got):\n%s", name, diff)
		}
		if got.Changed != changed {
			t.Errorf("%s: changed = %t, want %t", name, got.Changed, changed)
		}
		o, s = got.Organization, got.Service
	}
	first := org.PrivateEndpoint{ID: "vpce-1", Description: "one", Provider: org.ProviderAWS, Region: "us-east-1"}
	uno := first
	uno.Description = "uno"
	f("first", org.PrivateEndpointInput{ID: "vpce-1", Description: ptr("one")}, first, true)
	f("repeat", org.PrivateEndpointInput{ID: "vpce-1", Description: ptr("one")}, first, false)
	f("repeat without description", org.PrivateEndpointInput{ID: "vpce-1"}, first, false)
	f("place in the body is not heard", org.PrivateEndpointInput{ID: "vpce-1", Provider: "gcp", Region: "us-east1"}, first, false)
	f("other description", org.PrivateEndpointInput{ID: "vpce-1", Description: ptr("uno")}, uno, true)
	if diff := cmp.Diff([]string{"vpce-1"}, s.PrivateEndpointIDs); diff != "" {
		t.Errorf("ids of the service (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]org.PrivateEndpoint{uno}, o.PrivateEndpoints); diff != "" {
		t.Errorf("endpoints of the organization (-want +got):\n%s", diff)
	}
}

func TestAttachRefuses(t *testing.T) {
	t.Parallel()
	f := func(name string, in org.PrivateEndpointInput, paths ...string) {
		t.Helper()
		_, err := org.Organization{}.Attach(service(), in)
		wantPaths(t, name, err, paths...)
	}
	f("no id", org.PrivateEndpointInput{}, "id")
	f("blank id", org.PrivateEndpointInput{ID: "  "}, "id")
	f("longest description", org.PrivateEndpointInput{ID: "x", Description: ptr(strings.Repeat("x", org.DescriptionCharsMax))})
	f("long description", org.PrivateEndpointInput{ID: "x", Description: ptr(strings.Repeat("x", org.DescriptionCharsMax+1))}, "description")

	full := service()
	for i := range org.PrivateEndpointsPerServiceMax {
		full.PrivateEndpointIDs = append(full.PrivateEndpointIDs, fmt.Sprintf("e-%d", i))
	}
	_, err := org.Organization{}.Attach(full, org.PrivateEndpointInput{ID: "one-more"})
	wantConflict(t, "full service", err, "100 private endpoints of a service")
	gone := service()
	gone.State = org.ServiceTerminating
	_, err = org.Organization{}.Attach(gone, org.PrivateEndpointInput{ID: "x"})
	wantConflict(t, "service on its way out", err, "being deleted")
}

func TestAvailablePrivateEndpointIDs(t *testing.T) {
	t.Parallel()
	o := org.Organization{PrivateEndpoints: []org.PrivateEndpoint{
		{ID: "here", Provider: "aws", Region: "us-east-1"}, {ID: "elsewhere", Provider: "aws", Region: "us-west-2"},
		{ID: "anywhere"}, {ID: "other cloud", Provider: "gcp"},
	}}
	if diff := cmp.Diff([]string{"here", "anywhere"}, o.AvailablePrivateEndpointIDs(service())); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestPrivateEndpointConfigIsDeterministic(t *testing.T) {
	t.Parallel()
	f := func(provider org.Provider, region string, want org.PrivateEndpointConfig) {
		t.Helper()
		s := service()
		s.Provider, s.Region = provider, region
		if diff := cmp.Diff(want, s.PrivateEndpointConfig("cairn.test")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", provider, diff)
		}
		ofOrganization, err := org.Organization{ID: s.OrganizationID}.PrivateEndpointConfig(provider, region, []org.Service{s})
		if err != nil || ofOrganization.EndpointServiceID != want.EndpointServiceID {
			t.Errorf("%s: organization's %v, %v", provider, ofOrganization, err)
		}
	}
	f("aws", "us-east-1", org.PrivateEndpointConfig{
		EndpointServiceID:  "com.amazonaws.vpce.us-east-1.vpce-svc-748e9b25ee9641451",
		PrivateDNSHostname: "or2v67y2k7.us-east-1.vpce.aws.cairn.test",
	})
	f("gcp", "us-east1", org.PrivateEndpointConfig{
		EndpointServiceID:  "projects/cairn-private/regions/us-east1/serviceAttachments/production-us-east1-8cebfe6a300c",
		PrivateDNSHostname: "or2v67y2k7.us-east1.p.gcp.cairn.test",
	})
	f("azure", "eastus2", org.PrivateEndpointConfig{
		EndpointServiceID:  "production-eastus2-0-0.092287ef-73d5-f57a-c0e2-e5d2d0032325.eastus2.azure.privatelinkservice",
		PrivateDNSHostname: "or2v67y2k7.eastus2.privatelink.azure.cairn.test",
	})
}

func TestPrivateEndpointConfigOfOrganizationNeedsAService(t *testing.T) {
	t.Parallel()
	o := org.Organization{ID: "o"}
	_, err := o.PrivateEndpointConfig("gcp", "us-east1", []org.Service{service()})
	if fault.KindOf(err) != fault.Invalid || err.Error() != "organization has no created instances in gcp us-east1" {
		t.Errorf("no service there: %v", err)
	}
	_, err = o.PrivateEndpointConfig("ibm", "nowhere", nil)
	wantPaths(t, "unknown place", err, "cloud_provider", "region_id")
	_, err = o.PrivateEndpointConfig("aws", "us-east1", nil)
	wantPaths(t, "region of another provider", err, "region_id")
}

func TestServiceEndpoints(t *testing.T) {
	t.Parallel()
	a, b := service(), service()
	b.ID = "11111111-2222-4333-8444-555555555555"
	got := a.Endpoints("cairn.test")
	if len(got) != 2 || got[1].Protocol != "https" || !strings.HasSuffix(got[1].Host, ".us-east-1.aws.cairn.test") {
		t.Errorf("Endpoints() = %v", got)
	}
	a.MySQLEnabled = true
	if on := a.Endpoints("cairn.test"); len(on) != 3 || on[2].Protocol != "mysql" {
		t.Errorf("Endpoints() with mysql = %v", on)
	}
	if got[0].Host == b.Endpoints("cairn.test")[0].Host {
		t.Error("two services share a host")
	}
}

func TestRegionsBelongToOneProvider(t *testing.T) {
	t.Parallel()
	count := 0
	for _, provider := range org.Providers() {
		for _, region := range org.Regions(provider) {
			count++
			if got, ok := org.ProviderOf(region); !ok || got != provider {
				t.Errorf("ProviderOf(%s) = %s, want %s", region, got, provider)
			}
		}
	}
	if count != 24 {
		t.Errorf("%d regions, want 24", count)
	}
}
