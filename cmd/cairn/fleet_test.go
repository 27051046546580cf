package main

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cairnstack/cairn/internal/testkit"
)

// The options of the nodes of a fleet, as docs/operations.md has them.
const (
	ingestOptions    = "--no-stack --no-ui --no-cloud --no-evaluator --no-notifier --no-metering --no-backups"
	apiOptions       = "--no-otlp --no-evaluator --no-notifier --no-metering --no-backups"
	evaluatorOptions = "--no-stack --no-ui --no-cloud --no-otlp"
	drainOptions     = "--no-otlp --no-stack --no-ui --no-cloud --no-evaluator --no-notifier --no-metering --no-backups"
)

// variablesOf returns options that are switches as variables.
func variablesOf(options string) (env []string) {
	for option := range strings.FieldsSeq(options) {
		env = append(env, "CAIRN_"+strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(option, "--"), "-", "_"))+"=true")
	}
	return env
}

// nodeOf returns a further node of the installation, with options of its own. It
// does not run.
func (w *clusterWorld) nodeOf(options string) *collector {
	first := w.nodes[0]
	c := &collector{t: w.t, dir: w.t.TempDir(), addr: testkit.FreeAddr(), team: first.team, key: first.key, accessKey: first.accessKey}
	c.env = append(slices.Clone(w.common), append(variablesOf(options), "CAIRN_OTLP_HTTP_ADDR="+c.addr)...)
	return c
}

// wantParts wants a node to be ready with these parts and no others, and without a
// word about shards, which are all there.
func (c *collector) wantParts(want ...string) {
	c.t.Helper()
	_, text := c.get("admin", "/readyz")
	var said struct {
		Ready bool
		Parts map[string]string
	}
	if err := json.Unmarshal([]byte(text), &said); err != nil || !said.Ready {
		c.t.Fatalf("%v: %s", err, text)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(said.Parts))); diff != "" {
		c.t.Errorf("parts (-want +got):\n%s", diff)
	}
	if said.Parts["shards"] != "ok" {
		c.t.Errorf("shards: %s", said.Parts["shards"])
	}
}

// TestFleetOfNodesWithRoles runs nodes that only take telemetry, one that only
// serves APIs and interface, and two that only evaluate, on one PostgreSQL and one
// cluster. The evaluator at work is killed, and each ingest node is started again
// while records arrive; one of them is emptied for good.
func TestFleetOfNodesWithRoles(t *testing.T) {
	t.Parallel()
	const alerts = 2
	w := startClusterWorld(t, alerts, false)
	ingest := []*collector{w.nodeOf(ingestOptions), w.nodeOf(ingestOptions)}
	api, first, second := w.nodeOf(apiOptions), w.nodeOf(evaluatorOptions), w.nodeOf(evaluatorOptions)
	w.nodes = append(slices.Clone(ingest), api, first)
	w.startNodes()
	for _, c := range ingest {
		c.wantParts("admin", "database", "disk", "engine", "otlp-grpc", "otlp-http", "refused telemetry", "shards", "storing", "telemetry", "telemetry tables")
	}
	api.wantParts("admin", "cloud", "database", "disk", "engine", "shards", "stack", "telemetry", "telemetry tables", "ui")
	first.wantParts("admin", "database", "disk", "engine", "shards", "telemetry", "telemetry tables")
	w.nodes = ingest
	w.send()
	w.awaitFlow()
	w.nodes = []*collector{api}
	w.takeOver(first, second)
	w.restartIngest(ingest)
	for _, s := range w.load {
		s.end()
	}
	ingest[0].drain(settleTimeMax)
	w.empty(ingest[1])
	w.readBack()
	w.alerts.check(w)
}

// takeOverMax is how long windows may wait after their evaluator was killed: the
// lease of its alerts is 8 s.
const takeOverMax = slack * 15 * time.Second

// takeOver kills the evaluator that has everything, and wants another one to have
// it within its time.
func (w *clusterWorld) takeOver(first, second *collector) {
	w.t.Helper()
	const everything = "SELECT count(*) FROM alert_shards WHERE owner <> '' AND owner = (SELECT min(owner) FROM alert_shards)"
	testkit.Eventually(w.t, takeOverMax, "the evaluator has all alerts", func() bool { return w.metadataNumber(everything) == 64 })
	w.alerts.release(w, 0)
	first.kill()
	killed := time.Now()
	second.start()
	w.alerts.release(w, 1)
	testkit.Eventually(w.t, takeOverMax, "another evaluator has all alerts", func() bool {
		return w.metadataNumber("SELECT count(*) FROM alert_shards WHERE expires_at > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)") == 64 &&
			w.metadataNumber("SELECT count(*) FROM alert_evaluators") == 1
	})
	w.t.Logf("another evaluator has all alerts %s after the first was killed, its start included", time.Since(killed).Round(time.Millisecond))
	first.start()
}

// restartIngest starts each ingest node again while the other one takes records.
func (w *clusterWorld) restartIngest(ingest []*collector) {
	w.t.Helper()
	for i, c := range ingest {
		retries := w.load[1-i].retries.Load()
		w.awaitFlow()
		c.stop()
		c.start()
		w.awaitFlow()
		if more := w.load[1-i].retries.Load() - retries; more > 0 {
			w.t.Errorf("the other node refused %d requests", more)
		}
	}
}

// empty ends an ingest node for good. It is killed, so that something is left in
// its log, and started as one that takes nothing, until it has stored that.
func (w *clusterWorld) empty(c *collector) {
	w.t.Helper()
	c.kill()
	drained := w.nodeOf(drainOptions)
	drained.dir = c.dir
	drained.start()
	if status, err := http.Get("http://" + c.addr); err == nil {
		_ = status.Body.Close()
		w.t.Error("a node that is emptied takes telemetry")
	}
	drained.drain(settleTimeMax)
	drained.stop()
	if !strings.Contains(drained.log(), "the write-ahead log is empty") {
		w.t.Errorf("the node does not say that it is empty:\n%s", drained.log())
	}
}

// metadataNumber returns the number that a query on the database has.
func (w *clusterWorld) metadataNumber(query string) (n int) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), slack*30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, w.metadata)
	w.check(err)
	defer func() { _ = conn.Close(ctx) }()
	w.check(conn.QueryRow(ctx, query).Scan(&n))
	return n
}

// TestPageHasTheOptionsOfTheFleet holds that what operators read is what is tested.
func TestPageHasTheOptionsOfTheFleet(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{ingestOptions, apiOptions, evaluatorOptions, drainOptions} {
		if !strings.Contains(string(page), "`"+options+"`") {
			t.Errorf("docs/operations.md lacks %s", options)
		}
	}
}
