package stackwire_test

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestEveryDocumentedStatusIsAnswered provokes every status that the documents
// name for the operations of a stack, in both deployments, and holds every
// answer to the document. Where telemetry is asked for and what else the cloud
// has are driven where they are tested.
func TestEveryDocumentedStatusIsAnswered(t *testing.T) {
	t.Parallel()
	for _, deployment := range []string{"self-hosted", "managed"} {
		t.Run(deployment, func(t *testing.T) {
			t.Parallel()
			w := stacktest.New(t, stacktest.Options{})
			newStage(t, w, deployment, nil).driver().Run(t)
		})
	}
}

// stage is one deployment with everything that its operations need.
type stage struct {
	t       *testing.T
	world   *stacktest.World
	door    stacktest.Door
	billing stacktest.Door // may do nothing in a stack
	prefix  string         // in the document
	own     map[string]string
	rows    map[string]row
	api     *httpx.API
}

// newStage returns a deployment of the world with belongings, nil: they are
// made.
func newStage(t *testing.T, w *stacktest.World, deployment string, own map[string]string) *stage {
	t.Helper()
	s := &stage{t: t, world: w, own: own, rows: rows()}
	if own == nil {
		s.own = belongings(t, w, w.SelfHosted(), w.Home)
	}
	if deployment == "managed" {
		s.door, s.prefix, s.api, s.billing = w.Managed(), "/v1/organizations/{organizationId}/services/{serviceId}/stack", w.Cloud, w.CloudKey(t, org.RoleBilling)
		return s
	}
	s.door, s.prefix, s.api, s.billing = w.SelfHosted(), "/api/v2", w.Stack, w.Person(t, "billing@example.com", org.RoleBilling).Door
	return s
}

func (s *stage) driver() doctest.Driver {
	operations := s.operations()
	return doctest.Driver{
		Operations: operations, API: s.api.Handler(), Careless: s.serve(httpx.Limits{}, nil),
		Limited: s.serve(httpx.Limits{Rate: httpx.Rate{Max: 1, Window: time.Hour}}, nil),
		Valid:   func(o *doctest.Operation) *http.Request { return s.request(o, s.own) },
		Unknown: s.unknown,
		Forbid:  func(r *http.Request) { r.Header.Set("Authorization", s.billing.Headers["Authorization"]) },
		Special: s.conflicts(operations),
	}
}

// serve returns the deployment's API with limits of its own over resources,
// nil: with nothing behind it.
func (s *stage) serve(limits httpx.Limits, resources *resources.Resources) http.Handler {
	w, unnoted := s.world, func(access.Principal) {}
	options := httpx.Options{EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler), Clock: w.Clock.Now}, Limits: limits}
	if s.door.Name == "managed" {
		uses := cloudapi.Uses{Stack: stackroutes.Uses{Resources: resources}}
		if resources != nil {
			uses.Cloud = &cloud.Cloud{Store: w.Store, Now: w.Clock.Now, Random: w.Access.Random}
		}
		options.Authenticator = cloudapi.Basic{Keys: w.Access, Note: unnoted}
		return cloudapi.New(options, uses).Handler()
	}
	options.Authenticator = stackapi.Bearer{Keys: w.Access, Note: unnoted}
	uses := stackapi.Uses{Stack: stackroutes.Uses{Resources: resources}}
	if resources != nil {
		uses.Teams = &cloud.Cloud{Store: ending{w.Store}, Now: w.Clock.Now, Random: w.Access.Random}
	}
	return stackapi.New(options, uses).Handler()
}

// crowded is a store in which a team has as much as it may.
type crowded struct{ resources.ResourceStore }

// HoldingsOf says that nothing more fits.
func (crowded) HoldingsOf(context.Context, string) (resources.Holdings, error) {
	return resources.Holdings{DashboardBytes: resources.DashboardBytesMax + 1, SavedSearchBytes: resources.SavedSearchBytesMax + 1}, nil
}

// ending is a store whose organization has as many services as it may, all of
// which are being deleted.
type ending struct{ cloud.Store }

// ServicesOf says that no other service fits.
func (ending) ServicesOf(context.Context, string) ([]org.Service, error) {
	return make([]org.Service, org.ServicesPerOrganizationMax), nil
}

// ServiceByID returns the service on its way out.
func (e ending) ServiceByID(ctx context.Context, organizationID, id string) (org.Service, error) {
	s, err := e.Store.ServiceByID(ctx, organizationID, id)
	return s.End(s.CreatedAt), err
}

