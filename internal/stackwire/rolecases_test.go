package stackwire_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

func roleBody(name string) string {
	return `{"name":"` + name + `","permissions":[{"action":"read","subject":"all"},{"action":"read","subject":"all","integration":"clickhouse"}]}`
}

func roleScenario() scenario {
	return scenario{"roles", append([]step{
		{does: "the predefined ones are there", call: "GET /roles", want: []string{`"name":"Admin"`, `"name":"Member"`, `"name":"ReadOnly"`, `"isPredefined":true`}, lack: []string{`"isPredefined":false`}},
		{
			does: "create adds that connections can be read", call: "POST /roles", keep: map[string]string{"id": "id"},
			body: `{"name":" Shop ","description":"of the shop","permissions":[{"action":"update","subject":"Dashboard","fields":["name"],"conditions":{"tags":"shop"}}]}`,
			want: []string{
				`"name":"Shop"`, `"description":"of the shop"`, `"isPredefined":false`, `"fields":["name"],"conditions":{"tags":"shop"}`,
				`{"action":"read","subject":"Connection","integration":"mongodb"}`,
			},
		},
		{does: "it is not added twice", call: "PUT /roles/${id}", body: `{"permissions":[{"action":"read","subject":"Connection"}]}`, header: map[string]string{"ETag": `"2"`},
			want: []string{`"name":"Shop"`, `"description":"of the shop"`, `"permissions":[{"action":"read","subject":"Connection","integration":"mongodb"}]`}},
		{does: "a name changes alone", call: "PUT /roles/${id}", body: `{"name":"Store","permissions":[{"action":"read","subject":"all"}]}`, want: []string{`"name":"Store"`, `"description":"of the shop"`}},
		{does: "what was answered can be sent back", call: "PUT /roles/${id}", body: `{"id":"x","isPredefined":false,"createdAt":"x","name":"Store","permissions":[{"action":"read","subject":"all","integration":"mongodb"}]}`},
		{does: "get", call: "GET /roles/${id}", want: []string{`"name":"Store"`}},
		{does: "a predefined one", call: "GET /roles/" + stack.RoleReadOnlyID, want: []string{`"name":"ReadOnly"`, `"createdAt":null`}},
		{does: "which can't be changed", call: "PUT /roles/" + stack.RoleReadOnlyID, body: roleBody("x"), status: 409, message: []string{"ReadOnly is predefined"}},
		{does: "nor deleted", call: "DELETE /roles/" + stack.RoleAdminID, status: 409, message: []string{"Admin is predefined"}},
		{does: "its name is taken", call: "POST /roles", body: roleBody("admin"), status: 400, message: []string{"name: must not be that of a predefined role"}},
		{does: "so is that of another", call: "POST /roles", body: roleBody("STORE"), status: 400, message: []string{"name: must not be that of another role"}},
		{does: "a name is needed", call: "POST /roles", body: `{"permissions":[{"action":"read","subject":"all"}]}`, status: 400, message: []string{"name: must be at least 1 character"}},
		{does: "permissions are needed", call: "POST /roles", body: `{"name":"x","permissions":[]}`, status: 400, message: []string{"permissions: must have at least 1 item"}},
		{does: "an unknown action is 400", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"own","subject":"all"}]}`, status: 400, message: []string{"permissions.0.action: must be one of create, read"}},
		{does: "an unknown subject is 400", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"Tile"}]}`, status: 400, message: []string{"permissions.0.subject: must be one of Alert"}},
		{does: "fields are for updates", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"all","fields":["a"]}]}`, status: 400, message: []string{"permissions.0.fields: is only for the action update"}},
		{does: "an unknown operator is 400", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"Source","conditions":{"kind":{"$where":"1"}}}]}`, status: 400,
			message: []string{"permissions.0.conditions.kind.$where: must be one of $eq"}},
		{does: "data has its own conditions", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"all","integration":"clickhouse","conditions":{"kind":"log","team":"a"}}]}`, status: 400,
			message: []string{"permissions.0.conditions.team: must be where, whereLanguage or kind"}},
		{does: "which must be right", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"ServiceName:("}}]}`, status: 400,
			message: []string{"permissions.0.conditions.where: "}},
		{does: "data is not dashboards", call: "POST /roles", body: `{"name":"x","permissions":[{"action":"read","subject":"Dashboard","integration":"clickhouse"}]}`, status: 400,
			message: []string{"permissions.0.subject: must be Source or all for data"}},
		{does: "delete", call: "DELETE /roles/${id}"},
	}, strangers("/roles", roleBody("x"))...)}
}

