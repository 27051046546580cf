package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/app/cluster"
)

type clusterCmd struct {
	Status clusterStatusCmd `cmd:"" help:"Show the shards and replicas of the ClickHouse cluster; exit code 1 if a shard has no server that is ready."`
}

type clusterStatusCmd struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

// Run prints the servers, and fails when a shard has none that is ready.
func (c clusterStatusCmd) Run(ctx context.Context, env *environment) error {
	status, err := app.ShowCluster(ctx, env.options())
	if errors.Is(err, app.ErrNoCluster) {
		return &exitError{ExitUsage, app.ErrNoCluster.Message}
	}
	if err != nil {
		return err
	}
	if err := c.print(env, status); err != nil {
		return err
	}
	if away := status.Away(); len(away) > 0 {
		return &exitError{ExitFail, "not ready: shard " + strings.Trim(strings.ReplaceAll(fmt.Sprint(away), " ", ", "), "[]")}
	}
	return nil
}

func (c clusterStatusCmd) print(env *environment, status cluster.Status) error {
	if c.JSON {
		return printJSON(env, status)
	}
	table := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "SHARD\tREPLICA\tADDRESS\tSTATE\tVERSION\tUPTIME\tROWS\tBYTES\tFREE DISK\tPARTS\tMERGES\tLAG\tREASON")
	for _, shard := range status.Shards {
		for _, r := range shard.Replicas {
			_, _ = fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\n", shard.Shard, r.Replica, r.Address, r.State, clusterFigures(r))
		}
	}
	return table.Flush()
}

// clusterFigures returns the columns that a server fills which answers.
func clusterFigures(r cluster.ReplicaStatus) string {
	if r.State == cluster.Away {
		return strings.Repeat("-\t", 8) + oneLine(r.Reason)
	}
	return fmt.Sprintf("%s\t%s\t%d\t%s\t%s\t%d\t%d\t%s\t%s",
		r.Version, time.Duration(r.UptimeSeconds)*time.Second, r.Rows, bytesText(r.Bytes), bytesText(r.FreeDiskBytes),
		r.Parts, r.Merges, time.Duration(r.LagSeconds)*time.Second, oneLine(r.Reason))
}

func bytesText(n uint64) string { return gib(float64(n) / (1 << 30)) }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
