package embedded_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestKilledEngineIsBackWithItsRows(t *testing.T) {
	t.Parallel()
	began := time.Now()
	engine := enginetest.Own(t)
	backWithin := 5*time.Second + 5*time.Since(began) // more on a machine that is slow today
	client := enginetest.Open(t, engine)
	database := enginetest.NewTeam(t, client)
	if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(1000, 1), "one"); err != nil {
		t.Fatal(err)
	}
	before := engine.State()
	enginetest.Kill(t, before.PID)
	testkit.Eventually(t, 5*time.Second, "the state tells", func() bool { return engine.State().Phase != embedded.Ready })
	err := client.Ping(t.Context())
	if f := fault.From(err); f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
		t.Errorf("Ping = %v, want unavailable with a hint when to retry", err)
	}
	testkit.Eventually(t, backWithin, "the engine is back", func() bool { return client.Ping(t.Context()) == nil })
	after := engine.State()
	if after.Phase != embedded.Ready || after.Restarts != 1 || after.PID == before.PID {
		t.Errorf("state = %+v, want ready after one restart", after)
	}
	if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs"); got != 1000 {
		t.Errorf("rows = %d, want 1000", got)
	}
}

func TestEngineThatCrashesTooOftenFailsAndIsTriedAgainLater(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) { o.RestartsMax, o.FailedRest = 2, time.Second })
	for i := range 3 {
		testkit.Eventually(t, 30*time.Second, "the engine runs", func() bool {
			state := engine.State()
			return state.Phase == embedded.Ready && state.Restarts == i
		})
		enginetest.Kill(t, engine.State().PID)
		testkit.Eventually(t, 5*time.Second, "the state tells", func() bool { return engine.State().Phase != embedded.Ready })
	}
	state := engine.State()
	if state.Phase != embedded.Failed || !strings.Contains(state.Reason, "crashed more than 2 times") {
		t.Errorf("state = %+v, want failed with the reason", state)
	}
	if _, err := engine.Target(); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Target = %v, want unavailable", err)
	}
	testkit.Eventually(t, 30*time.Second, "the engine is back", func() bool { return engine.State().Phase == embedded.Ready })
}

func TestDeadServerLeavesNoEngineAndANewOneStartsAtOnce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	parent, pid := enginetest.StartParent(t, parentArg, dir)
	enginetest.Kill(t, parent.Process.Pid)
	_ = parent.Wait()
	engine := enginetest.Own(t, func(o *embedded.Options) { o.Dir, o.LockWait = dir, 3*time.Second })
	testkit.Eventually(t, 3*time.Second, "the old engine is gone", func() bool { return !enginetest.IsAlive(pid) })
	if err := enginetest.Open(t, engine).Ping(t.Context()); err != nil {
		t.Errorf("Ping: %v", err)
	}
}

func TestSecondEngineOnTheSameFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	first := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	opts, err := enginetest.EmbeddedOptions(dir)
	if err != nil {
		t.Fatal(err)
	}
	opts.LockWait = 200 * time.Millisecond
	_, err = embedded.Start(t.Context(), opts)
	if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "another server uses this data folder") {
		t.Fatalf("StartEmbedded = %v, want a conflict that says why", err)
	}
	if err := enginetest.Open(t, first).Ping(t.Context()); err != nil {
		t.Errorf("the first engine suffers: %v", err)
	}
}

func TestSecondEngineWaitsForTheFirstToClose(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	first := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		time.Sleep(300 * time.Millisecond)
		_ = first.Stop(context.Background())
	}()
	enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	<-stopped
}

func TestStopEndsTheChildAndMayBeRepeated(t *testing.T) {
	t.Parallel()
	// Long enough to tell: a child that does not end by the pipe fails the test.
	engine := enginetest.Own(t, func(o *embedded.Options) { o.StopTimeout = time.Hour })
	pid := engine.State().PID
	for range 2 {
		if err := engine.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if enginetest.IsAlive(pid) {
		t.Error("the child still runs")
	}
	if got := engine.State().Phase; got != embedded.Stopped {
		t.Errorf("phase = %s", got)
	}
	if _, err := engine.Target(); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("Target = %v, want unavailable", err)
	}
}

