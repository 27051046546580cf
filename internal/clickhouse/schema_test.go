package clickhouse_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestSchemaText(t *testing.T) {
	t.Parallel()
	cases := map[string]string{"single.sql": "", "cluster.sql": "stones"}
	for file, cluster := range cases {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			statements, err := clickhouse.RenderSchema("cairn_0123456789abcdef01234567", cluster)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join("testdata", file), strings.Join(statements, ";\n\n")+";\n")
		})
	}
}

// golden compares the text with the file, or rewrites the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); run with -update to accept:\n%s", path, diff)
	}
}

func TestEveryStatementMayRunAgain(t *testing.T) {
	t.Parallel()
	statements, err := clickhouse.RenderSchema("cairn_0123456789abcdef01234567", "stones")
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if !strings.Contains(sql, "IF NOT EXISTS") && !strings.Contains(sql, "OR REPLACE") {
			t.Errorf("a crash in the middle could not be mended: %s", sql)
		}
		if !strings.Contains(sql, "ON CLUSTER `stones`") {
			t.Errorf("this runs on one server of the cluster only: %s", sql)
		}
	}
}

func TestClusterSchemaIsValidSQL(t *testing.T) {
	t.Parallel()
	client := openClient(t, shared)
	statements, err := clickhouse.RenderSchema("cairn_0123456789abcdef01234567", "stones")
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
