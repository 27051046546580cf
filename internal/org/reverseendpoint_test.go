package org_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	serviceName = "com.amazonaws.vpce.us-east-1.vpce-svc-12345678901234567"
	configID    = "rcfg-12345678901234567"
	shareARN    = "arn:aws:ram:us-east-1:123456789012:resource-share/3c0a9f6e-1111-4222-8333-444455556666"
	clusterARN  = "arn:aws:kafka:us-east-1:123456789012:cluster/my-cluster"
	attachment  = "projects/my-project/regions/us-central1/serviceAttachments/my-service"
)

func endpointService() org.ReverseTarget {
	return org.ReverseTarget{Type: org.ReverseVPCEndpointService, VPCEndpointServiceName: serviceName}
}

func vpcResource() org.ReverseTarget {
	return org.ReverseTarget{Type: org.ReverseVPCResource, VPCResourceConfigurationID: configID, VPCResourceShareARN: shareARN}
}

func msk() org.ReverseTarget {
	return org.ReverseTarget{Type: org.ReverseMSKMultiVPC, MSKClusterARN: clusterARN, MSKAuthentication: org.MSKIAM}
}

// serviceFor returns a service that can have endpoints of the type.
func serviceFor(t org.ReverseType) org.Service {
	s := service()
	if t == org.ReverseGCPAttachment {
		s.Provider, s.Region = org.ProviderGCP, "us-central1"
	}
	return s
}

func TestReverseTypeFitsTheProvider(t *testing.T) {
	t.Parallel()
	for _, target := range []org.ReverseTarget{endpointService(), vpcResource(), msk(), gcpAttachment()} {
		for provider, region := range map[org.Provider]string{org.ProviderAWS: "us-east-1", org.ProviderGCP: "us-central1", org.ProviderAzure: "eastus"} {
			s := service()
			s.Provider, s.Region = provider, region
			_, err := org.NewReverseEndpoint(s, org.ReverseInput{Target: target}, start())
			if fits := provider == target.Type.Provider(); fits != (err == nil) {
				t.Errorf("%s on %s: %v", target.Type, provider, err)
			}
		}
	}
	elsewhere := serviceFor(org.ReverseGCPAttachment)
	elsewhere.Region = "us-east1"
	_, err := org.NewReverseEndpoint(elsewhere, org.ReverseInput{Target: gcpAttachment()}, start())
	wantPaths(t, "another region", err, "gcpServiceAttachment")
}

func gcpAttachment() org.ReverseTarget {
	return org.ReverseTarget{Type: org.ReverseGCPAttachment, GCPServiceAttachment: attachment}
}

