package uiapi

import (
	"context"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// ticketAge is how long the browser keeps the ticket of a sign-in that is on
// its way; the ticket itself says when it ends.
const ticketAge = 10 * time.Minute

const ticketCookieName = "cairn_sso"

// SingleSignOn sends people to providers and takes them back.
type SingleSignOn interface {
	Providers() []access.Provider
	Begin(ctx context.Context, provider, from string) (access.Departure, error)
	Return(ctx context.Context, ticket string, back access.Return) (access.Person, string, error)
	EndURL(ctx context.Context, session access.ProviderSession) string
}

// Persons are the use cases of those who sign in at a provider.
type Persons interface {
	SignInPerson(ctx context.Context, provider string, prove func(ctx context.Context) (access.Person, error)) (access.SignedIn, error)
	SignInMethods(ctx context.Context) (access.SignInMethods, error)
	ProviderSession(ctx context.Context) (access.ProviderSession, error)
}

// nowhere is the SingleSignOn of an installation that has none.
type nowhere struct{}

func (nowhere) Providers() []access.Provider { return nil }
func (nowhere) Begin(context.Context, string, string) (access.Departure, error) {
	return access.Departure{}, errNoProvider()
}
func (nowhere) Return(context.Context, string, access.Return) (access.Person, string, error) {
	return access.Person{}, "", errNoProvider()
}
func (nowhere) EndURL(context.Context, access.ProviderSession) string { return "" }

func errNoProvider() error {
	return fault.New(fault.NotFound, "there is no such single sign-on provider")
}

type provider struct {
	ID   string `json:"id"`
	Name string `json:"name" doc:"As people know it."`
}

func showProviders(all []access.Provider) []provider {
	shown := make([]provider, len(all))
	for i, p := range all {
		shown[i] = provider{ID: p.ID, Name: p.Name}
	}
	return shown
}

type beginSSOInput struct {
	Provider string `path:"provider" pattern:"^[a-z0-9][a-z0-9-]{0,31}$" patternDescription:"up to 32 lower-case letters, digits and hyphens" doc:"The single sign-on provider."`
	Body     struct {
		From string `json:"from,omitempty" maxLength:"2048" doc:"Path of the page to come back to."`
	}
}

type departure struct {
	URL string `json:"url" doc:"Page of the provider to open."`
}

func (a *API) beginSSO(ctx context.Context, in *beginSSOInput) (httpx.Reply[departure], error) {
	made, err := a.sso.Begin(ctx, in.Provider, in.Body.From)
	if err != nil {
		return httpx.Reply[departure]{}, err
	}
	httpx.SetCookie(ctx, a.ticketCookie(ctx, made.Ticket))
	return httpx.Reply[departure]{Value: departure{URL: made.URL}}, nil
}

type finishSSOInput struct {
	Provider string `path:"provider" pattern:"^[a-z0-9][a-z0-9-]{0,31}$" patternDescription:"up to 32 lower-case letters, digits and hyphens" doc:"The single sign-on provider."`
	Body     struct {
		State  string `json:"state" maxLength:"512"`
		Code   string `json:"code,omitempty" maxLength:"8192"`
		Error  string `json:"error,omitempty" maxLength:"512" doc:"Why there is no code."`
		Issuer string `json:"iss,omitempty" maxLength:"2048"`
	}
}

type arrival struct {
	Session signedIn `json:"session"`
	From    string   `json:"from" doc:"Path of the page to go on to."`
}

// finishSSO takes the ticket away whatever comes of it: it works once.
func (a *API) finishSSO(ctx context.Context, in *finishSSOInput) (httpx.Reply[arrival], error) {
	ticket := httpx.Cookie(ctx, a.session.promised(ctx, ticketCookieName))
	httpx.SetCookie(ctx, a.ticketCookie(ctx, ""))
	var from string
	session, err := a.begin(ctx)(a.accounts.SignInPerson(ctx, in.Provider, func(ctx context.Context) (person access.Person, err error) {
		back := access.Return{Provider: in.Provider, State: in.Body.State, Code: in.Body.Code, Error: in.Body.Error, Issuer: in.Body.Issuer}
		person, from, err = a.sso.Return(ctx, ticket, back)
		return person, err
	}))
	return httpx.Reply[arrival]{Value: arrival{Session: session.Value, From: from}}, err
}

// ticketCookie makes the cookie of a sign-in on its way; an empty ticket
// removes it.
func (a *API) ticketCookie(ctx context.Context, ticket string) *http.Cookie {
	c := &http.Cookie{ //nolint:gosec // secure wherever the browser came over TLS
		Name: a.session.promised(ctx, ticketCookieName), Value: ticket, Path: a.session.path(), HttpOnly: true, Secure: a.session.isSecure(ctx),
		SameSite: http.SameSiteLaxMode, MaxAge: int(ticketAge.Seconds()),
	}
	if ticket == "" {
		c.MaxAge = -1
	}
	return c
}

type signInMethods struct {
	HasPassword bool       `json:"hasPassword" doc:"Whether the account can sign in with a password."`
	Identities  []identity `json:"identities" doc:"Single sign-on providers that the account is tied to, oldest first."`
}

type identity struct {
	Provider string `json:"provider" doc:"Name of the provider; its issuer when it is not configured any more."`
	UsedAt   string `json:"usedAt" format:"date-time" doc:"The last sign-in there."`
}

func (a *API) getSignInMethods(ctx context.Context, _ *struct{}) (httpx.Reply[signInMethods], error) {
	methods, err := a.accounts.SignInMethods(ctx)
	if err != nil {
		return httpx.Reply[signInMethods]{}, err
	}
	names := map[string]string{}
	for _, p := range a.sso.Providers() {
		names[p.Issuer] = p.Name
	}
	shown := signInMethods{HasPassword: methods.HasPassword, Identities: make([]identity, len(methods.Identities))}
	for i, one := range methods.Identities {
		shown.Identities[i] = identity{Provider: one.Issuer, UsedAt: stamp(one.UsedAt)}
		if name := names[one.Issuer]; name != "" {
			shown.Identities[i].Provider = name
		}
	}
	return httpx.Reply[signInMethods]{Value: shown}, nil
}

// ended is where the session can be ended at the provider too.
type ended struct {
	URL string `json:"url" doc:"Page of the single sign-on provider that ends the session there; empty without one."`
}

// endURL returns where the session of the caller is ended at its provider.
func (a *API) endURL(ctx context.Context) string {
	session, err := a.accounts.ProviderSession(ctx)
	if err != nil {
		return ""
	}
	return a.sso.EndURL(ctx, session)
}
