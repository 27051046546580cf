package stackwire_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// visit is the body of a visitor who asks about a tile over one minute.
func visit(tileID, more string) string {
	return `{"token":"${link}","tileId":"` + tileID + `","startTime":1767225600000,"endTime":1767225659999` + more + `}`
}

func shareScenario() scenario {
	const secret = `{"displayType":"number","sourceId":"${logs}","select":[{"aggFn":"count","where":"customer:acme"}]}`
	shared := `{"name":"Shared","tiles":[` + tile("", secret) + `],"savedQuery":"env:prod",` +
		`"filters":[{"type":"QUERY_EXPRESSION","name":"Service","expression":"ServiceName","sourceId":"${logs}"},` +
		`{"type":"LIST","name":"Region","values":["us","eu"],"isBroadcastEnabled":false,"isVariableEnabled":true},` +
		`{"type":"TEXT","name":"Host name","expression":"Host","isVariableEnabled":true}]}`
	return scenario{"share links", []step{
		{does: "a dashboard", call: "POST /dashboards", body: shared, keep: map[string]string{"id": "id", "tile": "tiles.0.id", "filter": "filters.0.id", "region": "filters.1.id", "host": "filters.2.id"}},
		{does: "another", call: "POST /dashboards", body: board("Other", tile("", countLine)), keep: map[string]string{"other": "id", "otherTile": "tiles.0.id"}},
		{does: "no links yet", call: "GET /dashboards/${id}/share-links", want: []string{`[]`}},
		{does: "a link says its token once", call: "POST /dashboards/${id}/share-links", body: `{"expiresIn":"7d"}`, keep: map[string]string{"link": "token", "linkId": "id"},
			want: []string{`"token":"cairn_sl_`, `"url":"https://cairn.example/shared/cairn_sl_`, `"createdBy":"${user}"`, `"revokedAt":null`}},
		{does: "and never again", call: "GET /dashboards/${id}/share-links", want: []string{`"id":"${linkId}"`, `"expireAt":"`}, lack: []string{"${link}", "cairn_sl_"}},
		{does: "a year is 400", call: "POST /dashboards/${id}/share-links", body: `{"expiresIn":"1y"}`, status: 400, message: []string{"expiresIn"}},
		{does: "no time is 400", call: "POST /dashboards/${id}/share-links", body: `{}`, status: 400, message: []string{"expiresIn"}},
		{does: "a visitor gets what it takes to draw, and no conditions", call: "POST /shared", body: `{"token":"${link}"}`,
			want: []string{`"name":"Shared"`, `"id":"${tile}"`, `"displayType":"number"`, `"filters":[{"id":"${filter}","name":"Service","type":"QUERY_EXPRESSION"},` +
				`{"id":"${region}","name":"Region","type":"LIST","values":["us","eu"],"variableName":"Region"},{"id":"${host}","name":"Host name","type":"TEXT","variableName":"Host_name"}]`},
			lack: []string{"acme", "env:prod", "ServiceName", "${team}"}},
		{does: "a visitor draws a tile", call: "POST /shared/tile", body: visit("${tile}", ""), want: []string{`"rows":[[1]]`}},
		{does: "with values of its filters", call: "POST /shared/tile", body: visit("${tile}", `,"choices":[{"filterId":"${filter}","values":["cart"]}]`), want: []string{`"rows":[[1]]`}},
		{does: "of a list and a text", call: "POST /shared/tile", body: visit("${tile}", `,"choices":[{"filterId":"${region}","values":["eu","us"]},{"filterId":"${host}","values":["a"]}]`), want: []string{`"rows":[[1]]`}},
		{does: "two texts are 400", call: "POST /shared/tile", body: visit("${tile}", `,"choices":[{"filterId":"${host}","values":["a","b"]}]`), status: 400, message: []string{"choices.0.values: must have at most 1 item"}},
		{does: "exemplars are not for visitors", call: "POST /shared/tile", body: visit("${tile}", `,"exemplars":true`), status: 400, message: []string{"exemplars"}},
		{does: "a filter of nobody is 400", call: "POST /shared/tile", body: visit("${tile}", `,"choices":[{"filterId":"x","values":["cart"]}]`), status: 400, message: []string{"choices.0.filterId"}},
		{does: "a tile of another dashboard is 404", call: "POST /shared/tile", body: visit("${otherTile}", ""), status: 404, message: []string{"tile does not exist"}},
		{does: "no tile is 404", call: "POST /shared/tile", body: visit("", ""), status: 404, message: []string{"tile does not exist"}},
		{does: "a tile of one's own is 400", call: "POST /shared/tile", body: visit("${tile}", `,"tile":{"config":`+countLine+`}`), status: 400, message: []string{"tile"}},
		{does: "so are filters", call: "POST /shared/tile", body: visit("${tile}", `,"filters":[{"where":"a:b"}]`), status: 400, message: []string{"filters"}},
		{does: "and statements", call: "POST /shared/tile", body: visit("${tile}", `,"sql":true`), status: 400, message: []string{"sql"}},
		{does: "32 days are 400", call: "POST /shared/tile", body: `{"token":"${link}","tileId":"${tile}","startTime":1767225600000,"endTime":1769990400001}`, status: 400, message: []string{"endTime: must be at most 31 days"}},
		{does: "a filter without values of nobody is 404", call: "POST /shared/values", body: `{"token":"${link}","filterId":"x","startTime":1767225600000,"endTime":1767225659999}`, status: 404, message: []string{"filter does not exist"}},
		{does: "a list has its values with it", call: "POST /shared/values", body: `{"token":"${link}","filterId":"${region}","startTime":1767225600000,"endTime":1767225659999}`, status: 400, message: []string{"filterId: must be a filter of type QUERY_EXPRESSION or PROMQL"}},
		{does: "a link is no key", call: "GET /dashboards", send: map[string]string{"Authorization": "Bearer ${link}"}, status: 401, message: []string{"share link belongs to"}},
		{does: "a key is no link", call: "POST /shared", body: `{"token":"` + strings.Repeat("0", 59) + `"}`, status: 404, message: []string{"does not exist"}},
		{does: "another link", call: "POST /dashboards/${id}/share-links", body: `{"expiresIn":"1h"}`, keep: map[string]string{"second": "token", "secondId": "id"}},
		{does: "the newest first", call: "GET /dashboards/${id}/share-links", want: []string{`[{"id":"${secondId}"`}},
		{does: "revoke", call: "DELETE /dashboards/share-links/${linkId}"},
		{does: "twice is 404", call: "DELETE /dashboards/share-links/${linkId}", status: 404},
		{does: "the visitor is told", call: "POST /shared", body: `{"token":"${link}"}`, status: 404, message: []string{"was revoked"}, lack: []string{"Shared"}},
		{does: "also about tiles", call: "POST /shared/tile", body: visit("${tile}", ""), status: 404, message: []string{"was revoked"}},
		{does: "the other one works", call: "POST /shared", body: `{"token":"${second}"}`, want: []string{`"name":"Shared"`}},
		{does: "the dashboard goes", call: "DELETE /dashboards/${id}"},
		{does: "its links too", call: "POST /shared", body: `{"token":"${second}"}`, status: 404, message: []string{"does not exist"}},
	}}
}

