package cli

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/alecthomas/kong"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli/reference"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Run prints a script for the shell.
func (c completionCmd) Run(env *environment) error {
	write := map[string]func(*kong.Application) string{"bash": reference.Bash, "zsh": reference.Zsh, "fish": reference.Fish}[c.Shell]
	return printReference(env.Process, write)
}

type manCmd struct {
	Date string `help:"The date of the page, YYYY-MM-DD; today when empty." placeholder:"DATE"`
}

// Run prints the manual page.
func (c manCmd) Run(env *environment) error {
	date := env.Now()
	if c.Date != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, c.Date); err != nil {
			return &exitError{ExitUsage, "--date: must be YYYY-MM-DD"}
		}
	}
	page := reference.Page{Version: app.Version(), Date: date, EnvName: app.EnvName, Exit: [][2]string{
		{strconv.Itoa(ExitOK), "Stopped as asked."},
		{strconv.Itoa(ExitFail), "Could not start or run."},
		{strconv.Itoa(ExitUsage), "Wrong usage."},
		{strconv.Itoa(ExitNoop), "Nothing to do."},
	}}
	return printReference(env.Process, func(model *kong.Application) string { return reference.Man(model, page) })
}

// printReference prints what follows from the model of the whole command line.
func printReference(p Process, write func(*kong.Application) string) error {
	parser, err := newParser(&cli{}, Process{LookupEnv: p.LookupEnv, Stdout: io.Discard, Stderr: io.Discard})
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(p.Stdout, write(parser.Model))
	return err
}
