package cluster_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/app/cluster"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// optionsOf returns how the cluster at an address is looked at.
func optionsOf(t *testing.T, address string) cluster.Options {
	t.Helper()
	external, err := clickhouse.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	target, err := external.Target()
	if err != nil {
		t.Fatal(err)
	}
	return cluster.Options{Target: target, Now: time.Now}
}

func look(t *testing.T, o cluster.Options) cluster.View {
	t.Helper()
	view, err := cluster.Look(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

// wrong returns what is wrong with a cluster, a line for each thing. The disk is
// that of the machine of the tests.
func wrong(view cluster.View) (lines []string) {
	for _, f := range view.Findings() {
		if f.Err != nil && f.Subject != "cluster disks" {
			lines = append(lines, f.Subject+": "+f.Err.Error())
		}
	}
	return lines
}

// wantWrong compares what is wrong with patterns, in order.
func wantWrong(t *testing.T, view cluster.View, patterns ...string) {
	t.Helper()
	lines := wrong(view)
	for i, pattern := range patterns {
		if i >= len(lines) || !regexp.MustCompile(pattern).MatchString(lines[i]) {
			t.Errorf("line %d does not match %q", i, pattern)
		}
	}
	if t.Failed() || len(lines) != len(patterns) {
		t.Errorf("%d lines, want %d:\n%s", len(lines), len(patterns), strings.Join(lines, "\n"))
	}
}

// makeTeam makes the tables of a team on every server.
func makeTeam(t *testing.T, c *clustertest.Cluster) (database string) {
	t.Helper()
	client, team := enginetest.ClusterClient(t, c), enginetest.NewTeamID()
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), team); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil { // it would bring servers up to date
		t.Fatal(err)
	}
	return clickhouse.DatabasePrefix + team
}

// exec runs a statement on one server.
func exec(t *testing.T, s *clustertest.Shard, sql string) {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	if err := enginetest.Open(t, endpoint).Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func TestLook_finds_nothing_wrong_with_a_healthy_cluster(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards)
	makeTeam(t, c)
	view := look(t, optionsOf(t, c.URL()))
	wantWrong(t, view)
	var good []string
	for _, f := range view.Findings() {
		good = append(good, f.Subject+": "+f.Good)
	}
	for _, want := range []string{
		"cluster servers: 3 servers of 3 shards answer", "cluster remote_servers: every server knows the same 3 servers",
		"cluster connections: every server reaches every other", "cluster grants: cairn has what Cairn needs on every server",
		"cluster clocks: all are within a second of this machine's", "cluster tables: every server has those of every team",
	} {
		if !strings.Contains(strings.Join(good, "\n"), want) {
			t.Errorf("%q is not among:\n%s", want, strings.Join(good, "\n"))
		}
	}
	for _, s := range view.Servers {
		if len(s.Reached) != 3 || len(s.Disks) == 0 || s.Storage.Bytes == 0 || s.Storage.Parts == 0 || s.Version == "" {
			t.Errorf("%s says %+v", s.Place, s)
		}
	}
}

func TestLook_names_the_shard_that_is_away_and_looks_on(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards)
	database := makeTeam(t, c)
	if err := c.Shards[1].Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	o := optionsOf(t, c.URL())
	view := look(t, o)
	wantWrong(t, view, `^cluster servers: shard 2 is away, .*: 127\.0\.0\.1:\d+: .*connection refused.* Start ClickHouse there`)
	for _, f := range view.Findings() {
		if f.Err == nil && !strings.HasPrefix(f.Good, "of the 2 servers that answer: ") {
			t.Errorf("%s: %s, without a server that is away", f.Subject, f.Good)
		}
	}
	if status := view.Status(); len(status.Away()) != 1 || status.Away()[0] != 2 || status.Shards[0].State != cluster.Ready {
		t.Errorf("Status = %+v", status)
	}

	t.Run("clocks", func(t *testing.T) {
		o := o
		o.Now = func() time.Time { return time.Now().Add(-time.Minute) }
		wantWrong(t, look(t, o), "shard 2 is away",
			`^cluster clocks: the clock of replica 1 of shard 1 .* is (59|1m0)\S*s ahead of this machine's`, `shard 3 .* ahead`)
		o.Now = func() time.Time { return time.Now().Add(time.Minute) }
		wantWrong(t, look(t, o), "shard 2 is away", `shard 1 .* behind`, `shard 3 .* behind`)
	})
	t.Run("tables", func(t *testing.T) {
		exec(t, c.Shards[2], "DROP VIEW "+database+".otel_logs")
		view := look(t, o)
		wantWrong(t, view, "shard 2 is away", `^cluster tables: replica 1 of shard 3 .* lacks tables of 1 team \(`+database+`\)\. A running Cairn makes them`)
		if got := view.Status().Shards[2].Replicas[0]; got.State != cluster.Preparing || got.Reason != "lacks tables of 1 team" {
			t.Errorf("shard 3 is %+v", got)
		}
	})
}

