package cloudapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// row is what the matrix has to know of an operation beyond the document.
type row struct {
	query string
	body  string
	needs string   // roles that may do it
	other []string // bodies that name things of another organization or nothing: 400
}

const (
	anyone = "admin developer billing"
	makers = "admin developer"
	admins = "admin"
	payers = "admin billing"
)

// rows has a row for every operation of the document. A new operation without
// one fails the test.
func rows() map[string]row {
	return map[string]row{
		"listOrganizations":  {needs: anyone},
		"getOrganization":    {needs: anyone},
		"updateOrganization": {needs: admins, body: `{"name":"mine"}`},

		"listServices":              {needs: makers},
		"createService":             {needs: makers, body: plainService, other: []string{withWarehouse("OTHER"), withWarehouse(unknownID), withBackup(unknownID)}},
		"getService":                {needs: makers},
		"updateService":             {needs: makers, body: `{"name":"mine"}`},
		"deleteService":             {needs: makers},
		"updateServiceState":        {needs: makers, body: `{"command":"awake"}`},
		"scaleService":              {needs: makers, body: `{"numReplicas":2}`},
		"scaleServiceTotal":         {needs: makers, body: `{"numReplicas":3}`},
		"updateServicePassword":     {needs: makers, body: `{}`},
		"getBackupConfiguration":    {needs: makers},
		"updateBackupConfiguration": {needs: makers, body: `{"backupPeriodInHours":12}`},
		"listBackups":               {needs: makers},
		"createBackup":              {needs: makers},
		"getBackup":                 {needs: makers},
		"listOrganizationBackups":   {needs: makers},
		"getUpgradeWindow":          {needs: makers},
		"updateUpgradeWindow":       {needs: makers, body: `{"weekday":1,"startHourUtc":6}`},
		"deleteUpgradeWindow":       {needs: makers},

		"getServiceQueryEndpoint":    {needs: makers},
		"upsertServiceQueryEndpoint": {needs: makers, body: queryKeys("LISTED"), other: []string{queryKeys("STRANGER"), queryKeys(unknownID)}},
		"deleteServiceQueryEndpoint": {needs: makers},
		"runQuery":                   {needs: makers, body: `{"sql":"SELECT 1"}`},

		"getOrganizationPrivateEndpointConfig": {needs: makers, query: "?cloud_provider=aws&region_id=us-east-1"},
		"getServicePrivateEndpointConfig":      {needs: makers},
		"createPrivateEndpoint":                {needs: makers, body: `{"id":"vpce-1"}`},

		"listReversePrivateEndpoints":  {needs: makers},
		"createReversePrivateEndpoint": {needs: makers, body: vpcService},
		"getReversePrivateEndpoint":    {needs: makers},
		"updateReversePrivateEndpoint": {needs: makers, body: `{"customPrivateDnsMappings":[]}`},
		"deleteReversePrivateEndpoint": {needs: makers},

		"listKeys":  {needs: makers},
		"createKey": {needs: admins, body: `{"name":"mine","roles":["billing"]}`},
		"getKey":    {needs: makers},
		"updateKey": {needs: admins, body: `{"name":"mine"}`},
		"deleteKey": {needs: admins},

		"listMembers":      {needs: anyone},
		"getMember":        {needs: anyone},
		"updateMember":     {needs: admins, body: `{"role":"billing"}`},
		"deleteMember":     {needs: admins},
		"listInvitations":  {needs: anyone},
		"createInvitation": {needs: admins, body: `{"email":"another@example.com","role":"billing"}`},
		"getInvitation":    {needs: anyone},
		"deleteInvitation": {needs: admins},

		"listRoles":  {needs: anyone},
		"createRole": {needs: admins, body: roleBody("mine", "instance/*"), other: []string{roleBody("mine", "instance/SERVICE"), roleBody("mine", "instance/"+unknownID), `{"name":"mine","actors":["apiKey/STRANGER"],"policies":[]}`}},
		"getRole":    {needs: anyone},
		"updateRole": {needs: admins, body: `{"name":"renamed"}`, other: []string{`{"actors":["apiKey/STRANGER"]}`, `{"actors":["user/PERSON"]}`}},
		"deleteRole": {needs: admins},

		"acceptInvitation": {needs: anyone, body: `{"token":"TOKEN","password":"` + apptest.Password + `"}`},

		"listActivities":            {needs: makers},
		"getActivity":               {needs: makers},
		"getUsageCost":              {needs: payers, query: "?from_date=2026-11-01&to_date=2026-11-02"},
		"getOrganizationPrometheus": {needs: makers},
		"getServicePrometheus":      {needs: makers},
	}
}

// queryKeys is the body of a query endpoint for one key.
func queryKeys(id string) string {
	return `{"roles":["sql_console_read_only"],"openApiKeys":["` + id + `"],"allowedOrigins":"*"}`
}

