package org

import "time"

// The limits of what the audit log keeps of an actor.
const (
	ActorDetailsCharsMax = 256
	UserAgentCharsMax    = 512
)

// ActivityType is what happened, in the words of the audit log.
type ActivityType string

// The types of activities. Those about an organization's endpoints and core
// dumps, about roles, about tags and service endpoints, and about reverse
// endpoints are Cairn's own; the others are the ones that existing readers know.
const (
	ActivityOrganizationCreate           ActivityType = "create_organization"
	ActivityOrganizationName             ActivityType = "organization_update_name"
	ActivityOrganizationPrivateEndpoints ActivityType = "organization_update_private_endpoints"
	ActivityOrganizationCoreDump         ActivityType = "organization_update_core_dump"
	ActivityInvitationCreate             ActivityType = "organization_invite_create"
	ActivityInvitationDelete             ActivityType = "organization_invite_delete"
	ActivityMemberJoin                   ActivityType = "organization_member_join"
	ActivityMemberLeave                  ActivityType = "organization_member_leave"
	ActivityMemberDelete                 ActivityType = "organization_member_delete"
	ActivityMemberRole                   ActivityType = "organization_member_update_role"
	ActivityMemberRoles                  ActivityType = "organization_member_update_roles"
	ActivityRoleCreate                   ActivityType = "organization_role_create"
	ActivityRoleUpdate                   ActivityType = "organization_role_update"
	ActivityRoleDelete                   ActivityType = "organization_role_delete"
	ActivityUserLogin                    ActivityType = "user_login"
	ActivityUserLoginFailed              ActivityType = "user_login_failed"
	ActivityUserLogout                   ActivityType = "user_logout"
	ActivityKeyCreate                    ActivityType = "key_create"
	ActivityKeyDelete                    ActivityType = "key_delete"
	ActivityKeyUpdate                    ActivityType = "openapi_key_update"
	ActivityServiceCreate                ActivityType = "service_create"
	ActivityServiceStart                 ActivityType = "service_start"
	ActivityServiceStop                  ActivityType = "service_stop"
	ActivityServiceAwaken                ActivityType = "service_awaken"
	ActivityServiceIdle                  ActivityType = "service_idle"
	ActivityServiceRunning               ActivityType = "service_running"
	ActivityServiceDelete                ActivityType = "service_delete"
	ActivityServiceName                  ActivityType = "service_update_name"
	ActivityServiceIPAccessList          ActivityType = "service_update_ip_access_list"
	ActivityServiceMemory                ActivityType = "service_update_autoscaling_memory"
	ActivityServiceIdling                ActivityType = "service_update_autoscaling_idling"
	ActivityServiceReplicas              ActivityType = "service_update_autoscaling_replicas"
	ActivityServicePassword              ActivityType = "service_update_password"
	ActivityServiceBackup                ActivityType = "service_update_backup_configuration"
	ActivityServiceBackupCreate          ActivityType = "service_backup_create"
	ActivityServiceBackupFailed          ActivityType = "service_backup_failed"
	ActivityServiceRestoreBackup         ActivityType = "service_restore_backup"
	ActivityServiceReleaseChannel        ActivityType = "service_update_release_channel"
	ActivityServicePrivateEndpoints      ActivityType = "service_update_private_endpoints"
	ActivityServiceCoreDump              ActivityType = "service_update_core_dump"
	ActivityServiceTags                  ActivityType = "service_update_tags"
	ActivityServiceEndpoints             ActivityType = "service_update_endpoints"
	ActivityServiceUpgradeWindow         ActivityType = "service_update_upgrade_window"
	ActivityServiceQueryEndpoint         ActivityType = "service_update_query_endpoint"
	ActivityReverseEndpointCreate        ActivityType = "reverse_private_endpoint_create"
	ActivityReverseEndpointUpdate        ActivityType = "reverse_private_endpoint_update"
	ActivityReverseEndpointDelete        ActivityType = "reverse_private_endpoint_delete"
)

// ActorType is who acted.
type ActorType string

// The types of actors.
const (
	ActorUser    ActorType = "user"
	ActorSupport ActorType = "support"
	ActorSystem  ActorType = "system"
	ActorAPI     ActorType = "api"
)

// Actor is who did something, and from where.
type Actor struct {
	Type      ActorType
	ID        string // of the user or of the key; empty for the system
	Details   string // such as the name of the key or the user's address
	IPAddress string // empty for the system
	UserAgent string
}

// Bounded returns the actor with texts of a length that the log keeps.
func (a Actor) Bounded() Actor {
	a.Details = clip(a.Details, ActorDetailsCharsMax)
	a.UserAgent = clip(a.UserAgent, UserAgentCharsMax)
	return a
}

// Activity is one entry of an organization's audit log.
type Activity struct {
	ID             string // 24 hexadecimal digits
	Sequence       int64  // 1 for the first entry of an organization
	OrganizationID string
	ServiceID      string // empty: not about a service
	Type           ActivityType
	Actor          Actor
	TargetID       string    // of the key, member, invitation or endpoint; empty: none
	KeyUpdate      KeyUpdate // empty: not about a key
	Before         string    // JSON, without secrets; empty: nothing was there
	After          string    // JSON, without secrets; empty: nothing is left
	CreatedAt      time.Time // whole milliseconds
	PrevHash       Hash      // of the entry before; zero for the first
	Hash           Hash
}

// Activity returns the word of the audit log for the command.
func (c Command) Activity() ActivityType {
	switch c {
	case CommandStart:
		return ActivityServiceStart
	case CommandStop:
		return ActivityServiceStop
	case CommandAwake:
		return ActivityServiceAwaken
	}
	return ""
}

// Activity returns the word of the audit log for the transition, and false
// for one that is not logged.
func (t Transition) Activity() (ActivityType, bool) {
	switch {
	case t.From == t.To:
		return "", false
	case t.To == ServiceRunning:
		return ActivityServiceRunning, true
	case t.To == ServiceIdle:
		return ActivityServiceIdle, true
	case t.To == ServiceAwaking:
		return ActivityServiceAwaken, true
	default:
		return "", false
	}
}
