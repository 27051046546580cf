package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// The load of the benchmarks.
const (
	benchAlerts       = 10_000
	benchTiles        = 200 // of the dashboard of each source, each with an alert
	benchServices     = 20  // of each source
	benchMinutes      = 5
	benchRowsVariable = "CAIRN_BENCH_ROWS" // log records of the week that is tried; benchRowsDefault
	benchRowsDefault  = 1_000_000
)

// benchFillText makes log records of some services, spread evenly.
const benchFillText = `
INSERT INTO {database}.logs (Timestamp, SeverityText, SeverityNumber, ServiceName, Body, Resource, LogAttributes, batch_id)
SELECT
    toDateTime64({from}, 9, 'UTC') + toIntervalNanosecond(intDiv(number * {milliseconds}, {rows}) * 1000000),
    ['info', 'info', 'info', 'warn', 'error'][1 + rand(3) % 5], 9, concat('service-', toString(rand(4) % {services})),
    concat('GET /api/', toString(rand(7) % 100000), ' completed in ', toString(rand(8) % 1000), 'ms'), '{}',
    CAST(map('http.status_code', toString([200, 200, 201, 404, 500][1 + rand(15) % 5])), 'Map(LowCardinality(String), String)'),
    toFixedString('bench', 16)
FROM numbers({rows})
SETTINGS max_insert_threads = 1, max_block_size = 100000`

// alertBench is a store and teams with telemetry. Sources belong to the teams
// in turn; those of one team are views of the same logs.
type alertBench struct {
	store   *sqlstore.Store
	client  *clickhouse.Client
	engine  *embedded.Engine
	reader  alertReader
	teamID  string // whose records are made
	teams   []string
	sources int
	clock   *testkit.Clock
	where   func(source, n int) string // the condition of a tile
	metrics bool                       // tiles are about metrics, see metricItem

	delaySeconds int // of alerts
	statements   atomic.Int64
}

func newAlertBench(b testing.TB) *alertBench {
	b.Helper()
	x := &alertBench{where: mixedCondition, clock: testkit.NewClock(time.Now().UTC().Truncate(time.Minute)), client: enginetest.Client(b), engine: enginetest.Start(b)}
	var err error
	x.store, err = sqlstore.Open(b.Context(), sqlstore.Options{Dir: b.TempDir(), Logger: slog.New(slog.DiscardHandler), Now: x.clock.Now})
	must(b, err)
	b.Cleanup(func() { _ = x.store.Close() })
	x.addTeam(b)
	reads := read.New(x.client, read.Options{
		Columns: tables.NewStore(x.client, tables.StoreOptions{}).Columns, Watch: func(clickhouse.Query) { x.statements.Add(1) },
	})
	x.reader = alertReader{&explore.AlertReads{Store: x.store, Engine: reads}}
	return x
}

// addTeam makes a team, to which what is made next belongs.
func (x *alertBench) addTeam(b testing.TB) {
	b.Helper()
	id := x.mint(b)
	must(b, x.store.CreateTeam(b.Context(), stack.Team{ID: id, Name: "t", CreatedAt: x.clock.Now(), Version: 1}))
	must(b, tables.NewTeams(x.client).EnsureTeam(b.Context(), id))
	b.Cleanup(func() { _ = tables.NewTeams(x.client).DropTeam(context.Background(), id) })
	x.teamID, x.teams = id, append(x.teams, id)
}

