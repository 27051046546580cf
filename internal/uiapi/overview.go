package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

// Status describes the installation to those who are signed in.
type Status struct {
	Version   string    `json:"version"`
	Engine    Engine    `json:"engine"`
	Database  Database  `json:"database"`
	Addresses Addresses `json:"addresses"`
}

// Engine is the state of the telemetry engine.
type Engine struct {
	Ready   bool   `json:"ready"`
	Version string `json:"version"`
	Mode    string `json:"mode" enum:"embedded,external"`
}

// Database is the state of the metadata store.
type Database struct {
	Ready bool   `json:"ready"`
	Kind  string `json:"kind" enum:"sqlite,postgres"`
}

// Addresses is where each listener can be reached; empty when it is off.
type Addresses struct {
	Stack    string `json:"stack"`
	UI       string `json:"ui"`
	Cloud    string `json:"cloud"`
	OTLPGRPC string `json:"otlpGrpc"`
	OTLPHTTP string `json:"otlpHttp"`
}

type installation struct {
	IsSetUp    bool   `json:"isSetUp"`
	NeedsLink  bool   `json:"needsLink" doc:"Whether it is set up with the link that the server printed alone, as others than those on its machine can reach it."`
	Version    string `json:"version"`
	SendsLinks bool   `json:"sendsLinks" doc:"Whether it sends a link to those who have forgotten their password."`

	Providers []provider `json:"providers" doc:"Single sign-on providers, in the order of their buttons."`
	SSOOnly   bool       `json:"ssoOnly" doc:"Whether single sign-on is the only way in."`
}

func (a *API) getInstallation(ctx context.Context, _ *struct{}) (httpx.Reply[installation], error) {
	installed, err := a.accounts.Installed(ctx)
	return httpx.Reply[installation]{Value: installation{
		IsSetUp: installed, NeedsLink: a.needsLink(), Version: a.status(ctx).Version, SendsLinks: a.mails != nil && !a.ssoOnly,
		Providers: showProviders(a.sso.Providers()), SSOOnly: a.ssoOnly,
	}}, err
}

func (a *API) getOverview(ctx context.Context, _ *struct{}) (httpx.Reply[Status], error) {
	return httpx.Reply[Status]{Value: a.status(ctx)}, nil
}