// TestLook_waits_for_no_server_that_keeps_still has one that is stopped with its
// port open, and holds up those that it is asked about by the others.
func TestLook_waits_for_no_server_that_keeps_still(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards)
	makeTeam(t, c)
	if err := c.Shards[0].Freeze(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), lookTimeMax)
	defer cancel()
	view, err := cluster.Look(ctx, optionsOf(t, c.URL()))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Shards[0].Thaw(); err != nil {
		t.Fatal(err)
	}
	wantWrong(t, view, `^cluster servers: shard 1 is away, `)
}

// lookTimeMax is how long a look may take at three servers of which one keeps
// still.
const lookTimeMax = 30 * time.Second

var oneShard = regexp.MustCompile(`<shard>.*?</shard>`)

// TestLook_finds_what_differs_on_one_server has a server that knows two shards of
// three, and one whose login may not kill queries.
func TestLook_finds_what_differs_on_one_server(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, enginetest.Shards, func(shard uint32, p *embedded.Peering) {
		switch shard {
		case 2:
			p.Users = strings.Replace(p.Users, "GRANT KILL QUERY, SYSTEM FLUSH LOGS", "GRANT SYSTEM FLUSH LOGS", 1)
		case 3:
			shards := oneShard.FindAllString(p.Config, -1)
			p.Config = strings.Replace(p.Config, shards[0], "", 1)
		}
	})
	makeTeam(t, c)
	wantWrong(t, look(t, optionsOf(t, c.URL())),
		`^cluster remote_servers: replica 1 of shard 3 \(127\.0\.0\.1:\d+\) knows another cluster main than 2 of 3 servers: .*\. Give all servers the same remote_servers`,
		`^cluster grants: cairn lacks KILL QUERY ON \*\.\* on replica 1 of shard 2 .* Run there: GRANT KILL QUERY ON \*\.\* TO cairn$`)
}

var byHand = regexp.MustCompile(`(?s)--query "\n(.*?) FORMAT TSVRaw" > tables\.sql`)

// TestLook_is_content_with_tables_that_are_made_by_hand follows the drill of the
// documentation for a server that is new.
func TestLook_is_content_with_tables_that_are_made_by_hand(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, 2)
	database := makeTeam(t, c)
	page, err := os.ReadFile("../../../docs/clusters.md")
	if err != nil {
		t.Fatal(err)
	}
	query := strings.ReplaceAll(byHand.FindStringSubmatch(string(page))[1], `\$`, "$")
	exec(t, c.Shards[1], "DROP DATABASE "+database+" SYNC")
	wantWrong(t, look(t, optionsOf(t, c.URL())), `^cluster tables: replica 1 of shard 2 `)
	exec(t, c.Shards[1], "CREATE DATABASE "+database)
	for _, statement := range texts(t, c.Shards[0], query) {
		exec(t, c.Shards[1], strings.TrimSuffix(statement, ";"))
	}
	wantWrong(t, look(t, optionsOf(t, c.URL())))
}

// texts returns the rows of a query that has one column.
func texts(t *testing.T, s *clustertest.Shard, query string) (rows []string) {
	t.Helper()
	endpoint, err := clickhouse.ParseURL(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	var text proto.ColStr
	err = enginetest.Open(t, endpoint).AdminQuery(t.Context(), ch.Query{
		Body: query, Result: proto.Results{{Data: &text}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range text.Rows() {
				rows = append(rows, text.Row(i))
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestLook_asks_for_Keeper_and_macros_where_they_are_needed(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, 1)
	address, _, _ := strings.Cut(c.URL(), "&ddl=")
	const macros, keeper = `^cluster macros: replica 1 of shard 1 .* lacks the macros shard and replica`, `^cluster Keeper: replica 1 of shard 1 .* does not reach Keeper`
	wantWrong(t, look(t, optionsOf(t, address)), `^cluster grants: cairn lacks CLUSTER ON \*\.\* `, macros, keeper)
	wantWrong(t, look(t, optionsOf(t, address+"&ddl=each")), macros,
		`^cluster default_replica_path: .* has /clickhouse/tables/\{uuid\}/\{shard\}, .* Set <default_replica_path>/clickhouse/tables/\{database\}/\{table\}/\{shard\}<`, keeper)
	wantWrong(t, look(t, optionsOf(t, address+"&ddl=replicated-database&engine=plain")), macros, keeper)
}

func TestLook_fails_when_nobody_says_which_servers_there_are(t *testing.T) {
	t.Parallel()
	c := enginetest.OwnCluster(t, 1)
	for address, want := range map[string]string{
		strings.Replace(c.URL(), "cluster=main", "cluster=other", 1):                         "none of its servers knows a cluster of the name other",
		strings.Replace(c.URL(), "pass-of-tests", "wrong", 1):                                "refuses our login",
		"clickhouse://cairn:pass@127.0.0.1:1/?cluster=main&ddl=each&engine=plain":            "does not answer",
		"clickhouse://cairn:pass@127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/?cluster=main&ddl=each": "none of the 3 servers of the address can be asked, the first for this reason: ",
	} {
		_, err := cluster.Look(t.Context(), optionsOf(t, address))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Look(%s) = %v, want %q", address, err, want)
		}
	}
}
