// Package stackroutes is the routes of a stack's resources, declared once and
// mounted twice: by the self-hosted API under its own prefix, and by the cloud
// API below a service. What the two families do differently is in their Mount.
package stackroutes

import (
	"net/http"

	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// Mount says where and how a family serves the routes.
type Mount struct {
	API *httpx.API
	// Place turns an operation of a stack, with a path such as /alerts/{id},
	// into one of the family: its id, its path, its tags and its scope.
	Place func(httpx.Operation) httpx.Operation

	Meta         bool // the envelope has room for what a list says about itself
	Events       bool // back-tests are offered as server-sent events too, and say what they cost
	BareVerdicts bool // the verdict on a dashboard comes without an envelope
	Connections  bool // teams have connections beside their own tables
}

// Uses is the use cases that the routes serve.
type Uses struct {
	Resources  *resources.Resources
	Deliveries *notifier.Ledger
	Review     *review.Review
	Tiles      *explore.Tiles
}

// routes is the surface of a stack in one family.
type routes struct {
	Mount
	Uses
}

// Register adds the routes to the API of the mount.
func Register(m Mount, uses Uses) {
	stackwire.Describe(m.API)
	r := &routes{m, uses}
	r.dashboards()
	r.dashboardVersions()
	r.alerts()
	r.alertReview()
	r.sources()
	if m.Connections {
		r.connections()
	}
	r.savedSearches()
	r.webhooks()
	r.deliveries()
	r.charts()
	r.roles()
	r.audit()
}

func (r *routes) dashboards() {
	const tag = "Dashboards"
	httpx.RegisterList(r.API, r.get("listDashboards", "/dashboards", tag, "List dashboards"), r.listDashboards)
	httpx.Register(r.API, large(r.create("createDashboard", "/dashboards", tag, "Create a dashboard")), r.createDashboard)
	r.registerVerdict(large(withoutKey(r.create("validateDashboard", "/dashboards/validate", tag, "Validate a dashboard without saving it"))))
	httpx.Register(r.API, large(withoutKey(r.create("translateGrafanaDashboard", "/dashboards/grafana", tag, "Translate a dashboard of Grafana without saving it"))), r.translateGrafana)
	httpx.Register(r.API, r.get("getDashboard", "/dashboards/{id}", tag, "Get a dashboard"), r.getDashboard)
	httpx.Register(r.API, large(conflicts(r.replace("updateDashboard", "/dashboards/{id}", tag, "Replace a dashboard"))), r.updateDashboard)
	httpx.RegisterEmpty(r.API, r.remove("deleteDashboard", "/dashboards/{id}", tag, "Delete a dashboard and the alerts of its tiles"), r.deleteDashboard)
}

func (r *routes) dashboardVersions() {
	const tag = "Dashboards"
	httpx.RegisterList(r.API, r.get("listDashboardVersions", "/dashboards/{id}/versions", tag, "List the kept versions of a dashboard, newest first"), r.listDashboardVersions)
	httpx.Register(r.API, r.get("getDashboardVersion", "/dashboards/{id}/versions/{version}", tag, "Get a dashboard as it was in a version"), r.getDashboardVersion)
	restore := conflicts(r.create("restoreDashboardVersion", "/dashboards/{id}/versions/{version}/restore", tag, "Save an earlier version of a dashboard as its newest one"))
	restore.Description = "If-Match names the version that the dashboard has now."
	httpx.Register(r.API, restore, r.restoreDashboardVersion)
}

func (r *routes) alerts() {
	const tag = "Alerts"
	httpx.RegisterPage(r.API, r.get("listAlerts", "/alerts", tag, "List alerts"), r.listAlerts)
	httpx.Register(r.API, r.create("createAlert", "/alerts", tag, "Create an alert"), r.createAlert)
	httpx.Register(r.API, r.get("getAlert", "/alerts/{id}", tag, "Get an alert"), r.getAlert)
	httpx.Register(r.API, r.replace("updateAlert", "/alerts/{id}", tag, "Update an existing alert"), r.updateAlert)
	httpx.RegisterEmpty(r.API, r.remove("deleteAlert", "/alerts/{id}", tag, "Delete an alert"), r.deleteAlert)
	httpx.Register(r.API, r.create("silenceAlert", "/alerts/{id}/silence", tag, "Silence an alert for a while"), r.silenceAlert)
	httpx.Register(r.API, r.remove("unsilenceAlert", "/alerts/{id}/silence", tag, "End the silence of an alert"), r.unsilenceAlert)
}

func (r *routes) alertReview() {
	const tag = "Alerts"
	registerPast(r.Mount, r.get("listAlertHistory", "/alerts/{id}/history", tag, "List the state changes of an alert, newest first"), r.listAlertHistory)
	registerPast(r.Mount, r.get("listAlertEvaluations", "/alerts/{id}/evaluations", tag, "List the latest evaluations of an alert, newest first"), r.listAlertEvaluations)
	r.registerBacktest(withoutKey(r.create("backtestAlert", "/alerts/backtest", tag, "Back-test an alert")))
	httpx.Register(r.API, withoutKey(r.create("previewAlert", "/alerts/preview", tag, "Preview the notification of an alert without saving it")), r.previewAlert)
	test := withoutKey(r.create("testAlert", "/alerts/test", tag, "Test an alert at its webhooks without saving it"))
	test.Description = testAlertDescription
	httpx.Register(r.API, test, r.testAlert)
}

func (r *routes) sources() {
	const tag = "Sources"
	httpx.RegisterList(r.API, r.get("listSources", "/sources", tag, "List sources"), r.listSources)
	httpx.Register(r.API, r.create("createSource", "/sources", tag, "Create a source"), r.createSource)
	httpx.Register(r.API, r.get("getSource", "/sources/{id}", tag, "Get a source"), r.getSource)
	httpx.Register(r.API, r.replace("updateSource", "/sources/{id}", tag, "Replace a source"), r.updateSource)
	httpx.RegisterEmpty(r.API, r.remove("deleteSource", "/sources/{id}", tag, "Delete a source; tiles that use it stay and say so"), r.deleteSource)
}

func (r *routes) connections() {
	const tag = "Connections"
	httpx.RegisterList(r.API, r.get("listConnections", "/connections", tag, "List connections"), r.listConnections)
	httpx.Register(r.API, r.create("createConnection", "/connections", tag, "Create a connection without testing it"), r.createConnection)
	test := withoutKey(r.create("testConnection", "/connections/test", tag, "Test a connection without saving it"))
	test.Description = "Without a password, the one of a stored connection with the same host and username is used."
	httpx.Register(r.API, test, r.testConnection)
	httpx.Register(r.API, r.get("getConnection", "/connections/{id}", tag, "Get a connection"), r.getConnection)
	httpx.Register(r.API, conflicts(r.replace("updateConnection", "/connections/{id}", tag, "Replace a connection")), r.updateConnection)
	httpx.RegisterEmpty(r.API, conflicts(r.remove("deleteConnection", "/connections/{id}", tag, "Delete a connection; what uses it stays and says so")), r.deleteConnection)
}

func (r *routes) savedSearches() {
	const tag = "Saved searches"
	httpx.RegisterPage(r.API, r.get("listSavedSearches", "/saved-searches", tag, "List saved searches"), r.listSavedSearches)
	httpx.Register(r.API, r.create("createSavedSearch", "/saved-searches", tag, "Create a saved search"), r.createSavedSearch)
	httpx.Register(r.API, r.get("getSavedSearch", "/saved-searches/{id}", tag, "Get a saved search"), r.getSavedSearch)
	httpx.Register(r.API, conflicts(r.replace("updateSavedSearch", "/saved-searches/{id}", tag, "Replace a saved search")), r.updateSavedSearch)
	httpx.RegisterEmpty(r.API, r.remove("deleteSavedSearch", "/saved-searches/{id}", tag, "Delete a saved search and its alerts"), r.deleteSavedSearch)
}

func (r *routes) webhooks() {
	const tag = "Webhooks"
	httpx.RegisterPage(r.API, r.get("listWebhooks", "/webhooks", tag, "List webhooks"), r.listWebhooks)
	httpx.Register(r.API, r.create("createWebhook", "/webhooks", tag, "Create a webhook, whose signing secret is shown only once"), r.createWebhook)
	httpx.Register(r.API, r.get("getWebhook", "/webhooks/{id}", tag, "Get a webhook"), r.getWebhook)
	httpx.Register(r.API, r.replace("updateWebhook", "/webhooks/{id}", tag, "Replace a webhook"), r.updateWebhook)
	httpx.RegisterEmpty(r.API, conflicts(r.remove("deleteWebhook", "/webhooks/{id}", tag, "Delete a webhook that no alert uses")), r.deleteWebhook)
	httpx.Register(r.API, r.create("rotateWebhookSecret", "/webhooks/{id}/rotate-secret", tag, "Rotate the signing secret; the old one stays valid for 24 hours"), r.rotateWebhookSecret)
}

func (r *routes) roles() {
	const tag = "Roles"
	httpx.RegisterList(r.API, r.get("listRoles", "/roles", tag, "List roles, the predefined ones first"), r.listRoles)
	httpx.Register(r.API, conflicts(r.create("createRole", "/roles", tag, "Create a role")), r.createRole)
	httpx.Register(r.API, r.get("getRole", "/roles/{id}", tag, "Get a role"), r.getRole)
	httpx.Register(r.API, conflicts(r.replace("updateRole", "/roles/{id}", tag, "Change a role; a name and a description that are absent stay")), r.updateRole)
	httpx.RegisterEmpty(r.API, conflicts(r.remove("deleteRole", "/roles/{id}", tag, "Delete a role that nobody has")), r.deleteRole)
}

func (r *routes) deliveries() {
	const tag = "Deliveries"
	httpx.RegisterPage(r.API, r.get("listAlertDeliveries", "/alerts/{id}/deliveries", tag, "List the notifications of an alert, newest first"), r.listAlertDeliveries)
	httpx.RegisterPage(r.API, r.get("listWebhookDeliveries", "/webhooks/{id}/deliveries", tag, "List the deliveries of a webhook, newest first"), r.listWebhookDeliveries)
	httpx.Register(r.API, conflicts(r.create("redeliver", "/deliveries/{id}/redeliver", tag, "Deliver a message again under the same id")), r.redeliver)
	httpx.Register(r.API, withoutKey(r.create("testWebhook", "/webhooks/{id}/test", tag, "Send a test message now and report the outcome")), r.testWebhook)
}

func (r *routes) charts() {
	tile := withoutKey(r.create("drawTile", "/charts/tile", "Charts", "Get what a tile shows"))
	tile.Description, tile.Errors = tileDescription, []int{http.StatusNotFound}
	if r.Meta {
		httpx.RegisterWithMeta(r.API, tile, r.drawTile)
	} else {
		httpx.RegisterWithMeta(r.API, tile, r.drawTileAlone)
	}
}

func (r *routes) audit() {
	const tag = "Audit"
	list := r.get("listAuditRecords", "/audit", tag, "List what was changed or refused in the team, newest first")
	list.Produces, list.Timeout, list.Description = []string{"application/json", mediaNDJSON}, auditExportMax, auditDescription
	httpx.RegisterFormats(r.API, list, r.listAuditRecords)
	httpx.Register(r.API, r.get("getAuditChain", "/audit/chain", tag, "Verify the hash chain of the audit log"), r.getAuditChain)
}