// roleBody is the body of a role that may see services.
func roleBody(name, resource string) string {
	return `{"name":"` + name + `","actors":[],"policies":[{"allowDeny":"ALLOW","permissions":["control-plane:service:view"],"resources":["` + resource + `"]}]}`
}

func withWarehouse(id string) string {
	return `{"name":"x","provider":"aws","region":"us-east-1","dataWarehouseId":"` + id + `"}`
}

// elsewhere is the other organization of the matrix, and what it owns.
type elsewhere struct {
	headers map[string]string
	path    string
	ids     map[string]string // by path parameter
}

// moveIn makes another organization in the same installation.
func (h *house) moveIn(t *testing.T) elsewhere {
	t.Helper()
	id := uuid.NewString()
	if err := h.Access().Store.CreateOrganization(t.Context(), org.Organization{ID: id, Name: "Other", CreatedAt: h.Now(), Version: 1}); err != nil {
		t.Fatal(err)
	}
	key, err := h.Access().CreateCloudKey(t.Context(), org.Key{OrganizationID: id, Name: "other", Roles: []org.Role{org.RoleAdmin}})
	if err != nil {
		t.Fatal(err)
	}
	other := elsewhere{headers: basic(key.KeyID, key.KeySecret), path: "/v1/organizations/" + id}
	neighbour := &house{Server: h.Server, base: h.base, organization: other.path, admin: other.headers}
	neighbour.service = neighbour.newService(t, plainService)
	other.ids = neighbour.furnish(t)
	other.ids["organizationId"], other.ids["keyId"] = id, key.Key.ID
	user, err := h.Access().CreateUser(t.Context(), access.NewUser{Email: "neighbour@example.com", Name: "N", Password: apptest.Password})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Access().Store.AddOrganizationMember(t.Context(), id, user.ID, org.RoleAdmin, h.Now()); err != nil {
		t.Fatal(err)
	}
	other.ids["userId"] = user.ID
	other.ids["warehouse"] = neighbour.must(t, http.MethodGet, neighbour.service, "")["dataWarehouseId"].(string)
	return other
}

// backupStore is where backups are made without a schedule.
type backupStore interface {
	CreateBackup(ctx context.Context, b org.Backup) error
	DeleteBackup(ctx context.Context, id string) error
}

func (h *house) backups(t *testing.T) backupStore {
	t.Helper()
	if h.store != nil {
		return h.store
	}
	store, known := h.Access().Store.(backupStore)
	if !known {
		t.Fatal("the store keeps no backups")
	}
	return store
}

