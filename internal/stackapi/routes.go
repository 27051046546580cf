// Package stackapi is the self-hosted stack API: family B under /api/v2, in
// the dialect {data} / {message}, with personal API access keys.
package stackapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
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

// Uses is the use cases that the API serves.
type Uses struct {
	Accounts   Accounts
	Resources  *resources.Resources
	Queries    *explore.Queries
	SQL        *explore.SQLTiles
	Deliveries *notifier.Ledger
	Review     *review.Review
	Tiles      *explore.Tiles
	// Reach returns a Forbidden fault unless the client of ctx may reach the
	// team; nil: everybody may.
	Reach func(ctx context.Context, teamID string) error
}

// API is the surface of the stack API; New mounts it.
type API struct {
	accounts   Accounts
	resources  *resources.Resources
	queries    *explore.Queries
	sql        *explore.SQLTiles
	deliveries *notifier.Ledger
	review     *review.Review
	tiles      *explore.Tiles
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, uses Uses) *httpx.API {
	options.Dialect, options.Prefix, options.Permissions = httpx.Stack{}, Prefix, access.Fenced{Operations: access.StackOperations(), Reach: uses.Reach}
	options.Title, options.Version = "Cairn stack API", Version
	options.Description = "Dashboards, alerts, sources, webhooks and chart series of one team."
	options.Aliases = append(options.Aliases, httpx.Alias{Of: "invitation", As: "invitations"}, httpx.Alias{Of: "member", As: "members"})
	served := httpx.New(options)
	stackwire.Describe(served)
	a := &API{accounts: uses.Accounts, resources: uses.Resources, queries: uses.Queries, sql: uses.SQL, tiles: uses.Tiles, deliveries: uses.Deliveries, review: uses.Review}
	for _, routes := range []func(*httpx.API){
		a.dashboardRoutes, a.alertRoutes, a.alertReviewRoutes, a.sourceRoutes, a.connectionRoutes, a.savedSearchRoutes, a.webhookRoutes,
		a.deliveryRoutes, a.teamRoutes, a.keyRoutes, a.queryRoutes,
	} {
		routes(served)
	}
	return served
}

// get, create, replace and remove begin the description of an operation.
func get(id, path, tag, summary string) httpx.Operation {
	return httpx.Operation{ID: id, Method: http.MethodGet, Path: Prefix + path, Tags: []string{tag}, Summary: summary}
}

func create(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method, op.BodyBytesMax = http.MethodPost, stackwire.BodyBytesMax
	return op
}

func replace(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method, op.BodyBytesMax = http.MethodPut, stackwire.BodyBytesMax
	op.Description = "What a record adds to its body is accepted and ignored, so that the answer to a GET is a valid body."
	return op
}

func remove(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method = http.MethodDelete
	return op
}

// conflicts documents that the present state may not allow an operation:
// something else needs what it would take away, or there is no room.
func conflicts(op httpx.Operation) httpx.Operation {
	op.Errors = append(op.Errors, http.StatusConflict)
	return op
}

func large(op httpx.Operation) httpx.Operation {
	op.BodyBytesMax = stackwire.DashboardBodyBytesMax
	return op
}

func (a *API) dashboardRoutes(api *httpx.API) {
	const tag = "Dashboards"
	httpx.RegisterList(api, get("listDashboards", "/dashboards", tag, "List dashboards"), a.listDashboards)
	httpx.Register(api, large(create("createDashboard", "/dashboards", tag, "Create a dashboard")), a.createDashboard)
	httpx.RegisterBare(api, large(validateOperation(tag)), a.validateDashboard)
	httpx.Register(api, get("getDashboard", "/dashboards/{id}", tag, "Get a dashboard"), a.getDashboard)
	httpx.Register(api, large(conflicts(replace("updateDashboard", "/dashboards/{id}", tag, "Replace a dashboard"))), a.updateDashboard)
	httpx.RegisterEmpty(api, remove("deleteDashboard", "/dashboards/{id}", tag, "Delete a dashboard and the alerts of its tiles"), a.deleteDashboard)
}

func (a *API) alertRoutes(api *httpx.API) {
	const tag = "Alerts"
	httpx.RegisterPage(api, get("listAlerts", "/alerts", tag, "List alerts"), a.listAlerts)
	httpx.Register(api, create("createAlert", "/alerts", tag, "Create an alert"), a.createAlert)
	httpx.Register(api, get("getAlert", "/alerts/{id}", tag, "Get an alert"), a.getAlert)
	httpx.Register(api, replace("updateAlert", "/alerts/{id}", tag, "Update an existing alert"), a.updateAlert)
	httpx.RegisterEmpty(api, remove("deleteAlert", "/alerts/{id}", tag, "Delete an alert"), a.deleteAlert)
	httpx.Register(api, create("silenceAlert", "/alerts/{id}/silence", tag, "Keep an alert's notifications back for a while"), a.silenceAlert)
	httpx.Register(api, remove("unsilenceAlert", "/alerts/{id}/silence", tag, "Let an alert's notifications through again"), a.unsilenceAlert)
}

