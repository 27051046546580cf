package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// startOnCluster runs a server over three engines.
func startOnCluster(t *testing.T) (*apptest.Server, *clustertest.Cluster) {
	t.Helper()
	cluster := enginetest.OwnCluster(t, enginetest.Shards)
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	return apptest.Start(t, apptest.Options{Engine: endpoint}), cluster
}

// clusterCounts returns how many log records of the server's team there are, and
// how many different ones.
func clusterCounts(ctx context.Context, s *apptest.Server, client *clickhouse.Client) (all, different uint64, err error) {
	var n, u proto.ColUInt64
	_, err = client.Query(ctx, clickhouse.Query{
		Database: "cairn_" + s.Installation.TeamID, SQL: "SELECT count() AS n, uniqExact(Body) AS u FROM logs",
		Result: proto.Results{{Name: "n", Data: &n}, {Name: "u", Data: &u}},
	})
	if err != nil || n.Rows() == 0 {
		return 0, 0, err
	}
	return n.Row(0), u.Row(0), nil
}

// countThroughAPI asks for the number of log records of the last hour.
func countThroughAPI(t *testing.T, s *apptest.Server, query string) testkit.Answer {
	t.Helper()
	d, now := deployments(s)[0], time.Now()
	return d.send(t, http.MethodPost, "/charts/tile"+query, fmt.Sprintf(
		`{"startTime":%d,"endTime":%d,"tile":{"config":{"displayType":"number","sourceId":%q,"select":[{"where":"","aggFn":"count"}]}}}`,
		now.Add(-time.Hour).UnixMilli(), now.Add(time.Minute).UnixMilli(), logSource(t, d)))
}

func TestCluster_stores_each_record_once_while_shards_are_killed(t *testing.T) {
	t.Parallel()
	s, cluster := startOnCluster(t)
	client := enginetest.ClusterClient(t, cluster)
	sent := 0
	send := func(requests int) {
		for range requests {
			bodies := make([]string, 20)
			for i := range bodies {
				bodies[i] = fmt.Sprint("record ", sent+i)
			}
			if got := post(t, s, protoOf(t, bodies...), nil); got.Status != http.StatusOK {
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			sent += len(bodies)
		}
	}
	send(5)
	testkit.Eventually(t, time.Minute, "the first records are stored", func() bool {
		all, _, err := clusterCounts(t.Context(), s, client)
		return err == nil && all == uint64(sent)
	})
	for round := range 6 {
		shard := cluster.Shards[round%len(cluster.Shards)]
		send(10)
		if err := shard.Kill(t.Context()); err != nil {
			t.Fatal(err)
		}
		send(20)
		if _, _, err := clusterCounts(t.Context(), s, client); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("shard %d of", shard.Number)) {
			t.Errorf("a read without shard %d = %v", shard.Number, err)
		}
		if err := shard.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, time.Minute, "all shards are there", func() bool {
			absent, err := client.Absent(t.Context())
			return err == nil && len(absent) == 0
		})
	}
	var all, different uint64
	testkit.Eventually(t, time.Minute, "everything is stored", func() bool {
		var err error
		all, different, err = clusterCounts(t.Context(), s, client)
		return err == nil && different >= uint64(sent)
	})
	if all != uint64(sent) || different != uint64(sent) {
		t.Errorf("sent %d, stored %d, different %d", sent, all, different)
	}
	var got testkit.Answer
	testkit.Eventually(t, time.Minute, "the server has all shards", func() bool {
		got = countThroughAPI(t, s, "?partial=refuse")
		return got.Status != http.StatusServiceUnavailable
	})
	if got.Status != http.StatusOK || !strings.Contains(got.Body, fmt.Sprint(sent)) {
		t.Errorf("the API counts %d %s, want %d", got.Status, got.Body, sent)
	}
}
