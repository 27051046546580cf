package org

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	vpceHexChars    = 17
	hostChars       = 10
	attachmentChars = 12
	gcpProject      = "cairn-private"
	hostAlphabet    = "abcdefghijklmnopqrstuvwxyz234567"
)

// PrivateEndpointConfig is what a customer needs to build a private endpoint.
type PrivateEndpointConfig struct {
	EndpointServiceID  string
	PrivateDNSHostname string // empty in the configuration of an organization
}

// PrivateEndpointConfig returns the configuration of the service below the
// domain. It is the same at every call, and services of one organization
// and region share the endpoint service.
func (s Service) PrivateEndpointConfig(domain string) PrivateEndpointConfig {
	host := s.hostLabel() + "." + s.Region + privateZone(s.Provider) + domain
	return PrivateEndpointConfig{
		EndpointServiceID:  endpointServiceID(s.OrganizationID, s.Provider, s.Region),
		PrivateDNSHostname: host,
	}
}

// PrivateEndpointConfig returns the configuration of the organization in a
// provider's region. It returns an Invalid fault for an unknown place and
// for one where none of the organization's services is.
func (o Organization) PrivateEndpointConfig(provider Provider, region string, services []Service) (PrivateEndpointConfig, error) {
	var rules fault.Rules
	place{provider, region, "cloud_provider", "region_id"}.check(&rules)
	if err := rules.Err(); err != nil {
		return PrivateEndpointConfig{}, err
	}
	here := func(s Service) bool { return s.Provider == provider && s.Region == region }
	if !slices.ContainsFunc(services, here) {
		return PrivateEndpointConfig{}, fault.New(fault.Invalid,
			"organization has no created instances in %s %s", provider, region)
	}
	return PrivateEndpointConfig{EndpointServiceID: endpointServiceID(o.ID, provider, region)}, nil
}

func endpointServiceID(organizationID string, provider Provider, region string) string {
	digest := sha256.Sum256([]byte("endpoint-service|" + organizationID + "|" + string(provider) + "|" + region))
	text := hex.EncodeToString(digest[:])
	switch provider {
	case ProviderGCP:
		return "projects/" + gcpProject + "/regions/" + region +
			"/serviceAttachments/production-" + region + "-" + text[:attachmentChars]
	case ProviderAzure:
		guid := strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:32]}, "-")
		return "production-" + region + "-0-0." + guid + "." + region + ".azure.privatelinkservice"
	case ProviderAWS:
	}
	return "com.amazonaws.vpce." + region + ".vpce-svc-" + text[:vpceHexChars]
}

func privateZone(provider Provider) string {
	switch provider {
	case ProviderGCP:
		return ".p.gcp."
	case ProviderAzure:
		return ".privatelink.azure."
	case ProviderAWS:
	}
	return ".vpce.aws."
}

// hostLabel returns the label that names the service in host names.
func (s Service) hostLabel() string {
	digest := sha256.Sum256([]byte("host|" + s.ID))
	return base32.NewEncoding(hostAlphabet).EncodeToString(digest[:])[:hostChars]
}