// TestShareLinksEnd holds that a link ends when its time is over, and when its
// creator is disabled, loses the role that may share, or leaves the team.
func TestShareLinksEnd(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		home := w.SelfHosted()
		dashboard := home.Must(t, http.MethodPost, "/dashboards", board("Shared")).Field(t, "id")
		shared := func(door stacktest.Door) string {
			return door.Must(t, http.MethodPost, "/dashboards/"+dashboard+"/share-links", `{"expiresIn":"1d"}`).Field(t, "token")
		}
		wants := func(token string, status int, message string) {
			t.Helper()
			got := home.Send(t, http.MethodPost, "/shared", `{"token":"`+token+`"}`)
			if got.Status != status || !strings.Contains(got.Message, message) {
				t.Errorf("%d %s, want %d with %q", got.Status, got.Body, status, message)
			}
		}
		maker := w.Person(t, "maker@example.com", org.RoleDeveloper)
		theirs := shared(maker.Door)
		wants(theirs, http.StatusOK, "")
		if err := w.Store.SetDisabled(t.Context(), maker.ID, w.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		wants(theirs, http.StatusNotFound, "does not work while the person who made it has no access")
		if err := w.Store.SetDisabled(t.Context(), maker.ID, time.Time{}); err != nil {
			t.Fatal(err)
		}
		wants(theirs, http.StatusOK, "")
		payer := org.Member{OrganizationID: w.Home.OrganizationID, UserID: maker.ID, Role: org.RoleBilling, Version: 1}
		if err := w.Store.UpdateMember(t.Context(), payer); err != nil {
			t.Fatal(err)
		}
		wants(theirs, http.StatusNotFound, "does not work while the person who made it has no access")
		home.Must(t, http.MethodDelete, "/team/member/"+maker.ID, "")
		wants(theirs, http.StatusNotFound, "does not exist")
		own := shared(home)
		w.Clock.Advance(24*time.Hour - time.Second)
		wants(own, http.StatusOK, "")
		w.Clock.Advance(time.Second)
		wants(own, http.StatusNotFound, "has expired")
	})
}

// TestShareLinksAreBounded holds that a dashboard has a limit of open links,
// and that what has ended makes room.
func TestShareLinksAreBounded(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	home := w.SelfHosted()
	path := "/dashboards/" + home.Must(t, http.MethodPost, "/dashboards", board("Shared")).Field(t, "id") + "/share-links"
	for round := range 3 {
		for range access.ShareLinksMax {
			home.Must(t, http.MethodPost, path, `{"expiresIn":"1h"}`)
		}
		if got := home.Send(t, http.MethodPost, path, `{"expiresIn":"1h"}`); got.Status != http.StatusConflict || !strings.Contains(got.Message, "20 share links") {
			t.Errorf("round %d: %d %s", round, got.Status, got.Body)
		}
		w.Clock.Advance(time.Hour)
	}
	list := home.Must(t, http.MethodGet, path, "").Body
	if count := strings.Count(list, `"expireAt"`); count != access.ShareLinksMax+access.ShareLinkEndedMax {
		t.Errorf("%d links are remembered", count)
	}
}
