package org

import "slices"

// CloudPermission names one thing that a policy of a cloud role allows or
// denies, in the words that existing clients send.
type CloudPermission string

// The permissions. Viewing activities is Cairn's own; the others are those that
// existing clients know. Where nothing needs a permission yet, a role may have it
// all the same.
const (
	PermitOrganizationView   CloudPermission = "control-plane:organization:view"
	PermitOrganizationManage CloudPermission = "control-plane:organization:manage"
	PermitActivitiesView     CloudPermission = "control-plane:organization:view-activities"
	PermitBillingView        CloudPermission = "control-plane:organization:view-billing"
	PermitBillingManage      CloudPermission = "control-plane:organization:manage-billing"
	PermitKeysView           CloudPermission = "control-plane:organization:view-api-keys"
	PermitKeysCreate         CloudPermission = "control-plane:organization:create-api-keys"
	PermitKeysUpdate         CloudPermission = "control-plane:organization:update-api-keys"
	PermitKeysDelete         CloudPermission = "control-plane:organization:delete-api-keys"
	PermitSupportManage      CloudPermission = "control-plane:support:manage"

	PermitServiceView            CloudPermission = "control-plane:service:view"
	PermitServiceManage          CloudPermission = "control-plane:service:manage"
	PermitBackupsView            CloudPermission = "control-plane:service:view-backups"
	PermitBackupsManage          CloudPermission = "control-plane:service:manage-backups"
	PermitIPAccessListManage     CloudPermission = "control-plane:service:manage-ip-access-list"
	PermitGenerativeAIManage     CloudPermission = "control-plane:service:manage-generative-ai"
	PermitQueryEndpointsView     CloudPermission = "control-plane:service:view-query-api-endpoints"
	PermitQueryEndpointsManage   CloudPermission = "control-plane:service:manage-query-api-endpoints"
	PermitPrivateEndpointsView   CloudPermission = "control-plane:service:view-private-endpoints"
	PermitPrivateEndpointsManage CloudPermission = "control-plane:service:manage-private-endpoints"
	PermitPipesManage            CloudPermission = "control-plane:service:manage-clickpipes"
	PermitScalingView            CloudPermission = "control-plane:service:view-scaling-config"
	PermitScalingManage          CloudPermission = "control-plane:service:manage-scaling-config"
	PermitStackManage            CloudPermission = "control-plane:service:manage-clickstack-api"
	PermitDatabaseAccess         CloudPermission = "sql-console:database:access"
)

// OrganizationPermissions returns the permissions that act on an organization.
func OrganizationPermissions() []CloudPermission {
	return []CloudPermission{
		PermitOrganizationView, PermitOrganizationManage, PermitActivitiesView, PermitBillingView, PermitBillingManage,
		PermitKeysView, PermitKeysCreate, PermitKeysUpdate, PermitKeysDelete, PermitSupportManage,
	}
}

// ServicePermissions returns the permissions that act on a service.
func ServicePermissions() []CloudPermission {
	return []CloudPermission{
		PermitServiceView, PermitServiceManage, PermitBackupsView, PermitBackupsManage, PermitIPAccessListManage,
		PermitGenerativeAIManage, PermitQueryEndpointsView, PermitQueryEndpointsManage,
		PermitPrivateEndpointsView, PermitPrivateEndpointsManage, PermitPipesManage,
		PermitScalingView, PermitScalingManage, PermitStackManage, PermitDatabaseAccess,
	}
}

// CloudPermissions returns every permission.
func CloudPermissions() []CloudPermission {
	return append(OrganizationPermissions(), ServicePermissions()...)
}

// OnServices reports whether the permission acts on a service, rather than on
// the organization.
func (p CloudPermission) OnServices() bool { return slices.Contains(ServicePermissions(), p) }

// Valid reports whether p is one of CloudPermissions.
func (p CloudPermission) Valid() bool { return slices.Contains(CloudPermissions(), p) }