// conflicts has what the present state of things does not allow: to change or
// delete what others need, to grow where there is no room, and to make an
// account that exists.
func (s *stage) conflicts(operations []*doctest.Operation) map[string]doctest.Provocation {
	resources := *s.world.Resources
	resources.Store = crowded{resources.Store}
	full := s.serve(httpx.Limits{}, &resources)
	special := map[string]doctest.Provocation{}
	for _, o := range operations {
		if s.door.Name != "managed" && !access.StackOperations().Refuses(o.ID) {
			special["403 "+o.ID] = doctest.Provocation{API: s.fenced(), Request: s.request(o, s.own)}
		}
		switch s.name(o) {
		case "PUT /dashboards/{id}", "PUT /saved-searches/{id}", "POST /dashboards/{id}/versions/{version}/restore":
			special["409 "+o.ID] = doctest.Provocation{API: full, Request: s.request(o, s.own)}
		case "POST /teams", "PATCH /team", "DELETE /team":
			special["409 "+o.ID] = doctest.Provocation{API: full, Request: s.request(o, s.own)}
		case "PUT /connections/{id}", "DELETE /connections/{id}":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "far", s.own["connection"])}
		case "DELETE /webhooks/{id}":
			special["409 "+o.ID] = doctest.Provocation{Request: s.request(o, s.own)}
		case "PUT /roles/{id}":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "role", stack.RoleAdminID)}
		case "DELETE /roles/{id}":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "spareRole", stack.RoleAdminID)}
		case "PUT /team/members/{id}/role":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "seat", s.world.Home.User.ID)}
		case "DELETE /team/members/{id}/role":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "user2", s.world.Home.User.ID)}
		case "DELETE /team/member/{id}":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "user", s.world.Home.User.ID)}
		case "POST /team/join":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "token", s.takenInvitation())}
		}
	}
	return special
}

// fenced serves the self-hosted deployment of a service that can be reached
// from nowhere.
func (s *stage) fenced() http.Handler {
	options := httpx.Options{EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)}}
	options.Authenticator = stackapi.Bearer{Keys: s.world.Access, Note: func(access.Principal) {}}
	return stackapi.New(options, stackapi.Uses{Reach: func(ctx context.Context, _ string) error {
		return org.NewIPList(nil).CheckAddr(peer.Client(ctx))
	}}).Handler()
}

// takenInvitation returns the token of an invitation to somebody who has an
// account by now.
func (s *stage) takenInvitation() string {
	s.t.Helper()
	const email = "taken@example.com"
	made := s.world.SelfHosted().Must(s.t, http.MethodPost, "/team/invitation", `{"email":"`+email+`"}`)
	if _, err := s.world.Access.CreateUser(s.t.Context(), access.NewUser{Email: email, Name: "Taken", Password: "correct horse battery"}); err != nil {
		s.t.Fatal(err)
	}
	_, token, _ := strings.Cut(made.Field(s.t, "url"), "token=")
	return token
}

// swapped returns a request with another id in one place.
func (s *stage) swapped(o *doctest.Operation, name, id string) *http.Request {
	s.t.Helper()
	ids := maps.Clone(s.own)
	ids[name] = id
	return s.request(o, ids)
}

// operations returns those of the stack, what deletes last.
func (s *stage) operations() []*doctest.Operation {
	var all []*doctest.Operation
	for _, o := range doctest.Read(s.t, s.api).Operations {
		if name := s.name(o); strings.HasPrefix(o.Path, s.prefix) && !telemetry.MatchString(name) {
			if _, ok := s.rows[name]; !ok {
				s.t.Errorf("%s has no row in the matrix", name)
				continue
			}
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b *doctest.Operation) int { return strings.Compare(rank(s.name(a)), rank(s.name(b))) })
	return all
}

// name returns an operation as the rows call it.
func (s *stage) name(o *doctest.Operation) string {
	return o.Method + " " + strings.TrimPrefix(o.Path, s.prefix)
}

// request returns a valid request of an operation on the things with the ids.
func (s *stage) request(o *doctest.Operation, ids map[string]string) *http.Request {
	s.t.Helper()
	r := s.rows[s.name(o)]
	path := strings.NewReplacer("{id}", ids[r.noun], "{version}", "1").Replace(strings.TrimPrefix(o.Path, s.prefix)) + r.query
	return s.ask(o.Method, path, fill(s.t, r.body, ids))
}

func (s *stage) ask(method, path, body string) *http.Request {
	return doctest.NewRequest(method, s.door.Base+path, body, s.door.Headers["Authorization"])
}

// unknown returns a request about what does not exist: by its path, or where
// the path has no id, by its token or its service.
func (s *stage) unknown(o *doctest.Operation) *http.Request {
	ids := maps.Clone(s.own)
	ids["token"], ids["link"] = strings.Repeat("0", 64), strings.Repeat("0", 64)
	row := s.rows[s.name(o)]
	ids[row.noun] = noSuch
	if row.reads {
		ids[row.foreign[0]] = noSuch
	}
	request := s.request(o, ids)
	if !strings.Contains(s.name(o), "{id}") {
		request.URL.Path = strings.Replace(request.URL.Path, s.world.Home.ServiceID, "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11", 1)
	}
	return request
}
