package cloudapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Selects runs SELECTs over the tables of the caller's team.
type Selects interface {
	Select(ctx context.Context, text string, form explore.ValueForm) (explore.StatementResult, error)
}

// queryEndpoint is a ServiceQueryEndpoint on the wire.
type queryEndpoint struct {
	ID             string   `json:"id" format:"uuid"`
	Roles          []string `json:"roles"`
	OpenAPIKeys    []string `json:"openApiKeys" doc:"The ids of the keys that may query; not the key ids that they sign in with."`
	AllowedOrigins string   `json:"allowedOrigins" doc:"Origins or hosts whose pages may query, separated by commas; * for all."`
}

func replyQueryEndpoint(s org.Service, err error) (httpx.Reply[queryEndpoint], error) {
	if err != nil {
		return httpx.Reply[queryEndpoint]{}, err
	}
	e := s.QueryEndpoint
	return httpx.Reply[queryEndpoint]{Version: s.Version, Value: queryEndpoint{
		ID: e.ID, Roles: shown(e.Roles, func(r org.QueryRole) string { return string(r) }),
		OpenAPIKeys: append([]string{}, e.KeyIDs...), AllowedOrigins: e.AllowedOrigins,
	}}, nil
}

func (a *API) getQueryEndpoint(ctx context.Context, in *InService) (httpx.Reply[queryEndpoint], error) {
	return replyQueryEndpoint(a.cloud.QueryEndpoint(ctx, in.OrganizationID, in.ServiceID))
}

func queryEndpointOperation(tag string) httpx.Operation {
	op := conflicts(create("upsertServiceQueryEndpoint", queryEndpointPath, tag, "Set the query endpoint of a service"))
	op.Description = "Replaces the current one and keeps its id. The listed keys may then query the tables of the service: POST /service/{serviceId}/run."
	op.Ignore = []string{"id"}
	return op
}

type upsertQueryEndpointInput struct {
	ChangeService
	Body struct {
		Roles          []string `json:"roles" minItems:"1" maxItems:"2" doc:"sql_console_read_only, sql_console_admin. Both read, and nothing else."`
		OpenAPIKeys    []string `json:"openApiKeys" maxItems:"100" doc:"Ids of keys of the organization; empty for nobody."`
		AllowedOrigins string   `json:"allowedOrigins,omitempty" maxLength:"4096" doc:"Origins or hosts whose pages may query, separated by commas; * for all."`
	}
}

func (a *API) upsertQueryEndpoint(ctx context.Context, in *upsertQueryEndpointInput) (httpx.Reply[queryEndpoint], error) {
	s, err := a.cloud.SetQueryEndpoint(ctx, in.ref(), org.QueryEndpointInput{
		Roles:  shown(in.Body.Roles, func(word string) org.QueryRole { return org.QueryRole(word) }),
		KeyIDs: in.Body.OpenAPIKeys, AllowedOrigins: in.Body.AllowedOrigins,
	})
	return replyQueryEndpoint(s.Service, err)
}

func (a *API) deleteQueryEndpoint(ctx context.Context, in *ChangeService) error {
	return a.cloud.RemoveQueryEndpoint(ctx, in.ref())
}

// runQueryOperation stands where existing clients look for it, outside of the
// prefix. They call the JSON of the body text.
func (a *API) runQueryOperation(tag string) httpx.Operation {
	op := create("runQuery", "/service/{serviceId}/run", tag, "Query the tables of a service")
	op.Description = "Runs one SELECT over the tables of the service, with a key that its query endpoint lists. " +
		"At most 10000 rows and 16 MiB; more than that, or any other statement, is refused with 400."
	op.Errors, op.NoIdempotency, op.TextBody = []int{http.StatusNotFound, http.StatusConflict}, true, true
	op.Admits = func(r *http.Request, origin string) bool {
		return a.cloud.AllowsOrigin(r.Context(), strings.ToLower(r.PathValue("serviceId")), origin)
	}
	op.Produces = queryMedia()
	return op
}

type runQueryInput struct {
	ServiceID string `path:"serviceId" format:"uuid" pattern:"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-9a-fA-F][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$" patternDescription:"a UUID other than the nil UUID" doc:"The service."`
	Format    string `query:"format" enum:"JSONEachRow,JSON,JSONCompact,CSV,CSVWithNames,TabSeparated,TSV,TabSeparatedWithNames,TSVWithNames" default:"JSONEachRow"`
	Origin    string `header:"Origin" doc:"Origin of the page that asks; must be one of allowedOrigins."`
	Body      struct {
		SQL      string `json:"sql" minLength:"1" maxLength:"100000" doc:"One SELECT; see Raw SQL tiles for what it may say."`
		Database string `json:"database,omitempty" doc:"default, which is the only one."`
		RunID    string `json:"runId,omitempty" maxLength:"128" doc:"The client's own name for the run; it has no effect."`
	}
}

func (a *API) runQuery(ctx context.Context, in *runQueryInput) (httpx.Raw, error) {
	teamID, err := a.cloud.QueryTeam(ctx, in.ServiceID, in.Origin)
	if err != nil {
		return httpx.Raw{}, err
	}
	httpx.AllowOrigin(ctx)
	var rules fault.Rules
	rules.Check(in.Body.Database == "" || in.Body.Database == stack.OwnDatabase, "database", "enum", "must be %s", stack.OwnDatabase)
	if err := rules.Err(); err != nil {
		return httpx.Raw{}, err
	}
	if ctx, err = a.within(ctx, in.ServiceID, teamID); err != nil {
		return httpx.Raw{}, err
	}
	result, err := a.selects.Select(ctx, in.Body.SQL, valueForm(in.Format))
	if err != nil {
		return httpx.Raw{}, notServing(err)
	}
	rules.Check(!result.Truncated, "sql", "limit", "must answer at most %d rows and %d bytes; say LIMIT, or ask for less", explore.SQLRowsMax, explore.SQLBytesMax)
	return formatted(in.Format, result), rules.Err()
}

// notServing returns err as a Conflict where the reason is the state of the
// service: to wait does not help who queries a service by its id.
func notServing(err error) error {
	if errors.Is(err, cloud.ErrNotServing) {
		return fault.Wrap(fault.Conflict, cloud.ErrNotServing, "%s", fault.From(err).Message)
	}
	return err
}