func must(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (x *alertBench) mint(b testing.TB) string {
	b.Helper()
	id, err := stack.NewID(rand.Reader, time.Now())
	must(b, err)
	return id
}

func (x *alertBench) record(b testing.TB) stack.Record {
	b.Helper()
	return stack.Record{ID: x.mint(b), TeamID: x.teamID, CreatedAt: x.clock.Now(), UpdatedAt: x.clock.Now(), Version: 1}
}

// fill makes log records, or points, of all teams from an instant on.
func (x *alertBench) fill(b testing.TB, from time.Time, length time.Duration, rows int) {
	b.Helper()
	texts := []string{benchFillText}
	if x.metrics {
		texts = metricFillTexts()
	}
	for _, id := range x.teams {
		database, err := clickhouse.DatabaseName(id)
		must(b, err)
		filled := strings.NewReplacer("{database}", database, "{from}", fmt.Sprint(from.Unix()),
			"{milliseconds}", fmt.Sprint(length.Milliseconds()), "{rows}", fmt.Sprint(rows/len(x.teams)),
			"{services}", fmt.Sprint(max(x.sources, 1)*benchServices))
		for _, text := range texts {
			must(b, x.client.Exec(b.Context(), filled.Replace(text)))
		}
	}
}

// source makes a source of logs, or of metrics.
func (x *alertBench) source(ctx context.Context, b testing.TB) stack.Source {
	b.Helper()
	sources, err := stack.DefaultSources(x.teamID, new(stack.IDs).MintAt(rand.Reader, time.Now()))
	must(b, err)
	source := sources[0]
	if x.metrics {
		source = sources[2]
	}
	source.Record = x.record(b)
	must(b, x.store.CreateSource(ctx, source))
	return source
}

// watch makes a dashboard over a source of the next team and an alert on each
// of its tiles.
func (x *alertBench) watch(ctx context.Context, b testing.TB, tiles int) error {
	x.teamID = x.teams[x.sources%len(x.teams)]
	number, source, dashboard := x.sources, x.source(ctx, b), stack.Dashboard{Record: x.record(b)}
	x.sources++
	for n := range tiles {
		item, groupBy := stack.SelectItem{AggFn: query.Count, WhereLanguage: query.Lucene}, ""
		if x.metrics {
			item, groupBy = metricItem(number*benchTiles + n)
		} else {
			item.Where = x.where(number, n)
		}
		config := stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine, SourceID: source.ID, Select: []stack.SelectItem{item}}}
		config.GroupBy = groupBy
		dashboard.Tiles = append(dashboard.Tiles, stack.Tile{Placement: stack.Placement{ID: fmt.Sprint("t", n), W: 1, H: 1}, Config: config})
	}
	if err := x.store.CreateDashboard(ctx, dashboard); err != nil {
		return err
	}
	for _, tile := range dashboard.Tiles {
		if err := x.store.CreateAlert(ctx, x.alert(b, dashboard.ID, tile.ID)); err != nil {
			return err
		}
	}
	return nil
}

func (x *alertBench) alert(b testing.TB, dashboardID, tileID string) stack.Alert {
	b.Helper()
	return stack.Alert{Record: x.record(b), AlertStatus: stack.NewAlertStatus(), AlertSpec: stack.AlertSpec{
		Source: stack.AlertOnTile, DashboardID: dashboardID, TileID: tileID, Threshold: 1e9, ThresholdType: stack.ThresholdAbove, Interval: "1m", DelaySeconds: x.delaySeconds,
		Channels: []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: x.teamID}},
	}}
}

// cpuOf returns what a process has used of the processors, by the clock that
// the kernel has for each of them.
func cpuOf(pid int) time.Duration {
	const usedByAllThreads = 2
	var t syscall.Timespec
	if _, _, code := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(^pid<<3|usedByAllThreads), uintptr(unsafe.Pointer(&t)), 0); code != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// alertLoad is how many alerts are evaluated for how many minutes over how many
// log records in each of them.
type alertLoad struct{ alerts, minutes, rowsPerMinute int }

// alertCost is what the evaluation of one alert costs in this process and in
// the engine, and how long 99 of 100 alerts, and the last one, had to wait.
type alertCost struct{ own, engine, lag, lagMax time.Duration }

// BenchmarkTenThousandAlerts evaluates ten thousand alerts of a minute for
// some minutes, all of which are due at the same instant, and reports what one
// evaluation costs in this process and in the engine, and how long alerts had
// to wait.
func BenchmarkTenThousandAlerts(b *testing.B) {
	for _, rows := range []int{6_000, 60_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) { reportAlerts(b, newAlertBench(b), alertLoad{benchAlerts, benchMinutes, rows}) })
	}
}

