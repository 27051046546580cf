// Package cli is the command line: options, commands, and what they print.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/logx"
)

// Exit codes; spec'd for scripts.
const (
	ExitOK    = 0 // stopped as asked
	ExitFail  = 1 // could not start or run
	ExitUsage = 2 // wrong usage
	ExitNoop  = 3 // nothing to do
	// ExitPartly: done, but for what was listed.
	ExitPartly = 4
)

// Process is the outside world as the program sees it.
type Process struct {
	Args       []string // without the program's name
	LookupEnv  func(string) (string, bool)
	Stdin      io.Reader
	Stdout     io.Writer
	Stderr     io.Writer
	Executable string // our own binary, to run again as the engine's child
	Now        func() time.Time
	KeepOn     func()           // keeps the process alive when the reader of its output is gone; may be nil
	OnReload   func(run func()) // has run called on SIGHUP, which ends the program otherwise; may be nil
	Host       app.Host         // where the machine describes itself

	SystemConfig string                   // file of the machine's own installation, read when nothing else is named; may be empty
	Become       func(uid, gid int) error // runs the same command as another user, and returns only if that fails; may be nil
}

// cacheDir is the user's cache folder; the engine library may be there.
func (p Process) cacheDir() string {
	return embedded.CacheDir(func(name string) string {
		value, _ := p.LookupEnv(name)
		return value
	})
}

// cli is the command line.
type cli struct {
	Config     app.Config `embed:""`
	ConfigFile string     `name:"config" help:"YAML file with option names as keys." placeholder:"FILE"`

	Serve       serveCmd       `cmd:"" help:"Run the server with everything that is not disabled."`
	Bootstrap   bootstrapCmd   `cmd:"" help:"Prepare an empty installation: first user, organization, service, team and keys."`
	User        userCmd        `cmd:"" help:"Accounts."`
	Key         keyCmd         `cmd:"" help:"Keys of every kind."`
	Audit       auditCmd       `cmd:"" help:"Audit logs of teams."`
	Link        linkCmd        `cmd:"" help:"Reverse private endpoints that are waiting for a decision."`
	Monitor     monitorCmd     `cmd:"" help:"Let the installation watch itself: a dashboard and alerts, fed by its own metrics."`
	Demo        demoCmd        `cmd:"" help:"Send the telemetry of a small shop to a running server."`
	Export      exportCmd      `cmd:"" help:"Write dashboards, alerts and all other resources of a stack as files."`
	Apply       applyCmd       `cmd:"" help:"Apply a folder of files to a stack; prints a plan first."`
	Import      importCmd      `cmd:"" help:"Bring what other systems have into a stack."`
	Backup      backupCmd      `cmd:"" help:"Copies of the whole installation."`
	Restore     restoreCmd     `cmd:"" help:"Restore a backup into an empty installation."`
	ShowConfig  configCmd      `cmd:"" name:"config" help:"Print the effective configuration with secrets masked."`
	Doctor      doctorCmd      `cmd:"" help:"Diagnose the installation: what is wrong and how to fix it."`
	Cluster     clusterCmd     `cmd:"" help:"The ClickHouse cluster behind the installation."`
	Size        sizeCmd        `cmd:"" help:"Estimate cores, memory and disk from how much is sent."`
	Healthcheck healthcheckCmd `cmd:"" help:"Ask the running server whether it is ready; exit code 1 if it is not."`
	Completion  completionCmd  `cmd:"" help:"Print the completions of commands and options for a shell."`
	Man         manCmd         `cmd:"" hidden:"" help:"Print the manual page."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
	EngineChild engineChildCmd `cmd:"" hidden:"" help:"Run the embedded engine; the server starts this itself."`
	Licenses    licensesCmd    `cmd:"" name:"engine-licenses" hidden:"" help:"Print the licences of what the engine library is made of."`
}

// environment is what commands are handed.
type environment struct {
	Process
	Config  app.Config
	Logger  *slog.Logger
	Command string // without its arguments
}

// lastLinesMax is how long the end of the program waits for the reader of its
// log.
const lastLinesMax = time.Second

// exitError ends the program with a code of its own.
type exitError struct {
	code    int
	message string
}

func (e *exitError) Error() string { return e.message }

// Main runs the program and returns its exit code. Failures are one line on
// standard error.
func Main(ctx context.Context, p Process) int {
	err := run(ctx, p)
	if err == nil {
		return ExitOK
	}
	exit := exitOf(err)
	if exit.message != "" {
		_, _ = fmt.Fprintln(p.Stderr, "cairn: "+logx.OneLine(exit))
	}
	return exit.code
}

// exitOf returns how the program ends with an error.
func exitOf(err error) *exitError {
	var exit *exitError
	var usage *app.UsageError
	switch {
	case errors.As(err, &exit):
		return exit
	case errors.As(err, &usage):
		return &exitError{code: ExitUsage, message: err.Error()}
	default:
		return &exitError{code: ExitFail, message: err.Error()}
	}
}

func run(ctx context.Context, p Process) error {
	var line cli
	parsed, err := parse(&line, p)
	if err != nil {
		return err
	}
	if err := line.Config.Check(); err != nil {
		return &exitError{ExitUsage, err.Error()}
	}
	if err := actAsOwner(p, line.Config, parsed); err != nil {
		return err
	}
	lines := logx.NewQueue(p.Stderr)
	defer lines.Close(lastLinesMax)
	logger, err := logx.New(lines, line.Config.LogLevel, line.Config.LogFormat)
	if err != nil {
		return err
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return parsed.Run(&environment{Process: p, Config: line.Config, Logger: logger, Command: commandName(parsed.Command())})
}

// commandName returns a command without the places of its arguments.
func commandName(command string) string {
	name, _, _ := strings.Cut(command, " <")
	return name
}

// helpShown carries kong's wish to exit through the stack.
type helpShown struct{ code int }

func parse(line *cli, p Process) (parsed *kong.Context, err error) {
	defer func() {
		if shown, ok := recover().(helpShown); ok {
			err = &exitError{code: shown.code}
		}
	}()
	parser, err := newParser(line, p)
	if err != nil {
		return nil, err
	}
	parsed, err = parser.Parse(helpAsOption(p.Args))
	if err != nil {
		// The file is read for the first flag, which has nothing to do with it.
		return nil, &exitError{ExitUsage, strings.TrimPrefix(err.Error(), "--help: ")}
	}
	return parsed, nil
}

// helpAsOption returns the arguments with --help in place of a command help, as
// in cairn help serve.
func helpAsOption(args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	return append(slices.Clone(args[1:]), "--help")
}

func newParser(line *cli, p Process) (*kong.Kong, error) {
	return kong.New(line,
		kong.Name("cairn"),
		kong.Description("Observability stack and cloud in one binary. Every option is also an environment variable with the prefix CAIRN_ and a key of the YAML file."),
		kong.UsageOnError(),
		kong.Writers(p.Stdout, p.Stderr),
		kong.Exit(func(code int) { panic(helpShown{code}) }),
		kong.ValueFormatter(withEnvName),
		kong.Resolvers(&resolver{lookupEnv: p.LookupEnv, systemConfig: p.SystemConfig}))
}

func withEnvName(value *kong.Value) string {
	if value.Flag == nil || value.Flag.Name == "help" {
		return value.Help
	}
	return value.Help + " (" + app.EnvName(value.Flag.Name) + ")"
}
