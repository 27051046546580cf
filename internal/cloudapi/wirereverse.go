package cloudapi

import (
	"slices"

	"github.com/cairnstack/cairn/internal/org"
)

// reversePrivateEndpoint is a ReversePrivateEndpoint on the wire.
type reversePrivateEndpoint struct {
	ID                         string       `json:"id" format:"uuid"`
	ServiceID                  string       `json:"serviceId" format:"uuid"`
	Description                string       `json:"description" maxLength:"255"`
	Type                       string       `json:"type" enum:"VPC_ENDPOINT_SERVICE,VPC_RESOURCE,MSK_MULTI_VPC,GCP_PSC_SERVICE_ATTACHMENT"`
	Status                     string       `json:"status" enum:"Unknown,Provisioning,Deleting,Ready,Failed,PendingAcceptance,Rejected,Expired"`
	StatusReason               string       `json:"statusReason" doc:"Why the endpoint has its status; may be empty."`
	LastTransitionAt           string       `json:"lastTransitionAt" format:"date-time"`
	EndpointID                 string       `json:"endpointId" doc:"Empty while there is none."`
	DNSNames                   []string     `json:"dnsNames"`
	PrivateDNSNames            []string     `json:"privateDnsNames"`
	CustomPrivateDNSMappings   []dnsMapping `json:"customPrivateDnsMappings"`
	VPCEndpointServiceName     *string      `json:"vpcEndpointServiceName"`
	VPCResourceConfigurationID *string      `json:"vpcResourceConfigurationId"`
	VPCResourceShareARN        *string      `json:"vpcResourceShareArn"`
	MSKClusterARN              *string      `json:"mskClusterArn"`
	MSKAuthentication          *string      `json:"mskAuthentication" enum:"SASL_IAM,SASL_SCRAM"`
	GCPServiceAttachment       *string      `json:"gcpServiceAttachment"`
	CreatedAt                  string       `json:"createdAt" format:"date-time"`
}

type dnsMapping struct {
	PrivateDNSName string `json:"privateDnsName" maxLength:"253" doc:"A DNS name; its first label may be a wildcard."`
}

func showReverse(e org.ReverseEndpoint) reversePrivateEndpoint {
	return reversePrivateEndpoint{
		ID: e.ID, ServiceID: e.ServiceID, Description: e.Description, Type: string(e.Target.Type),
		Status: string(e.Status), StatusReason: e.StatusReason, LastTransitionAt: stamp(e.LastTransitionAt),
		EndpointID: e.EndpointID, DNSNames: append([]string{}, e.DNSNames...), PrivateDNSNames: privateNames(e),
		CustomPrivateDNSMappings:   shown(e.CustomDNSNames, func(name string) dnsMapping { return dnsMapping{name} }),
		VPCEndpointServiceName:     orNil(e.Target.VPCEndpointServiceName),
		VPCResourceConfigurationID: orNil(e.Target.VPCResourceConfigurationID),
		VPCResourceShareARN:        orNil(e.Target.VPCResourceShareARN),
		MSKClusterARN:              orNil(e.Target.MSKClusterARN),
		MSKAuthentication:          orNil(string(e.Target.MSKAuthentication)),
		GCPServiceAttachment:       orNil(e.Target.GCPServiceAttachment),
		CreatedAt:                  stamp(e.CreatedAt),
	}
}

// privateNames returns the names that lead to the endpoint from inside; the
// custom ones do so once it is ready.
func privateNames(e org.ReverseEndpoint) []string {
	if e.Status != org.ReverseReady {
		return append([]string{}, e.PrivateDNSNames...)
	}
	return append(slices.Clone(append([]string{}, e.PrivateDNSNames...)), e.CustomDNSNames...)
}

// reverseBody is the body of a new reverse private endpoint.
type reverseBody struct {
	Description                string       `json:"description,omitempty" maxLength:"255"`
	Type                       string       `json:"type" enum:"VPC_ENDPOINT_SERVICE,VPC_RESOURCE,MSK_MULTI_VPC,GCP_PSC_SERVICE_ATTACHMENT"`
	VPCEndpointServiceName     *string      `json:"vpcEndpointServiceName,omitempty" nullable:"true" doc:"Required when type is VPC_ENDPOINT_SERVICE."`
	VPCResourceConfigurationID *string      `json:"vpcResourceConfigurationId,omitempty" nullable:"true" doc:"Required when type is VPC_RESOURCE."`
	VPCResourceShareARN        *string      `json:"vpcResourceShareArn,omitempty" nullable:"true" doc:"Required when type is VPC_RESOURCE."`
	MSKClusterARN              *string      `json:"mskClusterArn,omitempty" nullable:"true" doc:"Required when type is MSK_MULTI_VPC."`
	MSKAuthentication          *string      `json:"mskAuthentication,omitempty" nullable:"true" doc:"SASL_IAM or SASL_SCRAM; required when type is MSK_MULTI_VPC."`
	GCPServiceAttachment       *string      `json:"gcpServiceAttachment,omitempty" nullable:"true" doc:"Required when type is GCP_PSC_SERVICE_ATTACHMENT."`
	CustomPrivateDNSMappings   []dnsMapping `json:"customPrivateDnsMappings,omitempty" maxItems:"50"`
}

func (b reverseBody) input() org.ReverseInput {
	return org.ReverseInput{
		Description: b.Description, CustomDNSNames: dnsNames(b.CustomPrivateDNSMappings),
		Target: org.ReverseTarget{
			Type: org.ReverseType(b.Type), VPCEndpointServiceName: text(b.VPCEndpointServiceName),
			VPCResourceConfigurationID: text(b.VPCResourceConfigurationID), VPCResourceShareARN: text(b.VPCResourceShareARN),
			MSKClusterARN: text(b.MSKClusterARN), MSKAuthentication: org.MSKAuthentication(text(b.MSKAuthentication)),
			GCPServiceAttachment: text(b.GCPServiceAttachment),
		},
	}
}

func dnsNames(mappings []dnsMapping) []string {
	return shown(mappings, func(m dnsMapping) string { return m.PrivateDNSName })
}

// text returns what is pointed at, or nothing.
func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