func (a *API) alertReviewRoutes(api *httpx.API) {
	const tag = "Alerts"
	httpx.RegisterWithMeta(api, get("listAlertHistory", "/alerts/{id}/history", tag, "List what changed about an alert, the newest first"), a.listAlertHistory)
	httpx.RegisterWithMeta(api, get("listAlertEvaluations", "/alerts/{id}/evaluations", tag, "List what the last windows said about an alert, the newest first"), a.listAlertEvaluations)
	httpx.RegisterFormats(api, backtestOperation(tag), a.backtestAlert)
}

func (a *API) sourceRoutes(api *httpx.API) {
	const tag = "Sources"
	httpx.RegisterList(api, get("listSources", "/sources", tag, "List sources"), a.listSources)
	httpx.Register(api, create("createSource", "/sources", tag, "Create a source"), a.createSource)
	httpx.Register(api, get("getSource", "/sources/{id}", tag, "Get a source"), a.getSource)
	httpx.Register(api, replace("updateSource", "/sources/{id}", tag, "Replace a source"), a.updateSource)
	httpx.RegisterEmpty(api, remove("deleteSource", "/sources/{id}", tag, "Delete a source; what uses it stays and says so"), a.deleteSource)
}

func (a *API) connectionRoutes(api *httpx.API) {
	const tag = "Connections"
	httpx.RegisterList(api, get("listConnections", "/connections", tag, "List connections"), a.listConnections)
	httpx.Register(api, create("createConnection", "/connections", tag, "Create a connection; whether its database answers is not asked"), a.createConnection)
	// A transaction must not stay open while the database thinks.
	test := create("testConnection", "/connections/test", tag, "Ask a database whether it lets a connection in, without keeping it")
	test.NoIdempotency, test.Description = true, "Without a password, that of a stored connection with the same host and username is used."
	httpx.Register(api, test, a.testConnection)
	httpx.Register(api, get("getConnection", "/connections/{id}", tag, "Get a connection"), a.getConnection)
	httpx.Register(api, conflicts(replace("updateConnection", "/connections/{id}", tag, "Replace a connection")), a.updateConnection)
	httpx.RegisterEmpty(api, conflicts(remove("deleteConnection", "/connections/{id}", tag, "Delete a connection; what uses it stays and says so")), a.deleteConnection)
}

func (a *API) savedSearchRoutes(api *httpx.API) {
	const tag = "Saved searches"
	httpx.RegisterPage(api, get("listSavedSearches", "/saved-searches", tag, "List saved searches"), a.listSavedSearches)
	httpx.Register(api, create("createSavedSearch", "/saved-searches", tag, "Create a saved search"), a.createSavedSearch)
	httpx.Register(api, get("getSavedSearch", "/saved-searches/{id}", tag, "Get a saved search"), a.getSavedSearch)
	httpx.Register(api, conflicts(replace("updateSavedSearch", "/saved-searches/{id}", tag, "Replace a saved search")), a.updateSavedSearch)
	httpx.RegisterEmpty(api, remove("deleteSavedSearch", "/saved-searches/{id}", tag, "Delete a saved search and its alerts"), a.deleteSavedSearch)
}

func (a *API) webhookRoutes(api *httpx.API) {
	const tag = "Webhooks"
	httpx.RegisterPage(api, get("listWebhooks", "/webhooks", tag, "List webhooks"), a.listWebhooks)
	httpx.Register(api, create("createWebhook", "/webhooks", tag, "Create a webhook; its signing secret is shown this once"), a.createWebhook)
	httpx.Register(api, get("getWebhook", "/webhooks/{id}", tag, "Get a webhook"), a.getWebhook)
	httpx.Register(api, replace("updateWebhook", "/webhooks/{id}", tag, "Replace a webhook"), a.updateWebhook)
	httpx.RegisterEmpty(api, conflicts(remove("deleteWebhook", "/webhooks/{id}", tag, "Delete a webhook that no alert uses")), a.deleteWebhook)
	httpx.Register(api, create("rotateWebhookSecret", "/webhooks/{id}/rotate-secret", tag, "Make a new signing secret; the old one signs beside it for 24 hours"), a.rotateWebhookSecret)
}

func (a *API) deliveryRoutes(api *httpx.API) {
	const tag = "Deliveries"
	httpx.RegisterPage(api, get("listAlertDeliveries", "/alerts/{id}/deliveries", tag, "List the notifications of an alert, the newest first"), a.listAlertDeliveries)
	httpx.RegisterPage(api, get("listWebhookDeliveries", "/webhooks/{id}/deliveries", tag, "List what a webhook was sent, the newest first"), a.listWebhookDeliveries)
	httpx.Register(api, conflicts(create("redeliver", "/deliveries/{id}/redeliver", tag, "Deliver a message again, under its id")), a.redeliver)
	// A transaction must not stay open while the receiver thinks.
	test := create("testWebhook", "/webhooks/{id}/test", tag, "Send a test message now and tell how that went")
	test.NoIdempotency, test.Errors = true, []int{http.StatusNotFound, http.StatusTooManyRequests}
	httpx.Register(api, test, a.testWebhook)
}

