package sqlstore

import (
	"database/sql/driver"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// serviceSettings is what the settings column keeps of a service: all that no
// query asks for. Its JSON names are stored; they must never change.
type serviceSettings struct {
	Tags               []org.Tag               `json:"tags"`
	IPAccessList       []org.IPRule            `json:"ipAccessList"`
	PrivateEndpointIDs []string                `json:"privateEndpointIds"`
	Scaling            org.Scaling             `json:"scaling"`
	ReleaseChannel     org.ReleaseChannel      `json:"releaseChannel"`
	IsPrimary          bool                    `json:"isPrimary"`
	IsReadonly         bool                    `json:"isReadonly"`
	IAMRole            string                  `json:"iamRole"`
	ComplianceType     org.ComplianceType      `json:"complianceType"`
	EnableCoreDumps    bool                    `json:"enableCoreDumps"`
	MySQLEnabled       bool                    `json:"mysqlEnabled"`
	Backup             org.BackupConfiguration `json:"backup"`
	BackupSince        time.Time               `json:"backupSince,omitzero"`
	RestoreFrom        string                  `json:"restoreFrom,omitempty"`
	UpgradeWindow      *org.UpgradeWindow      `json:"upgradeWindow"`
	QueryEndpoint      *queryEndpointText      `json:"queryEndpoint,omitempty"`
	Tier               org.Tier                `json:"tier,omitempty"`
	StateAt            time.Time               `json:"stateAt"`
	StateReason        string                  `json:"stateReason"`
	Attempts           int                     `json:"attempts"`
	RetryAt            time.Time               `json:"retryAt"`
}

// queryEndpointText is a query endpoint as it is stored.
type queryEndpointText struct {
	ID             string          `json:"id"`
	Roles          []org.QueryRole `json:"roles"`
	KeyIDs         []string        `json:"keyIds"`
	AllowedOrigins string          `json:"allowedOrigins"`
}

func settingsOf(s *org.Service) serviceSettings {
	return serviceSettings{
		Tags: s.Tags, IPAccessList: s.IPAccessList, PrivateEndpointIDs: s.PrivateEndpointIDs,
		Scaling: s.Scaling, ReleaseChannel: s.ReleaseChannel, IsPrimary: s.IsPrimary, IsReadonly: s.IsReadonly,
		IAMRole: s.IAMRole, ComplianceType: s.ComplianceType,
		EnableCoreDumps: s.EnableCoreDumps, MySQLEnabled: s.MySQLEnabled,
		Backup: s.Backup, BackupSince: s.BackupSince, RestoreFrom: s.RestoreFrom, UpgradeWindow: s.UpgradeWindow, QueryEndpoint: (*queryEndpointText)(s.QueryEndpoint), Tier: s.Tier,
		StateAt: s.StateAt, StateReason: s.StateReason, Attempts: s.Attempts, RetryAt: s.RetryAt,
	}
}

func (v serviceSettings) applyTo(s *org.Service) {
	s.Tags, s.IPAccessList, s.PrivateEndpointIDs = v.Tags, v.IPAccessList, v.PrivateEndpointIDs
	s.Scaling, s.ReleaseChannel, s.IsPrimary, s.IsReadonly = v.Scaling, v.ReleaseChannel, v.IsPrimary, v.IsReadonly
	s.IAMRole, s.ComplianceType = v.IAMRole, v.ComplianceType
	s.EnableCoreDumps, s.MySQLEnabled = v.EnableCoreDumps, v.MySQLEnabled
	s.Backup, s.BackupSince, s.RestoreFrom, s.UpgradeWindow = v.Backup, v.BackupSince, v.RestoreFrom, v.UpgradeWindow
	s.QueryEndpoint, s.Tier = (*org.QueryEndpoint)(v.QueryEndpoint), v.Tier
	s.StateAt, s.StateReason, s.Attempts, s.RetryAt = v.StateAt, v.StateReason, v.Attempts, v.RetryAt
}

// serviceSettingsText stands between a service and its settings column.
type serviceSettingsText struct{ of *org.Service }

// Value implements driver.Valuer.
func (t serviceSettingsText) Value() (driver.Value, error) {
	return jsonText{settingsOf(t.of)}.Value()
}

// Scan implements sql.Scanner.
func (t serviceSettingsText) Scan(src any) error {
	var v serviceSettings
	if err := (jsonText{&v}).Scan(src); err != nil {
		return err
	}
	v.applyTo(t.of)
	return nil
}
