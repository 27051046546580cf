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

// Accounts are the use cases of accounts.
type Accounts interface {
	SignIns
	Passwords
	PasswordLinks
	SecondFactors
	Sessions
	Persons
}

// SignIns are the use cases of signing in and of the first run.
type SignIns interface {
	Installed(ctx context.Context) (bool, error)
	UseSignInLink(ctx context.Context, token string) (access.Entered, error)
	ClaimAccount(ctx context.Context, as access.NewUser) error
	Install(ctx context.Context, first access.NewUser) (access.Installation, error)
	SignIn(ctx context.Context, in access.Credentials) (access.SignedIn, error)
	OpenSession(ctx context.Context, user access.User) (access.SignedIn, error)
	SignOut(ctx context.Context, p access.Principal) error
	Whoami(ctx context.Context) (access.User, access.Membership, error)
	Teams(ctx context.Context) ([]access.Membership, error)
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

	SetUpNeedsLink func() bool // whether the first account is made with a link alone

	SSO     SingleSignOn // nil: there is none
	SSOOnly bool

	Mails       PasswordMails             // nil: no e-mail is sent
	PasswordURL func(token string) string // of the page that sets a password
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

	sso     SingleSignOn
	ssoOnly bool

	mails       PasswordMails
	passwordURL func(token string) string
	needsLink   func() bool
}

// New makes the private API.
func New(options httpx.Options, session Session, uses Uses) *httpx.API {
	options.Dialect, options.Prefix, options.Authenticator = httpx.Stack{}, Prefix, session
	options.Permissions = access.UIOperations()
	options.Title, options.Version = "Cairn web interface", "private"
	options.Description = "Serves the web interface of the same version alone and may change with it."
	served := httpx.New(options)
	if uses.SSO == nil {
		uses.SSO = nowhere{}
	}
	(&API{
		accounts: uses.Accounts, keeping: uses.Keeping, session: session, status: uses.Status, reach: uses.Reach,
		teamInvitations: uses.TeamInvitations, organizationInvitations: uses.OrganizationInvitations,
		allowsRawSQL: uses.AllowsRawSQL, mails: uses.Mails, passwordURL: uses.PasswordURL,
		sso: uses.SSO, ssoOnly: uses.SSOOnly, needsLink: uses.SetUpNeedsLink,
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
		ID: "useSignInLink", Method: http.MethodPost, Path: Prefix + "/sign-in-link/use", Public: true, NoIdempotency: true,
		Summary: "Sign in with a link that works once; the first one sets the installation up",
	}, a.useSignInLink)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "claimAccount", Method: http.MethodPut, Path: Prefix + "/account",
		Summary: "Give one's account, which a link has made, a name, an address and a password", Errors: []int{http.StatusConflict},
	}, a.claimAccount)
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
	httpx.Register(api, httpx.Operation{
		ID: "signOut", Method: http.MethodDelete, Path: Prefix + "/session",
		Summary: "Sign out",
	}, a.signOut)
	httpx.RegisterList(api, httpx.Operation{
		ID: "listSessions", Method: http.MethodGet, Path: Prefix + "/sessions",
		Summary: "List one's own open sessions, the one that asks and then the last used first",
	}, a.listSessions)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "endOtherSessions", Method: http.MethodDelete, Path: Prefix + "/sessions",
		Summary: "End all of one's sessions but the one that asks",
	}, a.endOtherSessions)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "endSession", Method: http.MethodDelete, Path: Prefix + "/sessions/{id}",
		Summary: "End one of one's sessions",
	}, a.endSession)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "changePassword", Method: http.MethodPut, Path: Prefix + "/password",
		Summary: "Change one's own password and end the other sessions", Errors: []int{http.StatusTooManyRequests},
	}, a.changePassword)
	httpx.Register(api, httpx.Operation{
		ID: "resetMemberPassword", Method: http.MethodPost, Path: Prefix + "/members/{userId}/password", NoIdempotency: true,
		Summary: "Give a member a new password, which is shown only once", Errors: []int{http.StatusConflict},
	}, a.resetMemberPassword)
	a.passwordLinkRoutes(api)
	a.secondFactorRoutes(api)
	a.ssoRoutes(api)
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

