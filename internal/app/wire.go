package app

import (
	"context"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/uiapi"
	"github.com/cairnstack/cairn/web"
)

// Windows of the rate limits. Those of the interface are per minute and session, or
// address: a wall of forty tiles that refreshes every five seconds asks 480 times a
// minute, and people have more than one tab open.
const (
	stackRateWindow  = time.Minute
	cloudRateWindow  = 10 * time.Second
	uiRateLimit      = 1200
	sessionRateLimit = 6000
)

// wire connects adapters and use cases and gives every listener its server.
func (a *App) wire(ctx context.Context) error {
	a.tables = tables.NewStore(a.engine.client, tables.StoreOptions{Logger: a.Logger})
	a.cloud = a.openCloud()
	a.access.Members = a.cloud
	a.openMeter()
	a.cloud.Costs = a.meter
	if err := a.openBackups(); err != nil {
		return err
	}
	a.queries = a.openQueries()
	a.alertReads = &explore.AlertReads{
		Store: explore.ConnectedWatch(a.store, explore.Connected(a.store, a.store)), Engine: a.queries.Engine,
		SQL: a.sqlTiles, PromQL: a.promTiles(), Sources: a.queries.Sources,
	}
	a.resources = a.openResources()
	a.openNotifier()
	a.openEvaluator()
	if err := a.openIngest(ctx); err != nil {
		return err
	}
	a.serveAll()
	return nil
}

// serveAll gives every listener its server; the admin listener has its own
// already.
func (a *App) serveAll() {
	var receiver *otlp.Receiver
	for _, l := range a.listeners {
		switch l.role {
		case RoleOTLPGRPC, RoleOTLPHTTP:
			if receiver == nil {
				receiver = a.newReceiver()
			}
			l.server = a.otlpServer(l.role, receiver)
		case RoleStack:
			l.server = a.httpServer(l.role, a.stackHandler())
		case RoleCloud:
			l.server = a.httpServer(l.role, a.cloudHandler())
		case RoleUI:
			l.server = a.httpServer(l.role, a.uiHandler())
		case RoleAdmin:
		}
	}
}

func (a *App) httpServer(role Role, handler http.Handler) server {
	return newQuietServer(httpx.NewServer(handler, a.serverOptions(role)))
}

// adminServer is there before anything else is, so that a start can be watched.
func (a *App) adminServer() server {
	return a.httpServer(RoleAdmin, httpx.NewEdge(a.edgeOptions("admin")).Wrap(a.askedByName(a.adminHandler())))
}

func (a *App) edgeOptions(name string) httpx.EdgeOptions {
	return httpx.EdgeOptions{
		Name: name, Dialect: httpx.Stack{}, Logger: a.Logger, Clock: a.Now, Metrics: a.metrics, Proxies: a.Config.proxies(),
		HSTSMaxAge: time.Duration(a.Config.HSTSMaxAge) * time.Second,
	}
}

func (a *App) httpOptions(name string) httpx.Options {
	reference, _ := fs.Sub(web.FS(), "reference")
	edge := a.edgeOptions(name)
	edge.Transfer = a.meter.Transfer.Add
	return httpx.Options{
		EdgeOptions: edge,
		Idempotency: a.store,
		Reference:   reference,
		Refused:     a.access.NoteRefusal,
	}
}

func (a *App) stackAPI(options httpx.Options, caller httpx.Authenticator) *httpx.API {
	options.Authenticator = cloudapi.Witness{Of: caller}
	return a.streaming(stackapi.New(options, stackapi.Uses{Stack: a.stackUses(), Accounts: a.access, Teams: a.cloud, Queries: a.queries, SQL: a.sqlTiles, Reach: a.cloud.Reachable}))
}

func (a *App) cloudAPI(options httpx.Options, caller httpx.Authenticator) *httpx.API {
	options.Authenticator = caller
	return cloudapi.New(options, cloudapi.Uses{Cloud: a.cloud, Stack: a.stackUses(), Selects: a.sqlTiles, Enter: a.access.Enter})
}

// stackUses returns what both APIs serve of a stack.
func (a *App) stackUses() stackroutes.Uses {
	return stackroutes.Uses{Resources: a.resources, Deliveries: a.ledger, Review: a.review, Tiles: a.tiles()}
}

// streaming ends the streams of an API when the server stops, as they must end
// before a stop can wait for requests.
func (a *App) streaming(api *httpx.API) *httpx.API {
	context.AfterFunc(a.streamsEnd, api.CloseStreams)
	return api
}

