package cloudapi

import (
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/org"
)

// service is a Service on the wire.
type service struct {
	ID                           string         `json:"id" format:"uuid"`
	Name                         string         `json:"name"`
	Provider                     string         `json:"provider" enum:"aws,gcp,azure"`
	Region                       string         `json:"region"`
	State                        string         `json:"state" enum:"provisioning,running,stopping,stopped,starting,idle,awaking,degraded,failed,terminating,terminated"`
	StateReason                  string         `json:"stateReason,omitempty" doc:"Why the service is stuck in its state."`
	Endpoints                    []endpoint     `json:"endpoints"`
	IPAccessList                 []ipRule       `json:"ipAccessList"`
	Tags                         []tag          `json:"tags"`
	CreatedAt                    string         `json:"createdAt" format:"date-time"`
	PrivateEndpointIDs           []string       `json:"privateEndpointIds"`
	AvailablePrivateEndpointIDs  []string       `json:"availablePrivateEndpointIds" doc:"Registered with the organization for the provider and region of the service."`
	DataWarehouseID              string         `json:"dataWarehouseId" format:"uuid"`
	IsPrimary                    bool           `json:"isPrimary"`
	IsReadonly                   bool           `json:"isReadonly"`
	ReleaseChannel               string         `json:"releaseChannel" enum:"slow,default,fast"`
	AutoscalingMode              string         `json:"autoscalingMode" enum:"vertical,horizontal"`
	MinReplicaMemoryGB           int            `json:"minReplicaMemoryGb"`
	MaxReplicaMemoryGB           int            `json:"maxReplicaMemoryGb"`
	NumReplicas                  int            `json:"numReplicas"`
	MinReplicas                  *int           `json:"minReplicas,omitempty" nullable:"false"`
	MaxReplicas                  *int           `json:"maxReplicas,omitempty" nullable:"false"`
	IdleScaling                  bool           `json:"idleScaling"`
	IdleTimeoutMinutes           *int           `json:"idleTimeoutMinutes,omitempty" nullable:"false" doc:"Absent if idle scaling is off and no timeout is set."`
	IAMRole                      string         `json:"iamRole,omitempty"`
	ComplianceType               string         `json:"complianceType,omitempty" enum:"hipaa,pci"`
	EnableCoreDumps              bool           `json:"enableCoreDumps"`
	Tier                         string         `json:"tier,omitempty" doc:"As chosen when the service was created."`
	CurrentScaling               currentScaling `json:"currentScaling"`
	HasTransparentDataEncryption bool           `json:"hasTransparentDataEncryption" doc:"Always false."`
}

type endpoint struct {
	Protocol string `json:"protocol" enum:"https,nativesecure,mysql"`
	Host     string `json:"host"`
	Port     int    `json:"port"`
	Enabled  bool   `json:"enabled" doc:"Always true: an endpoint that is off is not listed."`
}

func showEndpoint(e org.Endpoint) endpoint {
	return endpoint{Protocol: e.Protocol, Host: e.Host, Port: e.Port, Enabled: true}
}

type tag struct {
	Key   string `json:"key" maxLength:"128"`
	Value string `json:"value" required:"false" maxLength:"256"`
}

func showService(s cloud.Instance) service {
	return service{
		ID: s.ID, Name: s.Name, Provider: string(s.Provider), Region: s.Region,
		State: string(s.State), StateReason: s.StateReason, CreatedAt: stamp(s.CreatedAt),
		Endpoints:    shown(s.Endpoints, showEndpoint),
		IPAccessList: shown(s.IPAccessList, showIPRule), Tags: shown(s.Tags, func(t org.Tag) tag { return tag(t) }),
		PrivateEndpointIDs:          append([]string{}, s.PrivateEndpointIDs...),
		AvailablePrivateEndpointIDs: append([]string{}, s.AvailablePrivateEndpointIDs...),
		DataWarehouseID:             s.WarehouseID, IsPrimary: s.IsPrimary, IsReadonly: s.IsReadonly,
		ReleaseChannel: string(s.ReleaseChannel), AutoscalingMode: string(s.Scaling.Mode),
		MinReplicaMemoryGB: s.Scaling.MinReplicaMemoryGB, MaxReplicaMemoryGB: s.Scaling.MaxReplicaMemoryGB,
		NumReplicas: s.Scaling.NumReplicas, MinReplicas: orNil(s.Scaling.MinReplicas), MaxReplicas: orNil(s.Scaling.MaxReplicas),
		IdleScaling: s.Scaling.IdleScaling, IdleTimeoutMinutes: orNil(s.Scaling.IdleTimeoutMinutes),
		IAMRole: s.IAMRole, ComplianceType: string(s.ComplianceType), EnableCoreDumps: s.EnableCoreDumps,
		Tier: string(s.Tier), CurrentScaling: showScaling(s.Scaling),
	}
}

// currentScaling is the scaling that is in effect. Nothing changes it for a
// while, so that it is what the service was told.
type currentScaling struct {
	Mode               string `json:"effectiveAutoscalingMode" enum:"vertical,horizontal"`
	MinReplicaMemoryGB int    `json:"effectiveMinReplicaMemoryGb"`
	MaxReplicaMemoryGB int    `json:"effectiveMaxReplicaMemoryGb"`
	MinReplicas        int    `json:"effectiveMinReplicas" doc:"numReplicas when the mode is vertical."`
	MaxReplicas        int    `json:"effectiveMaxReplicas" doc:"numReplicas when the mode is vertical."`
	IdleScaling        bool   `json:"effectiveIdleScaling"`
	IdleTimeoutMinutes *int   `json:"effectiveIdleTimeoutMinutes,omitempty" nullable:"false"`
}

func showScaling(s org.Scaling) currentScaling {
	shown := currentScaling{
		Mode: string(s.Mode), MinReplicaMemoryGB: s.MinReplicaMemoryGB, MaxReplicaMemoryGB: s.MaxReplicaMemoryGB,
		MinReplicas: s.NumReplicas, MaxReplicas: s.NumReplicas, IdleScaling: s.IdleScaling, IdleTimeoutMinutes: orNil(s.IdleTimeoutMinutes),
	}
	if s.Mode == org.AutoscaleHorizontal {
		shown.MinReplicas, shown.MaxReplicas = s.MinReplicas, s.MaxReplicas
	}
	return shown
}

// newService is the result of creating a service.
type newService struct {
	Service  service `json:"service"`
	Password string  `json:"password" doc:"Shown only once."`
}

// newPassword is the result of a password reset.
type newPassword struct {
	Password string `json:"password,omitempty" doc:"Shown only once; absent if the request contained hashes."`
}

type privateEndpointConfig struct {
	EndpointServiceID  string `json:"endpointServiceId"`
	PrivateDNSHostname string `json:"privateDnsHostname,omitempty"`
}

func showEndpointConfig(c org.PrivateEndpointConfig) privateEndpointConfig {
	return privateEndpointConfig(c)
}

type backupConfiguration struct {
	PeriodHours    int    `json:"backupPeriodInHours"`
	RetentionHours int    `json:"backupRetentionPeriodInHours"`
	StartTime      string `json:"backupStartTime,omitempty" doc:"HH:MM in UTC; absent for any time."`
	MakesBackups   bool   `json:"makesBackups" doc:"Whether the installation has a storage for backups. If not, none are made."`
	NextBackupAt   string `json:"nextBackupAt" format:"date-time" doc:"When the next backup is due."`
}
