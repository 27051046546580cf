package statetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// ClockVariable holds by how much the clock of Clocked is wrong.
const ClockVariable = "CAIRN_TEST_CLOCK"

// Plan is what all cells share. Run starts and ends what it needs.
type Plan struct {
	Executable string // the program as it is built
	Clocked    string // the program with the clock of ClockVariable
	Library    string // of the engine
	Repo       string // folder of the repository
	Long       bool   // hold faults for as long as they last in the field
	Parallel   int    // cells at once

	begun    time.Time
	template template
	clusters chan *pgtest.Cluster
}

// template is a data folder with telemetry and an alert that has windows
// behind it, which cells copy.
type template struct {
	dir, backup string
	made        installation
	alert       alert
	rows        map[string]Row
}

// holdFor returns how long a fault lasts.
func (p *Plan) holdFor() time.Duration {
	if p.Long {
		return 30 * time.Second
	}
	return 3 * time.Second
}

// open makes the template and room for clusters.
func (p *Plan) open(t testing.TB) {
	t.Helper()
	p.begun = time.Now()
	p.clusters = make(chan *pgtest.Cluster, p.Parallel)
	for range p.Parallel {
		p.clusters <- nil
	}
	p.makeTemplate(t)
}

// close ends the clusters.
func (p *Plan) close() error {
	var failed error
	for range p.Parallel {
		if cluster := <-p.clusters; cluster != nil {
			failed = errors.Join(failed, cluster.Stop())
		}
	}
	return failed
}

// cluster lends a PostgreSQL to a cell that has it for itself.
func (p *Plan) cluster(t testing.TB) *pgtest.Cluster {
	t.Helper()
	cluster := <-p.clusters
	if cluster == nil {
		var err error
		if cluster, err = pgtest.Start(); err != nil {
			p.clusters <- nil
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { p.clusters <- cluster })
	return cluster
}

// world makes the surroundings of a cell.
func (p *Plan) world(t testing.TB, cell Cell, result *Result) *World {
	w := &World{
		t: t, plan: p, cell: cell, dir: filepath.Join(t.TempDir(), "data"), otlp: testkit.FreeAddr(),
		source: newSource(uint64(time.Now().UnixNano())), doomed: map[string]bool{}, result: result,
	}
	w.check(os.Mkdir(w.dir, 0o700))
	w.hooks = hooktest.Start(t)
	if cell.Database == Postgres {
		w.cluster = p.cluster(t)
	}
	if volume := max(cell.State.Volume, cell.Fault.Volume); volume != Folder {
		made, err := mount(w.dir, volume)
		w.check(err)
		w.disk = made
		t.Cleanup(made.detach)
	}
	w.env = w.environment()
	return w
}

func (w *World) environment() []string {
	env := append(proctest.Environment(w.dir, w.plan.Library), "CAIRN_OTLP_HTTP_ADDR="+w.otlp, "CAIRN_STACK_RATE_LIMIT=0",
		"CAIRN_RAW_SQL_TEAMS=*", "CAIRN_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8")
	if w.disk != nil && w.disk.bytes == smallBytes {
		env = append(env, "CAIRN_WAL_BYTES_MAX=134217728")
	}
	return env
}

// useDatabase makes the servers of the cell use a PostgreSQL database.
func (w *World) useDatabase(url string) {
	w.url = url
	w.env = append(w.env, "CAIRN_DATABASE_URL="+url)
}

// installEmpty prepares an installation on which no server has run.
func (w *World) installEmpty() {
	w.t.Helper()
	if w.cluster != nil {
		w.useDatabase(w.cluster.NewDatabase(w.t))
	}
	w.bootstrap()
}

func (w *World) bootstrap() {
	w.t.Helper()
	command := w.command("bootstrap", "--json")
	out, err := command.Output()
	w.check(err)
	w.check(json.Unmarshal(out, &w.made))
}

// installTemplate copies the template.
func (w *World) installTemplate() {
	w.t.Helper()
	w.check(copyFolder(w.plan.template.dir, w.root()))
	w.adoptTemplate()
	if w.cluster != nil {
		w.check(os.Remove(w.path("cairn.db")))
		w.useDatabase(w.cluster.NewCopy(w.t, "states_template", w.plan.loadMetadata))
	}
	w.aimHooks()
	w.check(syncAll(w.root())) // the folder has been there for long
}

// adoptTemplate takes over what is known about the template.
func (w *World) adoptTemplate() {
	w.made, w.alert = w.plan.template.made, w.plan.template.alert
	w.ledger.add(w.plan.template.rows)
}

// loadMetadata fills a database with the template's metadata.
func (p *Plan) loadMetadata(url string) error {
	dir, err := os.MkdirTemp("", "cairn-states-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	return p.restore(dir, url)
}

// restore restores the template's backup.
func (p *Plan) restore(dir, url string) error {
	key, err := os.ReadFile(filepath.Join(p.template.dir, "secret.key"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "secret.key"), key, 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeMax)
	defer cancel()
	command := exec.CommandContext(ctx, p.Executable, "restore", p.template.backup)
	command.Env = append(proctest.Environment(dir, p.Library), "CAIRN_DATABASE_URL="+url)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("restore: %w: %s", err, out)
	}
	return nil
}

// makeTemplate makes a data folder with telemetry, and an alert of which
// windowsBehind windows are not evaluated yet.
func (p *Plan) makeTemplate(t testing.TB) {
	t.Helper()
	w := p.world(t, Cell{Database: SQLite}, new(Result))
	w.bootstrap()
	w.start()
	w.furnish("http://127.0.0.1:1/")
	now := time.Now().Truncate(window)
	w.alert.first = now.Add((1 - windowsBehind) * window)
	w.send(w.beacons(now)...)
	w.send(w.some("template", 100)...)
	w.drain()
	w.await(alertTimeMax, "the alert is evaluated", func() bool { return len(w.evaluations()) > 0 })
	w.stop()
	w.sql("DELETE FROM alert_evaluations", "DELETE FROM alert_history", "DELETE FROM alert_groups", "DELETE FROM outbox_messages",
		fmt.Sprintf("UPDATE alert_progress SET evaluated_through = %d, open_since = NULL, due_at = 0", w.alert.first.Add(-window).UnixMilli()),
		"UPDATE alerts SET state = 'inactive', state_before_error = ''")
	p.template = template{dir: w.dir, backup: filepath.Join(t.TempDir(), "backup"), made: w.made, alert: w.alert, rows: w.ledger.rows()}
	w.mustRun("backup", p.template.backup)
}

// beacons returns a record for each window that has to fire.
func (w *World) beacons(now time.Time) (requests []request) {
	for i := range windowsBehind {
		if i/windowsInARow%2 == 1 { // the last ones do not, so that the template tells nothing
			continue
		}
		end := now.Add(time.Duration(i+1-windowsBehind) * window)
		w.alert.fires = append(w.alert.fires, end)
		requests = append(requests, w.source.logs(beacon, 1, func(c *content) { c.at = end.Add(-window / 2) }))
	}
	return requests
}