func TestStopKillsAChildThatHangs(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) { o.StopTimeout = 300 * time.Millisecond })
	pid := engine.State().PID
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := engine.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if enginetest.IsAlive(pid) {
		t.Error("the child still runs")
	}
}

func TestStopKillsWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	engine := enginetest.Own(t, func(o *embedded.Options) { o.StopTimeout = time.Hour })
	pid := engine.State().PID
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := engine.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if enginetest.IsAlive(pid) {
		t.Error("the child still runs")
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	t.Parallel()
	opts, err := enginetest.EmbeddedOptions(filepath.Join(t.TempDir(), "engine"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embedded.Start(ctx, opts); err == nil {
		t.Fatal("StartEmbedded succeeded")
	}
}

func TestStartFailures(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		adjust func(*embedded.Options)
		want   string
	}{
		"no_folder":      {func(o *embedded.Options) { o.Dir = "" }, "needs a folder"},
		"little_memory":  {func(o *embedded.Options) { o.MemoryBytes = 1 << 20 }, "at least 256 MiB"},
		"no_executable":  {func(o *embedded.Options) { o.Executable = "/no/such/program" }, "start the engine"},
		"no_library":     {func(o *embedded.Options) { o.Library = "/no/such/library" }, "load the engine library"},
		"folder_is_file": {func(o *embedded.Options) { o.Dir = o.Library }, "folder can't be made"},
		"other_program":  {func(o *embedded.Options) { o.Executable = "/bin/false" }, "the engine ended (exit status 1)"},
		"taken_port": {func(o *embedded.Options) {
			o.Executable, o.LockWait = "/bin/sh", 100*time.Millisecond
			o.ChildArgs = []string{"-c", "echo 'Code: 210. DB::Exception: Address already in use: 127.0.0.1:1'; sleep 60"}
		}, "another process uses the engine's folder or its port"},
		"mute_program": {func(o *embedded.Options) {
			o.Executable, o.ChildArgs, o.StartTimeout = "/bin/sh", []string{"-c", "sleep 60"}, 200*time.Millisecond
		}, "did not answer within"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts, err := enginetest.EmbeddedOptions(filepath.Join(t.TempDir(), "engine"))
			if err != nil {
				t.Fatal(err)
			}
			c.adjust(&opts)
			engine, err := embedded.Start(t.Context(), opts)
			if err == nil {
				_ = engine.Stop(t.Context())
				t.Fatal("StartEmbedded succeeded")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("StartEmbedded = %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestConfigurationIsPrivateAndHoldsNoPassword(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "en<gi>ne & 'co'")
	engine := enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	target, err := engine.Target()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.xml", "users.xml"} {
		path := filepath.Join(dir, name)
		stat, err := os.Stat(path)
		if err != nil || stat.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v; want 0600", name, stat.Mode(), err)
		}
		assertNoSecret(t, path, target)
	}
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			assertNoSecret(t, path, target)
		}
		return nil
	})
}

func TestEngineWritesNowhereButItsFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "engine")
	enginetest.Own(t, func(o *embedded.Options) { o.Dir = dir })
	config, err := os.ReadFile(filepath.Join(dir, "config.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, element := range []string{"path", "log", "history_file"} {
		if !strings.Contains(string(config), "<"+element+">"+dir+"/") {
			t.Errorf("%s is not below the engine's folder:\n%s", element, config)
		}
	}
}

func assertNoSecret(t *testing.T, path string, target clickhouse.Target) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		return // the engine may have removed it meanwhile
	}
	for _, login := range target.Logins {
		if strings.Contains(string(content), login.Password) {
			t.Errorf("%s holds the password of %s", path, login.User)
		}
	}
}
