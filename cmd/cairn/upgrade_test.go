package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// buildNext builds a cairn that knows more of the database and of the tables than
// this one: the build tag adds a change of each. It returns what waits for it.
func buildNext(t *testing.T) (await func() string) {
	t.Helper()
	built := filepath.Join(t.TempDir(), "cairn-next")
	command := exec.CommandContext(t.Context(), "go", "build", "-tags", "cairn_next", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", built, "./cmd/cairn")
	command.Dir, command.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	command.Stderr = t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return func() string {
		if err := command.Wait(); err != nil {
			t.Fatal(err)
		}
		return built
	}
}

// fleetUpgrade is servers that go from this program to the next one, one after
// the other, while they are used.
type fleetUpgrade struct {
	*clusterWorld
	next  string
	asked int
}

// startNext runs the next program on the folder of a server.
func (u *fleetUpgrade) startNext(c *collector) {
	u.t.Helper()
	c.program = launchCommand(u.t, exec.CommandContext(u.t.Context(), u.next, "serve"), c.dir, c.env...)
	c.awaitStart()
}

// while changes something about one server and wants the other one to be of
// service all the while: it takes every request, and answers every question.
func (u *fleetUpgrade) while(stays int, change func()) {
	u.t.Helper()
	u.awaitFlow()
	retries := u.load[stays].retries.Load()
	questions := u.ask(u.nodes[stays])
	change()
	u.awaitFlow()
	asked, failures := questions()
	u.asked += asked
	if asked == 0 || len(failures) > 0 {
		u.t.Errorf("server %d answered %d questions, and not %v", stays, asked, failures)
	}
	if more := u.load[stays].retries.Load() - retries; more > 0 {
		u.t.Errorf("server %d refused %d requests", stays, more)
	}
}

// ask asks a server for resources and telemetry until end is called, which
// returns how often, and what was no answer.
func (u *fleetUpgrade) ask(c *collector) (end func() (asked int, failures []string)) {
	stop, stack := make(chan struct{}), "http://"+c.program.addr("stack")
	var asking sync.WaitGroup
	var asked int
	var failures []string
	asking.Go(func() {
		client := &http.Client{Timeout: slack * 10 * time.Second, Transport: &http.Transport{DisableCompression: true}}
		defer client.CloseIdleConnections()
		for {
			for _, path := range []string{"/api/v2/alerts", "/prometheus/api/v1/query?query=count(" + writtenMetric + ")"} {
				asked++
				if failure := whatIsWrong(client, stack+path, c.accessKey); failure != "" {
					failures = append(failures, path+": "+failure)
				}
			}
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	return func() (int, []string) { close(stop); asking.Wait(); return asked, failures }
}

// whatIsWrong returns what is wrong with the answer to a question, if anything is.
func whatIsWrong(client *http.Client, url, key string) string {
	request, err := http.NewRequest(http.MethodGet, url, http.NoBody)
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := client.Do(request)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK {
		return response.Status + " " + string(text)
	}
	return ""
}

// TestRollingUpgradeLosesNothing takes two servers on one PostgreSQL and three
// shards from this program to the next, while records arrive and alerts are
// evaluated. Servers of this program are stopped, killed and started again on
// what the next one has made of the database, until a change refuses them.
func TestRollingUpgradeLosesNothing(t *testing.T) {
	t.Parallel()
	next := buildNext(t)
	const alerts = 4
	u := &fleetUpgrade{clusterWorld: startClusterWorld(t, alerts, false)}
	u.next = next()
	old, first := u.nodes[1], u.nodes[0]
	u.startNodes()
	u.send()
	u.alerts.release(u.clusterWorld, 0)
	u.while(1, func() {
		first.stop()
		u.startNext(first)
	})
	u.wantNewTables()
	u.alerts.release(u.clusterWorld, 1)
	u.while(0, func() {
		old.stop()
		old.start()
	})
	u.alerts.release(u.clusterWorld, 2)
	u.while(0, func() {
		old.kill()
		old.start()
	})
	u.while(1, func() {
		first.kill()
		u.startNext(first)
	})
	u.alerts.release(u.clusterWorld, 3)
	u.while(0, func() { u.refuse(old) })
	for _, s := range u.load {
		s.end()
	}
	for _, c := range u.nodes {
		c.drain(settleTimeMax)
	}
	t.Logf("%d questions answered", u.asked)
	u.readBack()
	u.alerts.check(u.clusterWorld)
}

// wantNewTables wants every shard to have what the next program adds, and the
// older server to read all the same.
func (u *fleetUpgrade) wantNewTables() {
	u.t.Helper()
	const text = "SELECT count() AS n FROM system.columns WHERE database = currentDatabase() AND table IN ('logs', 'logs_local') AND name = 'NextNote'"
	for _, shard := range u.shards.Shards { // one that was busy for too long gets them when it is ready again
		testkit.Eventually(u.t, settleTimeMax, fmt.Sprintf("shard %d has both new columns", shard.Number), func() bool {
			return u.numberOn(shard.URL(), u.nodes[0].team, text) == 2
		})
	}
	rows := u.nodes[1].rawSQL("SELECT toString(count()) AS n FROM otel_logs WHERE ServiceName LIKE 'sender-%' LIMIT 1")
	if len(rows) != 1 || rows[0]["n"] == "0" {
		u.t.Errorf("the older server reads %v", rows)
	}
}

// refuse has the database refuse programs like this one while a server of it
// runs, as a change does that did not wait: the server ends, and can't be started.
// The next program takes its place.
func (u *fleetUpgrade) refuse(c *collector) {
	u.t.Helper()
	u.metadataDo("UPDATE schema_support SET least = 25")
	testkit.Eventually(u.t, slack*30*time.Second, "the older server ends", c.HasEnded)
	if code := c.end(u.t, slack*30*time.Second); code != 1 || !strings.Contains(c.log(), "a newer cairn has changed the database") {
		u.t.Errorf("exit code %d:\n%s", code, c.log())
	}
	again := launch(u.t, c.dir, c.env...)
	if code := again.end(u.t, slack*30*time.Second); code != 1 || !strings.Contains(again.log(), "start a newer cairn") {
		u.t.Errorf("exit code %d:\n%s", code, again.log())
	}
	if code, printed := cairnWith(u.t, c, "doctor"); code != 1 || !strings.Contains(printed, "start a newer cairn") {
		u.t.Errorf("the doctor says, with code %d:\n%s", code, printed)
	}
	u.startNext(c)
}

// cairnWith runs a command of this program for a server's installation.
func cairnWith(t *testing.T, c *collector, args ...string) (code int, printed string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable, args...)
	command.Env = append(append(proctest.Environment(c.dir, engineLibrary(t)), asCairn+"=1"), c.env...)
	out, _ := command.CombinedOutput() // the code says it
	return command.ProcessState.ExitCode(), string(out)
}
