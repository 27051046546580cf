package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
)

// clusterAlerts are alerts with windows behind them that nobody has looked at. One
// is released at each fault, so that evaluation meets faults.
type clusterAlerts struct {
	ids   []string
	first time.Time // end of the first window
	live  string    // counts what is sent meanwhile; empty: there is none
}

// The windows that are behind each alert, and the beacons in them: as many in each
// shard as in every other, so that a count which lacks one is another count.
const (
	clusterWindows  = 30
	windowsInARow   = 3
	beaconsFiring   = 2 * clusterShards
	beaconsInactive = clusterShards
	clusterInterval = time.Minute
)

// liveDelay is how long the live alert waits for records, the delay of alerts that
// say nothing else. What is away is away for longer: windows wait for it.
const liveDelay = 10 * time.Second

// never is a due time, in milliseconds, that does not come.
const never = int64(1) << 52

// beaconsIn returns how many beacons a window has, counted from the first.
func beaconsIn(window int) int {
	if window < 0 || window >= clusterWindows {
		return 0
	}
	if window/windowsInARow%2 == 0 {
		return beaconsFiring
	}
	return beaconsInactive
}

// beaconVerdict returns the value and the state of a window of beacons.
func beaconVerdict(window int) (value int, state string) {
	if value = beaconsIn(window); value >= beaconsFiring {
		return value, "firing"
	}
	return value, "inactive"
}

// furnish makes an alert for each fault and stores what they count, and the live
// alert if so asked.
func (w *clusterWorld) furnish(alerts int, isLive bool) {
	w.t.Helper()
	c := w.nodes[0]
	c.program = launch(c.t, c.dir, append(c.env[:len(c.env):len(c.env)], "CAIRN_NO_EVALUATOR=true")...)
	c.awaitStart()
	w.alerts.first = time.Now().Truncate(clusterInterval).Add((1 - clusterWindows) * clusterInterval)
	w.storeBeacons(c)
	hook := makeHook(w.t, c, w.hooks.URL)
	search := c.create("/saved-searches", fmt.Sprintf(`{"name":"beacons","sourceId":%q,"where":"ServiceName:beacon"}`, c.sources()[0]))
	for i := range alerts {
		w.alerts.ids = append(w.alerts.ids, c.createAlert(fmt.Sprint("beacons ", i), search, hook.ID, beaconsFiring, 0))
	}
	w.metadataDo("UPDATE alert_progress SET evaluated_through = $1, open_since = NULL, due_at = $2",
		w.alerts.first.Add(-clusterInterval).UnixMilli(), never)
	if isLive {
		load := c.create("/saved-searches", fmt.Sprintf(`{"name":"load","sourceId":%q,"where":"ServiceName:sender-0 OR ServiceName:sender-%d"}`,
			c.sources()[0], clusterSenders))
		w.alerts.live = c.createAlert("load", load, hook.ID, 1<<40, liveDelay)
	}
	c.stop()
}

func (c *collector) createAlert(name, search, hook string, threshold int, delay time.Duration) string {
	c.t.Helper()
	return c.create("/alerts", fmt.Sprintf(`{"name":%q,"source":"search","savedSearchId":%q,"threshold":%d,"thresholdType":"above",
		"interval":"1m","delaySeconds":%.0f,"channel":{"type":"webhook","webhookId":%q}}`, name, search, threshold, delay.Seconds(), hook))
}

// create makes a resource and returns its id.
func (c *collector) create(path, body string) string {
	c.t.Helper()
	var made struct{ Data struct{ ID string } }
	if err := json.Unmarshal(c.stackCall(http.MethodPost, path, body), &made); err != nil || made.Data.ID == "" {
		c.t.Fatalf("%s: %v", path, err)
	}
	return made.Data.ID
}

// storeBeacons stores the beacons in waves. Each is a block, and blocks go to the
// shards in turn.
func (w *clusterWorld) storeBeacons(c *collector) {
	w.t.Helper()
	for wave := range beaconsFiring {
		if !(&senders{collector: c}).try(http.DefaultClient, w.beacons(wave)) {
			w.t.Fatal("beacons are refused")
		}
		c.drain(slack * 30 * time.Second)
	}
	for _, shard := range w.shards.Shards {
		if n := w.beaconsOn(shard.URL(), c.team); n != uint64(clusterWindows*(beaconsFiring+beaconsInactive)/2/clusterShards) {
			w.t.Fatalf("shard %d has %d beacons; they are not spread evenly", shard.Number, n)
		}
	}
}

