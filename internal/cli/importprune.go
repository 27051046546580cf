package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"

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
		if err := c.print(env, one); err != nil {
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

// isOnlyImported reports whether no alert and no tile on the dashboard is somebody's
// own: imports make an alert for each tile.
func (b behind) isOnlyImported() bool {
	watched := map[any]bool{}
	for _, alert := range b.alerts {
		if !alert.HasTag(promrules.Tag) {
			return false
		}
		watched[alert.Body["tileId"]] = true
	}
	tiles, _ := b.board.Body["tiles"].([]any)
	return !slices.ContainsFunc(tiles, func(tile any) bool {
		of, _ := tile.(map[string]any)
		return !watched[of["id"]]
	})
}

func (c importRulesCmd) print(env *environment, b behind) error {
	word, note := "left behind:", ""
	switch isOwn := !b.isOnlyImported(); {
	case c.Prune && isOwn:
		note = " (it has tiles or alerts that no import made)"
	case c.Prune:
		word = "-"
	}
	text := fmt.Sprintf("%s dashboard %q%s\n", word, b.board.Body["name"], note)
	for _, alert := range b.alerts {
		text += fmt.Sprintf("%s alert %s\n", word, called(alert))
	}
	_, err := fmt.Fprint(env.Stdout, text)
	return err
}

// called names an alert; one may have no name.
func called(alert files.Resource) string {
	if name, _ := alert.Body["name"].(string); name != "" {
		return strconv.Quote(name)
	}
	return "without a name, " + alert.ID
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
