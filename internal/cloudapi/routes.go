// Package cloudapi is the cloud management API: family A and the managed
// stack under /v1, in the envelope {requestId, result, status}, with cloud
// keys.
package cloudapi

import (
	"context"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackroutes"
)

// Prefix begins every path of the API; Version is that of its description.
const (
	Prefix  = "/v1"
	Version = "1.0"
)

const (
	organizationsPath = Prefix + "/organizations"
	organizationPath  = organizationsPath + "/{organizationId}"
	servicesPath      = organizationPath + "/services"
	servicePath       = servicesPath + "/{serviceId}"
	queryEndpointPath = servicePath + "/serviceQueryEndpoint"
	upgradeWindowPath = servicePath + "/upgradeWindow"
	reversesPath      = servicePath + "/pipesReversePrivateEndpoints"
	reversePath       = reversesPath + "/{reversePrivateEndpointId}"
	keysPath          = organizationPath + "/keys"
	keyPath           = keysPath + "/{keyId}"
	activitiesPath    = organizationPath + "/activities"
	activityPath      = activitiesPath + "/{activityId}"
	membersPath       = organizationPath + "/members"
	memberPath        = membersPath + "/{userId}"
	rolesPath         = organizationPath + "/roles"
	rolePath          = rolesPath + "/{roleId}"
	invitationsPath   = organizationPath + "/invitations"
	invitationPath    = invitationsPath + "/{invitationId}"
	joinPath          = Prefix + "/invitations/accept"
)

// Uses is the use cases that the API serves.
type Uses struct {
	Cloud   *cloud.Cloud
	Stack   stackroutes.Uses
	Selects Selects
	// Enter returns a person as they act in a team; nil: as the role in the
	// organization says.
	Enter func(ctx context.Context, p access.Principal, teamID string) (access.Principal, error)
}

// API is the surface of the cloud API; New mounts it.
type API struct {
	cloud   *cloud.Cloud
	selects Selects
	enterAs func(ctx context.Context, p access.Principal, teamID string) (access.Principal, error)
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, uses Uses) *httpx.API {
	options.Dialect, options.Prefix, options.Permissions = httpx.Cloud{}, Prefix, access.Managing{Operations: access.CloudOperations()}
	options.Title, options.Version = "Cairn cloud API", Version
	options.Description = "Organizations, services, keys, endpoints, usage cost, and the managed stack below every service."
	options.Aliases = []httpx.Alias{
		{Of: "stack", As: "clickstack"},
		{Of: "pipesReversePrivateEndpoints", As: "clickpipesReversePrivateEndpoints"},
	}
	options.Authenticator = Witness{options.Authenticator}
	served := httpx.New(options)
	a := &API{cloud: uses.Cloud, selects: uses.Selects, enterAs: uses.Enter}
	for _, routes := range []func(*httpx.API){
		a.organizationRoutes, a.serviceRoutes, a.queryRoutes, a.endpointRoutes, a.reverseRoutes, a.keyRoutes, a.peopleRoutes, a.roleRoutes, a.recordRoutes,
	} {
		routes(served)
	}
	stackroutes.Register(a.mount(served), uses.Stack)
	serveDocument(served)
	return served
}

// get, change, create and remove begin the description of an operation.
func get(id, path, tag, summary string) httpx.Operation {
	return httpx.Operation{ID: id, Method: http.MethodGet, Path: path, Tags: []string{tag}, Summary: summary}
}

func change(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method = http.MethodPatch
	return op
}

func create(id, path, tag, summary string) httpx.Operation {
	op := change(id, path, tag, summary)
	op.Method = http.MethodPost
	return op
}

func remove(id, path, tag, summary string) httpx.Operation {
	op := change(id, path, tag, summary)
	op.Method = http.MethodDelete
	return op
}

// conflicts documents that the present state may not allow an operation.
func conflicts(op httpx.Operation) httpx.Operation {
	op.Errors = append(op.Errors, http.StatusConflict)
	return op
}

func beta(op httpx.Operation) httpx.Operation {
	op.Stability = "beta"
	return op
}

func deprecated(op httpx.Operation) httpx.Operation {
	op.Deprecated = httpx.Deprecation{
		Since:  time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC),
		Sunset: time.Date(2027, time.November, 1, 0, 0, 0, 0, time.UTC),
	}
	return op
}

