package cloudapi

import (
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// organization is an Organization on the wire.
type organization struct {
	ID               string            `json:"id" format:"uuid"`
	Name             string            `json:"name"`
	CreatedAt        string            `json:"createdAt" format:"date-time"`
	ByocConfig       []byocConfig      `json:"byocConfig" doc:"Always empty: everything runs in the installation itself."`
	PrivateEndpoints []privateEndpoint `json:"privateEndpoints"`
	EnableCoreDumps  bool              `json:"enableCoreDumps"`
}

type byocConfig struct {
	ID          string `json:"id"`
	AccountName string `json:"accountName"`
}

type privateEndpoint struct {
	ID            string `json:"id"`
	Description   string `json:"description"`
	CloudProvider string `json:"cloudProvider" doc:"Of the services that it leads to; empty if unknown."`
	Region        string `json:"region" doc:"As cloudProvider."`
}

func showOrganization(o org.Organization) organization {
	return organization{
		ID: o.ID, Name: o.Name, CreatedAt: stamp(o.CreatedAt), EnableCoreDumps: o.EnableCoreDumps,
		ByocConfig: []byocConfig{}, PrivateEndpoints: shown(o.PrivateEndpoints, showPrivateEndpoint),
	}
}

func showPrivateEndpoint(e org.PrivateEndpoint) privateEndpoint {
	return privateEndpoint{ID: e.ID, Description: e.Description, CloudProvider: string(e.Provider), Region: e.Region}
}

type organizationPatch struct {
	Name             *string               `json:"name,omitempty" nullable:"false" minLength:"1" maxLength:"128"`
	PrivateEndpoints privateEndpointsPatch `json:"privateEndpoints,omitzero"`
	EnableCoreDumps  *bool                 `json:"enableCoreDumps,omitempty" nullable:"false"`
}

type privateEndpointsPatch struct {
	Remove []privateEndpointItem `json:"remove,omitempty" maxItems:"256" doc:"Removed first, also from the services that have them. Repeating it has no effect."`
	Add    []privateEndpointItem `json:"add,omitempty" maxItems:"256" doc:"Added after the removals. Repeating it has no effect."`
}

type privateEndpointItem struct {
	ID            string  `json:"id" maxLength:"512"`
	Description   *string `json:"description,omitempty" nullable:"false" maxLength:"255" doc:"When absent, the endpoint keeps its own."`
	CloudProvider string  `json:"cloudProvider,omitempty" enum:"aws,gcp,azure"`
	Region        string  `json:"region,omitempty"`
}

func (p organizationPatch) change() org.Change {
	return org.Change{
		Name: p.Name, EnableCoreDumps: p.EnableCoreDumps,
		PrivateEndpoints: org.PrivateEndpointsChange{
			Remove: shown(p.PrivateEndpoints.Remove, privateEndpointItem.input),
			Add:    shown(p.PrivateEndpoints.Add, privateEndpointItem.input),
		},
	}
}

func (i privateEndpointItem) input() org.PrivateEndpointInput {
	return org.PrivateEndpointInput{ID: i.ID, Description: i.Description, Provider: org.Provider(i.CloudProvider), Region: i.Region}
}

// ipRule is one entry of an ipAccessList on the wire.
type ipRule struct {
	Source      string `json:"source" maxLength:"64" doc:"An IP address, a CIDR, or the word anywhere."`
	Description string `json:"description,omitempty" maxLength:"255"`
}

func showIPRule(r org.IPRule) ipRule     { return ipRule{Source: r.Source, Description: r.Description} }
func (r ipRule) rule() org.IPRule        { return org.IPRule{Source: r.Source, Description: r.Description} }
func ipRules(list []ipRule) []org.IPRule { return shown(list, ipRule.rule) }
func ipRulesOf(list *[]ipRule) *[]org.IPRule {
	if list == nil {
		return nil
	}
	rules := ipRules(*list)
	return &rules
}

// shown returns a list of what show makes of each item; never nil.
func shown[T, S any](list []T, show func(T) S) []S {
	out := make([]S, len(list))
	for i, item := range list {
		out[i] = show(item)
	}
	return out
}

// stamp writes a time as the cloud family does: UTC, whole seconds.
func stamp(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }

// stampOrNil writes a time that may be none.
func stampOrNil(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := stamp(t)
	return &text
}

// orNil returns nil for the zero value.
func orNil[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
