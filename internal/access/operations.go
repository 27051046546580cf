package access

import (
	"context"
	"maps"
	"strings"
	"unicode"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
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
		return fault.New(fault.Forbidden, "%s", perm.needAny())
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
		"listConnections":  On(stack.ActionRead, stack.SubjectConnection),
		"createConnection": On(stack.ActionCreate, stack.SubjectConnection),
		"testConnection":   On(stack.ActionCreate, stack.SubjectConnection),
		"getConnection":    On(stack.ActionRead, stack.SubjectConnection),
		"updateConnection": On(stack.ActionUpdate, stack.SubjectConnection),
		"deleteConnection": On(stack.ActionDelete, stack.SubjectConnection),

		"listShareLinks":  On(stack.ActionRead, stack.SubjectDashboard),
		"createShareLink": On(stack.ActionUpdate, stack.SubjectDashboard),
		"revokeShareLink": On(stack.ActionUpdate, stack.SubjectDashboard),

		"getCaller":        AccountManage,
		"createTeam":       OrganizationManage,
		"updateTeam":       OrganizationManage,
		"deleteTeam":       OrganizationManage,
		"getTeam":          On(stack.ActionRead, stack.SubjectTeam),
		"listMembers":      On(stack.ActionRead, stack.SubjectUser),
		"removeMember":     On(stack.ActionDelete, stack.SubjectUser),
		"listInvitations":  On(stack.ActionRead, stack.SubjectUser),
		"createInvitation": On(stack.ActionCreate, stack.SubjectUser),
		"deleteInvitation": On(stack.ActionDelete, stack.SubjectUser),

		"setDefaultRole":   On(stack.ActionUpdate, stack.SubjectTeam),
		"setMemberRole":    On(stack.ActionUpdate, stack.SubjectUser),
		"removeMemberRole": On(stack.ActionDelete, stack.SubjectUser),

		"listAccessKeys":     AccountManage,
		"createAccessKey":    AccountManage,
		"deleteAccessKey":    AccountManage,
		"listIngestionKeys":  On(stack.ActionRead, stack.SubjectSource),
		"createIngestionKey": On(stack.ActionCreate, stack.SubjectSource),
		"deleteIngestionKey": On(stack.ActionDelete, stack.SubjectSource),

		"queryChartSeries":   DataRead,
		"showChartSeriesSQL": DataRead,
		"queryChartSQL":      DataRead,
		"search":             DataRead,
		"listSearchFields":   DataRead,
		"listSearchValues":   DataRead,
		"listLabelValues":    DataRead,
		"explainSearch":      DataRead,
		"listMetrics":        DataRead,
		"surroundRow":        DataRead,
		"tailRows":           DataRead,
		"getTrace":           DataRead,
	}
	maps.Copy(all, sharedOperations())
	return all
}

// sharedOperations returns the permissions of what a stack offers in both
// families.
func sharedOperations() Operations {
	return Operations{
		"listDashboards":            On(stack.ActionRead, stack.SubjectDashboard),
		"createDashboard":           On(stack.ActionCreate, stack.SubjectDashboard),
		"translateGrafanaDashboard": On(stack.ActionRead, stack.SubjectDashboard),
		"validateDashboard":         On(stack.ActionRead, stack.SubjectDashboard),
		"getDashboard":              On(stack.ActionRead, stack.SubjectDashboard),
		"updateDashboard":           On(stack.ActionUpdate, stack.SubjectDashboard),
		"deleteDashboard":           On(stack.ActionDelete, stack.SubjectDashboard),

		"listDashboardVersions":   On(stack.ActionRead, stack.SubjectDashboard),
		"getDashboardVersion":     On(stack.ActionRead, stack.SubjectDashboard),
		"restoreDashboardVersion": On(stack.ActionUpdate, stack.SubjectDashboard),

		"listAlerts":           On(stack.ActionRead, stack.SubjectAlert),
		"createAlert":          On(stack.ActionCreate, stack.SubjectAlert),
		"getAlert":             On(stack.ActionRead, stack.SubjectAlert),
		"updateAlert":          On(stack.ActionUpdate, stack.SubjectAlert),
		"deleteAlert":          On(stack.ActionDelete, stack.SubjectAlert),
		"silenceAlert":         On(stack.ActionUpdate, stack.SubjectAlert),
		"unsilenceAlert":       On(stack.ActionUpdate, stack.SubjectAlert),
		"listAlertHistory":     On(stack.ActionRead, stack.SubjectAlert),
		"listAlertEvaluations": On(stack.ActionRead, stack.SubjectAlert),
		"backtestAlert":        On(stack.ActionRead, stack.SubjectAlert),
		"previewAlert":         On(stack.ActionRead, stack.SubjectAlert),
		"testAlert":            On(stack.ActionCreate, stack.SubjectAlert),

		"listSources":  On(stack.ActionRead, stack.SubjectSource),
		"createSource": On(stack.ActionCreate, stack.SubjectSource),
		"getSource":    On(stack.ActionRead, stack.SubjectSource),
		"updateSource": On(stack.ActionUpdate, stack.SubjectSource),
		"deleteSource": On(stack.ActionDelete, stack.SubjectSource),

		"listSavedSearches": On(stack.ActionRead, stack.SubjectSavedSearch),
		"createSavedSearch": On(stack.ActionCreate, stack.SubjectSavedSearch),
		"getSavedSearch":    On(stack.ActionRead, stack.SubjectSavedSearch),
		"updateSavedSearch": On(stack.ActionUpdate, stack.SubjectSavedSearch),
		"deleteSavedSearch": On(stack.ActionDelete, stack.SubjectSavedSearch),

		"listWebhooks":          On(stack.ActionRead, stack.SubjectWebhook),
		"createWebhook":         On(stack.ActionCreate, stack.SubjectWebhook),
		"getWebhook":            On(stack.ActionRead, stack.SubjectWebhook),
		"updateWebhook":         On(stack.ActionUpdate, stack.SubjectWebhook),
		"deleteWebhook":         On(stack.ActionDelete, stack.SubjectWebhook),
		"rotateWebhookSecret":   On(stack.ActionUpdate, stack.SubjectWebhook),
		"testWebhook":           On(stack.ActionUpdate, stack.SubjectWebhook),
		"listAlertDeliveries":   On(stack.ActionRead, stack.SubjectAlert),
		"listWebhookDeliveries": On(stack.ActionRead, stack.SubjectAlert),
		"redeliver":             On(stack.ActionUpdate, stack.SubjectAlert),

		"drawTile": DataRead,

		"listRoles":  On(stack.ActionRead, stack.SubjectRole),
		"createRole": On(stack.ActionCreate, stack.SubjectRole),
		"getRole":    On(stack.ActionRead, stack.SubjectRole),
		"updateRole": On(stack.ActionUpdate, stack.SubjectRole),
		"deleteRole": On(stack.ActionDelete, stack.SubjectRole),

		"listAuditRecords": AuditRead,
		"getAuditChain":    AuditRead,
	}
}

