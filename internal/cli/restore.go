package cli

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/app"
)

type restoreCmd struct {
	Backup string `arg:"" help:"Folder of the backup." placeholder:"DIR"`
	Force  bool   `help:"Remove what an interrupted restore left in an external ClickHouse."`
}

// Run makes an empty installation what it was when the backup was made.
func (c restoreCmd) Run(ctx context.Context, env *environment) error {
	restored, err := app.Restore(ctx, env.options(), app.Restoration{Backup: c.Backup, Force: c.Force, Report: env.report()})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is restored into %s: %s\nStart the server with: cairn serve --data-dir %s%s\n", c.Backup, env.Config.DataDir, contents(restored), env.Config.DataDir, elsewhere(env.Config))
	return err
}

// elsewhere names the options without which a server would look for what was restored
// in its data folder. Their values have passwords.
func elsewhere(c app.Config) (options string) {
	if c.ClickhouseURL != "" {
		options += " --clickhouse-url …"
	}
	if c.DatabaseURL != "" {
		options += " --database-url …"
	}
	return options
}
