// Package stackapi is the self-hosted stack API: family B under /api/v2, in
// the dialect {data} / {message}, with personal API access keys.
package stackapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// Prefix begins every path of the API; Version is that of its description.
const (
	Prefix  = "/api/v2"
	Version = "2.0.0"
)

// Accounts knows who the caller is.
type Accounts interface {
	Whoami(ctx context.Context) (access.User, access.Membership, error)
}

// Teams makes, renames and deletes teams, for admins of the organization.
type Teams interface {
	CreateTeam(ctx context.Context, name string) (stack.Team, error)
	RenameTeam(ctx context.Context, name string) (stack.Team, error)
	DeleteTeam(ctx context.Context, name string) error
}

// Uses is the use cases that the API serves.
type Uses struct {
	Stack    stackroutes.Uses
	Accounts Accounts
	Teams    Teams
	Queries  *explore.Queries
	SQL      *explore.SQLTiles
	// Reach returns a Forbidden fault unless the client of ctx may reach the
	// team; nil: everybody may.
	Reach func(ctx context.Context, teamID string) error
}

// API is the surface of the stack API beside its resources; New mounts it.
type API struct {
	accounts  Accounts
	teams     Teams
	resources *resources.Resources
	queries   *explore.Queries
	sql       *explore.SQLTiles
	tiles     *explore.Tiles
	reach     func(ctx context.Context, teamID string) error
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, uses Uses) *httpx.API {
	options.Dialect, options.Prefix, options.Permissions = httpx.Stack{}, Prefix, access.Fenced{Operations: access.StackOperations(), Reach: uses.Reach}
	options.Title, options.Version = "Cairn stack API", Version
	options.Description = "Dashboards, alerts, sources, webhooks and chart series of one team."
	options.Aliases = append(options.Aliases, httpx.Alias{Of: "invitation", As: "invitations"}, httpx.Alias{Of: "member", As: "members"})
	served := httpx.New(options)
	stackroutes.Register(mount(served), uses.Stack)
	a := &API{accounts: uses.Accounts, teams: uses.Teams, resources: uses.Stack.Resources, queries: uses.Queries, sql: uses.SQL, tiles: uses.Stack.Tiles, reach: uses.Reach}
	for _, routes := range []func(*httpx.API){a.teamRoutes, a.keyRoutes, a.shareRoutes, a.queryRoutes} {
		routes(served)
	}
	return served
}

// mount puts the resources of the stack directly below the prefix.
func mount(served *httpx.API) stackroutes.Mount {
	place := func(op httpx.Operation) httpx.Operation {
		op.Path = Prefix + op.Path
		return op
	}
	return stackroutes.Mount{API: served, Place: place, Meta: true, Events: true, BareVerdicts: true, Connections: true}
}

// get, create and remove begin the description of an operation.
func get(id, path, tag, summary string) httpx.Operation {
	return httpx.Operation{ID: id, Method: http.MethodGet, Path: Prefix + path, Tags: []string{tag}, Summary: summary}
}

func create(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method, op.BodyBytesMax = http.MethodPost, stackwire.BodyBytesMax
	return op
}

func remove(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method = http.MethodDelete
	return op
}

// conflicts documents that the present state may not allow an operation.
func conflicts(op httpx.Operation) httpx.Operation {
	op.Errors = append(op.Errors, http.StatusConflict)
	return op
}

func (a *API) teamRoutes(api *httpx.API) {
	const tag = "Team"
	httpx.RegisterBare(api, get("getCaller", "", tag, "Get the owner of the key"), a.getCaller)
	httpx.Register(api, get("getTeam", "/team", tag, "Get the team"), a.getTeam)
	made := conflicts(create("createTeam", "/teams", tag, "Create a team"))
	made.Description = "With a service of its own, in the provider and region of the present team's. Needs the role admin in the organization. Everybody with another role there than `member` gets a seat."
	httpx.Register(api, made, a.createTeam)
	renamed := conflicts(create("updateTeam", "/team", tag, "Rename the team and its service"))
	renamed.Method = http.MethodPatch
	renamed.Description = "Needs the role admin in the organization."
	httpx.Register(api, renamed, a.updateTeam)
	ended := conflicts(remove("deleteTeam", "/team", tag, "Delete the team with its telemetry and everything that it keeps"))
	ended.Description = "Needs the role admin in the organization. Its service is deleted too. Keys, links and seats end at once; sessions go on in another team of their user. The last team can't be deleted (409)."
	httpx.Register(api, ended, a.deleteTeam)
	httpx.RegisterList(api, get("listMembers", "/team/members", tag, "List the members of the team"), a.listMembers)
	leave := conflicts(remove("removeMember", "/team/member/{id}", tag, "Remove a member of the team"))
	leave.Description = "A member who leaves the last team of the organization also loses their role there. The last admin who can sign in can't be removed (409)."
	httpx.Register(api, leave, a.removeMember)
	role := conflicts(create("setMemberRole", "/team/members/{id}/role", tag, "Give a member another role in the team"))
	role.Method = http.MethodPut
	role.Description = "An admin of the organization is Admin in all of its teams (409). A developer of the organization who gets less than Member becomes a member of it."
	httpx.Register(api, role, a.setMemberRole)
	unrole := conflicts(remove("removeMemberRole", "/team/members/{id}/role", tag, "Remove a member of the team"))
	unrole.Description = leave.Description
	httpx.Register(api, unrole, a.removeMember)
	usual := create("setDefaultRole", "/team/defaultUserRole", tag, "Set the role of those who are invited without one")
	usual.Method = http.MethodPatch
	httpx.Register(api, usual, a.setDefaultRole)
	httpx.RegisterList(api, get("listInvitations", "/team/invitations", tag, "List the invitations to the team"), a.listInvitations)
	httpx.Register(api, create("createInvitation", "/team/invitation", tag, "Invite a person to the team; the address to join at is shown only once"), a.createInvitation)
	httpx.Register(api, remove("deleteInvitation", "/team/invitation/{id}", tag, "Revoke an invitation"), a.deleteInvitation)
	join := create("joinTeam", "/team/join", tag, "Accept an invitation: create the account and join the team")
	join.Public, join.Errors = true, []int{http.StatusNotFound, http.StatusConflict}
	join.Description = "Needs no key: the token of the invitation's address is the credential. It works once, for 30 days."
	httpx.Register(api, join, a.joinTeam)
}

