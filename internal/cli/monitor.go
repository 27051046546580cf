package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/app/monitor"
	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

type monitorCmd struct {
	On  monitorOnCmd  `cmd:"" help:"Install the dashboard and the alerts in a team, and have the server on this data folder send its metrics there. Running it again brings them up to date."`
	Off monitorOffCmd `cmd:"" help:"Send no more metrics; the dashboard and the alerts stay."`
}

// monitorKeyName names the access key with which the dashboard is made.
const monitorKeyName = "cairn monitor"

type monitorOnCmd struct {
	Team       string `help:"Team that gets dashboard, alerts and metrics; required if there are several." placeholder:"ID"`
	WebhookURL string `help:"Where notifications of the alerts are sent; without it, no alerts are installed, and those that are stay as they are." placeholder:"URL"`
	URL        string `help:"Address of the stack API; the server's own when empty." placeholder:"URL"`
}

// Run installs what watches the installation, and turns it on.
func (c monitorOnCmd) Run(ctx context.Context, env *environment) error {
	api, err := c.stackAPI(env)
	if err != nil {
		return err
	}
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		team, err := pickTeam(ctx, store, c.Team)
		if err != nil {
			return err
		}
		err = withMonitorKey(ctx, accounts, store, team, func(token string) error { return c.install(ctx, env, api, team.ID, token) })
		if err != nil {
			return err
		}
		if err := monitor.TurnOn(env.Config.DataDir, team.ID); err != nil {
			return err
		}
		return say(env, "the server sends its metrics to team %s, from the next half minute on", team.Name)
	})
}

// withMonitorKey makes an access key of an admin of the team for as long as run
// runs.
func withMonitorKey(ctx context.Context, accounts *access.Service, store *sqlstore.Store, team stack.Team, run func(token string) error) error {
	members, err := store.TeamMembers(ctx, team.ID)
	if err != nil {
		return err
	}
	for _, member := range members {
		if member.Role != org.RoleAdmin {
			continue
		}
		key, token, err := accounts.CreateAccessKey(ctx, access.AccessKey{UserID: member.UserID, TeamID: team.ID, Name: monitorKeyName})
		if err != nil {
			return err
		}
		return errors.Join(run(token), accounts.Store.DeleteAccessKey(context.WithoutCancel(ctx), member.UserID, key.ID))
	}
	return fmt.Errorf("team %s has no member who is an admin; make one with: cairn user make-admin", team.Name)
}

// stackAPI is where dashboard and alerts are installed.
type stackAPI struct {
	url  string
	over http.RoundTripper
}

// stackAPI returns the API that was named, or the server's own, whose certificate
// is the one in its file.
func (c monitorOnCmd) stackAPI(env *environment) (stackAPI, error) {
	if c.URL != "" || !env.Config.HasTLS() {
		return stackAPI{cmp.Or(c.URL, "http://"+reachable(env.Config.StackAddr)), http.DefaultTransport}, nil
	}
	own, err := env.Config.OwnTLS()
	return stackAPI{"https://" + reachable(env.Config.StackAddr), &http.Transport{TLSClientConfig: own}}, err
}

// install makes the team have the dashboard and the alerts. What the API refuses is
// not kept, so that the next try does not begin with it.
func (c monitorOnCmd) install(ctx context.Context, env *environment, api stackAPI, team, token string) error {
	source, err := api.metricSource(ctx, token)
	if err != nil {
		return err
	}
	folder := monitor.TeamFolder(env.Config.DataDir, team)
	undo, err := monitor.Write(folder, source, c.WebhookURL)
	if err != nil {
		return err
	}
	if err := apply(ctx, env, api, folder, token); err != nil {
		return errors.Join(err, undo())
	}
	return nil
}

func apply(ctx context.Context, env *environment, api stackAPI, folder, token string) error {
	client := files.NewClient(files.Target{URL: api.url, Token: token}, uuid.NewString)
	client.HTTP.Transport = api.over
	plan, err := client.Plan(ctx, folder, env.LookupEnv)
	if err != nil {
		return err
	}
	if err := plan.Print(env.Stdout); err != nil {
		return err
	}
	return client.Apply(ctx, plan, func(files.Step) {})
}

// metricSource returns the id of the team's source of metrics.
func (a stackAPI) metricSource(ctx context.Context, token string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/api/v2/sources", nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := (&http.Client{Transport: a.over}).Do(request)
	if err != nil {
		return "", fmt.Errorf("the server has to run for this: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	var got struct {
		Data []struct {
			ID   string
			Kind stack.SourceKind
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil || answer.StatusCode != http.StatusOK {
		return "", errors.Join(fmt.Errorf("%s/api/v2/sources: %s", a.url, answer.Status), err)
	}
	for _, source := range got.Data {
		if source.Kind == stack.KindMetric {
			return source.ID, nil
		}
	}
	return "", errors.New("the team has no source of metrics")
}

type monitorOffCmd struct{}

// Run turns it off.
func (monitorOffCmd) Run(env *environment) error {
	if err := monitor.TurnOff(env.Config.DataDir); err != nil {
		return err
	}
	return say(env, "the server sends no more metrics of its own")
}
