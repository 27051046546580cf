package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/grafana"
)

type importGrafanaCmd struct {
	apiTarget `embed:""`
	Files     []string `arg:"" name:"file" help:"Dashboards of Grafana, as JSON." placeholder:"FILE"`
	DryRun    bool     `help:"Print what would be made, and change nothing."`
}

// Run imports the files, all or none of which have to be readable.
func (c importGrafanaCmd) Run(ctx context.Context, env *environment) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	boards, err := c.translate()
	if err != nil {
		return err
	}
	left := 0
	for i, board := range boards {
		n, err := printNotes(env, c.Files[i], board)
		if err != nil {
			return err
		}
		left += n
	}
	if err := c.apply(ctx, env, client, boards); err != nil {
		return err
	}
	if left > 0 {
		return &exitError{ExitPartly, fmt.Sprintf("%d parts of dashboards have no counterpart; they are listed above", left)}
	}
	return nil
}

func (c importGrafanaCmd) translate() ([]grafana.Result, error) {
	var boards []grafana.Result
	seen := map[string]string{}
	for _, path := range c.Files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		board, err := grafana.Translate(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if other, ok := seen[board.Tag]; ok {
			return nil, fmt.Errorf("%s and %s: are the same dashboard, by its uid or, without one, by its title", other, path)
		}
		seen[board.Tag] = path
		boards = append(boards, board)
	}
	return boards, nil
}

// printNotes writes what became of a dashboard, and returns how much is left out.
func printNotes(env *environment, file string, board grafana.Result) (left int, err error) {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s, %d tiles, %d filters\n", file, board.Spec.Name, len(board.Spec.Tiles), len(board.Spec.Filters))
	panel := ""
	notes := slices.Clone(board.Notes)
	slices.SortStableFunc(notes, func(a, b grafana.Note) int { return strings.Compare(a.Panel, b.Panel) })
	looks := map[string][]string{}
	for _, n := range notes {
		if n.Kind == grafana.Look {
			looks[n.Message] = append(looks[n.Message], n.Path)
			continue
		}
		if n.Panel != panel {
			panel = n.Panel
			fmt.Fprintf(&out, "  %s\n", panel)
		}
		fmt.Fprintf(&out, "    %s: %s (%s)\n", kindWords(n.Kind), n.Message, n.Path)
		if n.Kind == grafana.LeftOut {
			left++
		}
	}
	writeLooks(&out, looks)
	_, err = fmt.Fprint(env.Stdout, out.String())
	return left, err
}

func kindWords(k grafana.Kind) string {
	if k == grafana.LeftOut {
		return "left out"
	}
	return string(k)
}

// writeLooks writes what looks different, once for all panels that have it.
func writeLooks(out *strings.Builder, looks map[string][]string) {
	var lines []string
	for message, paths := range looks {
		places := paths[0]
		if len(paths) > 1 {
			places += fmt.Sprintf(" and %d more", len(paths)-1)
		}
		lines = append(lines, fmt.Sprintf("    %s (%s)\n", message, places))
	}
	if len(lines) > 0 {
		slices.Sort(lines)
		fmt.Fprintf(out, "  looks different\n%s", strings.Join(lines, ""))
	}
}

// apply makes the dashboards, or updates those that were imported before.
func (c importGrafanaCmd) apply(ctx context.Context, env *environment, client *files.Client, boards []grafana.Result) (err error) {
	folder, err := os.MkdirTemp("", "cairn-grafana-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	tags := map[string]string{}
	for i, board := range boards {
		slug := "board" + strconv.Itoa(i)
		tags[slug] = board.Tag
		if err := writeBoard(filepath.Join(folder, "dashboards", slug+".json"), board); err != nil {
			return err
		}
	}
	adopted, err := client.Adopt(ctx, folder, tags)
	if err != nil {
		return err
	}
	for _, slug := range slices.Sorted(maps.Keys(adopted)) {
		if _, err := fmt.Fprintf(env.Stdout, "imported before as dashboard %s\n", adopted[slug]); err != nil {
			return err
		}
	}
	plan, err := client.PlanOwned(ctx, folder, env.LookupEnv)
	if err != nil {
		return err
	}
	if err := plan.PrintNamed(env.Stdout); err != nil || c.DryRun {
		return err
	}
	if err := client.Apply(ctx, plan, func(files.Step) {}); err != nil {
		return err
	}
	var sum importSum
	sum.add(plan)
	return sum.print(env.Stdout)
}

func writeBoard(path string, board grafana.Result) error {
	text, err := json.Marshal(board.Spec)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