// beacons returns a request with one record for each window that has so many.
func (w *clusterWorld) beacons(wave int) []byte {
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "beacon")
	records := resource.ScopeLogs().AppendEmpty().LogRecords()
	for window := range clusterWindows {
		if wave < beaconsIn(window) {
			record := records.AppendEmpty()
			record.Body().SetStr(fmt.Sprintf("beacon-%d-%d", window, wave))
			end := w.alerts.first.Add(time.Duration(window) * clusterInterval)
			record.SetTimestamp(pcommon.NewTimestampFromTime(end.Add(-clusterInterval / 2)))
		}
	}
	b, _ := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
	return b
}

// beaconsOn returns how many beacons one server has itself.
func (w *clusterWorld) beaconsOn(url, team string) uint64 {
	w.t.Helper()
	return w.numberOn(url, team, "SELECT count() AS n FROM logs_local WHERE ServiceName = 'beacon'")
}

// numberOn asks one server for a number.
func (w *clusterWorld) numberOn(url, team, text string) uint64 {
	w.t.Helper()
	endpoint, err := clickhouse.ParseURL(url)
	w.check(err)
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{})
	defer func() { _ = client.Close() }()
	var n proto.ColUInt64
	_, err = client.Query(w.t.Context(), clickhouse.Query{
		Database: "cairn_" + team, SQL: text,
		Result: proto.Results{{Name: "n", Data: &n}},
	})
	w.check(err)
	return n.Row(0)
}

// metadataDo runs a statement on the database.
func (w *clusterWorld) metadataDo(statement string, args ...any) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), slack*30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, w.metadata)
	w.check(err)
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement, args...)
	w.check(err)
}

// release lets the windows of one alert be evaluated.
func (a *clusterAlerts) release(w *clusterWorld, i int) {
	w.t.Helper()
	w.metadataDo("UPDATE alert_progress SET due_at = 0 WHERE alert_id = $1", a.ids[i])
}

// evaluated is a window as the API returns it.
type evaluated struct {
	WindowEnd time.Time
	State     string
	Value     *float64
	Attempts  int
	Error     any
}

// history returns all windows of an alert, oldest first.
func (c *collector) history(alert string) (list []evaluated) {
	c.t.Helper()
	for next := ""; ; {
		var page struct {
			Data []evaluated
			Meta struct {
				HasMore     bool
				NextEndTime *time.Time
			}
		}
		text := c.stackCall(http.MethodGet, "/alerts/"+alert+"/evaluations?limit=1000"+next, "")
		if err := json.Unmarshal(text, &page); err != nil {
			c.t.Fatalf("evaluations: %v %s", err, text)
		}
		list = append(list, page.Data...)
		if !page.Meta.HasMore || page.Meta.NextEndTime == nil {
			slices.Reverse(list)
			return list
		}
		next = "&endTime=" + strconv.FormatInt(page.Meta.NextEndTime.UnixMilli(), 10)
	}
}

// evaluatedTimeMax bounds the wait until everything that is over is evaluated.
const evaluatedTimeMax = slack * 2 * time.Minute

// upTo returns the history of an alert once it reaches a time. A window that waits is
// in the history, too.
func (c *collector) upTo(alert string, end time.Time) (list []evaluated) {
	c.t.Helper()
	testkit.Eventually(c.t, evaluatedTimeMax, "the alert is evaluated up to "+end.String(), func() bool {
		list = c.history(alert)
		return len(list) > 0 && !list[len(list)-1].WindowEnd.Before(end) && list[len(list)-1].Error == nil
	})
	return list
}

// alertFigures is what checks of alerts have seen.
type alertFigures struct{ alerts, windows, failed, transitions, deliveries int }

