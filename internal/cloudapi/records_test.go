package cloudapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// log returns the whole audit log, oldest first, as the store has it.
func (h *house) log(t testing.TB) []org.Activity {
	t.Helper()
	store := h.Access().Store.(interface {
		ActivitiesOf(ctx context.Context, organizationID string, r org.TimeRange, below int64, limit int) ([]org.Activity, error)
	})
	newest, err := store.ActivitiesOf(t.Context(), h.Installation.OrganizationID, org.TimeRange{}, 0, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	oldest := make([]org.Activity, len(newest))
	for i, a := range newest {
		oldest[len(newest)-1-i] = a
	}
	return oldest
}

func (h *house) verifyLog(t testing.TB) {
	t.Helper()
	if err := org.Verify(org.Activity{}, h.log(t)); err != nil {
		t.Error(err)
	}
}

func TestEveryChangeIsInTheLog(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		h.must(t, http.MethodPatch, h.organization, `{"name":"Renamed","enableCoreDumps":true}`)
		h.must(t, http.MethodPatch, h.organization, `{"name":"Renamed"}`) // changes nothing
		h.must(t, http.MethodPatch, h.service, `{"name":"other","tags":{"add":[{"key":"a","value":"b"}]}}`)
		h.must(t, http.MethodPatch, h.service+"/replicaScaling", `{"numReplicas":4,"idleScaling":true}`)
		h.must(t, http.MethodPatch, h.service+"/password", `{}`)
		h.must(t, http.MethodPatch, h.service+"/backupConfiguration", `{"backupPeriodInHours":12}`)
		h.must(t, http.MethodPost, h.service+"/backups", "")
		h.must(t, http.MethodPost, h.service+"/privateEndpoint", `{"id":"vpce-1"}`)
		_, id := h.newKey(t, "billing")
		h.must(t, http.MethodPatch, h.organization+"/keys/"+id, `{"name":"new","state":"disabled"}`)
		h.must(t, http.MethodDelete, h.organization+"/keys/"+id, "")
		made := h.must(t, http.MethodPost, h.organization+"/invitations", `{"email":"x@example.com","role":"admin"}`)
		h.must(t, http.MethodDelete, h.organization+"/invitations/"+made["id"].(string), "")
		want := []string{
			"organization_update_name", "organization_update_core_dump", "service_update_tags", "service_update_name",
			"service_update_autoscaling_idling", "service_update_autoscaling_replicas", "service_update_password",
			"service_update_backup_configuration", "service_backup_create", "organization_update_private_endpoints", "service_update_private_endpoints",
			"key_create", "openapi_key_update", "openapi_key_update", "key_delete", "organization_invite_create", "organization_invite_delete",
		}
		var got []string
		for _, a := range h.log(t) {
			got = append(got, string(a.Type))
			if a.Actor.Type != org.ActorAPI || a.Actor.Details != "default" || a.Actor.IPAddress != "127.0.0.1" || a.Actor.UserAgent == "" {
				t.Errorf("%s was done by %+v", a.Type, a.Actor)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("the log has\n%v\nwant\n%v", got, want)
		}
		h.verifyLog(t)
	})
}

func TestRefusedChangeIsNotInTheLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.send(t, http.MethodPatch, h.organization, `{"name":" "}`)
	h.send(t, http.MethodDelete, h.service, "")
	testkit.Scenario{Method: http.MethodPatch, Path: h.organization, Body: `{"name":"x"}`, Headers: with(h.admin, "If-Match", `"9"`)}.Send(t, h.base)
	if log := h.log(t); len(log) != 0 {
		t.Errorf("the log has %d entries", len(log))
	}
}

func TestLogTellsBeforeAndAfterAndNoSecret(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.must(t, http.MethodPatch, h.organization, `{"name":"Renamed"}`)
	made := h.must(t, http.MethodPost, h.organization+"/keys", `{"name":"k","roles":["admin"]}`)
	password := h.must(t, http.MethodPatch, h.service+"/password", `{}`)["password"].(string)
	all := h.send(t, http.MethodGet, h.organization+"/activities", "").Body
	if !strings.Contains(all, `"before":{"name":"Default"},"after":{"name":"Renamed"}`) {
		t.Errorf("before and after are missing in %s", all)
	}
	for _, secret := range []string{made["keyId"].(string), made["keySecret"].(string), password} {
		if strings.Contains(all, secret) {
			t.Error("a secret stands in the log")
		}
	}
}

