// Package stacktest serves both deployments of the stack inside a test, the
// self-hosted API and the managed one, over one real metadata store and
// without an engine. What it makes depends only on the seed, so that the
// responses of two worlds can be compared.
package stacktest

import (
	"context"
	crand "crypto/rand"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/webhook"
)

// Noon returns what the clock of a world shows first.
func Noon() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) }

// password is that of every user.
const password = "correct horse battery"

// Options shape a world. The zero value is SQLite in a folder of its own.
type Options struct {
	Postgres bool
	Dir      string // of the SQLite file
	Log      io.Writer
	Adjust   func(*resources.Resources)
}

// World is a running server of both deployments that is set up.
type World struct {
	Store      *sqlstore.Store
	Access     *access.Service
	Resources  *resources.Resources
	Deliveries *notifier.Ledger // sends nothing: every receiver takes everything
	Review     *review.Review   // reads nothing: every fifth window has the value 30, others 1
	Clock      *testkit.Clock
	Stack      *httpx.API
	Cloud      *httpx.API
	Home       access.Installation
	StackURL   string
	CloudURL   string
}

// New runs a world until t ends.
func New(t testing.TB, o Options) *World {
	t.Helper()
	w := &World{Clock: testkit.NewClock(Noon())}
	if o.Postgres {
		w.Home, w.Store = rent(t, w.Clock)
	} else {
		dir := o.Dir
		if dir == "" {
			dir = t.TempDir()
		}
		w.Home = moveIn(t, dir)
		w.Store = open(t, sqlstore.Options{Dir: dir, Now: w.Clock.Now})
	}
	recorded := w.recorded()
	w.Access = &access.Service{Store: recorded, Now: w.Clock.Now, Random: randomness(2)}
	w.Resources = &resources.Resources{
		Store: resources.Guard(recorded), Accounts: w.Access, Now: w.Clock.Now, Random: w.Access.Random, SQL: anySQL{},
		Allowed:  []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		JoinURL:  func(token string) string { return "https://cairn.example/join-team?token=" + token },
		ShareURL: func(token string) string { return "https://cairn.example/shared/" + token },
	}
	w.Deliveries = notifier.NewLedger(notifier.LedgerParts{
		Store: recorded, Owners: resources.Guard(w.Store), Sender: polite{}, Writer: writer(w.Clock.Now), Now: w.Clock.Now, Random: w.Access.Random,
	})
	w.Review = &review.Review{Alerts: resources.Guard(w.Store), Records: w.Store, Reader: fifths{}, Now: w.Clock.Now}
	if o.Adjust != nil {
		o.Adjust(w.Resources)
	}
	w.serve(t, o)
	return w
}

// writer writes what polite receivers get.
func writer(now func() time.Time) alerting.Writer {
	return webhook.NewSender(webhook.Options{Now: now, PublicURL: func() string { return "https://cairn.example" }})
}

// polite is a sender whose receivers take everything.
type polite struct{}

// Send implements alerting.Sender.
func (polite) Send(context.Context, alerting.Envelope) alerting.Answer {
	return alerting.Answer{Outcome: alerting.OutcomeDelivered, StatusCode: http.StatusOK, Body: "ok", Latency: 12 * time.Millisecond}
}

// fifths is a reader for which every fifth window has the value 30, and others
// 1.
type fifths struct{}

// Read implements alerting.Reader.
func (fifths) Read(_ context.Context, questions []explore.AlertQuestion, answered func([]explore.AlertAnswer)) {
	for i, q := range questions {
		readout := explore.AlertAnswer{Index: i, Watch: explore.AlertWatch{Counts: true}}
		for at := q.Range.From; at.Before(q.Range.To); at = at.Add(q.Step) {
			point := explore.AlertPoint{Window: at, Value: 1}
			if at.Unix()/int64(q.Step.Seconds())%5 == 0 {
				point.Value = 30
			}
			readout.Points = append(readout.Points, point)
		}
		answered([]explore.AlertAnswer{readout})
	}
}

// Sample implements alerting.Reader.
func (fifths) Sample(context.Context, alerting.Notice) ([]map[string]string, error) { return nil, nil }

func randomness(seed byte) io.Reader { return &lockedReader{of: rand.NewChaCha8([32]byte{seed})} }

func open(t testing.TB, o sqlstore.Options) *sqlstore.Store {
	t.Helper()
	o.Logger, o.SecretKey = slog.New(slog.DiscardHandler), make([]byte, sqlstore.SecretKeyBytes)
	store, err := sqlstore.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func install(t testing.TB, accounts *access.Service) access.Installation {
	t.Helper()
	home, err := accounts.Install(context.Background(), access.NewUser{Email: "admin@localhost", Name: "Administrator", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return home
}

// recorded returns the store with an audit log of what requests change in it.
func (w *World) recorded() *audit.Store {
	origin := func(ctx context.Context) access.Origin {
		came := httpx.CameBy(ctx)
		return audit.OriginOf(came.API, came.OperationID, came.Path, came.UserAgent)
	}
	return &audit.Store{Store: w.Store, Trail: &access.Trail{Store: w.Store, Now: w.Clock.Now, Random: crand.Reader, Origin: origin}}
}

func (w *World) serve(t testing.TB, o Options) {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	if o.Log != nil {
		logger = slog.New(slog.NewTextHandler(o.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	options := httpx.Options{EdgeOptions: httpx.EdgeOptions{Logger: logger, Clock: w.Clock.Now}, Idempotency: w.Store}
	unnoted := func(access.Principal) {}
	uses := &cloud.Cloud{
		Store: w.recorded(), Now: w.Clock.Now, Random: w.Access.Random, Domain: "cairn.localhost", People: w.Access,
		Join: func(token string) string { return "https://cairn.example/join-organization?token=" + token },
	}
	options.Name = "stack"
	options.Authenticator = stackapi.Bearer{Keys: w.Access, Note: unnoted}
	served := stackroutes.Uses{Resources: w.Resources, Deliveries: w.Deliveries, Review: w.Review, Tiles: w.tiles()}
	w.Stack = stackapi.New(options, stackapi.Uses{Stack: served, Accounts: w.Access, Teams: uses})
	w.StackURL = listen(t, w.Stack, logger)
	options.Name = "cloud"
	options.Authenticator = cloudapi.Basic{Keys: w.Access, Note: unnoted}
	w.Cloud = cloudapi.New(options, cloudapi.Uses{Cloud: uses, Stack: served})
	w.CloudURL = listen(t, w.Cloud, logger)
}

func listen(t testing.TB, api *httpx.API, logger *slog.Logger) string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.Config = httpx.NewServer(api.Handler(), httpx.ServerOptions{Logger: logger})
	server.Start()
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		server.Close()
	})
	return server.URL
}

// anySQL takes every template: what SQL may say is the query layer's matter.
type anySQL struct{}

func (anySQL) CheckSQLTile(context.Context, string, stack.SQLQuery) error { return nil }

// lockedReader is a source of randomness for several requests.
type lockedReader struct {
	mu sync.Mutex
	of io.Reader
}

func (r *lockedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of.Read(p)
}
