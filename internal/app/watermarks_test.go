package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// backlogWorld is a server with an alert of a minute that counts records, and an
// engine that answers everything but does not take the team's logs.
type backlogWorld struct {
	*apptest.Server
	t      *testing.T
	clock  *slowClock
	minute time.Time // when the window begins
}

// startBacklog starts a server five seconds after the window began.
func startBacklog(t *testing.T, options apptest.Options) *backlogWorld {
	t.Helper()
	minute := time.Now().UTC().Truncate(time.Minute)
	w := &backlogWorld{t: t, minute: minute, clock: &slowClock{began: time.Now(), shown: minute.Add(5 * time.Second)}}
	options.Now = w.clock.Now
	adjust := options.Adjust
	options.Adjust = func(c *app.Config) {
		w.clock.adopt(t, c)
		c.AlertWaitMax = 300
		if adjust != nil {
			adjust(c)
		}
	}
	w.Server = apptest.Start(t, options)
	return w
}

// boom sends so many records of the window to a server, and does not wait until
// they are stored.
func (w *backlogWorld) boom(s *apptest.Server, key string, records int, body string) {
	w.t.Helper()
	request := logsOf(make([]string, records)...)
	list := request.Logs().ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
	for i := range list.Len() {
		list.At(i).SetTimestamp(pcommon.NewTimestampFromTime(w.minute.Add(20 * time.Second)))
		list.At(i).Body().SetStr(body)
	}
	payload, err := request.MarshalProto()
	if err != nil {
		w.t.Fatal(err)
	}
	if got := post(w.t, s, payload, map[string]string{"Authorization": key}); got.Status != http.StatusOK {
		w.t.Fatalf("%d %s", got.Status, got.Body)
	}
}

// refuse has a table of an engine refuse inserts until the returned function is
// called. A part has to be there already.
func refuse(t *testing.T, client *clickhouse.Client, table string) (relent func()) {
	t.Helper()
	enginetest.ExecuteOnStored(t, client, "ALTER TABLE ", table, " MODIFY SETTING parts_to_delay_insert = 1, parts_to_throw_insert = 1")
	return func() {
		enginetest.ExecuteOnStored(t, client, "ALTER TABLE ", table, " RESET SETTING parts_to_delay_insert, parts_to_throw_insert")
	}
}

// alert makes an alert that counts booms of the team of the headers, and returns
// the deployment that shows it and its path.
func (w *backlogWorld) alert(headers map[string]string) (d deployment, path string) {
	w.t.Helper()
	d = deployment{"", w.URL(app.RoleStack), "/api/v2", headers}
	hook := record(w.t, d.send(w.t, http.MethodPost, "/webhooks", `{"name":"hook","service":"generic","url":"https://example.com/"}`))
	search := record(w.t, d.send(w.t, http.MethodPost, "/saved-searches", fmt.Sprintf(`{"name":"Booms","sourceId":%q,"where":"boom"}`, logSource(w.t, d))))
	made := record(w.t, d.send(w.t, http.MethodPost, "/alerts", fmt.Sprintf(`{"source":"search","savedSearchId":%q,"threshold":1,
		"thresholdType":"above","interval":"1m","channel":{"type":"webhook","webhookId":%q}}`, search["id"], hook["id"])))
	return d, "/alerts/" + made["id"].(string)
}

// shows waits until the alert shows a text in executionErrors.
func (w *backlogWorld) shows(d deployment, path, text string) {
	w.t.Helper()
	testkit.Eventually(w.t, time.Minute, "the alert shows: "+text, func() bool {
		got, _ := json.Marshal(record(w.t, d.send(w.t, http.MethodGet, path, ""))["executionErrors"])
		return strings.Contains(string(got), text)
	})
}

// windowValue returns the value of the window once it is evaluated.
func (w *backlogWorld) windowValue(d deployment, path string, meanwhile func()) (value float64) {
	w.t.Helper()
	testkit.Eventually(w.t, time.Minute, "the window is evaluated", func() bool {
		meanwhile()
		var page struct{ Data []evaluation }
		if err := json.Unmarshal([]byte(d.send(w.t, http.MethodGet, path+"/evaluations", "").Body), &page); err != nil {
			w.t.Fatal(err)
		}
		for _, e := range page.Data {
			if e.WindowEnd.Equal(w.minute.Add(time.Minute)) && e.Error == nil && e.Value != nil {
				value = *e.Value
				return true
			}
		}
		return false
	})
	return value
}