// TestLogIsOneChainUnderConcurrency lets writers of one organization race.
func TestLogIsOneChainUnderConcurrency(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		const writers, each = 8, 5
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				for i := range each {
					h.must(t, http.MethodPatch, h.service, fmt.Sprintf(`{"tags":{"add":[{"key":"w%d","value":"%d"}]}}`, w, i))
				}
			})
		}
		group.Wait()
		if got := len(h.log(t)); got != writers*each {
			t.Errorf("the log has %d entries, want %d", got, writers*each)
		}
		h.verifyLog(t)
	})
}

func TestActivities(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		clock := testkit.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 500_000_000, time.UTC))
		options.Now = clock.Now
		h := newHouse(t, options)
		for i := range 5 {
			h.must(t, http.MethodPatch, h.organization, fmt.Sprintf(`{"name":"name %d"}`, i))
			clock.Advance(24 * time.Hour)
		}
		count := func(query string, want int) []any {
			t.Helper()
			got := h.list(t, h.organization+"/activities"+query)
			if len(got) != want {
				t.Errorf("%s returns %d activities, want %d", query, len(got), want)
			}
			return got
		}
		all := count("", 5)
		if first := all[0].(map[string]any); first["sequence"] != 5.0 {
			t.Errorf("the newest is not first: %v", first)
		}
		count("?from_date=2026-11-02", 4)
		count("?to_date=2026-11-02", 2)
		count("?from_date=2026-11-02&to_date=2026-11-02", 1)
		count("?from_date=2026-11-02T12:00:00.500Z", 4)
		count("?from_date=2026-11-02T12:00:00.501Z", 3)
		count("?from_date=2026-11-02T12:00:01Z&to_date=2026-11-04T12:00:00Z", 1)
		count("?from_date=2026-11-02T13:00:00.5%2B01:00", 4)
		count("?from_date=2030-01-01", 0)
		page := count("?limit=2", 2)
		page = count("?limit=2&cursor="+page[1].(map[string]any)["id"].(string), 2)
		count("?limit=2&cursor="+page[1].(map[string]any)["id"].(string), 1)
		one := all[2].(map[string]any)["id"].(string)
		if got := h.must(t, http.MethodGet, h.organization+"/activities/"+one, ""); got["sequence"] != 3.0 {
			t.Errorf("get returns %v", got)
		}
		get := func(name, query string, status int, contains string) testkit.Scenario {
			return testkit.Scenario{Name: name, Path: h.organization + "/activities" + query, Headers: h.admin, Status: status, Contains: []string{contains}}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			get("impossible date is 400", "?from_date=2026-02-30", 400, "from_date"),
			get("end before begin is 400", "?from_date=2026-11-03&to_date=2026-11-01", 400, "to_date: must not be before from_date"),
			get("date twice is 400", "?from_date=2026-11-03&from_date=2026-11-04", 400, "from_date: must be given once"),
			get("limit of 0 is 400", "?limit=0", 400, "limit: must be between 1 and 1000"),
			get("limit of 1001 is 400", "?limit=1001", 400, "limit: must be between 1 and 1000"),
			get("malformed cursor is 400", "?cursor=7", 400, "cursor"),
			get("unknown cursor is 400", "?cursor=000000000000000000000000", 400, "cursor"),
			get("malformed id is 400", "/short", 400, "activityId"),
			get("unknown id is 404", "/000000000000000000000000", 404, "NOT_FOUND"),
		})
	})
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	path := h.runningService(t, `{"name":"logs (eu)","provider":"aws","region":"eu-west-1"}`)
	for _, scrape := range []string{h.organization, path} {
		answer := testkit.Scenario{Path: scrape + "/prometheus?filtered_metrics=true", Headers: with(h.admin, "Accept", "text/plain;version=0.0.4;q=0.5,*/*;q=0.1")}.Send(t, h.base)
		if answer.Status != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
			t.Fatalf("%d %s %s", answer.Status, answer.Header.Get("Content-Type"), answer.Body)
		}
		if !strings.HasPrefix(answer.Body, "# HELP cairn_service_info") || !strings.Contains(answer.Body, `service_name="logs (eu)",state="running"`) ||
			!strings.Contains(answer.Body, "cairn_service_storage_bytes{") {
			t.Errorf("the metrics are\n%s", answer.Body)
		}
	}
	wrong := h.send(t, http.MethodGet, h.organization+"/prometheus?filtered_metrics=maybe", "")
	var body map[string]any
	if err := json.Unmarshal([]byte(wrong.Body), &body); err != nil || wrong.Status != http.StatusBadRequest {
		t.Errorf("a wrong parameter: %d %s", wrong.Status, wrong.Body)
	}
}
