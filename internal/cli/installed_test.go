package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// TestPackagedConfigHasEveryOption holds the file that packages install to the
// options; `make gen` writes it anew.
func TestPackagedConfigHasEveryOption(t *testing.T) {
	t.Parallel()
	want := clitest.Run(t, nil, "config", "--example", "--data-dir", "/var/lib/cairn").Stdout
	if diff := cmp.Diff(want, readDoc(t, "release", "packages", "files", "cairn.yaml")); diff != "" {
		t.Errorf("the file is old (-options +file); run `make gen`:\n%s", diff)
	}
}

// TestExampleConfigIsReadBack: as it is it changes nothing, and without the
// marks of comments it says the same.
func TestExampleConfigIsReadBack(t *testing.T) {
	t.Parallel()
	example, plain := clitest.Run(t, nil, "config", "--example").Stdout, clitest.Run(t, nil, "config").Stdout
	for _, text := range []string{example, strings.ReplaceAll(example, "\n#", "\n")} {
		var options []string
		for _, line := range strings.Split(text, "\n") {
			if !strings.HasPrefix(line, " ") { // a sentence that was a comment
				options = append(options, line)
			}
		}
		got := clitest.Run(t, map[string]string{"CAIRN_CONFIG": writeFile(t, "cairn.yaml", strings.Join(options, "\n"))}, "config")
		if diff := cmp.Diff(plain, got.Stdout); diff != "" {
			t.Errorf("%s%s", diff, got.Stderr)
		}
	}
}

// runInstalled runs a command of a program that a package has installed.
func runInstalled(t *testing.T, p cli.Process) clitest.Outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := map[string]string{}
	if p.LookupEnv == nil {
		p.LookupEnv = func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	}
	p.Now, p.Stdin, p.Stdout, p.Stderr = time.Now, strings.NewReader(""), &stdout, &stderr
	return clitest.Outcome{Code: cli.Main(t.Context(), p), Stdout: stdout.String(), Stderr: stderr.String()}
}

func TestInstalledProgramReadsTheConfigOfTheMachine(t *testing.T) {
	t.Parallel()
	system := writeFile(t, "cairn.yaml", "data-dir: /var/lib/there\nstack-rate-limit: 7\n")
	f := func(system, want string, args ...string) {
		t.Helper()
		got := runInstalled(t, cli.Process{Args: append([]string{"config"}, args...), SystemConfig: system})
		if got.Code != cli.ExitOK || !strings.Contains(got.Stdout, want+"\n") {
			t.Errorf("%v: %d %s%s; want %s", args, got.Code, got.Stdout, got.Stderr, want)
		}
	}
	f(system, "stack-rate-limit: 7")
	f(system, "stack-rate-limit: 600", "--data-dir", "elsewhere")
	f(system, "stack-rate-limit: 600", "--config", writeFile(t, "own.yaml", "no-ui: true\n"))
	absent := filepath.Join(t.TempDir(), "absent.yaml")
	f(absent, "stack-rate-limit: 600")
	// A service whose file is gone must not begin an empty installation.
	got := runInstalled(t, cli.Process{Args: []string{"config", "--config", absent}, SystemConfig: absent})
	if got.Code != cli.ExitUsage || !strings.Contains(got.Stderr, absent) {
		t.Errorf("a named file that is gone: %d %s", got.Code, got.Stderr)
	}
}

// TestConfigOfTheMachineThatMayNotBeRead keeps a stranger from an installation
// of their own by mistake, and from nothing else.
func TestConfigOfTheMachineThatMayNotBeRead(t *testing.T) {
	t.Parallel()
	barred := t.TempDir() // a folder can be opened and not read, by root either
	if got := runInstalled(t, cli.Process{Args: []string{"version"}, SystemConfig: barred}); got.Code != cli.ExitOK {
		t.Errorf("version: %d %s", got.Code, got.Stderr)
	}
	for _, command := range [][]string{{"user", "list"}, {"serve"}, {"doctor"}, {"config"}} {
		got := runInstalled(t, cli.Process{Args: command, SystemConfig: barred})
		if got.Code != cli.ExitUsage || !strings.Contains(got.Stderr, "run it with sudo, or name another installation with --data-dir or --config") {
			t.Errorf("%v: %d %s", command, got.Code, got.Stderr)
		}
	}
}

// TestRootActsAsTheOwner: without root there is nobody to become.
func TestRootActsAsTheOwner(t *testing.T) {
	t.Parallel()
	dir, stop := t.TempDir(), errors.New("became the owner")
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, 4711, 4712); err != nil {
			t.Fatal(err)
		}
	}
	f := func(system string, want bool, args ...string) {
		t.Helper()
		became := false
		p := cli.Process{Args: append(args, "--data-dir", dir, "--log-level", "error"), SystemConfig: system, Become: func(uid, gid int) error {
			became = uid == 4711 && gid == 4712
			return stop
		}}
		got := runInstalled(t, p)
		if want = want && os.Geteuid() == 0; became != want || want && !strings.Contains(got.Stderr, stop.Error()) {
			t.Errorf("%v: became the owner: %t, want %t; %s", args, became, want, got.Stderr)
		}
	}
	f("", true, "user", "list")
	f("", true, "doctor")
	f("", true, "bootstrap")
	f("", false, "version")
	f("", false, "config")
	f("", false, "backup", filepath.Join(t.TempDir(), "backup"))
	f("/etc/cairn/cairn.yaml", true, "serve")
}
