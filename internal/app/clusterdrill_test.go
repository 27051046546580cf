package app_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// drill is a server over a cluster, and the numbered records that were sent to it.
type drill struct {
	*apptest.Server
	cluster *clustertest.Cluster
	sent    uint64
}

func startDrill(t *testing.T, shards int, adjust ...clustertest.Adjust) *drill {
	t.Helper()
	cluster := enginetest.OwnCluster(t, shards, adjust...)
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	return &drill{Server: apptest.Start(t, apptest.Options{Engine: endpoint}), cluster: cluster}
}

// send sends so many requests of ten records.
func (d *drill) send(t *testing.T, requests int) {
	t.Helper()
	for range requests {
		bodies := make([]string, 10)
		for i := range bodies {
			bodies[i] = fmt.Sprint("record ", d.sent+uint64(i))
		}
		if got := post(t, d.Server, protoOf(t, bodies...), nil); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		d.sent += uint64(len(bodies))
	}
}

// rowsOn returns how many log records one server of the cluster has, or none where
// it has no table for them.
func (d *drill) rowsOn(t *testing.T, shard *clustertest.Shard) uint64 {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(shard.URL())
	if err != nil {
		t.Fatal(err)
	}
	var n proto.ColUInt64
	err = enginetest.Open(t, endpoint).AdminQuery(t.Context(), ch.Query{
		Body: "SELECT count() AS n FROM cairn_" + d.Installation.TeamID + ".logs_local", Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil || n.Rows() == 0 {
		return 0
	}
	return n.Row(0)
}

// TestClusterDrill_a_shard_that_is_added_takes_its_share has servers that know
// different numbers of shards for a while.
func TestClusterDrill_a_shard_that_is_added_takes_its_share(t *testing.T) {
	t.Parallel()
	d := startDrill(t, 2)
	d.send(t, 5)
	wantClusterRows(t, d.Server, enginetest.ClusterClient(t, d.cluster), d.sent)
	if err := d.cluster.Grow(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 2*time.Minute, "the new shard has records", func() bool {
		d.send(t, 1)
		return d.rowsOn(t, d.cluster.Shards[2]) > 0
	})
	wantClusterRows(t, d.Server, enginetest.ClusterClient(t, d.cluster), d.sent)
}

// TestClusterDrill_an_empty_server_takes_the_place_of_a_lost_one loses the records
// of one shard, and no others.
func TestClusterDrill_an_empty_server_takes_the_place_of_a_lost_one(t *testing.T) {
	t.Parallel()
	d := startDrill(t, 2)
	kept, lost := d.cluster.Shards[0], d.cluster.Shards[1]
	testkit.Eventually(t, 2*time.Minute, "both shards have records", func() bool {
		d.send(t, 1)
		return d.rowsOn(t, kept) > 0 && d.rowsOn(t, lost) > 0
	})
	wantClusterRows(t, d.Server, enginetest.ClusterClient(t, d.cluster), d.sent)
	had := d.rowsOn(t, kept)
	if err := lost.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := lost.Wipe(); err != nil {
		t.Fatal(err)
	}
	if err := lost.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := d.rowsOn(t, lost); n != 0 {
		t.Fatalf("the empty server has %d records", n)
	}
	testkit.Eventually(t, 2*time.Minute, "the server in its place has records", func() bool {
		d.send(t, 1)
		return d.rowsOn(t, lost) > 0
	})
	for _, where := range []string{"/readyz", "doctor"} {
		said := testkit.Scenario{Path: "/readyz"}.Send(t, d.URL(app.RoleAdmin)).Body
		if where == "doctor" {
			said = clitest.Beside(t, d.Server, "doctor").Stdout
		}
		if !strings.Contains(said, "shard 2 of the ClickHouse cluster came back without its tables") {
			t.Errorf("%s does not tell the loss: %s", where, said)
		}
	}
	if has := d.rowsOn(t, kept); has < had {
		t.Errorf("the other shard had %d records, and has %d", had, has)
	}
}

var grantLine = regexp.MustCompile(`(?m)^(GRANT .*) TO cairn;$`)

// TestClusterDrill_the_documented_grants_suffice has a login with no others.
func TestClusterDrill_the_documented_grants_suffice(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/clusters.md")
	if err != nil {
		t.Fatal(err)
	}
	var grants strings.Builder
	for _, match := range grantLine.FindAllStringSubmatch(string(page), -1) {
		if match[1] != "GRANT CLUSTER ON *.*" { // for another way of DDL
			grants.WriteString("<query>" + match[1] + "</query>")
		}
	}
	d := startDrill(t, 2, func(_ uint32, p *embedded.Peering) {
		head, rest, _ := strings.Cut(p.Users, "<grants>")
		_, tail, _ := strings.Cut(rest, "</grants>")
		p.Users = head + "<grants>" + grants.String() + "</grants>" + tail
	})
	d.send(t, 5)
	wantClusterRows(t, d.Server, enginetest.ClusterClient(t, d.cluster), d.sent)
	if got := countThroughAPI(t, d.Server, ""); got.Status != http.StatusOK || !strings.Contains(got.Body, fmt.Sprint(d.sent)) {
		t.Errorf("the API counts %d %s, want %d", got.Status, got.Body, d.sent)
	}
}
