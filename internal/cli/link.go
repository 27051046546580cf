package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

type linkCmd struct {
	List   linkListCmd   `cmd:"" help:"List reverse private endpoints."`
	Accept linkAcceptCmd `cmd:"" help:"Accept a pending endpoint."`
	Reject linkRejectCmd `cmd:"" help:"Reject a pending endpoint."`
}

type linkListCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

type linkAcceptCmd struct {
	ID string `arg:"" help:"Id of the endpoint, as listed."`
}

type linkRejectCmd struct {
	ID     string `arg:"" help:"Id of the endpoint, as listed."`
	Reason string `default:"The owner of the endpoint service refused it." help:"The reason, shown to the owner of the endpoint."`
}

// linkOutput is an endpoint on the command line.
type linkOutput struct {
	ID               string    `json:"id"`
	OrganizationID   string    `json:"organizationId"`
	ServiceID        string    `json:"serviceId"`
	Type             string    `json:"type"`
	Status           string    `json:"status"`
	StatusReason     string    `json:"statusReason"`
	LastTransitionAt time.Time `json:"lastTransitionAt"`
}

func showLink(e org.ReverseEndpoint) linkOutput {
	return linkOutput{
		ID: e.ID, OrganizationID: e.OrganizationID, ServiceID: e.ServiceID, Type: string(e.Target.Type),
		Status: string(e.Status), StatusReason: e.StatusReason, LastTransitionAt: e.LastTransitionAt,
	}
}

// Run lists all endpoints of the installation.
func (c linkListCmd) Run(ctx context.Context, env *environment) error {
	return env.withLinks(ctx, func(links *cloud.LinkKeeper) error {
		endpoints, err := links.Links(ctx)
		if err != nil {
			return err
		}
		shown := make([]linkOutput, len(endpoints))
		for i, e := range endpoints {
			shown[i] = showLink(e)
		}
		if c.JSON {
			return printJSON(env, shown)
		}
		return printLinks(env, shown)
	})
}

// Run accepts the endpoint.
func (c linkAcceptCmd) Run(ctx context.Context, env *environment) error {
	return env.withLinks(ctx, func(links *cloud.LinkKeeper) error {
		return env.printDecision(links.Accept(ctx, c.ID))
	})
}

// Run refuses the endpoint.
func (c linkRejectCmd) Run(ctx context.Context, env *environment) error {
	return env.withLinks(ctx, func(links *cloud.LinkKeeper) error {
		return env.printDecision(links.Reject(ctx, c.ID, c.Reason))
	})
}

// withLinks runs fn on the store, beside a server that may be running.
func (env *environment) withLinks(ctx context.Context, fn func(links *cloud.LinkKeeper) error) error {
	return app.WithAccess(ctx, env.options(), func(_ *access.Service, store *sqlstore.Store) error {
		return fn(app.NewLinkKeeper(app.Options{Now: time.Now, Logger: env.Logger}, store))
	})
}

func (env *environment) printDecision(e org.ReverseEndpoint, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "endpoint %s is %s\n", e.ID, e.Status)
	return err
}

func printLinks(env *environment, links []linkOutput) error {
	table := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tTYPE\tSTATUS\tSINCE\tSERVICE")
	for _, l := range links {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", l.ID, l.Type, l.Status, stamp(&l.LastTransitionAt), l.ServiceID)
	}
	return table.Flush()
}
