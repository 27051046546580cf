package app

import (
	"context"
	"errors"

	"github.com/cairnstack/cairn/internal/access"
)

// Serve runs a server until the context ends, or until a part of it fails. With
// welcome it sets up an empty installation, fills it with demo data, and calls
// welcome when people can sign in.
func Serve(ctx context.Context, o Options, welcome func(Demo) error) error {
	a, err := New(ctx, o)
	if err != nil && ctx.Err() != nil {
		o.Logger.InfoContext(ctx, "stopped while starting", "error", err)
		return nil
	}
	if err != nil {
		return err
	}
	if err := a.serve(ctx, welcome); err != nil {
		return errors.Join(err, a.Stop(ctx))
	}
	o.Logger.InfoContext(ctx, "stopping")
	return a.Stop(ctx)
}

func (a *App) serve(ctx context.Context, welcome func(Demo) error) error {
	a.loops = append(a.loops, loop{"memory", new(memoryTrim).run})
	a.addManaged()
	if welcome == nil {
		a.Start(ctx)
		a.tellOpened(ctx)
		return a.Wait(ctx)
	}
	plans := make(chan demoPlan, 1)
	a.addDemo(plans)
	plan, demo, err := a.setUpDemo(ctx) // nobody else is to set it up first
	if err != nil {
		return err
	}
	a.Start(ctx)
	if err := welcome(demo); err != nil {
		return err
	}
	plans <- plan
	return a.Wait(ctx)
}

// Opening is where the web interface is.
type Opening struct {
	URL  string
	Link string // signs the first user in, once; empty: they have another way in
}

// tellOpened says where the web interface is, if it is anywhere.
func (a *App) tellOpened(ctx context.Context) {
	if a.Opened == nil || a.Addr(RoleUI) == "" {
		return
	}
	opening := Opening{URL: a.publicURL()}
	token, err := a.access.FirstLink(ctx)
	if err != nil { // the server goes on without it; cairn bootstrap is another way
		a.Logger.WarnContext(ctx, "can't tell whether the installation is set up", "error", err)
	} else if token != "" {
		a.Logger.InfoContext(ctx, "nobody has an account with a password yet; a link that signs in is on standard output")
		opening.Link = a.joinURL(signInLinkPage, token)
	}
	a.Opened(opening)
}

// setUpDemo sets up an empty installation, or goes on with one that is.
func (a *App) setUpDemo(ctx context.Context) (demoPlan, Demo, error) {
	first, err := FirstUser()
	if err != nil {
		return demoPlan{}, Demo{}, err
	}
	made, err := a.access.Install(ctx, first)
	if errors.Is(err, access.ErrInstalled) {
		return a.resumeDemo(ctx)
	}
	if err != nil {
		return demoPlan{}, Demo{}, err
	}
	board, err := a.furnishDemo(ctx, made)
	if err != nil {
		return demoPlan{}, Demo{}, err
	}
	link, err := a.access.SignInLinkFor(ctx, made.User)
	demo := Demo{URL: a.publicURL(), Dashboard: board, Email: first.Email, Password: first.Password, Link: a.joinURL(signInLinkPage, link.Token)}
	return demoPlan{team: made.TeamID, history: demoHistory}, demo, err
}

// resumeDemo goes on with the first team of an installation.
func (a *App) resumeDemo(ctx context.Context) (demoPlan, Demo, error) {
	teams, err := a.store.Teams(ctx)
	if err != nil {
		return demoPlan{}, Demo{}, err
	}
	if len(teams) == 0 {
		return demoPlan{}, Demo{}, errors.New("--demo: there is no team")
	}
	return demoPlan{team: teams[0].ID}, Demo{URL: a.publicURL()}, nil
}
