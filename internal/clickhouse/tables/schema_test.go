package tables_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestSchemaText(t *testing.T) {
	t.Parallel()
	cases := map[string]string{"single.sql": "", "cluster.sql": "stones"}
	for file, cluster := range cases {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			statements, err := tables.RenderSchema("cairn_0123456789abcdef01234567", cluster)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, file, []byte(strings.Join(statements, ";\n\n")+";\n"))
		})
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