// onDemand makes an API when it is first asked for. To describe its operations
// takes longer than everything else of a start, and few servers are asked for
// all of them.
func onDemand(describe func() *httpx.API) http.Handler {
	handler := sync.OnceValue(func() http.Handler { return describe().Handler() })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler().ServeHTTP(w, r) })
}

func (a *App) bearer() httpx.Authenticator {
	return stackapi.Bearer{Keys: a.access, Note: a.uses.Note}
}

func (a *App) basic() httpx.Authenticator {
	return cloudapi.Basic{Keys: a.access, Note: a.uses.Note}
}

// stackHandler serves the stack API, the Prometheus API and, without a key,
// whether the server is alive and ready, at the paths that existing probes ask.
func (a *App) stackHandler() http.Handler {
	options := a.httpOptions("stack")
	options.Limits.Rate = httpx.Rate{Max: a.Config.StackRateLimit, Window: stackRateWindow}
	api := onDemand(func() *httpx.API { return a.stackAPI(options, a.bearer()) })
	metrics := onDemand(func() *httpx.API { return a.promAPI(options, promapi.Password{Of: a.bearer()}) })
	return besideProm(metrics, httpx.NewEdge(options.EdgeOptions).Wrap(a.withProbes(api)))
}

func (a *App) cloudHandler() http.Handler {
	options := a.httpOptions("cloud")
	options.Limits.Rate = httpx.Rate{Max: a.Config.CloudRateLimit, Window: cloudRateWindow}
	return onDemand(func() *httpx.API { return a.cloudAPI(options, a.basic()) })
}

// uiHandler serves the interface and, on the same origin, the public APIs to
// those who are signed in. Pages of other origins can't use the cookie.
func (a *App) uiHandler() http.Handler {
	session := uiapi.Session{Sessions: a.access, Note: a.uses.Note, Secure: strings.HasPrefix(a.publicURL(), "https://"), Path: a.Config.basePath()}
	options := a.httpOptions("ui")
	options.Challenge = "Session" // a Basic challenge would open the browser's own prompt
	options.Limits.Rate = httpx.Rate{Max: sessionRateLimit, Window: time.Minute}
	private := options
	private.Limits.Rate = httpx.Rate{Max: uiRateLimit, Window: time.Minute}

	mux := http.NewServeMux()
	uses := uiapi.Uses{
		Accounts: a.access, Keeping: a.keeping(), Status: a.status, Reach: a.cloud.Reachable,
		TeamInvitations: a.resources, OrganizationInvitations: a.cloud, AllowsRawSQL: a.Config.allowsRawSQL,
		Mails: a.passwordMails(), PasswordURL: a.passwordURL, SetUpNeedsLink: a.setUpNeedsLink,
		SSO: a.singleSignOn(), SSOOnly: a.Config.SSOOnly,
	}
	mux.Handle(uiapi.Prefix+"/", onDemand(func() *httpx.API { return uiapi.New(private, session, uses) }))
	stack := onDemand(func() *httpx.API { return a.stackAPI(options, session) })
	mux.Handle(stackapi.Prefix, stack)
	mux.Handle(stackapi.Prefix+"/", stack)
	// Paths below /api are never pages. Elsewhere the interface's port passes
	// them on without their /api.
	mux.Handle("/api", stack)
	mux.Handle("/api/", stack)
	mux.Handle("/api"+stackapi.Prefix+"/", http.StripPrefix("/api", stack))
	mux.Handle(promapi.Root+"/", onDemand(func() *httpx.API { return a.promAPI(options, session) }))
	mux.Handle(cloudapi.Prefix+"/", onDemand(func() *httpx.API { return a.cloudAPI(options, session) }))
	mux.Handle("/", uiapi.Files(web.FS(), a.Config.basePath()))
	return below(a.Config.basePath(), httpx.NewEdge(options.EdgeOptions).Wrap(a.sameSite(a.setUpHere(mux))))
}

func (a *App) status(ctx context.Context) uiapi.Status {
	return uiapi.Status{
		Version:  Version(),
		Engine:   uiapi.Engine{Ready: a.engine.ready(ctx) == nil, Version: embedded.EngineVersion, Mode: a.engine.mode()},
		Database: uiapi.Database{Ready: a.store.Ping(ctx) == nil, Kind: a.store.Kind()},
		Addresses: uiapi.Addresses{
			Stack: a.reachedAt(RoleStack), UI: a.reachedAt(RoleUI), Cloud: a.reachedAt(RoleCloud),
			OTLPGRPC: a.reachedAt(RoleOTLPGRPC), OTLPHTTP: a.reachedAt(RoleOTLPHTTP),
		},
	}
}
