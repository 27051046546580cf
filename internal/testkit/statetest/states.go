package statetest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// State is what a server is in when the fault comes.
type State struct {
	Name   string
	Text   string
	Volume Volume
	Only   Database // empty: both
	Enter  func(w *World)
}

// Times and sizes of states.
const (
	idleFor         = 6500 * time.Millisecond // longer than every loop of an idle server
	backlogRequests = 30
	backlogRows     = 200
	nearlyFullLeave = 48 << 20
)

// States returns every state of the matrix.
func States() []State {
	return []State{
		{Name: "never-started", Text: "the first start on the folder is under way", Enter: enterNeverStarted},
		{Name: "empty", Text: "started once, nothing was ever sent", Enter: enterEmpty},
		{Name: "quiet", Text: "everything sent is stored, idle for more than 6 s", Enter: enterQuiet},
		{Name: "under-load", Text: "logs, spans and metric points come in", Enter: enterLoad},
		{Name: "catching-up", Text: "the log has a backlog because the engine was away", Enter: enterCatchingUp},
		{Name: "engine-away", Text: "the engine hangs and telemetry waits in the log", Enter: enterEngineAway},
		{Name: "database-away", Text: "PostgreSQL is stopped, or SQLite locked, while telemetry comes in", Enter: enterDatabaseAway},
		{Name: "nearly-full", Text: "48 MiB of disk are left while telemetry comes in", Volume: Small, Enter: enterNearlyFull},
		{Name: "upgraded", Text: "first start on a folder with the schema of an older version, then telemetry", Enter: enterUpgraded},
		{Name: "restored", Text: "restored from a backup, then telemetry", Enter: enterRestored},
		{Name: "second-replica", Text: "another server on the same PostgreSQL, with a data folder of its own", Only: Postgres, Enter: enterReplica},
	}
}

func enterNeverStarted(w *World) {
	w.installEmpty()
	w.launch()
}

func enterEmpty(w *World) {
	w.installEmpty()
	w.start()
	w.furnish(w.hooks.URL)
	w.await(alertTimeMax, "the alert is evaluated", func() bool { return len(w.evaluations()) > 0 })
}

// startTemplate starts a server on a copy of the template.
func startTemplate(w *World) {
	w.installTemplate()
	w.start()
}

func enterQuiet(w *World) {
	startTemplate(w)
	w.send(w.some("quiet", loadRows)...)
	w.drain()
	time.Sleep(idleFor) // idleness is the state: there is nothing to wait for
}

func enterLoad(w *World) {
	startTemplate(w)
	w.beginOrdinary()
	w.awaitFlow()
}