func TestNewReverseEndpoint(t *testing.T) {
	t.Parallel()
	names := []string{"my-service.example.com", "*.example.com"}
	got, err := org.NewReverseEndpoint(service(), org.ReverseInput{
		Description: "mine", Target: endpointService(), CustomDNSNames: names,
	}, start())
	if err != nil {
		t.Fatal(err)
	}
	want := org.ReverseEndpoint{
		OrganizationID: "o", ServiceID: service().ID, Description: "mine", Target: endpointService(),
		CustomDNSNames: names, Status: org.ReverseProvisioning, LastTransitionAt: start(), CreatedAt: start(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("NewReverseEndpoint() (-want +got):\n%s", diff)
	}
	gone := service()
	gone.State = org.ServiceTerminating
	_, err = org.NewReverseEndpoint(gone, org.ReverseInput{Target: endpointService()}, start())
	wantConflict(t, "service on its way out", err, "being deleted")
}

func TestReverseTargetRules(t *testing.T) {
	t.Parallel()
	f := func(name string, target org.ReverseTarget, paths ...string) {
		t.Helper()
		_, err := org.NewReverseEndpoint(serviceFor(target.Type), org.ReverseInput{Target: target}, start())
		wantPaths(t, name, err, paths...)
	}
	edited := func(target org.ReverseTarget, edit func(*org.ReverseTarget)) org.ReverseTarget {
		edit(&target)
		return target
	}
	type target = *org.ReverseTarget
	f("endpoint service", endpointService())
	f("resource", vpcResource())
	f("msk", msk())
	f("gcp", gcpAttachment())
	f("cluster with uuid", edited(msk(), func(t target) { t.MSKClusterARN += "/0f2a-22" }))
	f("other partition", edited(msk(), func(t target) { t.MSKClusterARN = strings.Replace(t.MSKClusterARN, "aws", "aws-us-gov", 1) }))
	f("service of another region", edited(endpointService(), func(t target) {
		t.VPCEndpointServiceName = "com.amazonaws.vpce.eu-west-1.vpce-svc-12345678901234567"
	}))
	f("no type", org.ReverseTarget{}, "type")
	f("unknown type", org.ReverseTarget{Type: "TUNNEL"}, "type")
	f("endpoint service without name", org.ReverseTarget{Type: org.ReverseVPCEndpointService}, "vpcEndpointServiceName")
	f("resource without fields", org.ReverseTarget{Type: org.ReverseVPCResource}, "vpcResourceConfigurationId", "vpcResourceShareArn")
	f("msk without fields", org.ReverseTarget{Type: org.ReverseMSKMultiVPC}, "mskClusterArn", "mskAuthentication")
	f("gcp without attachment", org.ReverseTarget{Type: org.ReverseGCPAttachment}, "gcpServiceAttachment")
	f("fields of others", org.ReverseTarget{
		Type: org.ReverseGCPAttachment, GCPServiceAttachment: attachment, VPCEndpointServiceName: serviceName,
		VPCResourceConfigurationID: configID, VPCResourceShareARN: shareARN, MSKClusterARN: clusterARN, MSKAuthentication: org.MSKIAM,
	}, "vpcEndpointServiceName", "vpcResourceConfigurationId", "vpcResourceShareArn", "mskClusterArn", "mskAuthentication")
	f("name without a dot", edited(endpointService(), func(t target) { t.VPCEndpointServiceName = "service" }), "vpcEndpointServiceName")
	f("name too long", edited(endpointService(), func(t target) { t.VPCEndpointServiceName = "a." + strings.Repeat("b", org.ReverseFieldCharsMax) }), "vpcEndpointServiceName")
	f("other kind of id", edited(vpcResource(), func(t target) { t.VPCResourceConfigurationID = "vpc-12345678" }), "vpcResourceConfigurationId")
	f("ARN of another service", edited(vpcResource(), func(t target) { t.VPCResourceShareARN = clusterARN }), "vpcResourceShareArn")
	f("share of another region", edited(vpcResource(), func(t target) { t.VPCResourceShareARN = strings.Replace(shareARN, "us-east-1", "eu-west-1", 1) }), "vpcResourceShareArn")
	f("cluster of another region", edited(msk(), func(t target) { t.MSKClusterARN = strings.Replace(clusterARN, "us-east-1", "eu-west-1", 1) }), "mskClusterArn")
	f("account of eleven digits", edited(msk(), func(t target) { t.MSKClusterARN = strings.Replace(clusterARN, "123456789012", "12345678901", 1) }), "mskClusterArn")
	f("unknown authentication", edited(msk(), func(t target) { t.MSKAuthentication = "PLAIN" }), "mskAuthentication")
	f("attachment without region", edited(gcpAttachment(), func(t target) { t.GCPServiceAttachment = "projects/p/serviceAttachments/n" }), "gcpServiceAttachment")
}

func TestReverseDescriptionAndNames(t *testing.T) {
	t.Parallel()
	f := func(name string, in org.ReverseInput, paths ...string) {
		t.Helper()
		_, err := org.NewReverseEndpoint(service(), in, start())
		wantPaths(t, name, err, paths...)
	}
	many := func(count int) []string {
		names := make([]string, count)
		for i := range names {
			names[i] = fmt.Sprintf("n%d.example.com", i)
		}
		return names
	}
	f("longest description", org.ReverseInput{Target: endpointService(), Description: strings.Repeat("é", org.DescriptionCharsMax)})
	f("long description", org.ReverseInput{Target: endpointService(), Description: strings.Repeat("é", org.DescriptionCharsMax+1)}, "description")
	f("names for msk", org.ReverseInput{Target: msk(), CustomDNSNames: []string{"a.example.com"}}, "customPrivateDnsMappings")
	f("most names", org.ReverseInput{Target: endpointService(), CustomDNSNames: many(org.CustomDNSNamesMax)})
	f("too many names", org.ReverseInput{Target: endpointService(), CustomDNSNames: many(org.CustomDNSNamesMax + 1)}, "customPrivateDnsMappings")
	f("bad and repeated names", org.ReverseInput{Target: endpointService(), CustomDNSNames: []string{"a.example.com", "-", "A.example.com"}},
		"customPrivateDnsMappings.1.privateDnsName", "customPrivateDnsMappings.2.privateDnsName")
}

func reverse(id, serviceID string, target org.ReverseTarget, names ...string) org.ReverseEndpoint {
	return org.ReverseEndpoint{
		ID: id, ServiceID: serviceID, Target: target, CustomDNSNames: names,
		Status: org.ReverseReady, LastTransitionAt: start(),
	}
}

func TestWithCustomDNSNames(t *testing.T) {
	t.Parallel()
	e := reverse("e", "s", endpointService(), "a.example.com")
	f := func(name string, names []string, want bool) {
		t.Helper()
		got, changed, err := e.WithCustomDNSNames(names)
		if err != nil || changed != want || len(got.CustomDNSNames) != len(names) {
			t.Errorf("%s: %v, %t, %v", name, got.CustomDNSNames, changed, err)
		}
	}
	f("the same", []string{"a.example.com"}, false)
	f("other case", []string{"A.example.com"}, true)
	f("cleared", []string{}, true)
	_, _, err := e.WithCustomDNSNames([]string{"x"})
	wantPaths(t, "bad name", err, "customPrivateDnsMappings.0.privateDnsName")
	e.Status = org.ReverseDeleting
	_, _, err = e.WithCustomDNSNames(nil)
	wantConflict(t, "on its way out", err, "being deleted")
}

func TestCheckUnique(t *testing.T) {
	t.Parallel()
	scram := msk()
	scram.MSKAuthentication = org.MSKSCRAM
	others := []org.ReverseEndpoint{
		reverse("r", "s", vpcResource()), reverse("m", "s", msk()),
		reverse("d", "s", endpointService(), "a.example.com", "*.wild.example.com"),
	}
	f := func(name string, e org.ReverseEndpoint, conflict string) {
		t.Helper()
		err := e.CheckUnique(others)
		if conflict == "" {
			wantPaths(t, name, err)
			return
		}
		wantConflict(t, name, err, conflict)
	}
	f("itself", others[2], "")
	f("same share", reverse("x", "t", vpcResource()), "vpcResourceShareArn")
	f("same cluster and authentication", reverse("x", "t", msk()), "mskClusterArn")
	f("same cluster, other authentication", reverse("x", "s", scram), "")
	f("same endpoint service", reverse("x", "s", endpointService()), "")
	f("same name", reverse("x", "s", endpointService(), "b.example.com", "A.example.com"), "customPrivateDnsMappings.1.privateDnsName")
	f("same name in another service", reverse("x", "t", endpointService(), "a.example.com"), "")
	f("wildcard over a name", reverse("x", "s", endpointService(), "*.example.com"), "customPrivateDnsMappings.0")
	f("name under a wildcard", reverse("x", "s", endpointService(), "b.wild.example.com"), "customPrivateDnsMappings.0")
	f("deeper name", reverse("x", "s", endpointService(), "c.b.wild.example.com"), "")
}

func TestCheckDNSName(t *testing.T) {
	t.Parallel()
	f := func(name string, want bool) {
		t.Helper()
		if err := org.CheckDNSName(name); (err == nil) != want {
			t.Errorf("CheckDNSName(%q) = %v", name, err)
		}
	}
	label := strings.Repeat("a", 63)
	f("example.com", true)
	f("*.example.com", true)
	f("Kafka-1.Example.COM", true)
	f("xn--bcher-kva.example", true)
	f(label+".com", true)
	f(label+"a.com", false)
	f(strings.Join([]string{label, label, label, strings.Repeat("a", 61)}, "."), true)
	f(strings.Join([]string{label, label, label, strings.Repeat("a", 62)}, "."), false)
	f("", false)
	f("com", false)
	f("*", false)
	f("*.com", false)
	f("*.*.example.com", false)
	f("a.*.example.com", false)
	f("*a.example.com", false)
	f("example.com.", false)
	f(".example.com", false)
	f("a..com", false)
	f("-a.com", false)
	f("a-.com", false)
	f("a_b.com", false)
	f("bücher.example", false)
	f("10.0.0.1", false)
	f("a b.com", false)
	f("db.local", false)
	f("db.LOCALHOST", false)
	f("*.svc.internal", false)
	f("a.corp", false)
	f("a.private", false)
	f("private.example.com", true)
}

func FuzzCheckDNSName(f *testing.F) {
	for _, seed := range []string{"example.com", "*.example.com", "a..b", "10.0.0.1", "x.local", "*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if org.CheckDNSName(name) != nil {
			return
		}
		if org.CheckDNSName(strings.ToUpper(name)) != nil {
			t.Errorf("%q is a name and in capitals it is not", name)
		}
		if len(name) > 253 || strings.LastIndex(name, "*") > 0 || strings.ContainsAny(name, " /:\\\x00") {
			t.Errorf("%q is taken for a name", name)
		}
		if !org.DNSNamesOverlap(name, strings.ToUpper(name)) {
			t.Errorf("%q does not overlap itself", name)
		}
	})
}