// check wants every window of every alert to be evaluated once, in order, with the
// value that its records have, and each transition to be told under one id.
func (a *clusterAlerts) check(w *clusterWorld) {
	w.t.Helper()
	var sum alertFigures
	over := time.Now().Truncate(clusterInterval)
	var want []told
	for i, id := range a.ids {
		list := w.nodes[i%len(w.nodes)].upTo(id, over)
		a.checkWindows(w, list, a.first, func(end time.Time) (int, string) { return beaconVerdict(int(end.Sub(a.first) / clusterInterval)) })
		want = append(want, transitionsOf(id, list)...)
		sum.add(list)
	}
	if a.live != "" {
		list := w.nodes[0].upTo(a.live, over)
		w.checkLive(list)
		sum.add(list)
	}
	sum.transitions = len(want)
	w.checkTold(want)
	sum.deliveries = len(w.hooks.Deliveries())
	w.t.Logf("%d alerts, %d windows in order, %d of them after attempts that failed; %d transitions in %d deliveries, one id each",
		sum.alerts, sum.windows, sum.failed, sum.transitions, sum.deliveries)
}

func (f *alertFigures) add(list []evaluated) {
	f.alerts++
	f.windows += len(list)
	for _, e := range list {
		if e.Attempts > 0 {
			f.failed++
		}
	}
}

// checkWindows wants windows without a gap, from the first, with the values and states
// that verdict returns.
func (a *clusterAlerts) checkWindows(w *clusterWorld, list []evaluated, first time.Time, verdict func(end time.Time) (int, string)) {
	w.t.Helper()
	for i, e := range list {
		if end := first.Add(time.Duration(i) * clusterInterval); !e.WindowEnd.Equal(end) {
			w.t.Fatalf("window %d ends at %s, want %s", i, e.WindowEnd, end)
		}
		want, state := verdict(e.WindowEnd)
		if e.Value == nil || *e.Value != float64(want) || e.State != state || e.Error != nil {
			value, _ := json.Marshal(e)
			w.t.Errorf("the window that ends at %s is %s, want %d and %s", e.WindowEnd, value, want, state)
		}
	}
}

// storedByMinute returns how many log records of senders there are in each minute.
func (w *clusterWorld) storedByMinute() map[int64]int {
	w.t.Helper()
	stored := map[int64]int{}
	for _, row := range w.nodes[1].rawSQL(fmt.Sprintf(`SELECT toString(toUnixTimestamp(toStartOfMinute(Timestamp))) AS minute, toString(count()) AS records
		FROM otel_logs WHERE ServiceName IN ('sender-0', 'sender-%d') GROUP BY minute ORDER BY minute LIMIT 10000`, clusterSenders)) {
		minute, _ := strconv.ParseInt(fmt.Sprint(row["minute"]), 10, 64)
		stored[minute], _ = strconv.Atoi(fmt.Sprint(row["records"]))
	}
	return stored
}

// told is a transition that a receiver is told.
type told struct {
	alert string
	end   int64
	state string
}

// transitionsOf returns what windows have to tell.
func transitionsOf(alert string, list []evaluated) (changes []told) {
	state := "inactive"
	for _, e := range list {
		if e.State != state {
			changes = append(changes, told{alert, e.WindowEnd.Unix(), e.State})
			state = e.State
		}
	}
	return changes
}

// checkTold wants each transition to have reached the receiver under one id.
func (w *clusterWorld) checkTold(want []told) {
	w.t.Helper()
	var ids map[told][]string
	testkit.Eventually(w.t, evaluatedTimeMax, "all transitions are told", func() bool {
		ids = w.messageIDs()
		return len(ids) >= len(want)
	})
	for _, change := range want {
		if len(ids[change]) != 1 {
			w.t.Errorf("%+v was told under the ids %v", change, ids[change])
		}
		delete(ids, change)
	}
	for change := range ids {
		w.t.Errorf("a change that never was is told: %+v", change)
	}
}

// messageIDs returns the ids under which each transition reached the receiver.
func (w *clusterWorld) messageIDs() map[told][]string {
	w.t.Helper()
	ids := map[told][]string{}
	for _, d := range w.hooks.Deliveries() {
		var message struct {
			Data struct {
				Alert  struct{ ID string }
				State  string
				Window struct{ End time.Time }
			}
		}
		w.check(json.Unmarshal(d.Body, &message))
		key := told{message.Data.Alert.ID, message.Data.Window.End.Unix(), message.Data.State}
		if !slices.Contains(ids[key], d.ID()) {
			ids[key] = append(ids[key], d.ID())
		}
	}
	return ids
}
