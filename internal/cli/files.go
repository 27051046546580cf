package cli

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/files"
)

// apiTarget says which stack is meant and with what credential.
type apiTarget struct {
	URL          string `name:"url" required:"" help:"Address of the API: of the stack API with --token, otherwise of the cloud API." placeholder:"URL"`
	Token        string `secret:"" help:"Access key, for the self-hosted API." placeholder:"KEY"`
	KeyID        string `name:"key-id" help:"Key id of a cloud key, for the managed API." placeholder:"ID"`
	KeySecret    string `secret:"" help:"Secret of the cloud key." placeholder:"SECRET"`
	Organization string `help:"Organization of the managed stack." placeholder:"ID"`
	Service      string `help:"Service of the managed stack." placeholder:"ID"`
}

func (t apiTarget) client() (*files.Client, error) {
	target := files.Target(t)
	if err := target.Check(); err != nil {
		return nil, &exitError{ExitUsage, err.Error()}
	}
	return files.NewClient(target, uuid.NewString), nil
}

type exportCmd struct {
	apiTarget `embed:""`
	Dir       string `short:"o" name:"output" default:"." help:"Folder to write to." placeholder:"DIR"`
	Format    string `default:"yaml" enum:"yaml,json" help:"Format of the files: yaml or json."`
}

// Run writes what a team has as files.
func (c exportCmd) Run(ctx context.Context, env *environment) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	written, err := client.Export(ctx, c.Dir, c.Format)
	if err != nil {
		return err
	}
	for _, at := range written {
		if _, err := fmt.Fprintln(env.Stdout, at); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(env.Stdout, "%d resources are in %s\n", len(written), c.Dir)
	return err
}

type applyCmd struct {
	apiTarget `embed:""`
	Dir       string `short:"f" name:"files" required:"" help:"Folder with the files." placeholder:"DIR"`
	DryRun    bool   `help:"Print the plan and change nothing."`
}

// Run makes a team have what the files say.
func (c applyCmd) Run(ctx context.Context, env *environment) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	plan, err := client.Plan(ctx, c.Dir, env.LookupEnv)
	if err != nil {
		return err
	}
	if err := plan.Print(env.Stdout); err != nil || c.DryRun {
		return err
	}
	done := 0
	err = client.Apply(ctx, plan, func(files.Step) { done++ })
	if _, printErr := fmt.Fprintf(env.Stdout, "%d of %d changes are made\n", done, len(plan.Steps)); printErr != nil && err == nil {
		return printErr
	}
	return err
}
