package org

import (
	"regexp"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// ReverseFieldCharsMax bounds every name, id and ARN of a reverse target.
const ReverseFieldCharsMax = 512

// The shapes are wider than today's ids on purpose: partitions, regions and
// id lengths grow.
var (
	endpointServicePattern = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	resourceConfigPattern  = regexp.MustCompile(`^rcfg-[0-9A-Za-z]{8,64}$`)
	resourceSharePattern   = regexp.MustCompile(`^arn:aws[a-z-]*:ram:([a-z0-9-]+):[0-9]{12}:resource-share/[A-Za-z0-9-]+$`)
	mskClusterPattern      = regexp.MustCompile(`^arn:aws[a-z-]*:kafka:([a-z0-9-]+):[0-9]{12}:cluster/[A-Za-z0-9._-]+(/[A-Za-z0-9-]+)?$`)
	gcpAttachmentPattern   = regexp.MustCompile(`^projects/[a-z0-9.:-]+/regions/([a-z0-9-]+)/serviceAttachments/[a-z0-9-]+$`)
)

// targetField is one type-specific field of a reverse target.
type targetField struct {
	owner   ReverseType
	path    string
	value   string
	pattern *regexp.Regexp
	shape   string // the rule in words
}

func (t ReverseTarget) fields() []targetField {
	return []targetField{
		{ReverseVPCEndpointService, "vpcEndpointServiceName", t.VPCEndpointServiceName, endpointServicePattern,
			"must be the name of a VPC endpoint service"},
		{ReverseVPCResource, "vpcResourceConfigurationId", t.VPCResourceConfigurationID, resourceConfigPattern,
			"must be an id that begins with rcfg-"},
		{ReverseVPCResource, "vpcResourceShareArn", t.VPCResourceShareARN, resourceSharePattern,
			"must be the ARN of a RAM resource share"},
		{ReverseMSKMultiVPC, "mskClusterArn", t.MSKClusterARN, mskClusterPattern,
			"must be the ARN of an MSK cluster"},
		{ReverseMSKMultiVPC, "mskAuthentication", string(t.MSKAuthentication), nil, ""},
		{ReverseGCPAttachment, "gcpServiceAttachment", t.GCPServiceAttachment, gcpAttachmentPattern,
			"must have the form projects/{project}/regions/{region}/serviceAttachments/{name}"},
	}
}

// check applies the rules of the target's type for the service.
func (t ReverseTarget) check(rules *fault.Rules, s Service) {
	if checkWord(rules, "type", t.Type, ReverseTypes()); slices.Contains(ReverseTypes(), t.Type) {
		rules.Check(t.Type.Provider() == s.Provider, "type", "place", "must be a type for services on %s", s.Provider)
	}
	for _, field := range t.fields() {
		field.check(rules, t.Type)
	}
	if t.Type == ReverseMSKMultiVPC && t.MSKAuthentication != "" {
		checkWord(rules, "mskAuthentication", t.MSKAuthentication, []MSKAuthentication{MSKIAM, MSKSCRAM})
	}
	switch t.Type {
	case ReverseVPCResource:
		checkRegion(rules, "vpcResourceShareArn", resourceSharePattern.FindStringSubmatch(t.VPCResourceShareARN), s.Region)
	case ReverseMSKMultiVPC:
		checkRegion(rules, "mskClusterArn", mskClusterPattern.FindStringSubmatch(t.MSKClusterARN), s.Region)
	case ReverseGCPAttachment:
		checkRegion(rules, "gcpServiceAttachment", gcpAttachmentPattern.FindStringSubmatch(t.GCPServiceAttachment), s.Region)
	case ReverseVPCEndpointService: // is reached across regions
	}
}

func (f targetField) check(rules *fault.Rules, t ReverseType) {
	if f.owner != t {
		rules.Check(f.value == "", f.path, "forbidden", "must not be given unless type is %s", f.owner)
		return
	}
	if f.value == "" {
		rules.Break(f.path, "required", "is required when type is %s", f.owner)
		return
	}
	if f.pattern == nil {
		return
	}
	fits := len(f.value) <= ReverseFieldCharsMax && f.pattern.MatchString(f.value)
	rules.Check(fits, f.path, "format", "%s, at most %d characters", f.shape, ReverseFieldCharsMax)
}

// checkRegion holds a target to the service's region.
func checkRegion(rules *fault.Rules, path string, match []string, region string) {
	if match == nil {
		return
	}
	rules.Check(match[1] == region, path, "place", "must be in the region of the service")
}
