package access

import (
	"context"
	"maps"
	"strings"
	"unicode"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// Operations is the permission that each operation of an API needs, by the id
// of the operation. An operation that is not listed is refused to everybody.
// Operations that need no credential are not listed.
type Operations map[string]Permission

// Check returns a Forbidden fault unless the role of the caller in ctx allows
// the operation. What the operation is about is not known yet: the use case
// checks that.
func (o Operations) Check(ctx context.Context, operationID string) error {
	perm, listed := o[operationID]
	if !listed {
		return fault.New(fault.Forbidden, "this operation is open to nobody")
	}
	p, ok := From(ctx)
	if !ok {
		return fault.New(fault.Unauthenticated, "no credential was given")
	}
	if !p.hasRoleFor(perm) {
		return fault.New(fault.Forbidden, "%s", perm.need())
	}
	return nil
}

// Refuses reports whether there is a role that may not use the operation.
func (o Operations) Refuses(operationID string) bool {
	return len(o[operationID].Roles()) < len(org.Roles())
}

// StackOperations returns the permissions of the self-hosted stack API.
func StackOperations() Operations {
	all := Operations{
		"listConnections":  StackRead,
		"createConnection": StackWrite,
		"testConnection":   StackWrite,
		"getConnection":    StackRead,
		"updateConnection": StackWrite,
		"deleteConnection": StackWrite,

		"listShareLinks":  StackRead,
		"createShareLink": StackWrite,
		"revokeShareLink": StackWrite,

		"getCaller":        AccountManage,
		"getTeam":          MembersRead,
		"listMembers":      MembersRead,
		"removeMember":     MembersManage,
		"listInvitations":  MembersRead,
		"createInvitation": MembersManage,
		"deleteInvitation": MembersManage,

		"listAccessKeys":     AccountManage,
		"createAccessKey":    AccountManage,
		"deleteAccessKey":    AccountManage,
		"listIngestionKeys":  StackRead,
		"createIngestionKey": StackWrite,
		"deleteIngestionKey": StackWrite,

		"queryChartSeries":   StackRead,
		"showChartSeriesSQL": StackRead,
		"queryChartSQL":      StackRead,
		"search":             StackRead,
		"listSearchFields":   StackRead,
		"listSearchValues":   StackRead,
		"explainSearch":      StackRead,
		"listMetrics":        StackRead,
		"surroundRow":        StackRead,
		"tailRows":           StackRead,
		"getTrace":           StackRead,
	}
	maps.Copy(all, sharedOperations())
	return all
}

// sharedOperations returns the permissions of what a stack offers in both
// families.
func sharedOperations() Operations {
	return Operations{
		"listDashboards":    StackRead,
		"createDashboard":   StackWrite,
		"validateDashboard": StackRead,
		"getDashboard":      StackRead,
		"updateDashboard":   StackWrite,
		"deleteDashboard":   StackWrite,

		"listDashboardVersions":   StackRead,
		"getDashboardVersion":     StackRead,
		"restoreDashboardVersion": StackWrite,

		"listAlerts":           StackRead,
		"createAlert":          StackWrite,
		"getAlert":             StackRead,
		"updateAlert":          StackWrite,
		"deleteAlert":          StackWrite,
		"silenceAlert":         StackWrite,
		"unsilenceAlert":       StackWrite,
		"listAlertHistory":     StackRead,
		"listAlertEvaluations": StackRead,
		"backtestAlert":        StackRead,
		"previewAlert":         StackRead,
		"testAlert":            StackWrite,

		"listSources":  StackRead,
		"createSource": StackWrite,
		"getSource":    StackRead,
		"updateSource": StackWrite,
		"deleteSource": StackWrite,

		"listSavedSearches": StackRead,
		"createSavedSearch": StackWrite,
		"getSavedSearch":    StackRead,
		"updateSavedSearch": StackWrite,
		"deleteSavedSearch": StackWrite,

		"listWebhooks":          StackRead,
		"createWebhook":         StackWrite,
		"getWebhook":            StackRead,
		"updateWebhook":         StackWrite,
		"deleteWebhook":         StackWrite,
		"rotateWebhookSecret":   StackWrite,
		"testWebhook":           StackWrite,
		"listAlertDeliveries":   StackRead,
		"listWebhookDeliveries": StackRead,
		"redeliver":             StackWrite,

		"drawTile": StackRead,
	}
}

// UIOperations returns the permissions of the web interface's own API.
func UIOperations() Operations {
	return Operations{
		"getSession":          AccountManage,
		"signOut":             AccountManage,
		"listSessions":        AccountManage,
		"endSession":          AccountManage,
		"endOtherSessions":    AccountManage,
		"changePassword":      AccountManage,
		"resetMemberPassword": MembersManage,
		"createPasswordLink":  MembersManage,

		"getSecondFactor":          AccountManage,
		"beginSecondFactor":        AccountManage,
		"confirmSecondFactor":      AccountManage,
		"renewRecoveryCodes":       AccountManage,
		"removeSecondFactor":       AccountManage,
		"removeMemberSecondFactor": MembersManage,

		"getOverview":  StackRead,
		"getRetention": StackRead,
		"setRetention": StackWrite,
	}
}

// CloudOperations returns the permissions of the cloud API, with those of the
// managed stack.
func CloudOperations() Operations {
	all := Operations{
		"listOrganizations":  OrganizationRead,
		"getOrganization":    OrganizationRead,
		"updateOrganization": OrganizationManage,

		"listServices":              ServicesRead,
		"createService":             ServicesManage,
		"getService":                ServicesRead,
		"updateService":             ServicesManage,
		"deleteService":             ServicesManage,
		"updateServiceState":        ServicesManage,
		"scaleService":              ServicesManage,
		"scaleServiceTotal":         ServicesManage,
		"updateServicePassword":     ServicesManage,
		"getBackupConfiguration":    ServicesRead,
		"updateBackupConfiguration": ServicesManage,
		"getUpgradeWindow":          ServicesRead,
		"updateUpgradeWindow":       ServicesManage,
		"deleteUpgradeWindow":       ServicesManage,

		"getServiceQueryEndpoint":    ServicesRead,
		"upsertServiceQueryEndpoint": ServicesManage,
		"deleteServiceQueryEndpoint": ServicesManage,
		"runQuery":                   StackRead,

		"getOrganizationPrivateEndpointConfig": ServicesRead,
		"getServicePrivateEndpointConfig":      ServicesRead,
		"createPrivateEndpoint":                EndpointsManage,
		"listReversePrivateEndpoints":          ServicesRead,
		"createReversePrivateEndpoint":         EndpointsManage,
		"getReversePrivateEndpoint":            ServicesRead,
		"updateReversePrivateEndpoint":         EndpointsManage,
		"deleteReversePrivateEndpoint":         EndpointsManage,

		"listKeys":  KeysRead,
		"createKey": KeysManage,
		"getKey":    KeysRead,
		"updateKey": KeysManage,
		"deleteKey": KeysManage,

		"listMembers":      MembersRead,
		"getMember":        MembersRead,
		"updateMember":     MembersManage,
		"deleteMember":     MembersManage,
		"listInvitations":  MembersRead,
		"createInvitation": MembersManage,
		"getInvitation":    MembersRead,
		"deleteInvitation": MembersManage,

		"getUsageCost":              UsageCostRead,
		"listActivities":            ActivitiesRead,
		"getActivity":               ActivitiesRead,
		"getOrganizationPrometheus": ServicesRead,
		"getServicePrometheus":      ServicesRead,
	}
	for id, perm := range sharedOperations() {
		all[ManagedID(id)] = perm
	}
	return all
}

// ManagedID returns the id that an operation of a stack has below a service in
// the cloud API: listStackAlerts for listAlerts.
func ManagedID(id string) string {
	if id == "redeliver" { // has no noun to put it before
		return "redeliverStackDelivery"
	}
	verb := strings.IndexFunc(id, unicode.IsUpper)
	return id[:verb] + "Stack" + id[verb:]
}