// guest is somebody whose role in the team changes.
type guest struct {
	id   string
	door stacktest.Door
}

// TestRolesDecideAboutSingleThings tries what a role with conditions, denials
// and fields may do to things that meet them and to others.
func TestRolesDecideAboutSingleThings(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		admin := w.SelfHosted()
		p := w.Person(t, "ann@example.com", org.RoleMember)
		ann := guest{id: p.ID, door: p.Door}
		ids := map[string]string{}
		for _, st := range []step{
			{does: "a board", call: "POST /dashboards", body: `{"name":"shop","tiles":[],"tags":["shop"]}`, keep: map[string]string{"shop": "id"}},
			{does: "another", call: "POST /dashboards", body: `{"name":"bank","tiles":[],"tags":["bank"]}`, keep: map[string]string{"bank": "id"}},
			{does: "the role", call: "POST /roles", keep: map[string]string{"role": "id"}, body: `{"name":"shop","permissions":[
				{"action":"read","subject":"Dashboard","conditions":{"tags":"shop"}},
				{"action":"create","subject":"Dashboard","conditions":{"tags":{"$in":["shop","store"]}}},
				{"action":"update","subject":"Dashboard","fields":["name"]},
				{"action":"delete","subject":"Dashboard"},
				{"action":"delete","subject":"Dashboard","inverted":true,"conditions":{"name":{"$ne":"temporary"}}}]}`},
			{does: "for ann", call: "PUT /team/members/" + ann.id + "/role", body: `{"roleId":"${role}"}`, want: []string{`"roleName":"shop"`, `"roleId":"${role}"`}},
			{does: "which is in use", call: "DELETE /roles/${role}", status: 409, message: []string{"members 1"}},
		} {
			st.play(t, admin, ids)
		}
		for _, st := range []step{
			{does: "she sees her board", call: "GET /dashboards/${shop}", want: []string{`"name":"shop"`}},
			{does: "and no other", call: "GET /dashboards/${bank}", status: 404},
			{does: "nor in the list", call: "GET /dashboards", want: []string{`"name":"shop"`}, lack: []string{"bank"}},
			{does: "nor its versions", call: "GET /dashboards/${bank}/versions", status: 404},
			{does: "she may rename it", call: "PUT /dashboards/${shop}", body: `{"name":"store","tiles":[],"tags":["shop"]}`, want: []string{`"name":"store"`}},
			{does: "and change nothing else", call: "PUT /dashboards/${shop}", body: `{"name":"store","tiles":[],"tags":["shop","bank"]}`, status: 403, message: []string{"may not update this dashboard"}},
			{does: "nor share it", call: "POST /dashboards/${shop}/share-links", body: `{"expiresIn":"1h"}`, status: 403},
			{does: "nor the other one", call: "PUT /dashboards/${bank}", body: `{"name":"x","tiles":[],"tags":["bank"]}`, status: 404},
			{does: "she may make one of hers", call: "POST /dashboards", body: `{"name":"temporary","tiles":[],"tags":["store","shop"]}`, keep: map[string]string{"made": "id"}},
			{does: "and no other", call: "POST /dashboards", body: `{"name":"x","tiles":[],"tags":["bank"]}`, status: 403},
			{does: "she may delete it", call: "DELETE /dashboards/${made}"},
			{does: "and not what she is denied", call: "DELETE /dashboards/${shop}", status: 403},
			{does: "alerts are not hers", call: "GET /alerts", status: 403, message: []string{"read the subject Alert"}},
			{does: "nor are roles", call: "POST /roles", body: roleBody("x"), status: 403},
			{does: "nor members", call: "GET /team/members", status: 403},
			{does: "nor data", call: "POST /search", body: `{"sourceId":"` + noSuch + `"}`, status: 403, message: []string{"may read data"}},
			{does: "connections are", call: "GET /connections", want: []string{`"own":true`}},
		} {
			st.play(t, ann.door, ids)
		}
		admin.Must(t, http.MethodPut, "/team/members/"+ann.id+"/role", `{"roleId":"`+stack.RoleAdminID+`"}`)
		step{does: "as an admin she sees it", call: "GET /dashboards/${bank}"}.play(t, ann.door, ids)
	})
}