func (a *API) organizationRoutes(api *httpx.API) {
	const tag = "Organizations"
	httpx.RegisterList(api, get("listOrganizations", organizationsPath, tag, "List the organization that owns the key"), a.listOrganizations)
	httpx.Register(api, get("getOrganization", organizationPath, tag, "Get an organization"), a.getOrganization)
	httpx.Register(api, change("updateOrganization", organizationPath, tag, "Update organization details"), a.updateOrganization)
}

func (a *API) serviceRoutes(api *httpx.API) {
	const tag = "Services"
	httpx.RegisterList(api, get("listServices", servicesPath, tag, "List the services of an organization"), a.listServices)
	httpx.Register(api, createServiceOperation(tag), a.createService)
	httpx.Register(api, get("getService", servicePath, tag, "Get a service"), a.getService)
	httpx.Register(api, conflicts(change("updateService", servicePath, tag, "Update the basics of a service")), a.updateService)
	httpx.RegisterEmpty(api, conflicts(remove("deleteService", servicePath, tag, "Delete a service")), a.deleteService)
	httpx.Register(api, conflicts(change("updateServiceState", servicePath+"/state", tag, "Start, stop or wake a service")), a.updateServiceState)
	httpx.Register(api, conflicts(change("scaleService", servicePath+"/replicaScaling", tag, "Scale the replicas of a service")), a.scaleService)
	httpx.Register(api, deprecated(conflicts(change("scaleServiceTotal", servicePath+"/scaling", tag, "Scale a service by its total memory"))), a.scaleServiceTotal)
	httpx.Register(api, conflicts(change("updateServicePassword", servicePath+"/password", tag, "Reset the password of a service")), a.updateServicePassword)
	httpx.Register(api, get("getBackupConfiguration", servicePath+"/backupConfiguration", tag, "Get the backup configuration of a service"), a.getBackupConfiguration)
	httpx.Register(api, conflicts(change("updateBackupConfiguration", servicePath+"/backupConfiguration", tag, "Update the backup configuration of a service")), a.updateBackupConfiguration)
	httpx.RegisterList(api, get("listBackups", servicePath+"/backups", tag, "List the backups of a service"), a.listBackups)
	httpx.Register(api, createBackupOperation(tag), a.createBackup)
	httpx.Register(api, get("getBackup", servicePath+"/backups/{backupId}", tag, "Get a backup of a service"), a.getBackup)
	httpx.RegisterList(api, get("listOrganizationBackups", organizationPath+"/backups", tag, "List the backups of all services, also of deleted ones"), a.listOrganizationBackups)
	httpx.Register(api, get("getUpgradeWindow", upgradeWindowPath, tag, "Get the upgrade window of a service"), a.getUpgradeWindow)
	httpx.Register(api, upgradeWindowOperation(tag), a.updateUpgradeWindow)
	httpx.RegisterEmpty(api, conflicts(remove("deleteUpgradeWindow", upgradeWindowPath, tag, "Remove the upgrade window of a service")), a.deleteUpgradeWindow)
}

func (a *API) queryRoutes(api *httpx.API) {
	const tag = "Query endpoints"
	httpx.Register(api, get("getServiceQueryEndpoint", queryEndpointPath, tag, "Get the query endpoint of a service"), a.getQueryEndpoint)
	httpx.Register(api, queryEndpointOperation(tag), a.upsertQueryEndpoint)
	httpx.RegisterEmpty(api, remove("deleteServiceQueryEndpoint", queryEndpointPath, tag, "Delete the query endpoint of a service"), a.deleteQueryEndpoint)
	httpx.RegisterRaw(api, a.runQueryOperation(tag), a.runQuery)
}

func (a *API) endpointRoutes(api *httpx.API) {
	const tag = "Private endpoints"
	httpx.Register(api, get("getOrganizationPrivateEndpointConfig", organizationPath+"/privateEndpointConfig", tag, "Get the details needed to set up a private endpoint in a region"), a.getOrganizationEndpointConfig)
	httpx.Register(api, get("getServicePrivateEndpointConfig", servicePath+"/privateEndpointConfig", tag, "Get the details needed to set up a private endpoint to a service"), a.getServiceEndpointConfig)
	httpx.Register(api, create("createPrivateEndpoint", servicePath+"/privateEndpoint", tag, "Create a private endpoint"), a.createPrivateEndpoint)
}