func (a *API) keyRoutes(api *httpx.API) {
	const tag = "Keys"
	httpx.RegisterList(api, get("listAccessKeys", "/access-keys", tag, "List your access keys"), a.listAccessKeys)
	httpx.Register(api, create("createAccessKey", "/access-keys", tag, "Create an access key, which is shown only once"), a.createAccessKey)
	httpx.RegisterEmpty(api, remove("deleteAccessKey", "/access-keys/{id}", tag, "Revoke one of your access keys"), a.deleteAccessKey)
	httpx.RegisterList(api, get("listIngestionKeys", "/ingestion-keys", tag, "List the team's ingestion keys"), a.listIngestionKeys)
	httpx.Register(api, create("createIngestionKey", "/ingestion-keys", tag, "Create an ingestion key, which is shown only once"), a.createIngestionKey)
	httpx.RegisterEmpty(api, remove("deleteIngestionKey", "/ingestion-keys/{id}", tag, "Revoke an ingestion key"), a.deleteIngestionKey)
}

func (a *API) shareRoutes(api *httpx.API) {
	const tag = "Share links"
	httpx.RegisterList(api, get("listShareLinks", "/dashboards/{id}/share-links", tag, "List the share links of a dashboard, newest first"), a.listShareLinks)
	httpx.Register(api, create("createShareLink", "/dashboards/{id}/share-links", tag, "Share a dashboard by a link, which is shown only once"), a.createShareLink)
	httpx.RegisterEmpty(api, remove("revokeShareLink", "/dashboards/share-links/{id}", tag, "Revoke a share link"), a.revokeShareLink)
	httpx.Register(api, visit("getShared", "/shared", tag, "Get the dashboard behind a share link"), a.getShared)
	httpx.RegisterWithMeta(api, visit("drawSharedTile", "/shared/tile", tag, "Get what a tile of a shared dashboard shows"), a.drawSharedTile)
	httpx.RegisterWithMeta(api, visit("listSharedValues", "/shared/values", tag, "List the values of a filter of a shared dashboard"), a.listSharedValues)
}

// visit begins the description of an operation whose credential is the token
// of a share link.
func visit(id, path, tag, summary string) httpx.Operation {
	op := ask(id, path, tag, summary)
	op.Public = true
	op.Description = "Needs no key: the token of the link is the credential. It is sent in the body, so that no log has it."
	return op
}

// ask begins the description of an operation that reads telemetry.
func ask(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method, op.NoIdempotency, op.Errors = http.MethodPost, true, []int{http.StatusNotFound}
	return op
}

func inTables(op httpx.Operation) httpx.Operation {
	op.Produces = tableMedia()
	op.Description = "Responds with JSON or, if Accept asks for it, with newline-delimited JSON (the last line holds meta) or CSV."
	return op
}

func (a *API) queryRoutes(api *httpx.API) {
	const charts, searching = "Charts", "Search"
	httpx.RegisterFormats(api, inTables(ask("queryChartSeries", "/charts/series", charts, "Query time series")), a.queryChart)
	httpx.Register(api, ask("showChartSeriesSQL", "/charts/series/sql", charts, "Show the SQL of time series without running it"), a.showChartSQL)
	httpx.RegisterFormats(api, inTables(ask("queryChartSQL", "/charts/sql", charts, "Query the rows of a raw SQL tile, where those are allowed")), a.queryChartSQL)
	search := inTables(ask("search", "/search", searching, "Search log records or spans"))
	search.HasRows = true
	httpx.RegisterFormats(api, search, a.searchRows)
	httpx.RegisterWithMeta(api, ask("listSearchFields", "/search/fields", searching, "List the fields that can be searched"), a.listFields)
	httpx.RegisterWithMeta(api, ask("listSearchValues", "/search/values", searching, "List the most frequent values of fields"), a.listValues)
	labels := ask("listLabelValues", "/search/label-values", searching, "List the values of a label of metrics")
	labels.Errors = nil // it names nothing that might not be there
	httpx.RegisterWithMeta(api, labels, a.listLabelValues)
	httpx.Register(api, ask("explainSearch", "/search/explain", searching, "Explain a condition in words"), a.explainSearch)
	httpx.RegisterWithMeta(api, ask("listMetrics", "/search/metrics", searching, "List the metrics of a source"), a.listMetrics)
	httpx.RegisterWithMeta(api, ask("surroundRow", "/search/around", searching, "Get the rows before and after a row"), a.surroundRow)
	tail := get("tailRows", "/search/tail", searching, "Stream rows as they are stored")
	tail.Produces, tail.Errors = []string{"text/event-stream"}, []int{http.StatusNotFound}
	tail.Description = "Server-sent events named rows, each with {data, skipped, partial}, where partial lists the shards of a cluster that do not answer, as in meta of a search; one without rows keeps the stream alive."
	httpx.RegisterRaw(api, tail, a.tailRows)
	httpx.RegisterWithMeta(api, get("getTrace", "/traces/{traceId}", searching, "Get a trace by its id"), a.getTrace)
}
