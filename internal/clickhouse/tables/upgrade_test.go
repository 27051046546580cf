package tables_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// sampleFolder is the folder of an engine, packed, with teams of every earlier
// schema version.
const (
	sampleFolder = "testdata/schema/teams.tar.gz"
	sampleRows   = 2 // of one day, so that each table has one part
)

// firstStatement is the first one of a migration, after those that make the
// database and the table of migrations, or find them.
const firstStatement = 3

// sampleTime is when the rows of the sample begin: they must not expire.
func sampleTime() time.Time { return time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC) }

// upgrade is a team that is to be killed at a statement of the migration that
// follows its version.
type upgrade struct{ version, statement int }

// team returns the id of the team in the sample.
func (u upgrade) team() string { return fmt.Sprintf("%012x%012x", u.version, u.statement) }

// upgrades returns a team for every statement of every migration.
func upgrades() (all []upgrade, err error) {
	counts, err := tables.StatementsFrom()
	for version, count := range counts {
		for statement := firstStatement; statement <= count; statement++ {
			all = append(all, upgrade{version, statement})
		}
	}
	return all, err
}

// upgradeArg makes the test binary a server that dies while it migrates.
const upgradeArg = "engine-upgrade"

// runUpgrade is a server that migrates its teams, each to another statement,
// goes on with one more team, and says so.
func runUpgrade(dir string) error {
	opts, err := enginetest.EmbeddedOptions(dir)
	if err != nil {
		return err
	}
	engine, err := embedded.Start(context.Background(), opts)
	if err != nil {
		return err
	}
	all, err := upgrades()
	if err != nil {
		return err
	}
	var migrating sync.WaitGroup
	for _, u := range all {
		migrating.Add(1)
		go u.run(engine, func() { migrating.Done(); select {} })
	}
	migrating.Wait()
	upgrade{version: 0xfff, statement: firstStatement - 1}.run(engine, func() { fmt.Println(engine.State().PID) })
	return nil // not before it is killed
}

// run migrates the team, calls reached after its statement, and never returns.
func (u upgrade) run(engine *embedded.Engine, reached func()) {
	done := 0
	client := clickhouse.Open(engine, clickhouse.ClientOptions{Observe: func(call clickhouse.Call) {
		if call.Operation != "exec" {
			return
		}
		if done++; done == u.statement {
			reached()
		}
	}})
	err := tables.NewTeams(client).EnsureTeam(context.Background(), u.team())
	if done < u.statement {
		fmt.Fprintf(os.Stderr, "%+v was not reached: %v\n", u, err)
		os.Exit(1)
	}
	select {}
}

// killUpgrade runs such a server on the folder and kills it, and its engine with
// it: the system kills the engine when its server dies.
func killUpgrade(t *testing.T, dir string) {
	t.Helper()
	server, pid := enginetest.StartParent(t, upgradeArg, dir)
	enginetest.Kill(t, server.Process.Pid)
	_ = server.Wait()
	testkit.Eventually(t, time.Minute, "the engine is gone", func() bool { return !enginetest.IsAlive(pid) })
}

// TestKilledUpgradesComeToTheirEnd begins with the folder of an engine that has
// teams of every earlier schema version. The server and its engine are killed
// when every statement of every migration was the last of some team, and one is
// under way.
func TestKilledUpgradesComeToTheirEnd(t *testing.T) {
	t.Parallel()
	if testkit.Updating() {
		packSample(t)
	}
	dir := filepath.Join(t.TempDir(), "engine")
	unpackFolder(t, sampleFolder, filepath.Join(dir, "db"))
	killUpgrade(t, dir)
	engine := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	defer func() { _ = engine.Stop(ended()) }()
	client := enginetest.Open(t, engine)
	teams, err := tables.NewTeams(client).TeamDatabases(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reference := enginetest.Client(t)
	model := enginetest.NewTeam(t, reference)
	want := catalog(t, reference, model)
	for _, id := range teams {
		if err := tables.NewTeams(client).EnsureTeam(t.Context(), id); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if diff := cmp.Diff(want, catalog(t, client, "cairn_"+id)); diff != "" {
			t.Errorf("%s: the tables are not those of a new team (-want +got):\n%s", id, diff)
		}
	}
	wantSampleRows(t, client, reference, model)
}

// ended returns a context whose time is over: nobody waits for an engine that
// is not needed any more.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// wantSampleRows compares the rows of the sample's teams, by table, with those of
// the model. All have the same columns, so those of the model are asked for once.
func wantSampleRows(t *testing.T, client, reference *clickhouse.Client, model string) {
	t.Helper()
	all, err := upgrades()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tablesOf(tables.SchemaVersion() - 1) {
		fillFrom(t, reference, model+"."+string(table), sampleRows, sampleTime())
		columns := slices.DeleteFunc(comparedColumns(t, reference, model, string(table)), isLater)
		want := rowTexts(t, reference, model+"."+string(table), columns)
		for _, u := range all {
			if !slices.Contains(tablesOf(u.version), table) {
				continue
			}
			if diff := cmp.Diff(want, rowTexts(t, client, "cairn_"+u.team()+"."+string(table), columns)); diff != "" {
				t.Errorf("%+v: the rows of %s changed (-before +after):\n%s", u, table, diff)
			}
		}
	}
}

// tablesOf returns the tables of a version that have rows in the sample.
func tablesOf(version int) []telemetry.Table {
	all := telemetry.Tables()
	points := 2 + int(telemetry.PointKinds)
	return all[:[]int{0, 1, 2, points, points, points, points, len(all)}[min(version, metadataSince)]]
}

// metadataSince is the version with the table of metadata, and with a column for
// native histograms, which rows of earlier versions have nothing in.
const metadataSince = 7

// isLater reports whether rows of the sample have nothing in a column.
func isLater(column string) bool { return column == "`Native`" }

// packSample writes the sample anew.
func packSample(t *testing.T) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "old")
	engine := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	client := enginetest.Open(t, engine)
	all, err := upgrades()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range all {
		if u.version == 0 {
			continue
		}
		if err := tables.MakeOldTeam(t.Context(), client, u.team(), u.version); err != nil {
			t.Fatal(err)
		}
		for _, table := range tablesOf(u.version) {
			fillFrom(t, client, "cairn_"+u.team()+"."+string(table), sampleRows, sampleTime())
		}
	}
	if err := engine.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	removeLogs(t, filepath.Join(dir, "db"))
	packFolder(t, filepath.Join(dir, "db"), sampleFolder)
}

// removeLogs removes what the engine keeps about itself.
func removeLogs(t *testing.T, db string) {
	t.Helper()
	for _, path := range []string{"data/system", "metadata/system"} {
		if err := os.RemoveAll(filepath.Join(db, path)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMigrationsOfTelemetryStandStill fails when a migration changes that
// databases may have run already.
func TestMigrationsOfTelemetryStandStill(t *testing.T) {
	t.Parallel()
	files, err := tables.SchemaFiles()
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join("testdata", "schema", "migrations.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if got := fmt.Sprintf("%x", sha256.Sum256(files[name])); got != sum {
			t.Errorf("%s is not what testdata/schema/migrations.sha256 says: add a migration instead of changing one", name)
		}
		delete(files, name)
	}
	if len(files) > 0 {
		t.Errorf("%d migrations are not in testdata/schema/migrations.sha256", len(files))
	}
}
