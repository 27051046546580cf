package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// sendLogsAt sends log records with the bodies, which are their attribute v as
// well, all of one time, and waits
// until they can be read. The clock goes on until a batch is old enough.
func sendLogsAt(t *testing.T, s *apptest.Server, clock *slowClock, at time.Time, bodies ...string) {
	t.Helper()
	request := logsOf(bodies...)
	records := request.Logs().ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
	for i := range records.Len() {
		records.At(i).SetTimestamp(pcommon.NewTimestampFromTime(at))
		records.At(i).Attributes().PutStr("v", bodies[i])
	}
	body, err := request.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	if got := post(t, s, body, nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	clock.advance(t, 2*time.Second)
	testkit.Eventually(t, time.Minute, "the records are stored", func() bool { return stored(t, s, bodies[0]) > 0 })
}

// slowClock goes at a tenth of the speed of time, so that even on a busy
// machine a minute is long enough for a test.
type slowClock struct {
	began, shown time.Time
	ahead        atomic.Int64
	databaseURL  string // of a PostgreSQL that goes by it
}

func (c *slowClock) Now() time.Time {
	return c.shown.Add(time.Since(c.began)/10 + time.Duration(c.ahead.Load()))
}

func (c *slowClock) advance(t *testing.T, d time.Duration) {
	t.Helper()
	c.ahead.Add(int64(d))
	if c.databaseURL != "" {
		c.setDatabase(t)
	}
}

// adopt makes the PostgreSQL of a server go by the clock: the server finds the
// function of the test before PostgreSQL's own.
func (c *slowClock) adopt(t *testing.T, config *app.Config) {
	t.Helper()
	if config.DatabaseURL == "" {
		return
	}
	c.databaseURL = config.DatabaseURL
	c.setDatabase(t)
	config.DatabaseURL += "&search_path=public,pg_catalog"
}

// clockText makes the function; its times are in seconds.
const clockText = `
CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
AS 'SELECT to_timestamp(%.6f) + (pg_catalog.clock_timestamp() - to_timestamp(%.6f)) / 10'`

func (c *slowClock) setDatabase(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	shown := c.shown.Add(time.Duration(c.ahead.Load()))
	_, err = conn.Exec(t.Context(), fmt.Sprintf(clockText, float64(shown.UnixMicro())/1e6, float64(c.began.UnixMicro())/1e6))
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// deployment is one of the two ways to the stack's API.
type deployment struct {
	name, base, prefix string
	headers            map[string]string
}

func deployments(s *apptest.Server) []deployment {
	keys := s.Installation
	return []deployment{
		{"self-hosted", s.URL(app.RoleStack), "/api/v2", bearer(keys.AccessKey)},
		{"managed", s.URL(app.RoleCloud), "/v1/organizations/" + keys.OrganizationID + "/services/" + keys.ServiceID + "/stack",
			basic(keys.KeyID, keys.KeySecret)},
	}
}

func (d deployment) send(t *testing.T, method, path, body string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{Method: method, Path: d.prefix + path, Headers: d.headers, Body: body}.Send(t, d.base)
}

// record returns the record in an answer of either family.
func record(t *testing.T, answer testkit.Answer) map[string]any {
	t.Helper()
	value := answer.JSON(t)
	for _, name := range []string{"data", "result"} {
		if found, ok := value[name].(map[string]any); ok && answer.Status == http.StatusOK {
			return found
		}
	}
	t.Fatalf("%d %s", answer.Status, answer.Body)
	return nil
}

// watch makes a webhook, a tile, a saved search and an alert on each of the
// two, and returns the alerts' paths and the webhook's secret.
func (d deployment) watch(t *testing.T, sourceID, receiver string) (alerts []string, secret string) {
	t.Helper()
	webhook := record(t, d.send(t, http.MethodPost, "/webhooks", `{"name":"`+d.name+`","service":"generic","url":"`+receiver+`"}`))
	dashboard := record(t, d.send(t, http.MethodPost, "/dashboards", `{"name":"d","tiles":[{"id":"t1","name":"Booms","x":0,"y":0,"w":6,"h":4,
		"config":{"displayType":"line","sourceId":"`+sourceID+`","select":[{"aggFn":"count","where":"boom"}]}}]}`))
	search := record(t, d.send(t, http.MethodPost, "/saved-searches", `{"name":"Booms","sourceId":"`+sourceID+`","where":"boom"}`))
	const limits = `"threshold":3,"thresholdType":"above","interval":"1m","delaySeconds":0,"channel":{"type":"webhook","webhookId":"`
	for _, what := range []string{
		fmt.Sprintf(`"source":"tile","dashboardId":%q,"tileId":%q`, dashboard["id"], tileID(t, dashboard)),
		fmt.Sprintf(`"source":"search","savedSearchId":%q,"groupBy":"ServiceName"`, search["id"]),
	} {
		made := record(t, d.send(t, http.MethodPost, "/alerts", `{`+what+`,`+limits+webhook["id"].(string)+`"}}`))
		alerts = append(alerts, "/alerts/"+made["id"].(string))
	}
	return alerts, webhook["secret"].(string)
}

func tileID(t *testing.T, dashboard map[string]any) string {
	t.Helper()
	tiles, _ := dashboard["tiles"].([]any)
	if len(tiles) == 0 {
		t.Fatalf("no tile in %v", dashboard)
	}
	return tiles[0].(map[string]any)["id"].(string)
}

func logSource(t *testing.T, d deployment) string {
	t.Helper()
	return sourceOf(t, d, "log")
}

// sourceOf returns the id of the source of a kind.
func sourceOf(t *testing.T, d deployment, kind string) string {
	t.Helper()
	var body struct{ Data, Result []struct{ ID, Kind string } }
	if err := json.Unmarshal([]byte(d.send(t, http.MethodGet, "/sources", "").Body), &body); err != nil {
		t.Fatal(err)
	}
	for _, source := range append(body.Data, body.Result...) {
		if source.Kind == kind {
			return source.ID
		}
	}
	t.Fatalf("no source of kind %s", kind)
	return ""
}

// TestAlertsFireAndResolve goes the whole way: log records come in over OTLP,
// alerts on a tile and on a saved search fire and resolve, and a receiver gets
// messages whose signature the public library accepts. One deployment keeps
// its metadata in SQLite, the other in PostgreSQL.
func TestAlertsFireAndResolve(t *testing.T) {
	t.Parallel()
	for i, name := range []string{"self-hosted", "managed"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			minute := time.Now().UTC().Truncate(time.Minute)
			clock := &slowClock{began: time.Now(), shown: minute.Add(5 * time.Second)}
			s := apptest.Start(t, apptest.Options{Postgres: name == "managed", Now: clock.Now, Adjust: func(c *app.Config) {
				c.WebhookAllowCIDRs = []string{"127.0.0.0/8"}
				clock.adopt(t, c)
			}})
			sendLogsAt(t, s, clock, minute.Add(-30*time.Second), "boom", "boom", "boom", "quiet")
			fireAndResolve(t, deployments(s)[i], clock, minute)
		})
	}
}

