package tables_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestSchemaText(t *testing.T) {
	t.Parallel()
	cases := map[string]clickhouse.Target{
		"single.sql":              {},
		"cluster.sql":             {Cluster: "stones"},
		"each_plain.sql":          {Cluster: "stones", DDL: clickhouse.DDLEach, IsPlain: true},
		"replicated_database.sql": {Cluster: "stones", DDL: clickhouse.DDLReplicatedDatabase},
	}
	for file, target := range cases {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			statements, err := tables.RenderSchemaOn("cairn_0123456789abcdef01234567", target)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, file, []byte(strings.Join(statements, ";\n\n")+";\n"))
		})
	}
}

func TestDatabasesAreMadeOnEveryServer(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		target clickhouse.Target
		want   []string
	}{
		"single":     {clickhouse.Target{}, []string{"CREATE DATABASE IF NOT EXISTS `d`", "DROP DATABASE IF EXISTS `d` SYNC"}},
		"on-cluster": {clickhouse.Target{Cluster: "c"}, []string{"CREATE DATABASE IF NOT EXISTS `d` ON CLUSTER `c`", "DROP DATABASE IF EXISTS `d` ON CLUSTER `c` SYNC"}},
		"each":       {clickhouse.Target{Cluster: "c", DDL: clickhouse.DDLEach}, []string{"CREATE DATABASE IF NOT EXISTS `d`", "DROP DATABASE IF EXISTS `d` SYNC"}},
		"replicated-database": {
			clickhouse.Target{Cluster: "c", DDL: clickhouse.DDLReplicatedDatabase},
			[]string{"CREATE DATABASE IF NOT EXISTS `d`\nENGINE = Replicated('/clickhouse/databases/d', '{shard}', '{replica}')", "DROP DATABASE IF EXISTS `d` SYNC"},
		},
	}
	for name, c := range cases {
		if diff := cmp.Diff(c.want, tables.RenderDatabase("d", c.target)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestNewTablesAreMadeWithoutChanges(t *testing.T) {
	t.Parallel()
	for _, cluster := range []string{"", "stones"} {
		statements, err := tables.RenderNewTables("cairn_0123456789abcdef01234567", cluster)
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range statements {
			if !strings.HasPrefix(sql, "CREATE ") {
				t.Errorf("a new team's table is made and then changed: %s", sql)
			}
		}
	}
}

func TestEveryStatementMayRunAgain(t *testing.T) {
	t.Parallel()
	statements, err := tables.RenderSchema("cairn_0123456789abcdef01234567", "stones")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if !strings.Contains(sql, "IF NOT EXISTS") && !strings.Contains(sql, "OR REPLACE") && !strings.Contains(sql, "MODIFY SETTING") {
			t.Errorf("a crash in the middle could not be repaired: %s", sql)
		}
		if !strings.Contains(sql, "ON CLUSTER `stones`") {
			t.Errorf("this runs on one server of the cluster only: %s", sql)
		}
	}
}

func TestClusterSchemaIsValidSQL(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	statements, err := tables.RenderSchema("cairn_0123456789abcdef01234567", "stones")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		var tree proto.ColStr
		_, err := client.Query(t.Context(), clickhouse.Query{
			SQL: "EXPLAIN AST " + sql, Result: proto.Results{{Name: "explain", Data: &tree}},
			OnBlock: func(context.Context, proto.Block) error { return nil },
		})
		if err != nil {
			t.Errorf("%s\n%v", sql, err)
		}
	}
}
