// Package promapi is the HTTP API of Prometheus over the metrics and alerts of
// a team: what Grafana, promtool and other clients of a Prometheus read.
package promapi

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

// Root begins every path of the API, Prefix those of its first version.
// Version is that of the Prometheus whose API this is.
const (
	Root    = "/prometheus"
	Prefix  = Root + "/api/v1"
	Version = "3.15.0"
)

// Uses is the use cases that the API serves.
type Uses struct {
	Questions prom.Questions
	// Cardinality counts series.
	Cardinality prom.Cardinality
	Alerts      Alerts
	Past        Past
	// Writer writes the texts of alerts as notifications have them; nil: they are
	// shown as they are.
	Writer alerting.Writer
	// Reach returns a Forbidden fault unless the client of ctx may reach the
	// team; nil: everybody may.
	Reach func(ctx context.Context, teamID string) error
	// Ready reports whether requests can be served; nil: they can.
	Ready func(ctx context.Context) bool
	Now   func() time.Time
	// Revision is the version of the server, Started when it started.
	Revision string
	Started  time.Time
}

// API is the surface; New mounts it.
type API struct {
	Uses
	parser parser.Parser
}

// New makes the API from what all listeners share and the use cases that it
// serves.
func New(options httpx.Options, uses Uses) *httpx.API {
	options.Dialect, options.Prefix = httpx.Prometheus{}, Prefix
	options.Permissions = access.Fenced{Operations: access.PrometheusOperations(), Reach: uses.Reach}
	options.Title, options.Version = "Cairn Prometheus API", Version
	options.Description = "PromQL over the metrics of a team, as Prometheus offers it."
	options.Limits.BodyBytesMax = FormBytesMax
	served := httpx.New(options)
	a := &API{Uses: uses, parser: promtext.NewParser()}
	for _, routes := range []func(*httpx.API){a.queryRoutes, a.selectionRoutes, a.cardinalityRoutes, a.ruleRoutes, a.statusRoutes, a.probeRoutes} {
		routes(served)
	}
	return served
}

// get begins the description of an operation.
func get(id, path, tag, summary string) httpx.Operation {
	return httpx.Operation{ID: id, Method: http.MethodGet, Path: Prefix + path, Tags: []string{tag}, Summary: summary}
}

// ask begins the description of an operation whose parameters may come as a
// form.
func ask(id, path, tag, summary string) httpx.Operation {
	op := get(id, path, tag, summary)
	op.Form, op.Timeout, op.Produces = true, QueryTimeMax, []string{mediaJSON}
	op.Errors = []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}
	op.Description = "The parameters may also be sent by POST, as a form."
	return op
}

func (a *API) queryRoutes(api *httpx.API) {
	const tag = "Queries"
	httpx.RegisterFormats(api, ask("queryInstant", "/query", tag, "Evaluate an expression at an instant"), streamed[instantInput, queryData](a.queryInstant))
	httpx.RegisterFormats(api, ask("queryRange", "/query_range", tag, "Evaluate an expression over a range of time"), streamed[rangeInput, queryData](a.queryRange))
	httpx.RegisterFormats(api, ask("queryExemplars", "/query_exemplars", tag, "List the exemplars of the series that an expression selects"), streamed[exemplarsInput, []exemplarData](a.queryExemplars))
	httpx.Register(api, ask("formatQuery", "/format_query", tag, "Format an expression"), a.formatQuery)
	httpx.Register(api, ask("parseQuery", "/parse_query", tag, "Parse an expression into its tree"), a.parseQuery)
}

func (a *API) selectionRoutes(api *httpx.API) {
	const tag = "Series"
	httpx.RegisterFormats(api, ask("listSeries", "/series", tag, "List the series that selectors match"), streamed[selectionInput, []map[string]string](a.listSeries))
	httpx.RegisterFormats(api, ask("listLabels", "/labels", tag, "List the names of labels"), streamed[selectionInput, []string](a.listLabels))
	values := ask("listLabelValues", "/label/{name}/values", tag, "List the values of a label")
	httpx.RegisterFormats(api, values, streamed[valuesInput, []string](a.listLabelValues))
	httpx.RegisterWithMeta(api, get("listMetadata", "/metadata", tag, "List what is known about metrics: type, help and unit"), a.listMetadata)
}

func (a *API) cardinalityRoutes(api *httpx.API) {
	const tag = "Cardinality"
	httpx.RegisterWithMeta(api, get("getTSDBStatus", "/status/tsdb", tag, "Count series by metric, label and value, as Prometheus does"), a.getTSDBStatus)
	httpx.RegisterWithMeta(api, get("listMetricSeries", "/cardinality/metrics", tag, "List metrics with type, unit, help and number of series"), a.listMetricSeries)
	httpx.RegisterWithMeta(api, get("listLabelSeries", "/cardinality/labels", tag, "List labels with their number of values, and the values that most series have"), a.listLabelSeries)
	httpx.RegisterWithMeta(api, get("getSeriesLimit", "/cardinality/limit", tag, "Get how near the team is to its limit of active series"), a.getSeriesLimit)
}

func (a *API) ruleRoutes(api *httpx.API) {
	const tag = "Alerts"
	httpx.Register(api, get("listRules", "/rules", tag, "List the team's alerts as rules, grouped by dashboard or saved search"), a.listRules)
	httpx.Register(api, get("listAlerts", "/alerts", tag, "List what is pending or firing"), a.listAlerts)
	httpx.Register(api, get("listAlertmanagers", "/alertmanagers", tag, "List Alertmanagers: there are none"), a.listAlertmanagers)
}

func (a *API) statusRoutes(api *httpx.API) {
	const tag = "Status"
	httpx.Register(api, get("getBuildInfo", "/status/buildinfo", tag, "Get the version of Prometheus whose API this is"), a.getBuildInfo)
	httpx.Register(api, get("getRuntimeInfo", "/status/runtimeinfo", tag, "Get since when the server runs"), a.getRuntimeInfo)
	httpx.Register(api, get("getConfig", "/status/config", tag, "Get the configuration of Prometheus: there is none"), a.getConfig)
	httpx.Register(api, get("getFlags", "/status/flags", tag, "Get the flags of Prometheus: there are none"), a.getFlags)
	httpx.Register(api, get("getReplay", "/status/walreplay", tag, "Get how far the replay of a log is: there is nothing to replay"), a.getReplay)
	httpx.Register(api, get("listTargets", "/targets", tag, "List the targets of scrapes: there are none"), a.listTargets)
	httpx.RegisterList(api, get("listTargetMetadata", "/targets/metadata", tag, "List the metadata of targets: there are none"), a.listTargetMetadata)
	httpx.Register(api, get("listScrapePools", "/scrape_pools", tag, "List scrape pools: there are none"), a.listScrapePools)
}

// probeRoutes are asked without a key, as those of Prometheus are.
func (a *API) probeRoutes(api *httpx.API) {
	for id, path := range map[string]string{"probeHealth": "/-/healthy", "probeReadiness": "/-/ready"} {
		op := get(id, "", "Status", "Probe the server")
		op.Path, op.Public, op.Unlimited, op.Produces = Root+path, true, true, []string{mediaText}
		probe := a.probeHealth
		if id == "probeReadiness" {
			probe = a.probeReadiness
		}
		httpx.RegisterRaw(api, op, probe)
	}
}
