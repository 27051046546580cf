package cli

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/logx"
)

type doctorCmd struct {
	AcknowledgeLosses bool `help:"Acknowledge reported losses of telemetry, so that they are no longer reported."`
}

// Run prints one line per look and fails when something is wrong.
func (c doctorCmd) Run(ctx context.Context, env *environment) error {
	if c.AcknowledgeLosses {
		if err := app.AcknowledgeLosses(env.Config.DataDir); err != nil {
			return err
		}
	}
	sick := 0
	err := app.Examine(ctx, env.options(), func(f app.Finding) error {
		line := "ok    " + f.Subject + ": " + f.Good
		if f.Err != nil {
			sick++
			line = "wrong " + f.Subject + ": " + logx.OneLine(f.Err)
		}
		_, err := fmt.Fprintln(env.Stdout, line)
		return err
	})
	if err == nil && sick > 0 {
		return &exitError{ExitFail, fmt.Sprintf("%d of the checks found something wrong", sick)}
	}
	return err
}