func (a *API) teamRoutes(api *httpx.API) {
	const tag = "Team"
	httpx.RegisterBare(api, get("getCaller", "", tag, "Tell whose key this is"), a.getCaller)
	httpx.Register(api, get("getTeam", "/team", tag, "Get the team"), a.getTeam)
	httpx.RegisterList(api, get("listMembers", "/team/members", tag, "List the members of the team"), a.listMembers)
	leave := conflicts(remove("removeMember", "/team/member/{id}", tag, "Remove a member of the team"))
	leave.Description = "With the last team of the organization the member also loses their role there. The last admin who can sign in stays (409)."
	httpx.Register(api, leave, a.removeMember)
	httpx.RegisterList(api, get("listInvitations", "/team/invitations", tag, "List the invitations to the team"), a.listInvitations)
	httpx.Register(api, create("createInvitation", "/team/invitation", tag, "Invite somebody to the team; the address to join at is shown this once"), a.createInvitation)
	httpx.Register(api, remove("deleteInvitation", "/team/invitation/{id}", tag, "Take an invitation back"), a.deleteInvitation)
	join := create("joinTeam", "/team/join", tag, "Accept an invitation: make the account and its seat in the team")
	join.Public, join.Errors = true, []int{http.StatusNotFound, http.StatusConflict}
	join.Description = "Needs no key: the token of the invitation's address is the credential. It works once, for 30 days."
	httpx.Register(api, join, a.joinTeam)
}

func (a *API) keyRoutes(api *httpx.API) {
	const tag = "Keys"
	httpx.RegisterList(api, get("listAccessKeys", "/access-keys", tag, "List one's own access keys"), a.listAccessKeys)
	httpx.Register(api, create("createAccessKey", "/access-keys", tag, "Create an access key; it is shown this once"), a.createAccessKey)
	httpx.RegisterEmpty(api, remove("deleteAccessKey", "/access-keys/{id}", tag, "Revoke one's own access key"), a.deleteAccessKey)
	httpx.RegisterList(api, get("listIngestionKeys", "/ingestion-keys", tag, "List the team's ingestion keys"), a.listIngestionKeys)
	httpx.Register(api, create("createIngestionKey", "/ingestion-keys", tag, "Create an ingestion key; it is shown this once"), a.createIngestionKey)
	httpx.RegisterEmpty(api, remove("deleteIngestionKey", "/ingestion-keys/{id}", tag, "Revoke an ingestion key"), a.deleteIngestionKey)
}

// ask begins the description of an operation that reads telemetry.
func ask(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Method, op.NoIdempotency, op.Errors = http.MethodPost, true, []int{http.StatusNotFound}
	return op
}

func inTables(op httpx.Operation) httpx.Operation {
	op.Produces = tableMedia()
	op.Description = "Answers JSON, or by Accept newline-delimited JSON (the last line holds meta) or CSV."
	return op
}

func (a *API) queryRoutes(api *httpx.API) {
	const charts, searching = "Charts", "Search"
	httpx.RegisterFormats(api, inTables(ask("queryChartSeries", "/charts/series", charts, "Query time series")), a.queryChart)
	httpx.Register(api, ask("showChartSeriesSQL", "/charts/series/sql", charts, "Show the SQL of time series, without running it"), a.showChartSQL)
	httpx.RegisterFormats(api, inTables(ask("queryChartSQL", "/charts/sql", charts, "Query the rows of a raw SQL tile, for teams that may have them")), a.queryChartSQL)
	tile := ask("drawTile", "/charts/tile", charts, "Get what a tile shows")
	tile.BodyBytesMax, tile.Description = stackwire.BodyBytesMax, stackwire.TileDescription
	httpx.RegisterWithMeta(api, tile, a.drawTile)
	search := inTables(ask("search", "/search", searching, "Search log records or spans"))
	search.HasRows = true
	httpx.RegisterFormats(api, search, a.searchRows)
	httpx.RegisterWithMeta(api, ask("listSearchFields", "/search/fields", searching, "List what can be searched for"), a.listFields)
	httpx.RegisterWithMeta(api, ask("listSearchValues", "/search/values", searching, "List the most frequent values of fields"), a.listValues)
	httpx.RegisterWithMeta(api, ask("listMetrics", "/search/metrics", searching, "List the metrics of a source"), a.listMetrics)
	httpx.RegisterWithMeta(api, ask("surroundRow", "/search/around", searching, "Get the rows before and after a row"), a.surroundRow)
	tail := get("tailRows", "/search/tail", searching, "Follow rows as they are stored")
	tail.Produces, tail.Errors = []string{"text/event-stream"}, []int{http.StatusNotFound}
	tail.Description = "Server-sent events named rows, each with {data, skipped}; one without rows shows that the stream is alive."
	httpx.RegisterRaw(api, tail, a.tailRows)
	httpx.RegisterWithMeta(api, get("getTrace", "/traces/{traceId}", searching, "Get a trace by its id"), a.getTrace)
}