// BenchmarkTenThousandAlertsOfTeams does the same with every source in a team
// of its own, so that no scan serves two sources.
func BenchmarkTenThousandAlertsOfTeams(b *testing.B) {
	x := newAlertBench(b)
	for range benchAlerts/benchTiles - 1 {
		x.addTeam(b)
	}
	reportAlerts(b, x, alertLoad{benchAlerts, benchMinutes, 60_000})
}

// BenchmarkTenThousandTextAlerts does the same with alerts that are all about
// texts, which is the most work for the engine.
func BenchmarkTenThousandTextAlerts(b *testing.B) {
	x := newAlertBench(b)
	x.where = textCondition
	reportAlerts(b, x, alertLoad{benchAlerts, 2, 6_000})
}

// BenchmarkAlertGrowth shows how the cost of an alert changes with their number.
func BenchmarkAlertGrowth(b *testing.B) {
	for _, alerts := range testkit.Sizes(b, "CAIRN_BENCH_ALERTS", 100, 300, 1000, 3000, benchAlerts) {
		b.Run(fmt.Sprintf("alerts=%d", alerts), func(b *testing.B) { reportAlerts(b, newAlertBench(b), alertLoad{alerts, 3, 6_000}) })
	}
}

func reportAlerts(b *testing.B, x *alertBench, load alertLoad) {
	b.Helper()
	x.watchAll(b, load.alerts)
	for b.Loop() {
		cost := x.evaluate(b, load)
		b.ReportMetric(float64(load.alerts), "alerts")
		b.ReportMetric(float64(cost.own.Nanoseconds())/1e6, "own-cpu-ms/alert")
		b.ReportMetric(float64(cost.engine.Nanoseconds())/1e6, "engine-cpu-ms/alert")
		b.ReportMetric(cost.lag.Seconds(), "lag-p99-s")
		b.ReportMetric(cost.lagMax.Seconds(), "lag-s")
		b.ReportMetric(0, "ns/op")
	}
}

// watchAll makes so many alerts.
func (x *alertBench) watchAll(b testing.TB, alerts int) {
	b.Helper()
	for left := alerts; left > 0; left -= benchTiles {
		must(b, x.store.InTx(b.Context(), func(ctx context.Context) error { return x.watch(ctx, b, min(left, benchTiles)) }))
	}
}

// BenchmarkBacktestWeek tries an alert of a minute over a week of log records.
func BenchmarkBacktestWeek(b *testing.B) {
	x, rows := newAlertBench(b), benchRowsDefault
	if text := os.Getenv(benchRowsVariable); text != "" {
		var err error
		rows, err = strconv.Atoi(text)
		must(b, err)
	}
	const days, day = 7, 24 * time.Hour
	end := x.clock.Now().Truncate(day)
	for n := range days {
		x.fill(b, end.Add(-time.Duration(days-n)*day), day, rows/days)
	}
	search := stack.SavedSearch{Record: x.record(b), SavedSearchSpec: stack.SavedSearchSpec{
		Name: "s", SourceID: x.source(b.Context(), b).ID, Where: "LogAttributes.http.status_code:500 AND SeverityText:error", WhereLanguage: query.Lucene}}
	must(b, x.store.CreateSavedSearch(b.Context(), search))
	trial := review.Trial{From: end.Add(-days * day), To: end, Alert: stack.Alert{AlertSpec: stack.AlertSpec{
		Source: stack.AlertOnSearch, SavedSearchID: search.ID, Threshold: 60, ThresholdType: stack.ThresholdAbove, Interval: "1m"}}}
	reviewing := &review.Review{Reader: x.reader, Now: time.Now}
	ctx := access.WithPrincipal(b.Context(), access.Principal{TeamID: x.teamID, UserID: x.teamID, OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
	for b.Loop() {
		own, engine := cpuOf(os.Getpid()), cpuOf(x.engine.State().PID)
		result, err := reviewing.Backtest(ctx, trial, nil)
		must(b, err)
		b.ReportMetric(float64(result.Windows), "windows")
		b.ReportMetric(float64(result.Stats.RowsRead), "rows")
		b.ReportMetric((cpuOf(os.Getpid()) - own).Seconds(), "own-cpu-s")
		b.ReportMetric((cpuOf(x.engine.State().PID) - engine).Seconds(), "engine-cpu-s")
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
}
