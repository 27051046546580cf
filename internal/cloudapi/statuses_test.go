package cloudapi_test

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
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/metering"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// TestEveryDocumentedStatusIsAnswered provokes every status that the document
// names, the managed stack aside, and holds every answer to the document.
func TestEveryDocumentedStatusIsAnswered(t *testing.T) {
	t.Parallel()
	newStage(t).driver().Run(t)
}

// stage is a cloud with one of everything.
type stage struct {
	t      *testing.T
	lobby  lobby
	house  *house
	api    *httpx.API
	nobody map[string]string // headers of a key that may do nothing
	own    map[string]string
	rows   map[string]row
}

func newStage(t *testing.T) *stage {
	t.Helper()
	l := newLobby(t, apptest.Options{})
	h := &house{base: l.CloudURL, organization: "/v1/organizations/" + l.Home.OrganizationID, admin: l.admin(), store: l.Store}
	h.service = h.organization + "/services/" + l.Home.ServiceID
	s := &stage{t: t, lobby: l, house: h, own: h.furnish(t), rows: rows(), api: l.metered()}
	s.nobody = h.newNobody(t)
	s.own["organizationId"], s.own["userId"] = l.Home.OrganizationID, s.member("member@example.com")
	s.own["token"] = l.invite(t, "accepts@example.com", "developer")
	s.own["listed"] = h.keyOf(t, l.Home.KeyID)
	h.must(t, http.MethodPost, h.service+"/serviceQueryEndpoint", queryKeys(s.own["listed"]))
	return s
}

// keyOf returns the id of the key that signs in with keyID.
func (h *house) keyOf(t *testing.T, keyID string) string {
	t.Helper()
	for _, key := range h.list(t, h.organization+"/keys") {
		if fields := key.(map[string]any); strings.HasSuffix(keyID, fields["keySuffix"].(string)) {
			return fields["id"].(string)
		}
	}
	t.Fatalf("no key ends like %s", keyID)
	return ""
}

// metered serves the cloud with what cost needs.
func (l lobby) metered() *httpx.API {
	uses := &cloud.Cloud{
		Store: l.Store, Now: l.Clock.Now, Random: l.Access.Random, Domain: "cairn.localhost", People: l.Access, MakesBackups: true,
		Join:  func(token string) string { return "https://cairn.example/join-organization?token=" + token },
		Costs: &metering.Meter{Store: l.Store, Prices: org.DefaultPrices(), Now: l.Clock.Now},
	}
	return cloudapi.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler), Clock: l.Clock.Now}, Idempotency: l.Store,
		Authenticator: cloudapi.Basic{Keys: l.Access, Note: func(access.Principal) {}},
	}, cloudapi.Uses{Cloud: uses, Selects: oneRow{uses}})
}

// oneRow stands for the engine, which the tests of this API do without, and
// for the gate before it.
type oneRow struct{ cloud *cloud.Cloud }

func (o oneRow) Select(ctx context.Context, _ string, _ explore.ValueForm) (explore.StatementResult, error) {
	caller, _ := access.From(ctx)
	if err := o.cloud.Serving(ctx, caller.TeamID); err != nil {
		return explore.StatementResult{}, err
	}
	return explore.StatementResult{
		Columns: []explore.ResultColumn{{Name: "1", Kind: "number"}}, Rows: [][]query.Cell{{{Text: "1", Literal: true}}},
	}, nil
}

// member makes a member of the organization and returns their id.
func (s *stage) member(email string) string {
	s.t.Helper()
	made, err := s.lobby.Access.CreateMember(s.t.Context(), access.NewUser{Email: email, Name: "Member", Password: apptest.Password},
		access.Membership{TeamID: s.lobby.Home.TeamID, Role: org.RoleDeveloper})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.ID
}