// hangEngine stops the engine's process until the cell lifts it.
func hangEngine(w *World) {
	pid := w.engine()
	w.check(proctest.Halt(pid))
	w.later(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
}

func enterCatchingUp(w *World) {
	startTemplate(w)
	hangEngine(w)
	for range backlogRequests {
		w.send(w.source.logs("backlog", backlogRows, nil))
	}
	w.send(w.some("backlog", backlogRows)...)
	w.lift()
}

func enterEngineAway(w *World) {
	startTemplate(w)
	hangEngine(w)
	w.send(w.some("waiting", loadRows)...)
}

func enterDatabaseAway(w *World) {
	startTemplate(w)
	w.send(w.some("before", loadRows)...) // the key is known now
	w.withholdDatabase()
	w.beginOrdinary()
}

func enterNearlyFull(w *World) {
	startTemplate(w)
	w.send(w.some("before", loadRows)...)
	w.drain()
	w.check(w.disk.fill(nearlyFullLeave))
	w.later(func() { w.check(w.disk.clear()) })
	w.beginOrdinary()
}

// samplePath is the folder of an engine with teams of older schema versions.
const (
	samplePath = "internal/clickhouse/tables/testdata/schema/teams.tar.gz"
	sampleTeam = "000000000001000000000003"
)

// older sets the schema of the metadata back by its last migrations.
func older() []string {
	return []string{
		"DROP TABLE ingest_watermarks",
		"DELETE FROM schema_versions WHERE version_id = 23",
		"DROP TABLE nodes",
		"DROP TABLE schema_support",
		"DELETE FROM schema_versions WHERE version_id = 22",
		"DELETE FROM schema_versions WHERE version_id = 21",
		"DROP TABLE cloud_role_actors",
		"DROP TABLE cloud_roles",
		"DELETE FROM schema_versions WHERE version_id = 20",
		"DROP TABLE provider_sessions",
		"DROP TABLE sign_in_returns",
		"DROP TABLE identities",
		"DELETE FROM schema_versions WHERE version_id = 19",
		"DROP TABLE leases",
		"DROP TABLE backups",
		"DELETE FROM schema_versions WHERE version_id = 18",
		"DROP TABLE audit_records",
		"DELETE FROM schema_versions WHERE version_id = 17",
		"DROP TABLE roles",
		"DROP INDEX team_members_by_role",
		"ALTER TABLE access_keys DROP COLUMN role_id",
		"ALTER TABLE team_invitations DROP COLUMN role_id",
		"ALTER TABLE team_members DROP COLUMN role_id",
		"ALTER TABLE teams DROP COLUMN default_role_id",
		"DELETE FROM schema_versions WHERE version_id = 16",
		"DROP TABLE recovery_codes",
		"DROP TABLE second_factors",
		"DROP TABLE password_links",
		"DROP INDEX sessions_by_user",
		"ALTER TABLE sessions DROP COLUMN browser",
		"ALTER TABLE sessions DROP COLUMN address",
		"DELETE FROM schema_versions WHERE version_id = 15",
		"ALTER TABLE alerts DROP COLUMN tags",
		"DELETE FROM schema_versions WHERE version_id = 14",
		"DROP TABLE share_links",
		"DELETE FROM schema_versions WHERE version_id = 13",
		"DROP TABLE dashboard_versions",
		"DELETE FROM schema_versions WHERE version_id = 12",
		"DELETE FROM schema_versions WHERE version_id = 11",
		"ALTER TABLE alert_evaluations DROP COLUMN non_finite",
		"DELETE FROM schema_versions WHERE version_id = 10",
		"ALTER TABLE connections DROP COLUMN prometheus_endpoint",
		"DELETE FROM schema_versions WHERE version_id = 9",
		"ALTER TABLE users DROP COLUMN disabled_at",
		"ALTER TABLE team_invitations DROP COLUMN role",
		"DELETE FROM schema_versions WHERE version_id = 8",
		"DROP INDEX organization_invitations_by_token",
		"ALTER TABLE organization_invitations DROP COLUMN token_hash",
		"DELETE FROM schema_versions WHERE version_id = 7",
	}
}

func enterUpgraded(w *World) {
	w.installEmpty()
	w.sql(older()...)
	db := w.path("engine", "db")
	w.check(os.MkdirAll(db, 0o700))
	out, err := exec.Command("tar", "-xzf", filepath.Join(w.plan.Repo, samplePath), "-C", db).CombinedOutput() //nolint:noctx // short
	if err != nil {
		w.fatalf("tar: %v: %s", err, out)
	}
	for _, name := range []string{"data/cairn_%", "metadata/cairn_%", "metadata/cairn_%.sql"} {
		from, to := strings.Replace(name, "%", sampleTeam, 1), strings.Replace(name, "%", w.made.TeamID, 1)
		w.check(os.Rename(filepath.Join(db, from), filepath.Join(db, to)))
	}
	w.check(syncAll(w.root())) // the folder has been there for long
	w.start()
	if !strings.Contains(w.server.Log(), "brought the database schema up to date") {
		w.fatalf("the schema was not old:\n%s", tail(w.server.Log()))
	}
	w.furnish(w.hooks.URL)
	w.send(w.some("upgraded", loadRows)...)
}

func enterRestored(w *World) {
	w.t.Helper()
	if w.cluster != nil {
		w.useDatabase(w.cluster.NewDatabase(w.t))
	}
	key, err := os.ReadFile(filepath.Join(w.plan.template.dir, "secret.key"))
	w.check(err)
	w.check(os.WriteFile(w.path("secret.key"), key, 0o600))
	w.check(syncAll(w.root())) // the key was there before
	w.mustRun("restore", w.plan.template.backup)
	w.adoptTemplate()
	w.aimHooks()
	w.start()
	w.send(w.some("restored", loadRows)...)
}

// enterReplica runs a second server with the same telemetry, which may
// evaluate and deliver as well as the first.
func enterReplica(w *World) {
	w.installTemplate()
	dir := w.dir + ".replica"
	w.check(os.Mkdir(dir, 0o700))
	w.check(copyFolder(w.plan.template.dir, dir))
	w.start()
	command := exec.Command(w.plan.Executable, "serve") //nolint:noctx // ended by the cell
	command.Env = append(append([]string{}, w.env...), "CAIRN_DATA_DIR="+dir, "CAIRN_OTLP_HTTP_ADDR=127.0.0.1:0")
	w.replica = proctest.Start(w.t, command)
	w.await(readyTimeMax, "the second server is ready", w.replica.IsReady)
	w.beginOrdinary()
	w.awaitFlow()
}