// TestNobodyGivesMoreThanTheyHave lets people with roles that may give roles
// try to give greater ones, to others, to keys and to themselves.
func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	admin := w.SelfHosted()
	ids := map[string]string{}
	ann, bob := w.Person(t, "ann@example.com", org.RoleMember), w.Person(t, "bob@example.com", org.RoleDeveloper)
	for _, st := range []step{
		{does: "a role that gives roles", call: "POST /roles", keep: map[string]string{"role": "id"}, body: `{"name":"people","permissions":[
			{"action":"manage","subject":"User"},{"action":"manage","subject":"Role"},{"action":"read","subject":"Dashboard"},
			{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"ServiceName:cart"}}]}`},
		{does: "for ann", call: "PUT /team/members/" + ann.ID + "/role", body: `{"roleId":"${role}"}`},
		{does: "an admin of the organization stays Admin", call: "PUT /team/members/" + w.Home.User.ID + "/role", body: `{"roleId":"` + stack.RoleReadOnlyID + `"}`, status: 409,
			message: []string{"admin of the organization"}},
		{does: "the default role", call: "PATCH /team/defaultUserRole", body: `{"roleId":"` + stack.RoleReadOnlyID + `"}`, want: []string{`"defaultUserRole":"` + stack.RoleReadOnlyID + `"`}},
		{does: "is told", call: "GET /team", want: []string{`"defaultUserRole":"` + stack.RoleReadOnlyID + `"`}},
		{does: "and given", call: "POST /team/invitation", body: `{"email":"eve@example.com"}`, want: []string{`"roleId":"` + stack.RoleReadOnlyID + `"`, `"role":"member"`}},
		{does: "unless another is named", call: "POST /team/invitation", body: `{"email":"eve@example.com","role":"developer"}`, want: []string{`"roleId":null`, `"role":"developer"`}},
		{does: "a role of nobody is 400", call: "POST /team/invitation", body: `{"email":"eve@example.com","roleId":"` + noSuch + `"}`, status: 400, message: []string{"roleId: must be the id of a role of the team"}},
		{does: "none again", call: "PATCH /team/defaultUserRole", body: `{"roleId":null}`, want: []string{`"defaultUserRole":null`}},
		{does: "a developer who gets less", call: "PUT /team/members/" + bob.ID + "/role", body: `{"roleId":"` + stack.RoleReadOnlyID + `"}`, want: []string{`"role":"member"`, `"roleName":"ReadOnly"`}},
	} {
		st.play(t, admin, ids)
	}
	for _, st := range []step{
		{does: "not Admin to herself", call: "PUT /team/members/" + ann.ID + "/role", body: `{"roleId":"` + stack.RoleAdminID + `"}`, status: 403, message: []string{"nobody can give more than they have"}},
		{does: "not Member to bob", call: "PUT /team/members/" + bob.ID + "/role", body: `{"roleId":"` + stack.RoleMemberID + `"}`, status: 403},
		{does: "not to a guest", call: "POST /team/invitation", body: `{"email":"fay@example.com","roleId":"` + stack.RoleAdminID + `"}`, status: 403},
		{does: "not a role in the organization", call: "POST /team/invitation", body: `{"email":"fay@example.com","role":"admin"}`, status: 403, message: []string{"needs the role admin there"}},
		{does: "not by a new role", call: "POST /roles", body: `{"name":"more","permissions":[{"action":"manage","subject":"all"}]}`, status: 403},
		{does: "not by changing her own", call: "PUT /roles/${role}", body: `{"permissions":[{"action":"delete","subject":"Dashboard"}]}`, status: 403},
		{does: "not all data", call: "POST /roles", body: `{"name":"more","permissions":[{"action":"read","subject":"all","integration":"clickhouse"}]}`, status: 403, message: []string{"data that you may not"}},
		{does: "what she has she may give", call: "POST /roles", body: `{"name":"less","permissions":[{"action":"read","subject":"Dashboard"}]}`, keep: map[string]string{"less": "id"}},
		{does: "to a key of hers", call: "POST /access-keys", body: `{"name":"k","roleId":"${less}"}`, keep: map[string]string{"key": "key"}, want: []string{`"roleId":"${less}"`}},
	} {
		st.play(t, ann.Door, ids)
	}
	key := w.SelfHostedAs(ids["key"])
	for _, st := range []step{
		{does: "the key reads boards", call: "GET /dashboards"},
		{does: "and makes no roles, though its owner may", call: "POST /roles", body: roleBody("x"), status: 403},
	} {
		st.play(t, key, ids)
	}
	if got := key.With("x-hdx-team", w.Home.TeamID).Send(t, http.MethodGet, "/dashboards", ""); got.Status != http.StatusOK {
		t.Errorf("the key in its own team: %d %s", got.Status, got.Body)
	}
	if got := w.SelfHosted().Must(t, http.MethodGet, "/team/members", ""); !strings.Contains(got.Body, `"roleName":"people"`) {
		t.Errorf("the members are %s", got.Body)
	}
}