// PrometheusOperations returns the permissions of the Prometheus API.
func PrometheusOperations() Operations {
	return Operations{
		"queryInstant":    DataRead,
		"queryRange":      DataRead,
		"queryExemplars":  DataRead,
		"formatQuery":     DataRead,
		"parseQuery":      DataRead,
		"listSeries":      DataRead,
		"listLabels":      DataRead,
		"listLabelValues": DataRead,
		"listMetadata":    DataRead,

		"getTSDBStatus":    DataRead,
		"listMetricSeries": DataRead,
		"listLabelSeries":  DataRead,
		"getSeriesLimit":   DataRead,

		"listRules":         On(stack.ActionRead, stack.SubjectAlert),
		"listAlerts":        On(stack.ActionRead, stack.SubjectAlert),
		"listAlertmanagers": On(stack.ActionRead, stack.SubjectAlert),

		"getBuildInfo":       DataRead,
		"getRuntimeInfo":     DataRead,
		"getConfig":          DataRead,
		"getFlags":           DataRead,
		"getReplay":          DataRead,
		"listTargets":        DataRead,
		"listTargetMetadata": DataRead,
		"listScrapePools":    DataRead,
	}
}

// UIOperations returns the permissions of the web interface's own API.
func UIOperations() Operations {
	return Operations{
		"getSession":          AccountManage,
		"signOut":             AccountManage,
		"getSignInMethods":    AccountManage,
		"listSessions":        AccountManage,
		"endSession":          AccountManage,
		"endOtherSessions":    AccountManage,
		"changePassword":      AccountManage,
		"claimAccount":        AccountManage,
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
		"setRetention": On(stack.ActionUpdate, stack.SubjectSource),
	}
}

// CloudOperations returns the permissions of the cloud API, with those of the
// managed stack: below a service, StackManage is needed besides.
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
		"scaleService":              ScalingManage,
		"scaleServiceTotal":         ScalingManage,
		"updateServicePassword":     ServicesManage,
		"getBackupConfiguration":    BackupsRead,
		"updateBackupConfiguration": BackupsManage,
		"listBackups":               BackupsRead,
		"createBackup":              BackupsManage,
		"getBackup":                 BackupsRead,
		"listOrganizationBackups":   BackupsRead,
		"getUpgradeWindow":          ServicesRead,
		"updateUpgradeWindow":       ServicesManage,
		"deleteUpgradeWindow":       ServicesManage,

		"getServiceQueryEndpoint":    QueryEndpointsRead,
		"upsertServiceQueryEndpoint": QueryEndpointsManage,
		"deleteServiceQueryEndpoint": QueryEndpointsManage,
		"runQuery":                   DatabaseAccess,

		"getOrganizationPrivateEndpointConfig": PrivateEndpointsRead,
		"getServicePrivateEndpointConfig":      PrivateEndpointsRead,
		"createPrivateEndpoint":                PrivateEndpointsManage,
		"listReversePrivateEndpoints":          ServicesRead,
		"createReversePrivateEndpoint":         PipesManage,
		"getReversePrivateEndpoint":            ServicesRead,
		"updateReversePrivateEndpoint":         PipesManage,
		"deleteReversePrivateEndpoint":         PipesManage,

		"listKeys":  KeysRead,
		"createKey": KeysCreate,
		"getKey":    KeysRead,
		"updateKey": KeysUpdate,
		"deleteKey": KeysDelete,

		"listMembers":      OrganizationRead,
		"getMember":        OrganizationRead,
		"updateMember":     OrganizationManage,
		"deleteMember":     OrganizationManage,
		"listInvitations":  OrganizationRead,
		"createInvitation": OrganizationManage,
		"getInvitation":    OrganizationRead,
		"deleteInvitation": OrganizationManage,

		"listRoles":  OrganizationRead,
		"createRole": OrganizationManage,
		"getRole":    OrganizationRead,
		"updateRole": OrganizationManage,
		"deleteRole": OrganizationManage,

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
