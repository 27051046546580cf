package cloudapi

import (
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// totalReplicas is how many replicas the deprecated total memory means.
const totalReplicas = 3

// ScalingBody is the members of a body that scale a service.
type ScalingBody struct {
	AutoscalingMode    *string `json:"autoscalingMode,omitempty" nullable:"false" enum:"vertical,horizontal"`
	MinReplicaMemoryGB *int    `json:"minReplicaMemoryGb,omitempty" nullable:"false" minimum:"8" maximum:"356" multipleOf:"4"`
	MaxReplicaMemoryGB *int    `json:"maxReplicaMemoryGb,omitempty" nullable:"false" minimum:"8" maximum:"356" multipleOf:"4"`
	NumReplicas        *int    `json:"numReplicas,omitempty" nullable:"false" minimum:"1" maximum:"20"`
	MinReplicas        *int    `json:"minReplicas,omitempty" nullable:"false" minimum:"1" maximum:"20" doc:"Only when autoscalingMode is horizontal."`
	MaxReplicas        *int    `json:"maxReplicas,omitempty" nullable:"false" minimum:"1" maximum:"20" doc:"Only when autoscalingMode is horizontal."`
	IdleScaling        *bool   `json:"idleScaling,omitempty" nullable:"false"`
	IdleTimeoutMinutes *int    `json:"idleTimeoutMinutes,omitempty" nullable:"false" minimum:"5" maximum:"10080"`
}

func (b ScalingBody) patch() org.ScalingPatch {
	return org.ScalingPatch{
		Mode: (*org.AutoscalingMode)(b.AutoscalingMode), MinReplicaMemoryGB: b.MinReplicaMemoryGB,
		MaxReplicaMemoryGB: b.MaxReplicaMemoryGB, NumReplicas: b.NumReplicas, MinReplicas: b.MinReplicas,
		MaxReplicas: b.MaxReplicas, IdleScaling: b.IdleScaling, IdleTimeoutMinutes: b.IdleTimeoutMinutes,
	}
}

// totalScalingBody is the body of the deprecated scaling.
type totalScalingBody struct {
	MinTotalMemoryGB   *int  `json:"minTotalMemoryGb,omitempty" nullable:"false" minimum:"24" maximum:"1068" multipleOf:"12" doc:"In total, over three replicas."`
	MaxTotalMemoryGB   *int  `json:"maxTotalMemoryGb,omitempty" nullable:"false" minimum:"24" maximum:"1068" multipleOf:"12" doc:"In total, over three replicas."`
	NumReplicas        *int  `json:"numReplicas,omitempty" nullable:"false" minimum:"1" maximum:"20"`
	IdleScaling        *bool `json:"idleScaling,omitempty" nullable:"false"`
	IdleTimeoutMinutes *int  `json:"idleTimeoutMinutes,omitempty" nullable:"false" minimum:"5" maximum:"10080"`
}

func (b totalScalingBody) patch() org.ScalingPatch {
	return org.ScalingPatch{
		MinReplicaMemoryGB: perReplica(b.MinTotalMemoryGB), MaxReplicaMemoryGB: perReplica(b.MaxTotalMemoryGB),
		NumReplicas: b.NumReplicas, IdleScaling: b.IdleScaling, IdleTimeoutMinutes: b.IdleTimeoutMinutes,
	}
}

func perReplica(total *int) *int {
	if total == nil {
		return nil
	}
	memory := *total / totalReplicas
	return &memory
}

// serviceBody is the body of a new service.
type serviceBody struct {
	ScalingBody
	Name               string           `json:"name" minLength:"1" maxLength:"50" doc:"Letters, digits, spaces and . _ - ( ) [ ]."`
	Provider           string           `json:"provider" enum:"aws,gcp,azure"`
	Region             string           `json:"region"`
	IPAccessList       *[]ipRule        `json:"ipAccessList,omitempty" nullable:"false" maxItems:"256" doc:"When absent, from anywhere; when empty, through private endpoints only."`
	Tags               []tag            `json:"tags,omitempty" maxItems:"50"`
	PrivateEndpointIDs []string         `json:"privateEndpointIds,omitempty" maxItems:"100"`
	ReleaseChannel     string           `json:"releaseChannel,omitempty" enum:"slow,default,fast"`
	DataWarehouseID    string           `json:"dataWarehouseId,omitempty" format:"uuid" doc:"The warehouse of another service to share. When absent, the service gets its own."`
	IsReadonly         bool             `json:"isReadonly,omitempty" doc:"Only with the warehouse of another service."`
	ComplianceType     string           `json:"complianceType,omitempty" enum:"hipaa,pci"`
	EnableCoreDumps    bool             `json:"enableCoreDumps,omitempty"`
	HasEncryption      bool             `json:"hasTransparentDataEncryption,omitempty" doc:"Must be false: there is no such encryption."`
	Tier               string           `json:"tier,omitempty" enum:"development,production,dedicated_high_mem,dedicated_high_cpu,dedicated_standard,PPv2" doc:"Stored and returned; it has no effect."`
	Endpoints          []endpointSwitch `json:"endpoints,omitempty" maxItems:"3"`
	BackupID           string           `json:"backupId,omitempty" format:"uuid" doc:"A backup of the organization whose data the service begins with. It is running once it has all of it."`
}

// endpointSwitch turns an endpoint of a service on or off.
type endpointSwitch struct {
	Protocol string `json:"protocol" enum:"https,nativesecure,mysql"`
	Enabled  bool   `json:"enabled" doc:"Only mysql can be false."`
}

func (b serviceBody) input() (cloud.ServiceInput, error) {
	var rules fault.Rules
	rules.Check(!b.HasEncryption, "hasTransparentDataEncryption", "forbidden", "must be false: transparent data encryption is not offered")
	mysql := mysqlSwitch(&rules, b.Endpoints)
	return cloud.ServiceInput{
		ServiceInput: org.ServiceInput{
			Name: b.Name, Provider: org.Provider(b.Provider), Region: b.Region,
			Tags: shown(b.Tags, func(t tag) org.Tag { return org.Tag(t) }), IPAccessList: ipRulesOf(b.IPAccessList),
			PrivateEndpointIDs: b.PrivateEndpointIDs, Scaling: b.patch(),
			ReleaseChannel: org.ReleaseChannel(b.ReleaseChannel), WarehouseID: strings.ToLower(b.DataWarehouseID),
			IsReadonly: b.IsReadonly, ComplianceType: org.ComplianceType(b.ComplianceType),
			EnableCoreDumps: b.EnableCoreDumps, Tier: org.Tier(b.Tier), RestoreFrom: strings.ToLower(b.BackupID),
		},
		MySQLEnabled: mysql != nil && *mysql,
	}, rules.Err()
}

// mysqlSwitch returns what the list says of the mysql endpoint, nil for
// nothing. The others can't be switched off.
func mysqlSwitch(rules *fault.Rules, endpoints []endpointSwitch) *bool {
	var mysql *bool
	for i, e := range endpoints {
		if e.Protocol == "mysql" {
			mysql = &endpoints[i].Enabled
			continue
		}
		rules.Check(e.Enabled, fmt.Sprintf("endpoints.%d.enabled", i), "forbidden", "must be true unless protocol is mysql")
	}
	return mysql
}

// servicePatch is the body of an update of a service.
type servicePatch struct {
	Name               *string          `json:"name,omitempty" nullable:"false" minLength:"1" maxLength:"50"`
	IPAccessList       ipRulesPatch     `json:"ipAccessList,omitzero"`
	PrivateEndpointIDs endpointIDsPatch `json:"privateEndpointIds,omitzero"`
	Tags               tagsPatch        `json:"tags,omitzero"`
	ReleaseChannel     *string          `json:"releaseChannel,omitempty" nullable:"false" enum:"slow,default,fast"`
	EnableCoreDumps    *bool            `json:"enableCoreDumps,omitempty" nullable:"false"`
	Endpoints          []endpointSwitch `json:"endpoints,omitempty" maxItems:"3"`
}

type ipRulesPatch struct {
	Remove []ipRule `json:"remove,omitempty" maxItems:"256" doc:"Removed first."`
	Add    []ipRule `json:"add,omitempty" maxItems:"256"`
}

type endpointIDsPatch struct {
	Remove []string `json:"remove,omitempty" maxItems:"100" doc:"Removed first."`
	Add    []string `json:"add,omitempty" maxItems:"100"`
}

type tagsPatch struct {
	Remove []tag `json:"remove,omitempty" maxItems:"50" doc:"Removed first; without a value, whatever the value is."`
	Add    []tag `json:"add,omitempty" maxItems:"50"`
}

func (p servicePatch) patch() (org.ServicePatch, error) {
	var rules fault.Rules
	mysql := mysqlSwitch(&rules, p.Endpoints)
	toTag := func(t tag) org.Tag { return org.Tag(t) }
	return org.ServicePatch{
		Name: p.Name, ReleaseChannel: (*org.ReleaseChannel)(p.ReleaseChannel), EnableCoreDumps: p.EnableCoreDumps,
		MySQLEnabled:       mysql,
		IPAccessList:       org.IPRulesChange{Remove: ipRules(p.IPAccessList.Remove), Add: ipRules(p.IPAccessList.Add)},
		PrivateEndpointIDs: org.EndpointIDsChange(p.PrivateEndpointIDs),
		Tags:               org.TagsChange{Remove: shown(p.Tags.Remove, toTag), Add: shown(p.Tags.Add, toTag)},
	}, rules.Err()
}

// backupPatch is the body of an update of a backup configuration.
type backupPatch struct {
	PeriodHours    httpx.Optional[int]    `json:"backupPeriodInHours,omitzero" doc:"One of 6, 8, 12, 16, 20, 24, 36, 48; null resets it."`
	RetentionHours httpx.Optional[int]    `json:"backupRetentionPeriodInHours,omitzero" doc:"24 to 1080, a multiple of 24; null resets it."`
	StartTime      httpx.Optional[string] `json:"backupStartTime,omitzero" doc:"HH:MM in UTC; null resets it."`
}

func (p backupPatch) patch() org.BackupPatch {
	return org.BackupPatch{
		PeriodHours: field(p.PeriodHours), RetentionHours: field(p.RetentionHours), StartTime: field(p.StartTime),
	}
}

func field[T any](o httpx.Optional[T]) org.Field[T] {
	switch {
	case !o.Given:
		return org.Field[T]{}
	case o.Null:
		return org.Null[T]()
	default:
		return org.Given(o.Value)
	}
}
