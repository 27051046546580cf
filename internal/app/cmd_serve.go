package app

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/cairnstack/cairn/internal/access"
)

type serveCmd struct {
	Demo bool `help:"Set up an empty installation by itself and fill it with demo data."`
}

// Run serves until the context ends, or until a part of the server fails.
func (c serveCmd) Run(ctx context.Context, env *environment) error {
	trimMemory(env.LookupEnv)
	a, err := New(ctx, env.options())
	if err != nil {
		return err
	}
	if err := c.serve(ctx, env, a); err != nil {
		return errors.Join(err, a.Stop(ctx))
	}
	env.Logger.InfoContext(ctx, "stopping")
	return a.Stop(ctx)
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

func (c serveCmd) serve(ctx context.Context, env *environment, a *App) error {
	a.Start(ctx)
	if c.Demo {
		if err := a.setUpDemo(ctx, env); err != nil {
			return err
		}
	}
	return a.Wait(ctx)
}

func (env *environment) options() Options {
	return Options{
		Config: env.Config, Logger: env.Logger, Now: time.Now,
		Executable: env.Executable, ChildArgs: []string{engineChildCommand}, CacheDir: env.cacheDir(),
	}
}

// setUpDemo sets up an empty installation and prints how to sign in. On one
// that is set up it prints the address alone: secrets are shown once.
func (a *App) setUpDemo(ctx context.Context, env *environment) error {
	first, err := firstUser(env)
	if err != nil {
		return err
	}
	_, err = a.access.Install(ctx, first)
	if errors.Is(err, access.ErrInstalled) {
		_, err = fmt.Fprintf(env.Stdout, welcomeBack, a.publicURL())
		return err
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, welcome, a.publicURL(), first.Email, first.Password)
	return err
}

const welcome = `
  Cairn is ready.

  Web interface   %s
  Sign in with    %s
  Password        %s   (shown this once)

  Keys are made in Team settings, or with: cairn key create --help
`

const welcomeBack = `
  Cairn is ready.

  Web interface   %s
  Sign in with the account that you made; a new one: cairn user create --help

`
