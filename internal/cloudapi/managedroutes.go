package cloudapi

import (
	"net/http"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackwire"
)

// stackPath is where a service's stack begins.
const stackPath = servicePath + "/stack"

func getIn(id, path, tag, summary string) httpx.Operation {
	return get(id, stackPath+path, tag, summary)
}

// stackRoutes mirrors the self-hosted stack API below a service.
func (a *API) stackRoutes(api *httpx.API) {
	a.stackDashboardRoutes(api)
	a.stackAlertRoutes(api)
	a.stackAlertReviewRoutes(api)
	a.stackSourceRoutes(api)
	a.stackSavedSearchRoutes(api)
	a.stackWebhookRoutes(api)
	a.stackDeliveryRoutes(api)
	a.stackChartRoutes(api)
}

func (a *API) stackDashboardRoutes(api *httpx.API) {
	const tag = "Stack: dashboards"
	httpx.RegisterList(api, getIn("listStackDashboards", "/dashboards", tag, "List dashboards"), managed(a, a.listDashboards))
	httpx.Register(api, large(makeIn("createStackDashboard", "/dashboards", tag, "Create a dashboard")), managed(a, a.createDashboard))
	httpx.Register(api, large(validateOperation(tag)), managed(a, a.validateDashboard))
	httpx.Register(api, getIn("getStackDashboard", "/dashboards/{id}", tag, "Get a dashboard"), managed(a, a.getDashboard))
	httpx.Register(api, large(conflicts(replaceIn("updateStackDashboard", "/dashboards/{id}", tag, "Replace a dashboard"))), managed(a, a.updateDashboard))
	httpx.RegisterEmpty(api, removeFrom("deleteStackDashboard", "/dashboards/{id}", tag, "Delete a dashboard and the alerts of its tiles"), managedEmpty(a, a.deleteDashboard))
}

func (a *API) stackAlertRoutes(api *httpx.API) {
	const tag = "Stack: alerts"
	httpx.RegisterPage(api, getIn("listStackAlerts", "/alerts", tag, "List alerts"), managed(a, a.listAlerts))
	httpx.Register(api, makeIn("createStackAlert", "/alerts", tag, "Create an alert"), managed(a, a.createAlert))
	httpx.Register(api, getIn("getStackAlert", "/alerts/{id}", tag, "Get an alert"), managed(a, a.getAlert))
	httpx.Register(api, replaceIn("updateStackAlert", "/alerts/{id}", tag, "Update an existing alert"), managed(a, a.updateAlert))
	httpx.RegisterEmpty(api, removeFrom("deleteStackAlert", "/alerts/{id}", tag, "Delete an alert"), managedEmpty(a, a.deleteAlert))
	httpx.Register(api, makeIn("silenceStackAlert", "/alerts/{id}/silence", tag, "Keep an alert's notifications back for a while"), managed(a, a.silenceAlert))
	httpx.Register(api, removeFrom("unsilenceStackAlert", "/alerts/{id}/silence", tag, "Let an alert's notifications through again"), managed(a, a.unsilenceAlert))
}

func (a *API) stackAlertReviewRoutes(api *httpx.API) {
	const tag = "Stack: alerts"
	httpx.RegisterList(api, getIn("listStackAlertHistory", "/alerts/{id}/history", tag, "List what changed about an alert, the newest first"), managed(a, a.listAlertHistory))
	httpx.RegisterList(api, getIn("listStackAlertEvaluations", "/alerts/{id}/evaluations", tag, "List what the last windows said about an alert, the newest first"), managed(a, a.listAlertEvaluations))
	httpx.RegisterWithMeta(api, withoutKey(makeIn("backtestStackAlert", "/alerts/backtest", tag, "Tell what an alert would have done")), managed(a, a.backtestAlert))
}

