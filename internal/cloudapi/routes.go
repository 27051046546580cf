// Package cloudapi is the cloud management API: family A and the managed
// stack under /v1, in the envelope {requestId, result, status}, with cloud
// keys.
package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// Prefix begins every path of the API; Version is that of its description.
const (
	Prefix  = "/v1"
	Version = "1.0"
)

const (
	organizationsPath = Prefix + "/organizations"
	organizationPath  = organizationsPath + "/{organizationId}"
)

// Organizations are the use cases on the caller's organization.
type Organizations interface {
	Organizations(ctx context.Context) ([]org.Organization, error)
	Organization(ctx context.Context, id string) (org.Organization, error)
}

// API is the surface of the cloud API; New mounts it.
type API struct {
	organizations Organizations
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, organizations Organizations) *httpx.API {
	options.Dialect, options.Prefix = httpx.Cloud{}, Prefix
	options.Title, options.Version = "Cairn cloud API", Version
	options.Description = "Organizations, services, keys, endpoints, usage cost, and the managed stack below every service."
	options.Aliases = []httpx.Alias{
		{Of: "stack", As: "clickstack"},
		{Of: "pipesReversePrivateEndpoints", As: "clickpipesReversePrivateEndpoints"},
	}
	served := httpx.New(options)
	(&API{organizations: organizations}).routes(served)
	return served
}

// routes is the whole surface on one page.
func (a *API) routes(api *httpx.API) {
	httpx.RegisterList(api, httpx.Operation{
		ID: "listOrganizations", Method: http.MethodGet, Path: organizationsPath, Tags: []string{"Organizations"},
		Summary: "List the organization that owns the key",
	}, a.listOrganizations)
	httpx.Register(api, httpx.Operation{
		ID: "getOrganization", Method: http.MethodGet, Path: organizationPath, Tags: []string{"Organizations"},
		Summary: "Get an organization", Errors: []int{http.StatusNotFound},
	}, a.getOrganization)
}
