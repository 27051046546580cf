package enginetest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
)

// Shards is how many engines a cluster of tests has.
const Shards = 3

// shardsVariable makes the engine of a test binary a cluster of so many shards:
// the same tests, over another engine.
const shardsVariable = "CAIRN_TEST_SHARDS"

// sharedCluster is the cluster of this test binary, as shared is its engine.
var sharedCluster struct {
	mu      sync.Mutex
	cluster *clustertest.Cluster
	dir     string
	err     error
}

// Cluster returns the shared cluster; the first call starts it. Its shards must
// stay up: OwnCluster is for tests that kill.
func Cluster(t testing.TB) *clustertest.Cluster {
	t.Helper()
	sharedCluster.mu.Lock()
	defer sharedCluster.mu.Unlock()
	if sharedCluster.cluster == nil && sharedCluster.err == nil {
		if sharedCluster.dir, sharedCluster.err = os.MkdirTemp("", "cairn-cluster-"); sharedCluster.err == nil {
			sharedCluster.cluster, sharedCluster.err = clustertest.Start(context.Background(), sharedCluster.dir, shards(), EmbeddedOptions)
		}
	}
	if sharedCluster.err != nil {
		t.Fatal(sharedCluster.err)
	}
	return sharedCluster.cluster
}

func shards() int {
	if n, err := strconv.Atoi(os.Getenv(shardsVariable)); err == nil && n > 0 {
		return n
	}
	return Shards
}

// OwnCluster starts a cluster of the test's own.
func OwnCluster(t testing.TB, n int, adjust ...clustertest.Adjust) *clustertest.Cluster {
	t.Helper()
	cluster, err := clustertest.Start(t.Context(), filepath.Join(t.TempDir(), "cluster"), n, EmbeddedOptions, adjust...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Stop)
	return cluster
}

// ClusterClient returns a client of a cluster, which the test's end closes.
func ClusterClient(t testing.TB, cluster *clustertest.Cluster) *clickhouse.Client {
	t.Helper()
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	return openPrepared(t, endpoint)
}

// Endpoint returns the engine of this test binary: one, or a cluster where the
// environment says so.
func Endpoint(t testing.TB) clickhouse.Endpoint {
	t.Helper()
	if !IsCluster() {
		return Start(t)
	}
	endpoint, err := Cluster(t).Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// IsCluster reports whether the engine of this test binary is a cluster.
func IsCluster() bool { return os.Getenv(shardsVariable) != "" }

func openPrepared(t testing.TB, endpoint clickhouse.Endpoint) *clickhouse.Client {
	preparation := tables.Preparation{Logger: slog.New(slog.DiscardHandler)}
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{Prepare: preparation.Prepare})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func stopCluster() {
	sharedCluster.mu.Lock()
	defer sharedCluster.mu.Unlock()
	if sharedCluster.cluster != nil {
		sharedCluster.cluster.Stop()
	}
	if sharedCluster.dir != "" {
		_ = os.RemoveAll(sharedCluster.dir)
	}
}

// OwnReplicated starts a cluster of so many shards with so many replicas each, and
// their Keeper.
func OwnReplicated(t testing.TB, shards, replicas int) *clustertest.Replicated {
	t.Helper()
	cluster, err := clustertest.StartReplicated(t.Context(), filepath.Join(t.TempDir(), "cluster"), shards, replicas, EmbeddedOptions)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	return cluster
}

// relayedShards is how many engines a cluster has that passes statements on: each of
// them carries out every one.
const relayedShards = 2

// OwnRelayed starts a cluster whose servers pass statements on to each other in a way
// of DDL.
func OwnRelayed(t testing.TB, way string) *clustertest.Relayed {
	t.Helper()
	cluster, err := clustertest.StartRelayed(t.Context(), filepath.Join(t.TempDir(), "cluster"), relayedShards, way, EmbeddedOptions)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Stop)
	return cluster
}
