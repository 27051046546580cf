package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

type signedIn struct {
	User user   `json:"user"`
	Team team   `json:"team"`
	Role string `json:"role" enum:"admin,developer,billing,member" doc:"Role in the organization that owns the team."`
	// TeamRole is the name of the role that decides in the team.
	TeamRole string  `json:"teamRole" doc:"Name of the role in the team; empty: none."`
	Teams    []seat  `json:"teams" doc:"All teams of the user; the header x-hdx-team picks the one to act in."`
	May      mandate `json:"may"`
}

// mandate is what the caller may do in the team, so that the pages offer
// nothing that is refused. The use cases decide again.
type mandate struct {
	Permissions []string `json:"permissions" doc:"As action:subject, such as create:Dashboard: what may be done to at least one thing of the kind."`
	ReadsData   bool     `json:"readsData" doc:"Whether any telemetry may be read."`
	ReadsAudit  bool     `json:"readsAudit" doc:"Whether the audit log may be read."`
	IsScoped    bool     `json:"isScoped" doc:"Whether there is telemetry of the team that may not be read."`
	Cloud       []string `json:"cloud" doc:"The permissions in the organization, those on services if they are held on one at least."`
}

func mandateOf(p access.Principal) mandate {
	may := mandate{Permissions: []string{}, Cloud: []string{}, ReadsData: p.May(access.DataRead), IsScoped: p.IsScoped(), ReadsAudit: p.May(access.AuditRead)}
	for _, subject := range stack.SubjectAll.Each() {
		for _, action := range stack.ActionManage.Each() {
			if p.May(access.On(action, subject)) {
				may.Permissions = append(may.Permissions, string(action)+":"+string(subject))
			}
		}
	}
	for _, perm := range org.CloudPermissions() {
		if p.May(access.Permission(perm)) {
			may.Cloud = append(may.Cloud, string(perm))
		}
	}
	return may
}

// teamRole returns the name of the caller's role in the team.
func teamRole(p access.Principal) string {
	if roles := p.TeamRoles(); len(roles) > 0 {
		return roles[0].Name
	}
	return ""
}

type seat struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	ServiceID string `json:"serviceId" doc:"The service that the team belongs to."`
}

type user struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type team struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	RawSQL bool   `json:"rawSql" doc:"Whether the operator lets its dashboards have tiles of raw SQL."`
}

func (a *API) showSignedIn(u access.User, m access.Membership, all []access.Membership, as access.Principal) signedIn {
	shown := signedIn{
		User: user{ID: u.ID, Name: u.Name, Email: u.Email}, Role: string(m.Role), TeamRole: teamRole(as),
		Team:  team{ID: m.TeamID, Name: m.TeamName, RawSQL: a.allowsRawSQL(m.TeamID)},
		Teams: make([]seat, len(all)), May: mandateOf(as),
	}
	for i, one := range all {
		shown.Teams[i] = seat{ID: one.TeamID, Name: one.TeamName, ServiceID: one.ServiceID}
	}
	return shown
}

type setUpInput struct {
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"128"`
		Email    string `json:"email" minLength:"1" maxLength:"254"`
		Password string `json:"password"`
	}
}

// installed is the first session with the key that telemetry is sent with,
// which is shown only once.
type installed struct {
	User         user   `json:"user"`
	Team         team   `json:"team"`
	IngestionKey string `json:"ingestionKey"`
}

// setUp returns the session of the first account and its ingestion key; the
// other keys that Install makes are not shown, and can be made anew in the
// team's settings.
func (a *API) setUp(ctx context.Context, in *setUpInput) (httpx.Reply[installed], error) {
	first := access.NewUser{Name: in.Body.Name, Email: in.Body.Email, Password: in.Body.Password}
	made, err := a.accounts.Install(ctx, first)
	if err != nil {
		return httpx.Reply[installed]{}, err
	}
	session, err := a.begin(ctx)(a.accounts.OpenSession(ctx, made.User))
	return httpx.Reply[installed]{Value: installed{User: session.Value.User, Team: session.Value.Team, IngestionKey: made.IngestionKey}}, err
}

type signInInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"512"`
		Code     string `json:"code,omitempty" maxLength:"64" doc:"Of the authenticator app, or a recovery code, where two-factor authentication is on."`
	}
}

func (a *API) signIn(ctx context.Context, in *signInInput) (httpx.Reply[signedIn], error) {
	return a.begin(ctx)(a.accounts.SignIn(ctx, access.Credentials(in.Body)))
}

// begin returns a function that hands a fresh session to the browser.
func (a *API) begin(ctx context.Context) func(access.SignedIn, error) (httpx.Reply[signedIn], error) {
	return func(in access.SignedIn, err error) (httpx.Reply[signedIn], error) {
		if err != nil {
			return httpx.Reply[signedIn]{}, err
		}
		httpx.SetCookie(ctx, a.session.cookie(ctx, in.Token))
		return httpx.Reply[signedIn]{Value: a.showSignedIn(in.User, in.Team, in.Teams, in.As)}, nil
	}
}

func (a *API) getSession(ctx context.Context, _ *struct{}) (httpx.Reply[signedIn], error) {
	u, m, err := a.accounts.Whoami(ctx)
	if err != nil {
		return httpx.Reply[signedIn]{}, err
	}
	all, err := a.accounts.Teams(ctx)
	p, _ := access.From(ctx)
	return httpx.Reply[signedIn]{Value: a.showSignedIn(u, m, all, p)}, err
}

func (a *API) signOut(ctx context.Context, _ *struct{}) (httpx.Reply[ended], error) {
	p, err := access.Require(ctx, access.AccountManage)
	if err != nil {
		return httpx.Reply[ended]{}, err
	}
	url := a.endURL(ctx)
	httpx.SetCookie(ctx, a.session.cookie(ctx, ""))
	return httpx.Reply[ended]{Value: ended{URL: url}}, a.accounts.SignOut(ctx, p)
}
