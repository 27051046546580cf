package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

type bootstrapCmd struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

// bootstrapOutput is the JSON object that scripts read.
type bootstrapOutput struct {
	OrganizationID string `json:"organizationId"`
	ServiceID      string `json:"serviceId"`
	KeyID          string `json:"keyId"`
	KeySecret      string `json:"keySecret"`
	TeamID         string `json:"teamId"`
	AccessKey      string `json:"accessKey"`
	IngestionKey   string `json:"ingestionKey"`
	UserEmail      string `json:"userEmail"`
	UserPassword   string `json:"userPassword"`
}

// Run prepares an empty installation, also while the server runs, and prints
// its secrets, only this once.
func (c bootstrapCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, _ *sqlstore.Store) error {
		first, err := app.FirstUser()
		if err != nil {
			return err
		}
		made, err := accounts.Install(ctx, first)
		if errors.Is(err, access.ErrInstalled) {
			return &exitError{ExitNoop, err.Error()}
		}
		if err != nil {
			return err
		}
		return c.print(env, made, first.Password)
	})
}

func (c bootstrapCmd) print(env *environment, made access.Installation, password string) error {
	out := bootstrapOutput{
		OrganizationID: made.OrganizationID, ServiceID: made.ServiceID, TeamID: made.TeamID,
		KeyID: made.KeyID, KeySecret: made.KeySecret, AccessKey: made.AccessKey, IngestionKey: made.IngestionKey,
		UserEmail: made.User.Email, UserPassword: password,
	}
	if c.JSON {
		return printJSON(env, out)
	}
	_, err := fmt.Fprintf(env.Stdout, bootstrapText, out.UserEmail, out.UserPassword, out.OrganizationID,
		out.ServiceID, out.TeamID, out.KeyID, out.KeySecret, out.AccessKey, out.IngestionKey)
	return err
}

const bootstrapText = `The installation is set up. These secrets are shown only once.

user            %s
password        %s
organization    %s
service         %s
team            %s
cloud key id    %s
cloud secret    %s
access key      %s
ingestion key   %s
`

func printJSON(env *environment, value any) error {
	encoder := json.NewEncoder(env.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