// memberFromBefore makes a member as they came when joining ended no invitation.
func (s *stage) memberFromBefore(email string) {
	s.t.Helper()
	made, err := s.lobby.Access.CreateUser(s.t.Context(), access.NewUser{Email: email, Name: "Member", Password: apptest.Password})
	if err == nil {
		err = s.lobby.Store.AddOrganizationMember(s.t.Context(), s.lobby.Home.OrganizationID, made.ID, org.RoleDeveloper, time.Now())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// serviceIn makes a service in a state and returns its id. No loop runs here
// that would bring it to another.
func (s *stage) serviceIn(state org.ServiceState) string {
	s.t.Helper()
	path := s.house.newService(s.t, plainService)
	id := path[strings.LastIndex(path, "/")+1:]
	service, err := s.lobby.Store.ServiceByID(s.t.Context(), s.lobby.Home.OrganizationID, id)
	if err != nil {
		s.t.Fatal(err)
	}
	service.State = state
	if err := s.lobby.Store.UpdateService(s.t.Context(), service); err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *stage) driver() doctest.Driver {
	operations, stopped := s.operations(), s.serviceIn(org.ServiceStopped)
	return doctest.Driver{
		Operations: operations, API: s.api.Handler(), Careless: s.serve(httpx.Limits{}),
		Limited: s.serve(httpx.Limits{Rate: httpx.Rate{Max: 1, Window: time.Hour}}),
		Valid: func(o *doctest.Operation) *http.Request {
			if o.ID == "deleteService" {
				return s.swapped(o, "serviceId", stopped)
			}
			return s.request(o, s.own)
		},
		Unknown: s.unknown,
		Forbid: func(r *http.Request) {
			r.Header.Set("Authorization", s.nobody["Authorization"])
		},
		Special: s.conflicts(operations),
	}
}

// conflicts has what the present state of things does not allow.
func (s *stage) conflicts(operations []*doctest.Operation) map[string]doctest.Provocation {
	dying := s.serviceIn(org.ServiceTerminating)
	leaving := s.house.must(s.t, http.MethodPost, s.house.service+"/pipesReversePrivateEndpoints", vpcService)["id"].(string)
	s.house.must(s.t, http.MethodDelete, s.house.service+"/pipesReversePrivateEndpoints/"+leaving, "")
	joined := s.lobby.invite(s.t, "joined@example.com", "developer")
	s.memberFromBefore("joined@example.com")
	headers, key := s.house.newKey(s.t, "admin")
	special := map[string]doctest.Provocation{}
	for _, o := range operations {
		switch o.ID {
		case "updateService", "updateServiceState", "updateServicePassword", "updateBackupConfiguration", "createBackup", "scaleService", "scaleServiceTotal",
			"updateUpgradeWindow", "deleteUpgradeWindow", "upsertServiceQueryEndpoint":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "serviceId", dying)}
		case "runQuery":
			stopped := s.serviceIn(org.ServiceStopped)
			s.house.must(s.t, http.MethodPost, s.house.organization+"/services/"+stopped+"/serviceQueryEndpoint", queryKeys(s.own["listed"]))
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "serviceId", stopped)}
		case "deleteService":
			special["409 "+o.ID] = doctest.Provocation{Request: s.request(o, s.own)}
		case "updateReversePrivateEndpoint":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "reversePrivateEndpointId", leaving)}
		case "createRole":
			s.house.must(s.t, http.MethodPost, s.house.organization+"/roles", roleBody("Taken", "instance/*"))
			request := s.request(o, s.own)
			special["409 "+o.ID] = doctest.Provocation{Request: doctest.NewRequest(o.Method, request.URL.Path, roleBody("taken", "instance/*"), s.house.admin["Authorization"])}
		case "updateRole", "deleteRole":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "roleId", systemAdmin)}
		case "updateMember", "deleteMember":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "userId", s.lobby.Home.User.ID)}
		case "acceptInvitation":
			special["409 "+o.ID] = doctest.Provocation{Request: s.swapped(o, "token", joined)}
		case "deleteKey":
			request := s.swapped(o, "keyId", key)
			request.Header.Set("Authorization", headers["Authorization"])
			special["409 "+o.ID] = doctest.Provocation{Request: request}
		}
	}
	return special
}

// swapped returns a request with another id in one place.
func (s *stage) swapped(o *doctest.Operation, name, id string) *http.Request {
	ids := maps.Clone(s.own)
	ids[name] = id
	return s.request(o, ids)
}

// serve returns the API with limits of its own and nothing behind it.
func (s *stage) serve(limits httpx.Limits) http.Handler {
	return cloudapi.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)}, Limits: limits,
		Authenticator: cloudapi.Basic{Keys: s.lobby.Access, Note: func(access.Principal) {}},
	}, cloudapi.Uses{}).Handler()
}

// operations returns those of the document, what deletes last.
func (s *stage) operations() []*doctest.Operation {
	all := slices.DeleteFunc(doctest.Read(s.t, s.api).Operations, func(o *doctest.Operation) bool {
		return strings.Contains(o.Path, "/stack/")
	})
	for _, o := range all {
		if _, ok := s.rows[o.ID]; !ok {
			s.t.Fatalf("%s has no row in the matrix", o.ID)
		}
	}
	slices.SortStableFunc(all, func(a, b *doctest.Operation) int {
		return strings.Compare(strings.TrimPrefix(b.Method, "DELETE"), strings.TrimPrefix(a.Method, "DELETE"))
	})
	return all
}

// request returns a valid request of an operation on the things with the ids.
func (s *stage) request(o *doctest.Operation, ids map[string]string) *http.Request {
	r := s.rows[o.ID]
	body := strings.NewReplacer("TOKEN", ids["token"], "LISTED", ids["listed"]).Replace(r.body)
	return doctest.NewRequest(o.Method, documented{path: o.Path}.with(ids)+r.query, body, s.house.admin["Authorization"])
}

// unknown returns a request about what does not exist.
func (s *stage) unknown(o *doctest.Operation) *http.Request {
	ids := maps.Clone(s.own)
	ids["token"] = strings.Repeat("0", 64)
	if names := (documented{path: o.Path}).parameters(); len(names) > 0 {
		last := names[len(names)-1]
		ids[last] = missingID(last)
	}
	return s.request(o, ids)
}
