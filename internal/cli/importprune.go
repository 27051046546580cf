package cli

import (
	"context"
	"fmt"

	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/promrules"
)

// behind is a dashboard of a group that the files do not have any more, and the
// alerts on it.
type behind struct {
	board  files.Resource
	alerts []files.Resource
}

// tidyUp deletes or lists what earlier imports made of groups that the files do not
// have any more, and returns how much of it stays.
func (c importRulesCmd) tidyUp(ctx context.Context, env *environment, client *files.Client, boards []promrules.Board) (stays int, err error) {
	all, err := c.behind(ctx, client, boards)
	if err != nil {
		return 0, err
	}
	for _, one := range all {
		isPruned := c.Prune && one.isOnlyImported()
		if err := one.print(env, isPruned); err != nil {
			return 0, err
		}
		switch {
		case !isPruned:
			stays += 1 + len(one.alerts)
		case !c.DryRun:
			if err := one.remove(ctx, client); err != nil {
				return 0, err
			}
		}
	}
	return stays, nil
}

// behind returns what is left behind, by dashboards.
func (c importRulesCmd) behind(ctx context.Context, client *files.Client, boards []promrules.Board) ([]behind, error) {
	made, err := client.All(ctx, files.Dashboards)
	if err != nil {
		return nil, err
	}
	alerts, err := client.All(ctx, files.Alerts)
	if err != nil {
		return nil, err
	}
	var all []behind
	for _, path := range c.Files {
		for _, board := range made {
			if name, _ := board.Body["name"].(string); !board.HasTag(promrules.Tag) || !promrules.IsBehind(fileName(path), name, boards) {
				continue
			}
			one := behind{board: board}
			for _, alert := range alerts {
				if alert.Body["dashboardId"] == board.ID {
					one.alerts = append(one.alerts, alert)
				}
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// isOnlyImported reports whether no alert on the dashboard is somebody's own.
func (b behind) isOnlyImported() bool {
	for _, alert := range b.alerts {
		if !alert.HasTag(promrules.Tag) {
			return false
		}
	}
	return true
}

func (b behind) print(env *environment, isPruned bool) error {
	word := "left behind:"
	if isPruned {
		word = "-"
	}
	text := fmt.Sprintf("%s dashboard %q\n", word, b.board.Body["name"])
	for _, alert := range b.alerts {
		text += fmt.Sprintf("%s alert %q\n", word, alert.Body["name"])
	}
	_, err := fmt.Fprint(env.Stdout, text)
	return err
}

// remove deletes the alerts, then the dashboard that they watch.
func (b behind) remove(ctx context.Context, client *files.Client) error {
	for _, alert := range b.alerts {
		if err := client.Delete(ctx, files.Alerts, alert.ID); err != nil {
			return err
		}
	}
	return client.Delete(ctx, files.Dashboards, b.board.ID)
}
