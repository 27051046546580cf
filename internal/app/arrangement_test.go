package app_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestServerIsNotReadyOnTablesOfAnotherAddress gives an installation that has grown
// on one server the address of a cluster of which that server is a shard.
func TestServerIsNotReadyOnTablesOfAnotherAddress(t *testing.T) {
	t.Parallel()
	cluster := enginetest.OwnCluster(t, 2)
	single, err := clickhouse.ParseURL(cluster.Shards[0].URL())
	if err != nil {
		t.Fatal(err)
	}
	s, stop := startServer(t, func(o *app.Options) { o.Engine = single })
	if got := post(t, s, protoOf(t, "before"), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	wantClusterRows(t, s, enginetest.Open(t, single), 1)
	stop()
	endpoint, err := cluster.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	again, err := app.New(t.Context(), app.Options{Config: s.Config, Logger: slog.New(slog.DiscardHandler), Now: time.Now, Engine: endpoint})
	if err != nil {
		t.Fatal(err)
	}
	again.Start(t.Context())
	t.Cleanup(func() { _ = again.Stop(context.Background()) })
	testkit.Eventually(t, time.Minute, "the server says what is wrong with its tables", func() bool {
		parts, isReady := again.Readiness(t.Context())
		return !isReady && strings.Contains(parts["telemetry tables"], "made for a single server")
	})
}