// TestRolesOfOthersAreNames holds that people who do not manage roles learn
// neither permissions nor conditions of roles that they don't have.
func TestRolesOfOthersAreNames(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	ann, ids := w.Person(t, "ann@example.com", org.RoleMember), map[string]string{}
	scoped := func(name string) string {
		return `{"name":"` + name + `","description":"of ` + name + `","permissions":[{"action":"read","subject":"all"},
			{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"ServiceName:\"` + name + `\""}}]}`
	}
	for _, st := range []step{
		{does: "her role", call: "POST /roles", body: scoped("cart"), keep: map[string]string{"own": "id"}},
		{does: "another", call: "POST /roles", body: scoped("payment"), keep: map[string]string{"other": "id"}},
		{does: "for ann", call: "PUT /team/members/" + ann.ID + "/role", body: `{"roleId":"${own}"}`},
		{does: "who manages roles sees all", call: "GET /roles", want: []string{"of payment", "ServiceName:", `"isHidden":false`}, lack: []string{`"isHidden":true`}},
	} {
		st.play(t, w.SelfHosted(), ids)
	}
	hidden := `"name":"payment","description":"","permissions":[],"isPredefined":false,"isHidden":true`
	for _, st := range []step{
		{does: "ann sees her own, and of the other its name", call: "GET /roles", want: []string{"of cart", hidden}, lack: []string{"of payment", `\"payment\"`}},
		{does: "one by one, too", call: "GET /roles/${other}", want: []string{hidden}, lack: []string{"of payment"}},
		{does: "her own", call: "GET /roles/${own}", want: []string{`\"cart\"`}},
		{does: "nor who has a second factor", call: "GET /team/members", want: []string{`"twoFactor":null`}, lack: []string{`"twoFactor":false`}},
	} {
		st.play(t, ann.Door, ids)
	}
}