// newBackup makes a backup of the house's service and returns its id.
func (h *house) newBackup(t *testing.T) string {
	t.Helper()
	id, now := uuid.NewString(), time.Now()
	err := h.backups(t).CreateBackup(t.Context(), org.Backup{
		ID: id, OrganizationID: path.Base(h.organization), ServiceID: path.Base(h.service), ServiceName: "S", Slot: now, Status: org.BackupDone,
		Attempts: 1, StartedAt: now, FinishedAt: now, SizeBytes: 7, ExpireAt: now.Add(time.Hour), Place: "here",
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func withBackup(id string) string {
	return `{"name":"mine","provider":"aws","region":"us-east-1","backupId":"` + id + `"}`
}

// furnish makes one of everything in the house and returns the ids by path
// parameter.
func (h *house) furnish(t *testing.T) map[string]string {
	t.Helper()
	_, key := h.newKey(t, "billing")
	backupID := h.newBackup(t)
	endpoint := h.must(t, http.MethodPost, h.service+"/pipesReversePrivateEndpoints", vpcService)
	invitation := h.must(t, http.MethodPost, h.organization+"/invitations", `{"email":"guest`+uuid.NewString()+`@example.com","role":"billing"}`)
	role := h.must(t, http.MethodPost, h.organization+"/roles", roleBody("role "+uuid.NewString(), "instance/*"))
	h.must(t, http.MethodPut, h.service+"/upgradeWindow", `{"weekday":0,"startHourUtc":0}`)
	h.must(t, http.MethodPost, h.service+"/serviceQueryEndpoint", queryKeys(key))
	activity := h.list(t, h.organization+"/activities?limit=1")[0].(map[string]any)
	return map[string]string{
		"serviceId": h.service[strings.LastIndex(h.service, "/")+1:], "keyId": key, "backupId": backupID,
		"reversePrivateEndpointId": endpoint["id"].(string), "invitationId": invitation["id"].(string),
		"activityId": activity["id"].(string), "roleId": role["id"].(string),
	}
}

// own returns the ids of one of everything of the house's own.
func (h *house) own(t *testing.T) map[string]string {
	t.Helper()
	ids := h.furnish(t)
	ids["organizationId"] = h.Installation.OrganizationID
	ids["userId"] = h.newMember(t, uuid.NewString()+"@example.com", org.RoleDeveloper).ID
	invitation := h.must(t, http.MethodPost, h.organization+"/invitations", `{"email":"`+uuid.NewString()+`@example.com","role":"developer"}`)
	_, ids["token"], _ = strings.Cut(invitation["url"].(string), "token=")
	return ids
}

// deleted makes one of everything and deletes it again.
func (h *house) deleted(t *testing.T) map[string]string {
	t.Helper()
	ids := h.own(t)
	delete(ids, "organizationId")
	delete(ids, "activityId")
	if err := h.backups(t).DeleteBackup(t.Context(), ids["backupId"]); err != nil {
		t.Fatal(err)
	}
	service := h.newService(t, plainService)
	h.must(t, http.MethodPatch, service+"/state", `{"command":"stop"}`)
	h.awaitState(t, service, "stopped")
	h.must(t, http.MethodDelete, service, "")
	h.must(t, http.MethodDelete, h.organization+"/keys/"+ids["keyId"], "")
	h.must(t, http.MethodDelete, h.organization+"/members/"+ids["userId"], "")
	h.must(t, http.MethodDelete, h.organization+"/invitations/"+ids["invitationId"], "")
	h.must(t, http.MethodDelete, h.organization+"/roles/"+ids["roleId"], "")
	endpoint := h.service + "/pipesReversePrivateEndpoints/" + ids["reversePrivateEndpointId"]
	h.must(t, http.MethodDelete, endpoint, "")
	h.awaitGone(t, endpoint)
	h.awaitGone(t, service)
	ids["serviceId"] = service[strings.LastIndex(service, "/")+1:]
	return ids
}

// documented is an operation of the served document.
type documented struct{ id, method, path string }

// operations returns the operations of the served document, the managed stack
// aside: internal/stackwire has a matrix of both deployments of a stack.
func (h *house) operations(t *testing.T) []documented {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	answer := testkit.Scenario{Path: "/v1/openapi.json"}.Send(t, h.base)
	if err := json.Unmarshal([]byte(answer.Body), &document); err != nil {
		t.Fatal(err)
	}
	var all []documented
	for path, methods := range document.Paths {
		if strings.Contains(path, "/stack/") {
			continue
		}
		for method, op := range methods {
			all = append(all, documented{op.OperationID, strings.ToUpper(method), path})
		}
	}
	slices.SortFunc(all, func(a, b documented) int { return strings.Compare(a.id, b.id) })
	return all
}

var parameterForm = regexp.MustCompile(`\{([^}]+)\}`)

func (d documented) parameters() []string {
	var names []string
	for _, match := range parameterForm.FindAllStringSubmatch(d.path, -1) {
		names = append(names, match[1])
	}
	return names
}

func (d documented) with(ids map[string]string) string {
	return parameterForm.ReplaceAllStringFunc(d.path, func(match string) string { return ids[match[1:len(match)-1]] })
}

var requestIDForm = regexp.MustCompile(`"requestId":"[^"]*"`)

// TestTenantMatrix sends every operation of the document with ids that are
// malformed, unknown, of another organization and deleted, and holds that
// none of them reads or writes there.
func TestTenantMatrix(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		h.awaitTables(t)
		m := matrix{house: h, other: h.moveIn(t), own: h.own(t), deleted: h.deleted(t), rows: rows(), keys: map[string]map[string]string{"admin": h.admin}}
		m.keys["developer"], m.own["listed"] = h.newKey(t, "developer")
		m.keys["billing"], _ = h.newKey(t, "billing")
		h.must(t, http.MethodPost, h.service+"/serviceQueryEndpoint", queryKeys(m.own["listed"]))
		before := m.otherView(t)
		operations := h.operations(t)
		for _, op := range operations {
			r, ok := m.rows[op.id]
			if !ok {
				t.Errorf("%s has no row in the matrix", op.id)
				continue
			}
			m.strangers(t, op, r)
			m.roles(t, op, r)
		}
		if after := m.otherView(t); after != before {
			t.Errorf("the other organization changed:\n%s\nbecame\n%s", before, after)
		}
		m.owners(t, operations)
		h.verifyLog(t)
	})
}

type matrix struct {
	house   *house
	other   elsewhere
	own     map[string]string
	deleted map[string]string
	rows    map[string]row
	keys    map[string]map[string]string // headers by role
}

func (m matrix) send(t *testing.T, op documented, ids map[string]string, body string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{
		Method: op.method, Path: op.with(ids) + m.rows[op.id].query, Body: body, Headers: m.house.admin,
	}.Send(t, m.house.base)
}

// strangers puts ids that are not the caller's in each place of the path and
// of the body.
func (m matrix) strangers(t *testing.T, op documented, r row) {
	t.Helper()
	for _, name := range op.parameters() {
		swap := func(id string) testkit.Answer {
			t.Helper()
			ids := maps.Clone(m.own)
			ids[name] = id
			return m.send(t, op, ids, r.body)
		}
		want := func(what, id string, status int) string {
			t.Helper()
			answer := swap(id)
			if answer.Status != status {
				t.Errorf("%s with a %s %s: %d, want %d; %s", op.id, what, name, answer.Status, status, answer.Body)
			}
			return requestIDForm.ReplaceAllString(answer.Body, "")
		}
		if body := want("malformed", "7", http.StatusBadRequest); strings.Contains(body, "; "+name) {
			t.Errorf("%s says of a malformed %s more than one rule: %s", op.id, name, body)
		}
		want("nil", "00000000-0000-0000-0000-000000000000", http.StatusBadRequest)
		missing := want("missing", missingID(name), http.StatusNotFound)
		for what, id := range map[string]string{"foreign": m.other.ids[name], "deleted": m.deleted[name]} {
			if id == "" {
				continue
			}
			if got := want(what, id, http.StatusNotFound); got != missing {
				t.Errorf("%s tells a %s %s from a missing one:\n%s\n%s", op.id, what, name, got, missing)
			}
		}
	}
	for _, body := range r.other {
		body = strings.NewReplacer("OTHER", m.other.ids["warehouse"], "STRANGER", m.other.ids["keyId"],
			"SERVICE", m.other.ids["serviceId"], "PERSON", m.other.ids["userId"]).Replace(body)
		if answer := m.send(t, op, m.own, body); answer.Status != http.StatusBadRequest {
			t.Errorf("%s with a foreign id in its body: %d %s", op.id, answer.Status, answer.Body)
		}
	}
}

func missingID(parameter string) string {
	if parameter == "userId" || parameter == "activityId" {
		return "0123456789abcdef01234567"
	}
	return unknownID
}

// roles holds that who lacks the role is told so.
func (m matrix) roles(t *testing.T, op documented, r row) {
	t.Helper()
	for _, role := range []string{"developer", "billing"} {
		if strings.Contains(r.needs, role) {
			continue
		}
		call := testkit.Scenario{Method: op.method, Path: op.with(m.own) + r.query, Body: r.body, Headers: m.keys[role]}
		if answer := call.Send(t, m.house.base); answer.Status != http.StatusForbidden || !strings.Contains(answer.Body, "FORBIDDEN") {
			t.Errorf("%s as %s: %d %s", op.id, role, answer.Status, answer.Body)
		}
	}
}

// owners holds that what is the caller's own works, with the weakest role
// that may; deleting comes last, and the service at the very end.
func (m matrix) owners(t *testing.T, operations []documented) {
	t.Helper()
	rank := func(op documented) string {
		return fmt.Sprint(op.method == http.MethodDelete, op.id == "deleteService")
	}
	slices.SortStableFunc(operations, func(a, b documented) int { return strings.Compare(rank(a), rank(b)) })
	for _, op := range operations {
		r := m.rows[op.id]
		if op.id == "deleteService" {
			m.house.must(t, http.MethodPatch, m.house.service+"/state", `{"command":"stop"}`)
			m.house.awaitState(t, m.house.service, "stopped")
		}
		weakest := strings.Fields(r.needs)
		body := strings.NewReplacer("TOKEN", m.own["token"], "LISTED", m.own["listed"]).Replace(r.body)
		call := testkit.Scenario{Method: op.method, Path: op.with(m.own) + r.query, Body: body, Headers: m.keys[weakest[len(weakest)-1]]}
		if answer := call.Send(t, m.house.base); answer.Status != http.StatusOK {
			t.Errorf("%s of the owner: %d %s", op.id, answer.Status, answer.Body)
		}
	}
}

// otherView returns all that the other organization sees of itself.
func (m matrix) otherView(t *testing.T) string {
	t.Helper()
	var view strings.Builder
	service := m.other.path + "/services/" + m.other.ids["serviceId"]
	endpoint := service + "/pipesReversePrivateEndpoints/" + m.other.ids["reversePrivateEndpointId"]
	for _, path := range []string{
		m.other.path, service, endpoint + "?waitFor=PendingAcceptance", m.other.path + "/services",
		m.other.path + "/keys", m.other.path + "/members", m.other.path + "/invitations", m.other.path + "/roles", service + "/backupConfiguration",
		service + "/upgradeWindow", service + "/serviceQueryEndpoint",
	} {
		answer := testkit.Scenario{Path: path, Headers: m.other.headers}.Send(t, m.house.base)
		view.WriteString(requestIDForm.ReplaceAllString(answer.Body, ""))
	}
	seen := regexp.MustCompile(`"usedAt":"[^"]*",|"state":"(provisioning|running)",|"stateReason":"[^"]*",`)
	return seen.ReplaceAllString(view.String(), "")
}
