package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// printed returns what a command prints, and a file that holds it.
func printed(t *testing.T, args ...string) (text, file string) {
	t.Helper()
	ran := clitest.Run(t, nil, args...)
	if ran.Code != 0 {
		t.Fatalf("%v: %d %s", args, ran.Code, ran.Stderr)
	}
	file = filepath.Join(t.TempDir(), "printed")
	if err := os.WriteFile(file, []byte(ran.Stdout), 0o600); err != nil {
		t.Fatal(err)
	}
	return ran.Stdout, file
}

// output runs a program of the system, which has to succeed without a warning.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v %s%s", name, err, stdout, stderr.String())
	}
	return string(stdout)
}

var helpCommand = regexp.MustCompile(`(?m)^  ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?(?: \[|$| <)`)

// everything returns the words of all commands and all options that their help
// shows.
func everything(t *testing.T) (words, options []string) {
	t.Helper()
	help := clitest.Run(t, nil, "--help").Stdout
	_, list, _ := strings.Cut(help, "Commands:\n")
	for _, match := range helpCommand.FindAllStringSubmatch(list, -1) {
		path := strings.Fields(match[1] + " " + match[2])
		words = append(words, path...)
		for _, option := range helpOption.FindAllStringSubmatch(clitest.Run(t, nil, append(path, "--help")...).Stdout, -1) {
			options = append(options, option[1][2:])
		}
	}
	slices.Sort(words)
	slices.Sort(options)
	return slices.Compact(words), slices.Compact(options)
}

// TestReferencesNameEverything holds that no command and no option is missing
// from the completions and the manual page.
func TestReferencesNameEverything(t *testing.T) {
	t.Parallel()
	words, options := everything(t)
	if len(words) < 20 || len(options) < 50 {
		t.Fatalf("%d commands and %d options were found", len(words), len(options))
	}
	for _, args := range [][]string{{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"man"}} {
		text, _ := printed(t, args...)
		text = strings.NewReplacer(`\-`, "-", " -l ", " --").Replace(text)
		for _, word := range words {
			if !regexp.MustCompile(`(?m)["' ]` + word + `["': )]|["' ]` + word + `$`).MatchString(text) {
				t.Errorf("%v: the command %s is missing", args, word)
			}
		}
		for _, option := range options {
			if !regexp.MustCompile(`(?m)--` + option + `(["': =)]|$)`).MatchString(text) {
				t.Errorf("%v: the option --%s is missing", args, option)
			}
		}
		if strings.Contains(text, "engine-child") {
			t.Errorf("%v has a hidden command", args)
		}
	}
}

func TestBashCompletes(t *testing.T) {
	t.Parallel()
	_, file := printed(t, "completion", "bash")
	complete := func(words ...string) []string {
		const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cairn; printf '%s\n' "${COMPREPLY[@]}"`
		return strings.Fields(output(t, "bash", append([]string{"-c", script, "bash", file}, words...)...))
	}
	check(t, complete("cairn", "ba"), "backup")
	check(t, complete("cairn", "user", "make"), "make-admin")
	check(t, complete("cairn", "user", "create", "--passw"), "--password-stdin")
	check(t, complete("cairn", "user", "create", "--role", "dev"), "developer")
	check(t, complete("cairn", "user", "create", "--role", "=", "dev"), "developer")
	check(t, complete("cairn", "--log-level", "x", "serve", "--de"), "--demo")
	check(t, complete("cairn", "serve", "--otlp-g"), "--otlp-grpc-addr")
	check(t, complete("cairn", "completion", ""), "bash", "fish", "zsh")
	check(t, complete("cairn", "--log-level", ""))
}

func TestFishCompletes(t *testing.T) {
	t.Parallel()
	_, file := printed(t, "completion", "fish")
	complete := func(line string) (words []string) {
		for found := range strings.Lines(output(t, "fish", "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, file, line)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(found, "\n"), "\t")
			words = append(words, word)
		}
		return words
	}
	check(t, complete("cairn ba"), "backup")
	check(t, complete("cairn user make"), "make-admin")
	check(t, complete("cairn user create --role dev"), "developer")
	check(t, complete("cairn serve --otlp-g"), "--otlp-grpc-addr")
	check(t, complete("cairn completion "), "bash", "fish", "zsh")
}

// check compares words in any order.
func check(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("completed to %q, want %q", got, want)
	}
}

func TestZshParsesItsCompletions(t *testing.T) {
	t.Parallel()
	_, file := printed(t, "completion", "zsh")
	output(t, "zsh", "-n", file)
	// Sourced where the completion system runs, it is in charge of the program.
	const script = `autoload -Uz compinit && compinit -D -u && source $1 && print $_comps[cairn]`
	if got := strings.TrimSpace(output(t, "zsh", "-f", "-c", script, "zsh", file)); got != "_cairn" {
		t.Errorf("%q completes cairn", got)
	}
}

func TestManualPageHasNoWarnings(t *testing.T) {
	t.Parallel()
	text, file := printed(t, "man", "--date", "2026-02-03")
	if said := output(t, "mandoc", "-T", "lint", "-W", "warning", file); said != "" {
		t.Error(said)
	}
	if !strings.HasPrefix(text, ".TH CAIRN 1 2026-02-03 ") {
		t.Errorf("%.40s", text)
	}
	if page := output(t, "mandoc", "-T", "ascii", file); !strings.Contains(page, "CAIRN_DATA_DIR") {
		t.Error("the page has no environment variables")
	}
	if ran := clitest.Run(t, nil, "man", "--date", "today"); ran.Code != 2 {
		t.Errorf("%d %s", ran.Code, ran.Stderr)
	}
}
