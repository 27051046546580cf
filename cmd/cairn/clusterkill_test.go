package main

import (
	"crypto/rand"
	"encoding/base64"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// Sizes of an installation on several machines.
const (
	clusterShards = 3
	clusterNodes  = 2
)

// clusterWorld is two servers on one PostgreSQL and one cluster of three engines.
type clusterWorld struct {
	t        *testing.T
	shards   *clustertest.Cluster
	nodes    []*collector
	metadata string   // address of the database
	common   []string // variables that all servers share
	hooks    *hooktest.Receiver
	random   *mathrand.Rand
	alerts   clusterAlerts
	load     []*senders
	faults   faultTally
	awayMax  time.Duration // how long something is away
}

// startClusterWorld makes the installation. Alerts are there, and none of them has
// been looked at; its servers are not running.
func startClusterWorld(t *testing.T, faults int, isLive bool) *clusterWorld {
	t.Helper()
	w := &clusterWorld{t: t, hooks: hooktest.Start(t), metadata: ownDatabase(t), shards: ownShards(t), awayMax: awayTimeShort}
	w.random = mathrand.New(mathrand.NewPCG(testkit.Seed(t, uint64(faults)), 21))
	w.common = w.environment()
	env := w.common
	for range clusterNodes {
		c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
		c.env = append(env[:len(env):len(env)], "CAIRN_OTLP_HTTP_ADDR="+c.addr)
		w.nodes = append(w.nodes, c)
	}
	first := w.nodes[0]
	first.bootstrap()
	for _, c := range w.nodes[1:] {
		c.team, c.key, c.accessKey = first.team, first.key, first.accessKey
	}
	w.furnish(faults, isLive)
	return w
}

// environment returns the variables that all servers share.
func (w *clusterWorld) environment() []string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return []string{
		"CAIRN_DATABASE_URL=" + w.metadata, "CAIRN_CLICKHOUSE_URL=" + w.shards.URL(), "CAIRN_SECRET_KEY=" + base64.StdEncoding.EncodeToString(key),
		"CAIRN_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8", "CAIRN_RAW_SQL_TEAMS=*", "CAIRN_STACK_RATE_LIMIT=0",
	}
}

func ownDatabase(t *testing.T) string {
	t.Helper()
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	return cluster.NewDatabase(t)
}

// ownShards starts the engines of a cluster.
func ownShards(t *testing.T) *clustertest.Cluster {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	library := engineLibrary(t)
	shards, err := clustertest.Start(t.Context(), filepath.Join(t.TempDir(), "shards"), clusterShards, func(dir string) (embedded.Options, error) {
		return embedded.Options{
			Dir: dir, Library: library, Executable: executable, ChildArgs: []string{"engine-child"},
			ChildEnv: append(os.Environ(), asCairn+"=1", "GORACE=atexit_sleep_ms=0"),
		}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shards.Stop)
	return shards
}

// startNodes starts all servers and waits until they are ready.
func (w *clusterWorld) startNodes() {
	w.t.Helper()
	for _, c := range w.nodes {
		c.program = launch(c.t, c.dir, c.env...)
	}
	for _, c := range w.nodes {
		c.awaitStart()
	}
}

// settleTimeMax bounds the wait until everything that was acknowledged is stored.
const settleTimeMax = slack * 2 * time.Minute

// survive lets the installation live through the faults, and wants everything
// acknowledged to be found once, and every window decided on all of its records.
func (w *clusterWorld) survive(faults []clusterFault) {
	w.t.Helper()
	w.startNodes()
	w.send()
	for i, fault := range faults {
		w.awaitFlow()
		w.alerts.release(w, i)
		w.suffer(fault)
	}
	for _, s := range w.load {
		s.end()
	}
	for _, c := range w.nodes {
		c.awaitStart()
		c.drain(settleTimeMax)
	}
	w.t.Logf("%d faults: %s", len(faults), w.faults)
	w.readBack()
	w.alerts.check(w)
}

// TestClusterKeepsWhatIsAcknowledgedAndMissesNoWindow is promises R1, R2 and R12 over
// three shards and two servers, in short.
func TestClusterKeepsWhatIsAcknowledgedAndMissesNoWindow(t *testing.T) {
	t.Parallel()
	faults := everyClusterFault()
	startClusterWorld(t, len(faults), true).survive(faults)
}
