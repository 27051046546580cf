package org

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// ServiceNameCharsMax bounds the name of a service.
const ServiceNameCharsMax = 50

var (
	// Wider than the letters, digits and spaces of the public description:
	// names such as "logs-eu (prod)" are in use.
	serviceNamePattern = regexp.MustCompile(`^[\p{L}\p{N} ._()\[\]-]*$`)
	uuidPattern        = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
)

// ReleaseChannel is how early a service gets new versions.
type ReleaseChannel string

// The release channels.
const (
	ReleaseSlow    ReleaseChannel = "slow"
	ReleaseDefault ReleaseChannel = "default"
	ReleaseFast    ReleaseChannel = "fast"
)

// ReleaseChannels returns every release channel.
func ReleaseChannels() []ReleaseChannel {
	return []ReleaseChannel{ReleaseSlow, ReleaseDefault, ReleaseFast}
}

// ComplianceType is a label of the owner's; it changes nothing.
type ComplianceType string

// The compliance types.
const (
	ComplianceHIPAA ComplianceType = "hipaa"
	CompliancePCI   ComplianceType = "pci"
)

// Tier is a size that clients once chose. It is kept and shown, and changes
// nothing.
type Tier string

// Tiers returns every tier that clients may name.
func Tiers() []Tier {
	return []Tier{"development", "production", "dedicated_high_mem", "dedicated_high_cpu", "dedicated_standard", "PPv2"}
}

// Service is one managed stack. It owns exactly one team, and through it one
// database of the engine.
type Service struct {
	ID                 string // uuid
	OrganizationID     string
	TeamID             string
	WarehouseID        string // uuid; storage is booked there
	Name               string
	Provider           Provider
	Region             string
	Tags               []Tag
	IPAccessList       []IPRule // empty: nobody
	PrivateEndpointIDs []string
	Scaling            Scaling
	ReleaseChannel     ReleaseChannel
	IsPrimary          bool // the first service of its warehouse
	IsReadonly         bool
	IAMRole            string         // empty: none
	ComplianceType     ComplianceType // empty: none
	EnableCoreDumps    bool
	MySQLEnabled       bool
	Backup             BackupConfiguration
	BackupSince        time.Time      // slots up to then are not made up for; zero: since the creation
	RestoreFrom        string         // the backup whose data it still has to get; empty: none
	UpgradeWindow      *UpgradeWindow // nil: any time
	QueryEndpoint      *QueryEndpoint // nil: none
	Tier               Tier           // empty: none was given
	State              ServiceState
	StateAt            time.Time // when the present state began
	StateReason        string    // why it did not get further; empty: nothing to say
	Attempts           int       // failed attempts at the present state's work
	RetryAt            time.Time // not before; zero: at once
	CreatedAt          time.Time
	Version            int64
}

// ServiceInput is what a new service is made from.
type ServiceInput struct {
	Name               string
	Provider           Provider
	Region             string
	Tags               []Tag
	IPAccessList       *[]IPRule // nil: anywhere; empty: nobody
	PrivateEndpointIDs []string
	Scaling            ScalingPatch
	ReleaseChannel     ReleaseChannel // empty: default
	WarehouseID        string         // empty: a warehouse of its own
	IsReadonly         bool           // only in another's warehouse
	ComplianceType     ComplianceType // empty: none
	EnableCoreDumps    bool
	Tier               Tier   // empty: none
	RestoreFrom        string // id of a backup; empty: the service begins without data
}

// ServiceIDs are the ids of a new service; the caller draws them.
type ServiceIDs struct {
	ID             string
	OrganizationID string
	TeamID         string
	WarehouseID    string // used unless the input names a warehouse
}

// NewService makes a service that is provisioning. It returns an Invalid
// fault that names every broken rule. Whether a named warehouse can be
// joined is for CheckWarehouseJoin.
func NewService(in ServiceInput, ids ServiceIDs, now time.Time) (Service, error) {
	var rules fault.Rules
	s := in.service(ids)
	s.Scaling = DefaultScaling().patched(in.Scaling)
	s.State, s.StateAt, s.CreatedAt = ServiceProvisioning, now, now
	s.check(&rules)
	s.Scaling.check(&rules, in.Scaling)
	if err := rules.Err(); err != nil {
		return Service{}, err
	}
	return s, nil
}

func (in ServiceInput) service(ids ServiceIDs) Service {
	s := Service{
		ID: ids.ID, OrganizationID: ids.OrganizationID, TeamID: ids.TeamID,
		WarehouseID: ids.WarehouseID, IsPrimary: true,
		Name: in.Name, Provider: in.Provider, Region: in.Region,
		Tags: slices.Clone(in.Tags), IPAccessList: rulesOrAnywhere(in.IPAccessList),
		PrivateEndpointIDs: slices.Clone(in.PrivateEndpointIDs),
		ReleaseChannel:     in.ReleaseChannel, IsReadonly: in.IsReadonly,
		ComplianceType: in.ComplianceType, EnableCoreDumps: in.EnableCoreDumps, Tier: in.Tier, Backup: DefaultBackup(),
		RestoreFrom: in.RestoreFrom,
	}
	s.ReleaseChannel = cmp.Or(s.ReleaseChannel, ReleaseDefault)
	if in.WarehouseID != "" {
		s.WarehouseID, s.IsPrimary = in.WarehouseID, false
	}
	return s
}

func (s Service) check(rules *fault.Rules) {
	checkServiceName(rules, s.Name)
	place{s.Provider, s.Region, "provider", "region"}.check(rules)
	checkTags(rules, "tags", s.Tags)
	checkIPRules(rules, "ipAccessList", s.IPAccessList)
	checkEndpointIDs(rules, "privateEndpointIds", s.PrivateEndpointIDs)
	checkWord(rules, "releaseChannel", s.ReleaseChannel, ReleaseChannels())
	if s.ComplianceType != "" {
		checkWord(rules, "complianceType", s.ComplianceType, []ComplianceType{ComplianceHIPAA, CompliancePCI})
	}
	if s.Tier != "" {
		checkWord(rules, "tier", s.Tier, Tiers())
	}
	rules.Check(s.IsPrimary || uuidPattern.MatchString(s.WarehouseID), "dataWarehouseId", "format", "must be a uuid")
	rules.Check(!s.IsPrimary || !s.IsReadonly, "isReadonly", "forbidden",
		"must be false unless dataWarehouseId names another service's warehouse")
}

func checkServiceName(rules *fault.Rules, name string) {
	checkFilled(rules, "name", name, ServiceNameCharsMax)
	rules.Check(serviceNamePattern.MatchString(name), "name", "format",
		"must consist of letters, digits, spaces and . _ - ( ) [ ]")
}

// checkEndpointIDs returns false when the list is too long to be looked at.
func checkEndpointIDs(rules *fault.Rules, path string, ids []string) bool {
	if !checkCount(rules, path, len(ids), PrivateEndpointsPerServiceMax) {
		return false
	}
	for i, id := range ids {
		checkEndpointID(rules, item(path, i), id)
	}
	return true
}