func (a *API) reverseRoutes(api *httpx.API) {
	const tag = "Reverse private endpoints"
	httpx.RegisterList(api, beta(get("listReversePrivateEndpoints", reversesPath, tag, "List reverse private endpoints")), a.listReverse)
	httpx.Register(api, beta(create("createReversePrivateEndpoint", reversesPath, tag, "Create a reverse private endpoint")), a.createReverse)
	httpx.Register(api, getReverseOperation(tag), a.getReverse)
	httpx.Register(api, beta(conflicts(change("updateReversePrivateEndpoint", reversePath, tag, "Replace the custom DNS names of a reverse private endpoint"))), a.updateReverse)
	httpx.RegisterEmpty(api, beta(remove("deleteReversePrivateEndpoint", reversePath, tag, "Delete a reverse private endpoint")), a.deleteReverse)
}

func (a *API) keyRoutes(api *httpx.API) {
	const tag = "Keys"
	httpx.RegisterList(api, get("listKeys", keysPath, tag, "List the keys of an organization"), a.listKeys)
	httpx.Register(api, create("createKey", keysPath, tag, "Create a key"), a.createKey)
	httpx.Register(api, get("getKey", keyPath, tag, "Get a key"), a.getKey)
	httpx.Register(api, change("updateKey", keyPath, tag, "Update a key"), a.updateKey)
	httpx.RegisterEmpty(api, conflicts(remove("deleteKey", keyPath, tag, "Delete a key")), a.deleteKey)
}

func (a *API) peopleRoutes(api *httpx.API) {
	const tag = "Members"
	httpx.RegisterList(api, get("listMembers", membersPath, tag, "List the members of an organization"), a.listMembers)
	httpx.Register(api, get("getMember", memberPath, tag, "Get a member"), a.getMember)
	httpx.Register(api, conflicts(change("updateMember", memberPath, tag, "Change the roles of a member")), a.updateMember)
	httpx.RegisterEmpty(api, conflicts(remove("deleteMember", memberPath, tag, "Remove a member")), a.deleteMember)
	httpx.RegisterList(api, get("listInvitations", invitationsPath, tag, "List the invitations to an organization"), a.listInvitations)
	httpx.Register(api, create("createInvitation", invitationsPath, tag, "Create an invitation"), a.createInvitation)
	httpx.Register(api, get("getInvitation", invitationPath, tag, "Get an invitation"), a.getInvitation)
	httpx.RegisterEmpty(api, remove("deleteInvitation", invitationPath, tag, "Revoke an invitation"), a.deleteInvitation)
	httpx.Register(api, joinOperation(tag), a.acceptInvitation)
}

func (a *API) roleRoutes(api *httpx.API) {
	const tag = "Roles"
	httpx.RegisterList(api, get("listRoles", rolesPath, tag, "List the roles of an organization"), a.listRoles)
	httpx.Register(api, roleOperation(create("createRole", rolesPath, tag, "Create a role")), a.createRole)
	httpx.Register(api, get("getRole", rolePath, tag, "Get a role"), a.getRole)
	httpx.Register(api, roleOperation(change("updateRole", rolePath, tag, "Update a role")), a.updateRole)
	httpx.RegisterEmpty(api, conflicts(remove("deleteRole", rolePath, tag, "Delete a role")), a.deleteRole)
}

func (a *API) recordRoutes(api *httpx.API) {
	httpx.RegisterFormats(api, usageCostOperation(), a.getUsageCost)
	httpx.RegisterList(api, get("listActivities", activitiesPath, "Activities", "List the activities of an organization, newest first"), a.listActivities)
	httpx.Register(api, get("getActivity", activityPath, "Activities", "Get an activity"), a.getActivity)
	httpx.RegisterRaw(api, metricsOperation("getOrganizationPrometheus", organizationPath+"/prometheus"), a.getOrganizationMetrics)
	httpx.RegisterRaw(api, metricsOperation("getServicePrometheus", servicePath+"/prometheus"), a.getServiceMetrics)
}