func (a *API) passwordLinkRoutes(api *httpx.API) {
	httpx.Register(api, httpx.Operation{
		ID: "createPasswordLink", Method: http.MethodPost, Path: Prefix + "/members/{userId}/password-link", NoIdempotency: true,
		Summary: "Make a link with which a member sets a new password", Errors: []int{http.StatusConflict},
	}, a.createPasswordLink)
	httpx.Register(api, httpx.Operation{
		ID: "getPasswordLink", Method: http.MethodPost, Path: Prefix + "/password-link", Public: true, NoIdempotency: true,
		Summary: "Tell whether a link still sets a password",
	}, a.getPasswordLink)
	httpx.Register(api, httpx.Operation{
		ID: "usePasswordLink", Method: http.MethodPost, Path: Prefix + "/password-link/use", Public: true, NoIdempotency: true,
		Summary: "Set a new password with a link, which ends all sessions and links of the account",
		Errors:  []int{http.StatusForbidden, http.StatusNotFound},
	}, a.usePasswordLink)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "mailPasswordLink", Method: http.MethodPost, Path: Prefix + "/password-link/mail", Public: true, NoIdempotency: true,
		Summary: "Send a link that sets a password to the owner of an address, if there is one", Errors: []int{http.StatusConflict},
	}, a.mailPasswordLink)
}

func (a *API) ssoRoutes(api *httpx.API) {
	httpx.Register(api, httpx.Operation{
		ID: "beginSSO", Method: http.MethodPost, Path: Prefix + "/sso/{provider}", Public: true, NoIdempotency: true,
		Summary: "Begin to sign in at a single sign-on provider", Errors: []int{http.StatusNotFound, http.StatusServiceUnavailable},
	}, a.beginSSO)
	httpx.Register(api, httpx.Operation{
		ID: "finishSSO", Method: http.MethodPost, Path: Prefix + "/sso/{provider}/return", Public: true, NoIdempotency: true,
		Summary: "Sign in with what a single sign-on provider has sent back",
		Errors:  []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusServiceUnavailable},
	}, a.finishSSO)
	httpx.Register(api, httpx.Operation{
		ID: "getSignInMethods", Method: http.MethodGet, Path: Prefix + "/sign-in-methods",
		Summary: "Tell how one can sign in",
	}, a.getSignInMethods)
}

func (a *API) secondFactorRoutes(api *httpx.API) {
	httpx.Register(api, httpx.Operation{
		ID: "getSecondFactor", Method: http.MethodGet, Path: Prefix + "/second-factor",
		Summary: "Tell whether two-factor authentication is on",
	}, a.getSecondFactor)
	httpx.Register(api, httpx.Operation{
		ID: "beginSecondFactor", Method: http.MethodPost, Path: Prefix + "/second-factor", NoIdempotency: true,
		Summary: "Make a secret for one's authenticator app", Errors: []int{http.StatusConflict},
	}, a.beginSecondFactor)
	httpx.Register(api, httpx.Operation{
		ID: "confirmSecondFactor", Method: http.MethodPost, Path: Prefix + "/second-factor/confirm", NoIdempotency: true,
		Summary: "Turn two-factor authentication on with a first code and end the other sessions", Errors: []int{http.StatusConflict},
	}, a.confirmSecondFactor)
	httpx.Register(api, httpx.Operation{
		ID: "renewRecoveryCodes", Method: http.MethodPost, Path: Prefix + "/second-factor/recovery-codes", NoIdempotency: true,
		Summary: "Replace one's recovery codes", Errors: []int{http.StatusConflict},
	}, a.renewRecoveryCodes)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "removeSecondFactor", Method: http.MethodPost, Path: Prefix + "/second-factor/remove", NoIdempotency: true,
		Summary: "Turn two-factor authentication off", Errors: []int{http.StatusConflict},
	}, a.removeSecondFactor)
	httpx.RegisterEmpty(api, httpx.Operation{
		ID: "removeMemberSecondFactor", Method: http.MethodDelete, Path: Prefix + "/members/{userId}/second-factor",
		Summary: "Turn two-factor authentication off for a member who has lost it", Errors: []int{http.StatusConflict},
	}, a.removeMemberSecondFactor)
}
