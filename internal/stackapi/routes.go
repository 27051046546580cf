// Package stackapi is the self-hosted stack API: family B under /api/v2, in
// the dialect {data} / {message}, with personal API access keys.
package stackapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

// Prefix begins every path of the API; Version is that of its description.
const (
	Prefix  = "/api/v2"
	Version = "2.0.0"
)

// Accounts answers who the caller is.
type Accounts interface {
	Whoami(ctx context.Context) (access.User, access.Membership, error)
}

// API is the surface of the stack API; New mounts it.
type API struct {
	accounts Accounts
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, accounts Accounts) *httpx.API {
	options.Dialect, options.Prefix = httpx.Stack{}, Prefix
	options.Title, options.Version = "Cairn stack API", Version
	options.Description = "Dashboards, alerts, sources, webhooks and chart series of one team."
	served := httpx.New(options)
	(&API{accounts: accounts}).routes(served)
	return served
}

// routes is the whole surface on one page.
func (a *API) routes(api *httpx.API) {
	httpx.RegisterRaw(api, httpx.Operation{
		ID: "getCaller", Method: http.MethodGet, Path: Prefix, Tags: []string{"Team"},
		Summary: "Tell whose key this is", Produces: []string{"application/json"},
	}, a.getCaller)
}
