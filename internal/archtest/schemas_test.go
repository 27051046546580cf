package archtest_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var tablesMigration = regexp.MustCompile(`_telemetry_tables_(\d+)\.sql$`)

// TestOlderProgramsRefuseNewerTables holds that each version of the telemetry
// tables comes with a migration of the metadata. An older program looks at those
// before it serves, and at the tables of a team only when it has taken records
// for them.
func TestOlderProgramsRefuseNewerTables(t *testing.T) {
	t.Parallel()
	schemas, err := filepath.Glob("../clickhouse/tables/schema/*.sql")
	if err != nil || len(schemas) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	migrations, err := filepath.Glob("../sqlstore/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	newest := 0
	for _, name := range migrations {
		if match := tablesMigration.FindStringSubmatch(name); match != nil {
			number, _ := strconv.Atoi(match[1]) // digits
			newest = max(newest, number)
		}
	}
	if newest != len(schemas) {
		t.Errorf("the telemetry tables have version %d, and no migration is named %s", len(schemas), fmt.Sprintf("…_telemetry_tables_%d.sql", len(schemas)))
	}
}
