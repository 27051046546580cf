// Package uiapi serves the web interface: its files, and the small private
// API for sign-in and status that the public APIs do not have.
package uiapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
)

// Prefix begins every path of the private API.
const Prefix = "/ui/api"

// Accounts are the use cases of signing in and of the first run.
type Accounts interface {
	Installed(ctx context.Context) (bool, error)
	Install(ctx context.Context, first access.NewUser) (access.Installation, error)
	SignIn(ctx context.Context, email, password string) (access.SignedIn, error)
	OpenSession(ctx context.Context, user access.User) (access.SignedIn, error)
	SignOut(ctx context.Context, p access.Principal) error
	Whoami(ctx context.Context) (access.User, access.Membership, error)
	Teams(ctx context.Context) ([]access.Membership, error)
	ChangePassword(ctx context.Context, current, next string) error
	ResetMemberPassword(ctx context.Context, userID string) (string, error)
}

// Keeping is the use cases of how long telemetry is kept.
type Keeping interface {
	Retention(ctx context.Context) (resources.Retention, error)
	SetRetention(ctx context.Context, r resources.Retention) error
}

// Uses is what the private API serves. Status describes the installation's
// parts.
type Uses struct {
	Accounts Accounts
	Keeping  Keeping
	Status   func(ctx context.Context) Status
	Reach    func(ctx context.Context, teamID string) error // a Forbidden fault unless the client of ctx may reach the team

	TeamInvitations         Invitations
	OrganizationInvitations Invitations

	AllowsRawSQL func(teamID string) bool
}

// API is the private API; New mounts it.
type API struct {
	accounts Accounts
	keeping  Keeping
	session  Session
	status   func(ctx context.Context) Status
	reach    func(ctx context.Context, teamID string) error

	teamInvitations         Invitations
	organizationInvitations Invitations

	allowsRawSQL func(teamID string) bool
}

// New makes the private API.
func New(options httpx.Options, session Session, uses Uses) *httpx.API {
	options.Dialect, options.Prefix, options.Authenticator = httpx.Stack{}, Prefix, session
	options.Permissions = access.UIOperations()
	options.Title, options.Version = "Cairn web interface", "private"
	options.Description = "Serves the web interface of the same version alone and may change with it."
	served := httpx.New(options)
	(&API{
		accounts: uses.Accounts, keeping: uses.Keeping, session: session, status: uses.Status, reach: uses.Reach,
		teamInvitations: uses.TeamInvitations, organizationInvitations: uses.OrganizationInvitations,
		allowsRawSQL: uses.AllowsRawSQL,
	}).routes(served)
	return served
}

// routes is the whole surface on one page.
func (a *API) routes(api *httpx.API) {
	httpx.Register(api, httpx.Operation{
		ID: "getInstallation", Method: http.MethodGet, Path: Prefix + "/installation", Public: true,
		Summary: "Tell whether the installation is set up",
	}, a.getInstallation)
	httpx.Register(api, httpx.Operation{
		ID: "setUp", Method: http.MethodPost, Path: Prefix + "/setup", Public: true, NoIdempotency: true,
		Summary: "Make the first account and sign it in", Errors: []int{http.StatusConflict},
	}, a.setUp)
	httpx.Register(api, httpx.Operation{
		ID: "signIn", Method: http.MethodPost, Path: Prefix + "/session", Public: true, NoIdempotency: true,
		Summary: "Sign in", Errors: []int{http.StatusUnauthorized},
	}, a.signIn)
	httpx.Register(api, httpx.Operation{
		ID: "getInvitation", Method: http.MethodPost, Path: Prefix + "/invitation", Public: true, NoIdempotency: true,
		Summary: "Tell whether an invitation can still be accepted",
	}, a.getInvitation)
	httpx.Register(api, httpx.Operation{
		ID: "getSession", Method: http.MethodGet, Path: Prefix + "/session",
		Summary: "Tell who is signed in",
	}, a.getSession)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "signOut", Method: http.MethodDelete, Path: Prefix + "/session",
		Summary: "Sign out",
	}, a.signOut)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "changePassword", Method: http.MethodPut, Path: Prefix + "/password",
		Summary: "Change one's own password and end the other sessions", Errors: []int{http.StatusTooManyRequests},
	}, a.changePassword)
	httpx.Register(api, httpx.Operation{
		ID: "resetMemberPassword", Method: http.MethodPost, Path: Prefix + "/members/{userId}/password", NoIdempotency: true,
		Summary: "Give a member a new password, which is shown only once", Errors: []int{http.StatusConflict},
	}, a.resetMemberPassword)
	httpx.Register(api, httpx.Operation{
		ID: "getOverview", Method: http.MethodGet, Path: Prefix + "/overview",
		Summary: "Describe the installation's parts",
	}, a.getOverview)
	httpx.Register(api, httpx.Operation{
		ID: "getRetention", Method: http.MethodGet, Path: Prefix + "/retention",
		Summary: "Tell for how many days the team's telemetry is kept",
	}, a.getRetention)
	httpx.Register(api, httpx.Operation{
		ID: "setRetention", Method: http.MethodPut, Path: Prefix + "/retention",
		Summary: "Change for how many days the team's telemetry is kept",
	}, a.setRetention)
}
