package app_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestBackupMovesBetweenNumbersOfShards restores a backup of three shards onto
// two, and onto a single server.
func TestBackupMovesBetweenNumbersOfShards(t *testing.T) {
	t.Parallel()
	three, two := enginetest.OwnCluster(t, enginetest.Shards), enginetest.OwnCluster(t, 2)
	endpoint, err := three.Endpoint()
	if err != nil {
		t.Fatal(err)
	}
	s, stop := startServer(t, func(o *app.Options) { o.Engine = endpoint })
	const requests, records = 6, 10
	for i := range requests {
		bodies := make([]string, records)
		for k := range bodies {
			bodies[k] = fmt.Sprint("record ", i*records+k)
		}
		if got := post(t, s, protoOf(t, bodies...), nil); got.Status != http.StatusOK {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
	}
	wantClusterRows(t, s, enginetest.ClusterClient(t, three), requests*records)
	made := filepath.Join(t.TempDir(), "backup")
	if got := clitest.Run(t, nil, "backup", made, "--data-dir", s.Config.DataDir); got.Code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	stop()
	own := enginetest.OwnCluster(t, 1)
	for _, address := range []string{two.URL(), own.Shards[0].URL()} {
		env := map[string]string{
			"CAIRN_DATA_DIR": filepath.Join(t.TempDir(), "restored"), "CAIRN_CLICKHOUSE_URL": address,
			"CAIRN_SECRET_KEY_FILE": filepath.Join(s.Config.DataDir, "secret.key"),
		}
		if got := clitest.Run(t, env, "restore", made); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, " --clickhouse-url …") {
			t.Fatalf("%+v", got)
		}
		if got := clitest.Run(t, nil, "doctor", "--data-dir", env["CAIRN_DATA_DIR"]); !strings.Contains(got.Stdout, "is in an external ClickHouse") {
			t.Errorf("nothing is wrong without the address: %s", got.Stdout)
		}
	}
	wantClusterRows(t, s, enginetest.ClusterClient(t, two), requests*records)
	single, err := clickhouse.ParseURL(own.Shards[0].URL())
	if err != nil {
		t.Fatal(err)
	}
	wantClusterRows(t, s, enginetest.Open(t, single), requests*records)
}

// wantClusterRows waits until the server's team has so many different log records.
func wantClusterRows(t *testing.T, s *apptest.Server, client *clickhouse.Client, want uint64) {
	t.Helper()
	testkit.Eventually(t, time.Minute, fmt.Sprintf("%d records are stored", want), func() bool {
		all, different, err := clusterCounts(t.Context(), s, client)
		return err == nil && all == want && different == want
	})
}
