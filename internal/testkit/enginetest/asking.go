package enginetest

import (
	"context"
	"testing"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// Count returns the single number of a query.
func Count(t *testing.T, client *clickhouse.Client, database, sql string) uint64 {
	t.Helper()
	n, err := CountOf(t.Context(), client, database, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// CountOf is Count for those who go on after an error.
func CountOf(ctx context.Context, client *clickhouse.Client, database, sql string) (uint64, error) {
	var n proto.ColUInt64
	_, err := client.Query(ctx, clickhouse.Query{
		Database: database, SQL: sql, Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil || n.Rows() != 1 {
		return 0, err
	}
	return n.Row(0), nil
}

// Execute runs a statement as the administrator.
func Execute(t *testing.T, client *clickhouse.Client, sql string) {
	t.Helper()
	if err := client.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// AdminCount asks as the administrator, who may read the system tables.
func AdminCount(t *testing.T, client *clickhouse.Client, sql string) uint64 {
	t.Helper()
	n, err := adminCount(t.Context(), client, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// Endless is a query that takes longer than any test and sends no rows.
const Endless = "SELECT count() AS n FROM numbers(19000000000) WHERE sipHash64(number) = 1"

// Running returns how many queries with the comment the engine runs.
func Running(t *testing.T, client *clickhouse.Client, comment string) uint64 {
	t.Helper()
	return AdminCount(t, client, "SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = '"+comment+"'")
}

// adminCount returns the single number of a query of the system tables.
func adminCount(ctx context.Context, c *clickhouse.Client, sql string) (uint64, error) {
	var n proto.ColUInt64
	err := c.AdminQuery(ctx, ch.Query{Body: sql, Result: proto.Results{{Name: "n", Data: &n}}})
	if err != nil || n.Rows() != 1 {
		return 0, err
	}
	return n.Row(0), nil
}

// AdminTexts returns the column t of a query of the system tables.
func AdminTexts(ctx context.Context, c *clickhouse.Client, sql string) ([]string, error) {
	var column proto.ColStr
	var found []string
	err := c.AdminQuery(ctx, ch.Query{
		Body: sql, Result: proto.Results{{Name: "t", Data: &column}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range column.Rows() {
				found = append(found, column.Row(i))
			}
			return nil
		},
	})
	return found, err
}