// fireAndResolve makes alerts that fire through a minute and not in the next.
func fireAndResolve(t *testing.T, d deployment, clock *slowClock, minute time.Time) {
	t.Helper()
	receiver := hooktest.Start(t)
	alerts, secret := d.watch(t, logSource(t, d), receiver.URL)
	states := func(state string, through time.Time) {
		t.Helper()
		for _, path := range alerts {
			got := record(t, d.send(t, http.MethodGet, path, ""))
			if got["state"] != state || got["lagSeconds"] != 0.0 || !strings.HasPrefix(got["lastEvaluatedThrough"].(string), through.Format(time.RFC3339)[:16]) {
				t.Errorf("%s is %v through %v, lag %v", path, got["state"], got["lastEvaluatedThrough"], got["lagSeconds"])
			}
		}
	}
	receiver.AwaitCount(t, 2)
	states("firing", minute)
	clock.advance(t, time.Minute)
	deliveries := receiver.AwaitCount(t, 4)
	states("inactive", minute.Add(time.Minute))
	for _, delivery := range deliveries {
		hooktest.Verify(t, delivery, secret)
	}
	if len(receiver.Deliveries()) != 4 {
		t.Errorf("%d deliveries came", len(receiver.Deliveries()))
	}
}

func TestEvaluatorCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.NoEvaluator = true }})
	metrics := testkit.Scenario{Path: "/metrics"}.Send(t, s.URL(app.RoleAdmin))
	if strings.Contains(metrics.Body, "cairn_alerting_shards") {
		t.Error("the evaluator runs")
	}
}
