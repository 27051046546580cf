package org

import (
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// CustomDNSNamesMax bounds the custom DNS names of one reverse endpoint.
const CustomDNSNamesMax = 50

// ReverseType is how a reverse private endpoint reaches the customer.
type ReverseType string

// The types of reverse private endpoints.
const (
	ReverseVPCEndpointService ReverseType = "VPC_ENDPOINT_SERVICE"
	ReverseVPCResource        ReverseType = "VPC_RESOURCE"
	ReverseMSKMultiVPC        ReverseType = "MSK_MULTI_VPC"
	ReverseGCPAttachment      ReverseType = "GCP_PSC_SERVICE_ATTACHMENT"
)

// ReverseTypes returns every type.
func ReverseTypes() []ReverseType {
	return []ReverseType{ReverseVPCEndpointService, ReverseVPCResource, ReverseMSKMultiVPC, ReverseGCPAttachment}
}

// Provider returns the provider whose services can have endpoints of the
// type.
func (t ReverseType) Provider() Provider {
	if t == ReverseGCPAttachment {
		return ProviderGCP
	}
	return ProviderAWS
}

// AcceptanceNeeded reports whether the owner of the far side has to accept
// an endpoint of the type.
func (t ReverseType) AcceptanceNeeded() bool { return t == ReverseVPCEndpointService }

// MSKAuthentication is how a client signs in at a Kafka cluster.
type MSKAuthentication string

// The ways to sign in.
const (
	MSKIAM   MSKAuthentication = "SASL_IAM"
	MSKSCRAM MSKAuthentication = "SASL_SCRAM"
)

// ReverseTarget is what a reverse private endpoint points at. The fields of
// other types are empty.
type ReverseTarget struct {
	Type                       ReverseType
	VPCEndpointServiceName     string
	VPCResourceConfigurationID string
	VPCResourceShareARN        string
	MSKClusterARN              string
	MSKAuthentication          MSKAuthentication
	GCPServiceAttachment       string
}

// ReverseEndpoint is a way from a service into a customer's network.
type ReverseEndpoint struct {
	ID               string // uuid
	OrganizationID   string
	ServiceID        string
	Description      string
	Target           ReverseTarget
	CustomDNSNames   []string // as the customer wrote them
	EndpointID       string   // empty: not made yet
	DNSNames         []string
	PrivateDNSNames  []string
	Status           ReverseStatus
	StatusReason     string // empty: nothing to say
	LastTransitionAt time.Time
	CreatedAt        time.Time
	Version          int64
}

// ReverseInput is what a new reverse private endpoint is made from.
type ReverseInput struct {
	Description    string
	Target         ReverseTarget
	CustomDNSNames []string
}

// NewReverseEndpoint makes an endpoint of the service that is Provisioning;
// its ID is the caller's to fill in. It returns an Invalid fault that names
// every broken rule and a Conflict for a service on its way out. Whether it
// gets in the way of others is for CheckUnique.
func NewReverseEndpoint(s Service, in ReverseInput, now time.Time) (ReverseEndpoint, error) {
	var rules fault.Rules
	checkText(&rules, "description", in.Description, DescriptionCharsMax)
	in.Target.check(&rules, s)
	checkCustomNames(&rules, in.Target.Type, in.CustomDNSNames)
	if err := rules.Err(); err != nil {
		return ReverseEndpoint{}, err
	}
	if err := s.checkAlive(); err != nil {
		return ReverseEndpoint{}, err
	}
	return ReverseEndpoint{
		OrganizationID: s.OrganizationID, ServiceID: s.ID, Description: in.Description,
		Target: in.Target, CustomDNSNames: slices.Clone(in.CustomDNSNames),
		Status: ReverseProvisioning, LastTransitionAt: now, CreatedAt: now,
	}, nil
}

// WithCustomDNSNames returns the endpoint with names in place of its custom
// DNS names, and whether that changed it. It returns an Invalid fault that
// names every broken rule, and a Conflict for an endpoint on its way out.
func (e ReverseEndpoint) WithCustomDNSNames(names []string) (ReverseEndpoint, bool, error) {
	var rules fault.Rules
	checkCustomNames(&rules, e.Target.Type, names)
	if err := rules.Err(); err != nil {
		return ReverseEndpoint{}, false, err
	}
	if e.Status == ReverseDeleting || e.Status == ReverseGone {
		return ReverseEndpoint{}, false, fault.New(fault.Conflict, "the endpoint is being deleted")
	}
	changed := !slices.Equal(names, e.CustomDNSNames)
	e.CustomDNSNames = slices.Clone(names)
	return e, changed, nil
}

func checkCustomNames(rules *fault.Rules, t ReverseType, names []string) {
	const path = "customPrivateDnsMappings"
	if t == ReverseMSKMultiVPC {
		rules.Check(len(names) == 0, path, "forbidden", "must be empty for type %s", t)
		return
	}
	if !checkCount(rules, path, len(names), CustomDNSNamesMax) {
		return
	}
	for i, name := range names {
		at := item(path, i) + ".privateDnsName"
		checkDNSName(rules, at, name)
		twice := slices.ContainsFunc(names[:i], func(n string) bool { return strings.EqualFold(n, name) })
		rules.Check(!twice, at, "unique", "must be unique")
	}
}
