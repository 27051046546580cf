package cluster_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app/cluster"
	"github.com/cairnstack/cairn/internal/clickhouse"
)

// replicated returns two shards of two replicas each of which nothing is wrong.
func replicated() cluster.View {
	view := cluster.View{Cluster: "main", User: "cairn"}
	for i, name := range []string{"a", "b", "c", "d"} {
		place := cluster.Place{Shard: uint32(i/2 + 1), Replica: uint32(i%2 + 1), Address: name + ":9000"}
		view.Servers = append(view.Servers, cluster.Server{
			Place: place, Version: "26.7.2.1", Macros: map[string]string{"shard": string('1' + rune(i/2)), "replica": name},
			Reached: map[uint32]bool{1: true, 2: true, 3: true, 4: true}, Replicas: cluster.Replicas{Tables: 9},
			Tables: map[string]string{"cairn_0": "logs logs_local"},
		})
	}
	var all []cluster.Place
	for _, s := range view.Servers {
		all = append(all, s.Place)
	}
	for i := range view.Servers {
		view.Servers[i].Definition = all
	}
	return view
}

// TestFindings_of_what_engines_of_tests_do_not_have is about replicas and Keeper.
func TestFindings_of_what_engines_of_tests_do_not_have(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage func(v *cluster.View)
		want   []string
	}{
		"nothing":       {func(*cluster.View) {}, nil},
		"a replica":     {func(v *cluster.View) { v.Servers[1].Err = errors.New("refused") }, []string{`shard 1 works with 1 replica less: b:9000: refused`}},
		"a shard":       {func(v *cluster.View) { v.Servers[2].Err, v.Servers[3].Err = errors.New("x"), errors.New("y") }, []string{`shard 2 is away.*: c:9000: x, d:9000: y`}},
		"versions":      {func(v *cluster.View) { v.Servers[3].Version = "26.8.1.1" }, []string{`versions: .*26\.7\.2\.1 on a:9000, b:9000, c:9000; 26\.8\.1\.1 on d:9000`}},
		"lag":           {func(v *cluster.View) { v.Servers[0].Replicas.Lag = 2 * time.Minute }, []string{`replication: replica 1 of shard 1 \(a:9000\) is 2m0s behind`}},
		"read-only":     {func(v *cluster.View) { v.Servers[0].Replicas.ReadOnly = 3 }, []string{`replication: 3 tables of replica 1 of shard 1 .*read-only`}},
		"macro shard":   {func(v *cluster.View) { v.Servers[2].Macros["shard"] = "1" }, []string{`macros: .*\(c:9000\) has the macro shard = 1, and so has shard 1`}},
		"macro replica": {func(v *cluster.View) { v.Servers[1].Macros["replica"] = "a" }, []string{`macros: .*\(b:9000\) has the macro replica = a, and so has replica 1 of shard 1`}},
		"queue": {func(v *cluster.View) {
			v.DDL = clickhouse.DDLOnCluster
			v.Servers[0].StuckDDL, v.Servers[1].StuckDDL = []string{"d:9000"}, []string{"d:9000"}
		}, []string{`DDL queue: .* on d:9000\.`}},
		"path": {func(v *cluster.View) {
			v.DDL = clickhouse.DDLEach
			for i := range v.Servers {
				v.Servers[i].Path = "/clickhouse/tables/{database}/{table}/{shard}"
			}
			v.Servers[1].Path = "/clickhouse/tables/{uuid}/{shard}"
		}, []string{`default_replica_path: replica 2 of shard 1 \(b:9000\) has /clickhouse/tables/\{uuid\}/\{shard\}`}},
		"connection": {func(v *cluster.View) { v.Servers[0].Reached = map[uint32]bool{1: true, 2: true, 3: true} }, []string{`connections: replica 1 of shard 1 \(a:9000\) does not reach replica 2 of shard 2 \(d:9000\)`}},
		"password between servers": {func(v *cluster.View) {
			v.Servers[0].Unasked = []cluster.Unasked{{About: "the other servers", Err: errors.New("clickhouse query: Authentication failed")}}
		}, []string{`connections: .* can't read from the other servers: Authentication failed\. Correct user and password`}},
		"a question": {func(v *cluster.View) {
			v.Servers[0].Unasked = []cluster.Unasked{{About: "disks", Err: errors.New("clickhouse query: ACCESS_DENIED")}}
		}, []string{`questions: .* can't be asked for its disks: ACCESS_DENIED`}},
	} {
		view := replicated()
		c.damage(&view)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantWrong(t, view, c.want...)
		})
	}
}

func TestFindings_of_a_full_disk(t *testing.T) {
	t.Parallel()
	view := replicated()
	view.Servers[0].Disks = []cluster.Disk{{Name: "default", FreeBytes: 5 << 20, TotalBytes: 100 << 20}}
	for _, f := range view.Findings() {
		if f.Subject == "cluster disks" && (f.Err == nil || !strings.HasPrefix(f.Err.Error(), "only 5 % of the disk default of replica 1 of shard 1 (a:9000) are free (5 of 100 MiB)")) {
			t.Errorf("%v", f)
		}
	}
}