func (a *API) stackSourceRoutes(api *httpx.API) {
	const tag = "Stack: sources"
	httpx.RegisterList(api, getIn("listStackSources", "/sources", tag, "List sources"), managed(a, a.listSources))
	httpx.Register(api, makeIn("createStackSource", "/sources", tag, "Create a source"), managed(a, a.createSource))
	httpx.Register(api, getIn("getStackSource", "/sources/{id}", tag, "Get a source"), managed(a, a.getSource))
	httpx.Register(api, replaceIn("updateStackSource", "/sources/{id}", tag, "Replace a source"), managed(a, a.updateSource))
	httpx.RegisterEmpty(api, removeFrom("deleteStackSource", "/sources/{id}", tag, "Delete a source; what uses it stays and says so"), managedEmpty(a, a.deleteSource))
}

func (a *API) stackSavedSearchRoutes(api *httpx.API) {
	const tag = "Stack: saved searches"
	httpx.RegisterPage(api, getIn("listStackSavedSearches", "/saved-searches", tag, "List saved searches"), managed(a, a.listSavedSearches))
	httpx.Register(api, makeIn("createStackSavedSearch", "/saved-searches", tag, "Create a saved search"), managed(a, a.createSavedSearch))
	httpx.Register(api, getIn("getStackSavedSearch", "/saved-searches/{id}", tag, "Get a saved search"), managed(a, a.getSavedSearch))
	httpx.Register(api, conflicts(replaceIn("updateStackSavedSearch", "/saved-searches/{id}", tag, "Replace a saved search")), managed(a, a.updateSavedSearch))
	httpx.RegisterEmpty(api, removeFrom("deleteStackSavedSearch", "/saved-searches/{id}", tag, "Delete a saved search and its alerts"), managedEmpty(a, a.deleteSavedSearch))
}

func (a *API) stackWebhookRoutes(api *httpx.API) {
	const tag = "Stack: webhooks"
	httpx.RegisterPage(api, getIn("listStackWebhooks", "/webhooks", tag, "List webhooks"), managed(a, a.listWebhooks))
	httpx.Register(api, makeIn("createStackWebhook", "/webhooks", tag, "Create a webhook; its signing secret is shown this once"), managed(a, a.createWebhook))
	httpx.Register(api, getIn("getStackWebhook", "/webhooks/{id}", tag, "Get a webhook"), managed(a, a.getWebhook))
	httpx.Register(api, replaceIn("updateStackWebhook", "/webhooks/{id}", tag, "Replace a webhook"), managed(a, a.updateWebhook))
	httpx.RegisterEmpty(api, conflicts(removeFrom("deleteStackWebhook", "/webhooks/{id}", tag, "Delete a webhook that no alert uses")), managedEmpty(a, a.deleteWebhook))
	httpx.Register(api, makeIn("rotateStackWebhookSecret", "/webhooks/{id}/rotate-secret", tag, "Make a new signing secret; the old one signs beside it for 24 hours"), managed(a, a.rotateWebhookSecret))
}

func (a *API) stackDeliveryRoutes(api *httpx.API) {
	const tag = "Stack: deliveries"
	httpx.RegisterPage(api, getIn("listStackAlertDeliveries", "/alerts/{id}/deliveries", tag, "List the notifications of an alert, the newest first"), managed(a, a.listAlertDeliveries))
	httpx.RegisterPage(api, getIn("listStackWebhookDeliveries", "/webhooks/{id}/deliveries", tag, "List what a webhook was sent, the newest first"), managed(a, a.listWebhookDeliveries))
	httpx.Register(api, makeIn("redeliverStackDelivery", "/deliveries/{id}/redeliver", tag, "Deliver a message again, under its id"), managed(a, a.redeliver))
	// A transaction must not stay open while the receiver thinks.
	test := makeIn("testStackWebhook", "/webhooks/{id}/test", tag, "Send a test message now and tell how that went")
	test.NoIdempotency = true
	test.Errors = append(test.Errors, http.StatusNotFound)
	httpx.Register(api, test, managed(a, a.testWebhook))
}

func (a *API) stackChartRoutes(api *httpx.API) {
	tile := withoutKey(makeIn("drawStackTile", "/charts/tile", "Stack: charts", "Get what a tile shows"))
	tile.Description, tile.Errors = stackwire.TileDescription, []int{http.StatusNotFound}
	httpx.RegisterWithMeta(api, tile, managed(a, a.drawTile))
}
