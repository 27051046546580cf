package cli_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app/cluster"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestClusterStatus_shows_every_server_and_fails_when_a_shard_is_away(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards)
	if err := tables.NewTeams(enginetest.ClusterClient(t, c)).EnsureTeam(t.Context(), enginetest.NewTeamID()); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"CAIRN_CLICKHOUSE_URL": c.URL(), "CAIRN_DATA_DIR": t.TempDir()}
	ran := clitest.Run(t, env, "cluster", "status")
	lines := strings.Split(strings.TrimSpace(ran.Stdout), "\n")
	if ran.Code != 0 || len(lines) != 4 || !strings.HasPrefix(lines[0], "SHARD  REPLICA  ADDRESS") {
		t.Errorf("cluster status = %d\n%s%s", ran.Code, ran.Stdout, ran.Stderr)
	}
	if err := c.Shards[1].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	ran = clitest.Run(t, env, "cluster", "status")
	want := regexp.MustCompile(`(?m)^1 .* ready .*\n2 +1 +\S+ +away +- .* connection refused.*\n3 .* ready `)
	if ran.Code != 1 || !want.MatchString(ran.Stdout) || ran.Stderr != "cairn: not ready: shard 2\n" {
		t.Errorf("cluster status without shard 2 = %d\n%s%s", ran.Code, ran.Stdout, ran.Stderr)
	}
	ran = clitest.Run(t, env, "cluster", "status", "--json")
	var got cluster.Status
	if err := json.Unmarshal([]byte(ran.Stdout), &got); err != nil || ran.Code != 1 || got.Cluster != "main" || len(got.Shards) != 3 || got.Shards[1].State != cluster.Away {
		t.Errorf("cluster status --json = %d %v\n%s", ran.Code, err, ran.Stdout)
	}
}

func TestClusterStatus_without_a_cluster_is_wrong_usage(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"": "there is no cluster", "clickhouse://127.0.0.1:1": "there is no cluster", "clickhouse://127.0.0.1:1/?cluster=a&ddl=never": "ddl must be",
	} {
		ran := clitest.Run(t, map[string]string{"CAIRN_CLICKHOUSE_URL": address}, "cluster", "status")
		if ran.Code != 2 || ran.Stdout != "" || !strings.Contains(ran.Stderr, want) {
			t.Errorf("%q: %d %s%s", address, ran.Code, ran.Stdout, ran.Stderr)
		}
	}
}

func TestDoctor_looks_at_every_server_of_a_cluster(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards)
	env := map[string]string{"CAIRN_CLICKHOUSE_URL": c.URL(), "CAIRN_DATA_DIR": t.TempDir()}
	if ran := clitest.Run(t, env, "doctor"); !strings.Contains(ran.Stdout, "\nok    cluster servers: 3 servers of 3 shards answer\n") {
		t.Errorf("doctor = %d\n%s", ran.Code, ran.Stdout)
	}
	if err := c.Shards[2].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	ran := clitest.Run(t, env, "doctor")
	if ran.Code != 1 || !strings.Contains(ran.Stdout, "\nwrong cluster servers: shard 3 is away") || !strings.Contains(ran.Stdout, "\nok    cluster grants: ") || strings.Contains(ran.Stdout, "pass-of-tests") {
		t.Errorf("doctor without shard 3 = %d\n%s", ran.Code, ran.Stdout)
	}
}
