package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// ResourceStore keeps what teams have. Every method takes the team that it acts for:
// what belongs to another is NotFound.
type ResourceStore interface {
	// InTx runs fn in one transaction that rides in the context; a call
	// inside another joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// LockTeam makes every other transaction that locks the team wait until
	// the transaction of ctx ends.
	LockTeam(ctx context.Context, id string) error
	HoldingsOf(ctx context.Context, teamID string) (Holdings, error)
	SourceRecords
	ConnectionRecords
	WebhookRecords
	SavedSearchRecords
	DashboardRecords
	DashboardVersionRecords
	AlertRecords
	AlertLists
	PeopleRecords
	InvitationRecords
	KeyRecords
	ShareLinkRecords
	RoleRecords
	AuditRecords
}

// SourceRecords keeps sources.
type SourceRecords interface {
	CreateSource(ctx context.Context, s stack.Source) error
	SourceByID(ctx context.Context, teamID, id string) (stack.Source, error)
	SourcesOf(ctx context.Context, teamID string) ([]stack.Source, error)
	UpdateSource(ctx context.Context, s stack.Source) error
	DeleteSource(ctx context.Context, teamID, id string) error
}

// ConnectionRecords keeps connections, their passwords sealed.
type ConnectionRecords interface {
	CreateConnection(ctx context.Context, c stack.Connection) error
	ConnectionByID(ctx context.Context, teamID, id string) (stack.Connection, error)
	ConnectionsOf(ctx context.Context, teamID string) ([]stack.Connection, error)
	UpdateConnection(ctx context.Context, c stack.Connection) error
	DeleteConnection(ctx context.Context, teamID, id string) error
}

// WebhookRecords keeps webhooks, their secrets sealed.
type WebhookRecords interface {
	CreateWebhook(ctx context.Context, w stack.Webhook) error
	WebhookByID(ctx context.Context, teamID, id string) (stack.Webhook, error)
	WebhookByName(ctx context.Context, teamID string, service stack.WebhookService, name string) (stack.Webhook, error)
	WebhooksOf(ctx context.Context, teamID string, part Part) (list []stack.Webhook, total int, err error)
	UpdateWebhook(ctx context.Context, w stack.Webhook) error
	DeleteWebhook(ctx context.Context, teamID, id string) error
}

// SavedSearchRecords keeps saved searches. A search takes its alerts with it.
type SavedSearchRecords interface {
	CreateSavedSearch(ctx context.Context, s stack.SavedSearch) error
	SavedSearchByID(ctx context.Context, teamID, id string) (stack.SavedSearch, error)
	SavedSearchesOf(ctx context.Context, teamID string, part Part) (list []stack.SavedSearch, total int, err error)
	UpdateSavedSearch(ctx context.Context, s stack.SavedSearch) error
	DeleteSavedSearch(ctx context.Context, teamID, id string) error
}

// DashboardRecords keeps dashboards. A dashboard takes its alerts with it.
type DashboardRecords interface {
	CreateDashboard(ctx context.Context, d stack.Dashboard) error
	DashboardByID(ctx context.Context, teamID, id string) (stack.Dashboard, error)
	DashboardsOf(ctx context.Context, teamID string) ([]stack.Dashboard, error)
	DashboardIDsOf(ctx context.Context, teamID string) ([]string, error)
	UpdateDashboard(ctx context.Context, d stack.Dashboard) error
	DeleteDashboard(ctx context.Context, teamID, id string) error
}

// AlertRecords keeps alerts. Evaluation changes their state beside it, so that
// changes answer the version that they have made.
type AlertRecords interface {
	CreateAlert(ctx context.Context, a stack.Alert) error
	AlertByID(ctx context.Context, teamID, id string) (stack.Alert, error)
	UpdateAlert(ctx context.Context, a stack.Alert) (version int64, err error)
	SilenceAlert(ctx context.Context, a stack.Alert) (version int64, err error)
	DeleteAlert(ctx context.Context, teamID, id string) error
}

// AlertLists lists alerts.
type AlertLists interface {
	AlertsOf(ctx context.Context, teamID string, part Part) (list []stack.Alert, total int, err error)
	AlertsOnDashboard(ctx context.Context, teamID, dashboardID string) ([]stack.Alert, error)
	ReassignAlerts(ctx context.Context, teamID, fromUserID, toUserID string) error
}

// PeopleRecords keeps teams and who sits in them.
type PeopleRecords interface {
	TeamByID(ctx context.Context, id string) (stack.Team, error)
	TeamMembers(ctx context.Context, teamID string) ([]org.TeamMember, error)
	UserByEmail(ctx context.Context, email string) (access.User, error)
}

// InvitationRecords keeps invitations, of their tokens the hash alone.
type InvitationRecords interface {
	CreateTeamInvitation(ctx context.Context, i org.TeamInvitation) error
	TeamInvitations(ctx context.Context, teamID string) ([]org.TeamInvitation, error)
	TeamInvitationByEmail(ctx context.Context, teamID, email string) (org.TeamInvitation, error)
	TeamInvitationByToken(ctx context.Context, token string) (org.TeamInvitation, error)
	DeleteTeamInvitation(ctx context.Context, teamID, id string) error
}

// KeyRecords keeps keys by the hash of their text.
type KeyRecords interface {
	AccessKeysOf(ctx context.Context, userID string) ([]access.AccessKey, error)
	IngestionKeysOf(ctx context.Context, teamID string) ([]access.IngestionKey, error)
	DeleteAccessKey(ctx context.Context, userID, id string) error
	DeleteIngestionKey(ctx context.Context, teamID, id string) error
}

// Accounts makes users and keys.
type Accounts interface {
	Sharing
	CreateAccessKey(ctx context.Context, key access.AccessKey) (access.AccessKey, string, error)
	CreateIngestionKey(ctx context.Context, teamID, name string) (access.IngestionKey, string, error)
	// NewAccount returns a checked account that is not stored yet. It hashes a
	// password and must not be called inside a transaction.
	NewAccount(ctx context.Context, in access.NewUser) (access.User, error)
	// LockPeople runs fn in a transaction in which nobody else changes the
	// people of the organization behind the team.
	LockPeople(ctx context.Context, teamID string, fn func(ctx context.Context) error) error
	// Enroll stores a new account with a seat and a role.
	Enroll(ctx context.Context, user access.User, seat access.Membership) error
	AddMember(ctx context.Context, user access.User, seat access.Membership) (org.Role, error)
	RemoveMember(ctx context.Context, teamID, userID string) error
	// LimitToTeams takes a developer's role in the organization behind the team.
	// In its other teams they keep the role that followed from it.
	LimitToTeams(ctx context.Context, teamID, userID string) error
}
