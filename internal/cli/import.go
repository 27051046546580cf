package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/promrules"
)

type importCmd struct {
	Grafana importGrafanaCmd `cmd:"" help:"Make dashboards of exported dashboards of Grafana; lists what has no counterpart. Running it again updates them."`
	Rules   importRulesCmd   `cmd:"" help:"Make dashboards and alerts of the alerting rules in rule files of Prometheus; lists what has no counterpart. Running it again updates them."`
}

type importRulesCmd struct {
	apiTarget    `embed:""`
	Files        []string      `arg:"" name:"file" help:"Rule files." placeholder:"FILE"`
	Webhook      string        `help:"Webhook that alerts notify, by its id or name; needed without --dry-run." placeholder:"ID|NAME"`
	RuleInterval time.Duration `name:"evaluation-interval" default:"1m" help:"How often groups without an interval are evaluated." placeholder:"DURATION"`
	Prune        bool          `help:"Delete the dashboards and alerts of groups that are not in the files any more."`
	DryRun       bool          `help:"Print what would be made, and change nothing."`
}

// Run imports the files, all or none of which have to be readable.
func (c importRulesCmd) Run(ctx context.Context, env *environment) error {
	if c.Webhook == "" && !c.DryRun {
		return &exitError{ExitUsage, "--webhook: is needed without --dry-run"}
	}
	client, err := c.client()
	if err != nil {
		return err
	}
	options := promrules.Options{Interval: c.RuleInterval}
	if c.Webhook != "" {
		if options.WebhookID, err = client.WebhookID(ctx, c.Webhook); err != nil {
			return fmt.Errorf("--webhook: %w", err)
		}
	}
	boards, err := c.convert(env, options)
	if err != nil {
		return err
	}
	left, err := printVerdicts(env, boards)
	if err != nil {
		return err
	}
	if len(boards) > 0 {
		if err := c.apply(ctx, env, client, boards); err != nil {
			return err
		}
	}
	behind, err := c.tidyUp(ctx, env, client, boards)
	if err != nil {
		return err
	}
	return incomplete(left, behind)
}

// incomplete returns the error of an import that did not do everything, if so.
func incomplete(left, behind int) error {
	var texts []string
	if left > 0 {
		texts = append(texts, fmt.Sprintf("%d rules or parts of rules have no counterpart; they are listed above", left))
	}
	if behind > 0 {
		texts = append(texts, fmt.Sprintf("%d dashboards and alerts of earlier imports are not in the files any more; they are listed above, --prune deletes those that only imports made", behind))
	}
	if len(texts) == 0 {
		return nil
	}
	return &exitError{ExitPartly, strings.Join(texts, "\n")}
}

// fileName returns what dashboards of a file are named after.
func fileName(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".yml"), ".yaml")
}

func (c importRulesCmd) convert(env *environment, o promrules.Options) ([]promrules.Board, error) {
	var boards []promrules.Board
	seen := map[string]string{}
	for _, path := range c.Files {
		name := fileName(path)
		if other, ok := seen[name]; ok {
			return nil, fmt.Errorf("%s and %s: dashboards are named after files, so that two can't have one name", other, path)
		}
		seen[name] = path
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		made, err := promrules.Convert(name, text, o)
		if err != nil {
			return nil, err
		}
		if len(made) == 0 {
			if _, err := fmt.Fprintf(env.Stdout, "%s: has no groups, so nothing is made of it\n", path); err != nil {
				return nil, err
			}
		}
		boards = append(boards, made...)
	}
	promrules.ListRecorded(boards)
	return boards, nil
}

// printVerdicts writes what becomes of each rule, and returns how much is left out.
func printVerdicts(env *environment, boards []promrules.Board) (left int, err error) {
	var out strings.Builder
	for _, board := range boards {
		fmt.Fprintf(&out, "%s\n", board.Name)
		for _, v := range board.Verdicts {
			fmt.Fprintf(&out, "  %s: %s\n", v.Rule, orNothing(v.Becomes))
			for _, text := range v.Changed {
				fmt.Fprintf(&out, "    changed: %s\n", text)
			}
			for _, text := range v.LeftOut {
				fmt.Fprintf(&out, "    left out: %s\n", text)
			}
			left += len(v.LeftOut)
		}
	}
	_, err = fmt.Fprint(env.Stdout, out.String())
	return left, err
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// apply makes the dashboards, then the alerts, whose tiles have ids by then.
func (c importRulesCmd) apply(ctx context.Context, env *environment, client *files.Client, boards []promrules.Board) (err error) {
	folder, err := os.MkdirTemp("", "cairn-rules-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := promrules.WriteBoards(folder, boards); err != nil {
		return err
	}
	var sum importSum
	if err := c.applyFolder(ctx, env, client, folder, &sum); err != nil || c.DryRun {
		return err
	}
	if err := promrules.WriteAlerts(folder, boards); err != nil {
		return err
	}
	if err := c.applyFolder(ctx, env, client, folder, &sum); err != nil {
		return err
	}
	return sum.print(env.Stdout)
}

func (c importRulesCmd) applyFolder(ctx context.Context, env *environment, client *files.Client, folder string, sum *importSum) error {
	plan, err := client.Plan(ctx, folder, env.LookupEnv)
	if err != nil {
		return err
	}
	if strange := plan.Without(promrules.Tag); len(strange) > 0 {
		return fmt.Errorf("%s: has the name of what would be imported, but was not; rename it, or give it the tag %s",
			strings.Join(strange, ", "), promrules.Tag)
	}
	if err := plan.PrintNamed(env.Stdout); err != nil || c.DryRun {
		return err
	}
	sum.add(plan)
	return client.Apply(ctx, plan, func(files.Step) {})
}

// importSum counts what an import did, in one plan or in one after the other.
type importSum struct{ created, updated, unchanged int }

// add counts a plan whose folder has what earlier ones had, too.
func (s *importSum) add(p *files.Plan) {
	s.unchanged = p.Unchanged - s.created - s.updated
	s.created += p.Count(files.Create)
	s.updated += p.Count(files.Update)
}

func (s *importSum) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d created, %d updated, %d unchanged\n", s.created, s.updated, s.unchanged)
	return err
}