// TestLimitsAreNotLeftByTheWay tries to get out of a limited key and of a data
// scope through what acts as somebody else: keys, share links, invitations,
// alerts, webhooks, and members who may do more.
func TestLimitsAreNotLeftByTheWay(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	admin := w.SelfHosted()
	ann, bob := w.Person(t, "ann@example.com", org.RoleMember), w.Person(t, "bob@example.com", org.RoleDeveloper)
	carl := w.Person(t, "carl@example.com", org.RoleMember)
	given := func(where string) string {
		return `{"name":"given","permissions":[{"action":"manage","subject":"Dashboard"},{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"` + where + `"}}]}`
	}
	ids := map[string]string{}
	for _, st := range append([]step{
		{does: "sources", call: "GET /sources", keep: map[string]string{"logs": "0.id", "connection": "0.connection"}},
	}, append(watched(),
		step{does: "an alert", call: "POST /alerts", body: with(search())},
		step{does: "a link", call: "POST /dashboards/${dashboard}/share-links", body: `{"expiresIn":"1h"}`},
		step{does: "a role with a scope", call: "POST /roles", keep: map[string]string{"role": "id"}, body: `{"name":"scoped","permissions":[{"action":"manage","subject":"all"},
			{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"ServiceName:\"cart\""}}]}`},
		step{does: "for ann", call: "PUT /team/members/" + ann.ID + "/role", body: `{"roleId":"${role}"}`},
		step{does: "a limited key", call: "POST /access-keys", body: `{"name":"k","roleId":"${role}"}`, keep: map[string]string{"key": "key"}},
		step{does: "a role on some sources", call: "POST /roles", keep: map[string]string{"some": "id"}, body: `{"name":"logs","permissions":[
			{"action":"manage","subject":"Source","conditions":{"kind":"log"}},{"action":"read","subject":"all","integration":"clickhouse"}]}`},
		step{does: "a key with it", call: "POST /access-keys", body: `{"name":"t","roleId":"${some}"}`, keep: map[string]string{"limited": "key"}},
		step{does: "a spare one", call: "POST /access-keys", body: `{"name":"spare"}`, keep: map[string]string{"spare": "id"}},
		step{does: "an admin is invited", call: "POST /team/invitation", body: `{"email":"eve@example.com","role":"admin"}`},
		step{does: "a condition for every row is none", call: "POST /roles", status: 400, message: []string{"where: must not match every row"},
			body: `{"name":"x","permissions":[{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":" * "}}]}`},
	)...) {
		st.play(t, admin, ids)
	}
	for _, st := range []step{
		{does: "no key without the limit", call: "POST /access-keys", body: `{"name":"free"}`, status: 403, message: []string{"limited to a role"}},
		{does: "no end of other keys", call: "DELETE /access-keys/${spare}", status: 403},
		{does: "no link of the owner's", call: "POST /dashboards/${dashboard}/share-links", body: `{"expiresIn":"1h"}`, status: 403},
		{does: "no admin", call: "POST /team/invitation", body: `{"email":"mal@example.com","role":"admin"}`, status: 403},
		{does: "no developer", call: "POST /team/invitation", body: `{"email":"mal@example.com"}`, status: 403},
	} {
		st.play(t, w.SelfHostedAs(ids["key"]), ids)
	}
	step{
		does: "no source over what other sources show", call: "POST /sources", status: 403, message: []string{"choose the tables"},
		body: `{"name":"mine","kind":"log","connection":"${connection}","from":{"databaseName":"default","tableName":"otel_traces"},"timestampValueExpression":"Timestamp","defaultTableSelectExpression":"Timestamp"}`,
	}.play(t, w.SelfHostedAs(ids["limited"]), ids)
	for _, st := range []step{
		{does: "no other receiver", call: "PUT /webhooks/${webhook}", body: with(webhook(), "url", `"https://mal.example.com"`), status: 403},
		{does: "nor none", call: "DELETE /webhooks/${webhook}", status: 403},
		{does: "what an alert watches stays", call: "PUT /saved-searches/${search}", body: `{"name":"s","sourceId":"${logs}","where":"x"}`, status: 403, message: []string{"an alert watches"}},
		{does: "with the alert", call: "DELETE /saved-searches/${search}", status: 403},
		{does: "what others share stays", call: "PUT /dashboards/${dashboard}", body: `{"name":"x","tiles":[]}`, status: 403},
		{does: "an admin stays", call: "DELETE /team/member/" + w.Home.User.ID, status: 403, message: []string{"role admin in the organization"}},
		{does: "a developer, too", call: "PUT /team/members/" + bob.ID + "/role", body: `{"roleId":"${role}"}`, status: 403},
		{does: "and the invitation of an admin", call: "POST /team/invitation", body: `{"email":"eve@example.com","role":"member"}`, status: 403},
		{does: "their own role is theirs to give", call: "PUT /team/members/" + carl.ID + "/role", body: `{"roleId":"${role}"}`},
		{does: "and a narrower one", call: "POST /roles", body: given(`SeverityText:error ServiceName:\"cart\"`), keep: map[string]string{"narrow": "id"}},
		{does: "to somebody", call: "PUT /team/members/" + carl.ID + "/role", body: `{"roleId":"${narrow}"}`},
		{does: "which gets no wider", call: "PUT /roles/${narrow}", body: given(`SeverityText:error`), status: 403, message: []string{"data that you may not"}},
		{does: "none with other data", call: "POST /roles", body: given(`ServiceName:\"cart\" OR SeverityText:error`), status: 403},
		{does: "nor with text anywhere", call: "POST /roles", body: given(`ServiceName:cart`), status: 403},
		{does: "nor one of the predefined", call: "PUT /team/members/" + carl.ID + "/role", body: `{"roleId":"` + stack.RoleReadOnlyID + `"}`, status: 403},
	} {
		st.play(t, ann.Door, ids)
	}
	step{does: "the default role counts for members", call: "PATCH /team/defaultUserRole", body: `{"roleId":"` + stack.RoleReadOnlyID + `"}`}.play(t, admin, ids)
	step{does: "who name no role in the team", call: "POST /team/invitation", body: `{"email":"fay@example.com","role":"member"}`, want: []string{stack.RoleReadOnlyID}}.play(t, admin, ids)
}
