package embedded_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestTornDefinitionsAreRestored empties the definition of a table and of its
// database, as a disk that lost them would.
func TestTornDefinitionsAreRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(o *embedded.Options) { o.Dir = dir }
	engine := enginetest.Own(t, at)
	client := enginetest.Open(t, engine)
	for _, statement := range []string{
		"CREATE DATABASE cairn_torn", "CREATE TABLE cairn_torn.t (n UInt64) ENGINE = MergeTree ORDER BY n",
		"INSERT INTO cairn_torn.t SELECT number FROM numbers(10)",
	} {
		if err := client.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	copies := filepath.Join(dir, "definitions")
	testkit.Eventually(t, 60*time.Second, "the definitions are copied", func() bool {
		table, _ := filepath.Glob(filepath.Join(copies, "store", "*", "*", "t.sql"))
		database, _ := filepath.Glob(filepath.Join(copies, "metadata", "cairn_torn.sql"))
		return len(table) == 1 && len(database) == 1
	})
	if err := engine.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	tear(t, filepath.Join(dir, "db", "store", "*", "*", "t.sql"))
	tear(t, filepath.Join(dir, "db", "metadata", "cairn_torn.sql"))
	if damage, err := embedded.FindDamage(dir); err != nil || len(damage.Definitions) != 2 {
		t.Errorf("found %v, %v", damage, err)
	}
	if n := countTorn(t, enginetest.Own(t, at)); n != 10 {
		t.Errorf("%d rows", n)
	}
}

// TestBrokenMergedPartFallsBackToItsSources damages a part that replaced
// others a moment ago.
func TestBrokenMergedPartFallsBackToItsSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(o *embedded.Options) { o.Dir = dir }
	engine := enginetest.Own(t, at)
	client := enginetest.Open(t, engine)
	for _, statement := range []string{
		"CREATE DATABASE cairn_torn", "CREATE TABLE cairn_torn.t (n UInt64) ENGINE = MergeTree ORDER BY n",
		"INSERT INTO cairn_torn.t SELECT number FROM numbers(5)", "INSERT INTO cairn_torn.t SELECT number + 5 FROM numbers(5)",
		"OPTIMIZE TABLE cairn_torn.t FINAL",
	} {
		if err := client.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := engine.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	tear(t, filepath.Join(dir, "db", "store", "*", "*", "all_1_2_1", "data.bin"))
	again := enginetest.Own(t, at)
	if n := countTorn(t, again); n != 10 {
		t.Errorf("%d rows", n)
	}
	testkit.Eventually(t, 30*time.Second, "the damage is noticed", func() bool { return len(again.Damage().Parts) == 1 })
	if err := again.Damage().Err(); err == nil || !strings.Contains(err.Error(), "all_1_2_1") {
		t.Errorf("the damage is described as %v", err)
	}
}

func tear(t *testing.T, pattern string) {
	t.Helper()
	paths, _ := filepath.Glob(pattern)
	if len(paths) != 1 {
		t.Fatalf("%s: %v", pattern, paths)
	}
	if err := os.Truncate(paths[0], 0); err != nil {
		t.Fatal(err)
	}
}

func countTorn(t *testing.T, engine *embedded.Engine) uint64 {
	t.Helper()
	return enginetest.Count(t, enginetest.Open(t, engine), "cairn_torn", "SELECT uniqExact(n) AS n FROM t")
}
