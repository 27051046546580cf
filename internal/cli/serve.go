package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/systemd"
)

type serveCmd struct {
	Demo bool `help:"Set up an empty installation and fill it with demo data."`
}

// Run serves until the context ends, or until a part of the server fails.
func (c serveCmd) Run(ctx context.Context, env *environment) error {
	trimMemory(env.LookupEnv)
	if env.KeepOn != nil {
		env.KeepOn()
	}
	if !c.Demo {
		return app.Serve(ctx, env.options(), nil)
	}
	return app.Serve(ctx, env.options(), env.welcome)
}

// gcPercent makes the garbage collector run more often than it would: most of
// the memory is batches of rows, which are few objects and cost it little.
const gcPercent = 50

// trimMemory trades a little time for memory, unless the operator has set
// the collector's own variables.
func trimMemory(lookupEnv func(string) (string, bool)) {
	if _, set := lookupEnv("GOGC"); !set {
		debug.SetGCPercent(gcPercent)
	}
}

func (env *environment) options() app.Options {
	return app.Options{
		Config: env.Config, Logger: env.Logger, Now: env.Now,
		Executable: env.Executable, ChildArgs: []string{engineChildCommand}, CacheDir: env.cacheDir(), Host: env.Host,
		Opened: env.tellAddress, Command: env.Command, OnReload: env.OnReload, Manager: systemd.NewManager(env.LookupEnv),
	}
}

// tellAddress tells people at a terminal where to go; the log has it for
// programs. An empty installation has a link that signs in. It is printed wherever
// the output goes, and is not in the log, where secrets do not belong. Nothing waits
// for those who read it: they may be gone, or stand still.
func (env *environment) tellAddress(o app.Opening) {
	if o.Link != "" {
		go func() { _, _ = fmt.Fprintf(env.Stdout, firstWelcome, o.Link) }()
		return
	}
	env.report()("\nCairn is ready. Open " + o.URL + " in a browser.\n")
}

// welcome prints how to sign in to a demo, and on an installation that was set
// up before the address alone: secrets are shown once.
func (env *environment) welcome(d app.Demo) (err error) {
	if d.Password == "" {
		_, err = fmt.Fprintf(env.Stdout, welcomeBack, d.URL)
	} else {
		_, err = fmt.Fprintf(env.Stdout, welcome, d.Link, d.URL, d.Dashboard, d.Email, d.Password)
	}
	return err
}

const firstWelcome = `
  Cairn is ready. Open this link to sign in (it works once, within 24 hours):

    %s

`

const welcome = `
  Cairn is ready. Open this link to sign in (it works once, within 24 hours):

    %s

  Web interface   %s
  A dashboard     %s
  Sign in with    %s
  Password        %s   (shown only once)

  Keys are made in Team settings, or with: cairn key create --help
`

const welcomeBack = `
  Cairn is ready.

  Web interface   %s
  Sign in with the account that you made; a new one: cairn user create --help

`
