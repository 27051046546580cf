package cli

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/app"
)

type healthcheckCmd struct{}

// Run fails unless the server of the data folder says that it is ready. It is
// for machines without a client, such as our images.
func (healthcheckCmd) Run(ctx context.Context, env *environment) error {
	if err := app.CheckReady(ctx, env.Config); err != nil {
		return err
	}
	_, err := fmt.Fprintln(env.Stdout, "ready")
	return err
}