type evaluation struct {
	WindowEnd time.Time
	Value     *float64
	Error     any
}

func (w *backlogWorld) wantValue(d deployment, path string, want float64) {
	w.t.Helper()
	if got := w.windowValue(d, path, func() {}); got != want {
		w.t.Errorf("the window has the value %v, want %v", got, want)
	}
}

// waitsForStore is what an alert shows of a node that lags.
const waitsForStore = "is not stored yet on "

// due is how far the clock goes on until the window can be evaluated and an alert
// shows what it waits for, and retry until it looks again.
const (
	due   = 80 * time.Second
	retry = 65 * time.Second
)

// TestAlertsWaitForWhatTheEngineDoesNotHaveYet has the engine be back for reads
// before it has the records of a team. The alert of another team does not wait.
func TestAlertsWaitForWhatTheEngineDoesNotHaveYet(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		w := startBacklog(t, options)
		sendLogsAt(t, w.Server, w.clock, w.minute.Add(time.Second), "seed")
		headers := bearer(w.Installation.AccessKey)
		other := inTeam(headers, newServiceTeam(t, w.Server, "other"))
		d, path := w.alert(headers)
		otherD, otherPath := w.alert(other)
		made := record(t, otherD.send(t, http.MethodPost, "/ingestion-keys", `{"name":"other"}`))
		relent := refuse(t, enginetest.Client(t), "cairn_"+w.Installation.TeamID+".logs")
		w.boom(w.Server, w.Installation.IngestionKey, 5, "boom")
		w.boom(w.Server, made["key"].(string), 3, "boom")
		w.clock.advance(t, 20*time.Second)
		w.clock.advance(t, due-20*time.Second)
		w.wantValue(otherD, otherPath, 3)
		w.shows(d, path, waitsForStore)
		relent()
		testkit.Eventually(t, time.Minute, "the records are stored", func() bool { return stored(t, w.Server, "boom") == 5 })
		w.clock.advance(t, retry)
		w.wantValue(d, path, 5)
	})
}

// TestAlertsWaitForWhatIsParked has a shard die with blocks that it may have, and be
// back without taking them.
func TestAlertsWaitForWhatIsParked(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	w := startBacklog(t, apptest.Options{Engine: endpoint})
	client := enginetest.ClusterClient(t, cluster)
	seen := &drill{Server: w.Server, cluster: cluster}
	for sent := 1; seen.rowsOn(t, cluster.Shards[0])*seen.rowsOn(t, cluster.Shards[1])*seen.rowsOn(t, cluster.Shards[2]) == 0; sent++ {
		w.boom(w.Server, w.Installation.IngestionKey, 1, "seed")
		w.clock.advance(t, 2*time.Second)
		testkit.Eventually(t, time.Minute, "the seed is stored", func() bool {
			all, _, err := clusterCounts(t.Context(), w.Server, client)
			return err == nil && all == uint64(sent)
		})
	}
	d, path := w.alert(bearer(w.Installation.AccessKey))
	testkit.Eventually(t, time.Minute, "the window before is evaluated", func() bool {
		return record(t, d.send(t, http.MethodGet, path, ""))["lastEvaluatedThrough"] != nil
	})
	lost := cluster.Shards[1]
	one, err := clickhouse.ParseURL(lost.URL())
	if err != nil {
		t.Fatal(err)
	}
	relent := refuse(t, enginetest.Open(t, one), "cairn_"+w.Installation.TeamID+".logs_local")
	for range 6 {
		w.boom(w.Server, w.Installation.IngestionKey, 5, "boom")
		w.clock.advance(t, 2*time.Second)
		testkit.Eventually(t, time.Minute, "the batch is sent", func() bool { return w.gauge("cairn_ingest_memory_bytes") == 0 || w.inserts("failed") > 0 })
	}
	if err := lost.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the rows left memory", func() bool { return w.gauge("cairn_ingest_memory_bytes") == 0 })
	w.clock.advance(t, due)
	w.shows(d, path, waitsForStore)
	if err := lost.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, time.Minute, "the shard is there", func() bool {
		absent, err := client.Absent(t.Context())
		return err == nil && len(absent) == 0
	})
	w.clock.advance(t, retry)
	w.shows(d, path, waitsForStore)
	relent()
	testkit.Eventually(t, time.Minute, "everything is stored", func() bool { return w.gauge("cairn_ingest_oldest_unstored_seconds") == 0 })
	w.clock.advance(t, retry)
	w.wantValue(d, path, 30)
}

