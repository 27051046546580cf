package org

import "github.com/cairnstack/cairn/internal/fault"

// Provider is a cloud provider's identifier.
type Provider string

// The providers.
const (
	ProviderAWS   Provider = "aws"
	ProviderGCP   Provider = "gcp"
	ProviderAzure Provider = "azure"
)

// Providers returns every provider, in the order in which they are
// documented.
func Providers() []Provider { return []Provider{ProviderAWS, ProviderGCP, ProviderAzure} }

// Regions returns the regions of the provider, none for an unknown one.
func Regions(provider Provider) []string {
	switch provider {
	case ProviderAWS:
		return []string{
			"ap-northeast-1", "ap-northeast-2", "ap-south-1", "ap-southeast-1", "ap-southeast-2",
			"ca-central-1", "eu-central-1", "eu-west-1", "eu-west-2", "il-central-1",
			"us-east-1", "us-east-2", "us-west-2",
		}
	case ProviderGCP:
		return []string{
			"us-east1", "us-central1", "europe-west2", "europe-west4", "asia-southeast1", "asia-northeast1",
		}
	case ProviderAzure:
		return []string{"eastus", "eastus2", "westus3", "germanywestcentral", "centralus"}
	default:
		return nil
	}
}

// ProviderOf returns the provider that has the region; no two share one.
func ProviderOf(region string) (Provider, bool) {
	for _, provider := range Providers() {
		for _, known := range Regions(provider) {
			if known == region {
				return provider, true
			}
		}
	}
	return "", false
}

// place is where something runs, with the names of the fields that said so.
type place struct {
	provider                 Provider
	region                   string
	providerPath, regionPath string
}

// check breaks a rule for an unknown provider, an unknown region, and a
// region of another provider.
func (p place) check(rules *fault.Rules) {
	checkWord(rules, p.providerPath, p.provider, Providers())
	owner, known := ProviderOf(p.region)
	if !known {
		rules.Break(p.regionPath, "enum", "must be a supported region")
		return
	}
	known = Regions(p.provider) != nil
	rules.Check(!known || owner == p.provider, p.regionPath, "enum", "must be a region of the provider")
}
