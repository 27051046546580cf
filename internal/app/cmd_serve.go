package app

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/cairnstack/cairn/internal/access"
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
	a, err := New(ctx, env.options())
	if err != nil && ctx.Err() != nil {
		env.Logger.InfoContext(ctx, "stopped while starting", "error", err)
		return nil
	}
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
	plans := make(chan demoPlan, 1)
	if c.Demo {
		a.addDemo(plans)
	}
	a.loops = append(a.loops, loop{"memory", new(memoryTrim).run})
	a.Start(ctx)
	if c.Demo {
		plan, err := a.setUpDemo(ctx, env)
		if err != nil {
			return err
		}
		plans <- plan
	}
	return a.Wait(ctx)
}

func (env *environment) options() Options {
	return Options{
		Config: env.Config, Logger: env.Logger, Now: env.Now,
		Executable: env.Executable, ChildArgs: []string{engineChildCommand}, CacheDir: env.cacheDir(), Host: env.Host,
	}
}

// setUpDemo sets up an empty installation and prints how to sign in. On one
// that is set up it prints the address alone: secrets are shown once.
func (a *App) setUpDemo(ctx context.Context, env *environment) (demoPlan, error) {
	first, err := firstUser(env)
	if err != nil {
		return demoPlan{}, err
	}
	made, err := a.access.Install(ctx, first)
	if errors.Is(err, access.ErrInstalled) {
		return a.resumeDemo(ctx, env)
	}
	if err != nil {
		return demoPlan{}, err
	}
	board, err := a.furnishDemo(ctx, made)
	if err != nil {
		return demoPlan{}, err
	}
	_, err = fmt.Fprintf(env.Stdout, welcome, a.publicURL(), board, first.Email, first.Password)
	return demoPlan{team: made.TeamID, history: demoHistory}, err
}

// resumeDemo goes on with the first team of an installation.
func (a *App) resumeDemo(ctx context.Context, env *environment) (demoPlan, error) {
	teams, err := a.store.Teams(ctx)
	if err != nil {
		return demoPlan{}, err
	}
	if len(teams) == 0 {
		return demoPlan{}, errors.New("--demo: there is no team")
	}
	_, err = fmt.Fprintf(env.Stdout, welcomeBack, a.publicURL())
	return demoPlan{team: teams[0].ID}, err
}

const welcome = `
  Cairn is ready.

  Web interface   %s
  A dashboard     %s
  Sign in with    %s
  Password        %s   (shown this once)

  Keys are made in Team settings, or with: cairn key create --help
`

const welcomeBack = `
  Cairn is ready.

  Web interface   %s
  Sign in with the account that you made; a new one: cairn user create --help

`