// gauge returns a metric of the server that has no labels.
func (w *backlogWorld) gauge(name string) (value float64) {
	w.t.Helper()
	for line := range strings.Lines(testkit.Scenario{Path: "/metrics"}.Send(w.t, w.URL(app.RoleAdmin)).Body) {
		if text, found := strings.CutPrefix(line, name+" "); found {
			_, _ = fmt.Sscan(text, &value)
			return value
		}
	}
	w.t.Fatal("no metric ", name)
	return 0
}

// inserts returns how many blocks of logs had the outcome.
func (w *backlogWorld) inserts(outcome string) float64 {
	return w.gauge(fmt.Sprintf(`cairn_ingest_inserts_total{outcome=%q,table="logs"}`, outcome))
}

// startSecond starts another node over a folder, which receives and does not
// evaluate.
func (w *backlogWorld) startSecond(dir string) *apptest.Server {
	w.t.Helper()
	config := apptest.Config(w.t, apptest.Options{Adjust: func(c *app.Config) {
		c.DatabaseURL, c.SecretKey, c.DataDir, c.NoEvaluator = w.Config.DatabaseURL, w.Config.SecretKey, dir, true
	}})
	node, err := app.New(w.t.Context(), app.Options{
		Config: config, Logger: slog.New(slog.NewTextHandler(w.t.Output(), nil)), Now: w.clock.Now, Engine: enginetest.Endpoint(w.t),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	node.Start(w.t.Context())
	return &apptest.Server{App: node, Config: config, Installation: w.Installation}
}

// TestAlertsWaitForANodeThatIsGone has a node end with records that are in its log
// alone. Windows wait, until it is back or for as long as they may.
func TestAlertsWaitForANodeThatIsGone(t *testing.T) {
	t.Parallel()
	for name, isBack := range map[string]bool{"it comes back": true, "it stays away": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := startBacklog(t, apptest.Options{Postgres: true, Adjust: func(c *app.Config) {
				c.SecretKey = strings.Repeat("A", 43) + "="
				c.AlertWaitMax = map[bool]int{true: 3600, false: 30}[isBack]
			}})
			sendLogsAt(t, w.Server, w.clock, w.minute.Add(time.Second), "seed")
			d, path := w.alert(bearer(w.Installation.AccessKey))
			relent := refuse(t, enginetest.Client(t), "cairn_"+w.Installation.TeamID+".logs")
			dir := t.TempDir()
			second := w.startSecond(dir)
			w.boom(second, w.Installation.IngestionKey, 5, "boom")
			if err := second.Stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			relent()
			w.clock.advance(t, 55*time.Second)
			w.clock.advance(t, due-55*time.Second)
			w.shows(d, path, "may not be stored yet on ")
			want, history := 0.0, "may be missing"
			if isBack {
				want, history = 5, ""
				second = w.startSecond(dir)
				t.Cleanup(func() { _ = second.Stop(context.Background()) })
				testkit.Eventually(t, time.Minute, "the records are stored", func() bool { return stored(t, w.Server, "boom") == 5 })
				w.clock.advance(t, retry)
			}
			got := w.windowValue(d, path, func() { w.clock.advance(t, 100*time.Millisecond) })
			said := d.send(t, http.MethodGet, path+"/history", "").Body
			if got != want || strings.Contains(said, "incomplete") != (history != "") || !strings.Contains(said, history) {
				t.Errorf("the value is %v, want %v; history: %s", got, want, said)
			}
		})
	}
}
