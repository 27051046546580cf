package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
)

// clusterShards is how many engines share what one has alone.
const clusterShards = 3

// clusterMemoryBytes is the memory of all engines of a cluster, and of one alone.
const clusterMemoryBytes = 6 << 30

// clusterShare is which part of the records of a day are sent of the signals that
// nothing is asked about.
const clusterShare = 10

// clusterCost is what the records of a signal cost on a cluster and in one engine.
type clusterCost struct {
	signal         string
	cluster, alone *report
}

// measureCluster measures what three shards cost more than one engine, on the same
// cores and with as much memory together: records of each signal, and questions
// about a day of log records, put to both by turns.
func measureCluster(ctx context.Context, o options, dir string) error {
	if o.rows < attributesRowsMin {
		return fmt.Errorf("a day needs at least %d records", attributesRowsMin)
	}
	a := newAttributes(o, dir, "Cluster", clusterPrograms(o)...)
	if err := a.measureSettled(ctx); err != nil {
		return fmt.Errorf("logs: %w", err)
	}
	costs := []clusterCost{{"logs", a.ingested[0], a.ingested[1]}}
	for _, signal := range []string{"traces", "metrics"} {
		c, err := measureClusterSignal(ctx, o, dir, signal)
		if err != nil {
			return fmt.Errorf("%s: %w", signal, err)
		}
		costs = append(costs, c)
	}
	for _, c := range costs {
		c.print(os.Stdout)
	}
	a.printQuestions(os.Stdout)
	return nil
}

// clusterPrograms returns the program with a cluster and with an engine.
func clusterPrograms(o options) []program {
	return []program{
		{name: "own", path: o.cairn, shards: clusterShards, memoryBytes: clusterMemoryBytes},
		{name: "against", path: o.cairn, memoryBytes: clusterMemoryBytes},
	}
}

// measureClusterSignal takes what records of a signal cost in both.
func measureClusterSignal(ctx context.Context, o options, dir, signal string) (clusterCost, error) {
	o.rows /= clusterShare
	a := newAttributes(o, filepath.Join(dir, signal), "Cluster", clusterPrograms(o)...)
	a.signal, a.rich = signal, false
	all, err := a.startAll(ctx, "settled")
	c := clusterCost{signal: signal, cluster: &report{options: a.options}, alone: &report{options: a.options}}
	for i, r := range []*report{c.cluster, c.alone} {
		if err == nil {
			err = errors.Join(a.warm(ctx, all[i]), a.measureIngest(ctx, all[i], r))
		}
	}
	if err == nil {
		err = all[0].measureClusterDisk(ctx, c.cluster)
	}
	if err = errors.Join(err, stopAll(all)); err != nil {
		return c, err
	}
	return c, all[1].run.measureDisk(ctx, c.alone)
}

// warm sends records before those that are measured: tables are made, and frequent
// keys get their columns.
func (a *attributes) warm(ctx context.Context, c *contestant) error {
	before := *a
	before.first, before.rows = 0, warmRows
	if _, _, err := before.send(ctx, c); err != nil {
		return err
	}
	a.first = warmRows
	return c.run.settle(ctx, c.engines...)
}

// print prints what both cost, as one line in the form of Go's benchmarks.
func (c clusterCost) print(to io.Writer) {
	_, _ = fmt.Fprintf(to, "BenchmarkCluster/ingest/%s\t1", c.signal) // to the terminal
	c.cluster.printCost(to, "")
	c.alone.printCost(to, againstPrefix)
	printValue(to, float64(c.cluster.rows), "sent-rows")
	printValue(to, c.cluster.cpuSeconds()/c.alone.cpuSeconds(), "cpu-ratio")
	_, _ = fmt.Fprintln(to)
}

// printCost prints what records cost, under units that begin with a prefix. No size
// on disk is printed where it is not known.
func (r *report) printCost(to io.Writer, prefix string) {
	rows := float64(r.rows)
	printValue(to, r.serverCPU.Seconds()/rows*1e6, prefix+"server-cpu-s/M")
	printValue(to, r.engineCPU.Seconds()/rows*1e6, prefix+"engine-cpu-s/M")
	printValue(to, rows/r.stored.Seconds(), prefix+"rows/s")
	printValue(to, r.inserts/rows*1e6, prefix+"inserts/M")
	if r.diskRows > 0 {
		printValue(to, float64(r.diskBytes)/float64(r.diskRows), prefix+"disk-B/row")
	}
}

// cpuSeconds returns what server and engines have used.
func (r *report) cpuSeconds() float64 { return (r.serverCPU + r.engineCPU).Seconds() }

// startShards starts the engines of a program's cluster, which together may use as
// much memory as one alone.
func startShards(ctx context.Context, p program, dir string) (*clustertest.Cluster, error) {
	path, err := filepath.Abs(p.path)
	if err != nil {
		return nil, err
	}
	library, err := embedded.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), filepath.Dir(path), embedded.CacheDir(os.Getenv)) //nolint:forbidigo // the end of the program
	if err != nil {
		return nil, err
	}
	return clustertest.Start(ctx, filepath.Join(dir, "shards"), p.shards, func(dir string) (embedded.Options, error) {
		return embedded.Options{Dir: dir, Library: library, Executable: path, ChildArgs: []string{engineChild}, ChildEnv: os.Environ(), MemoryBytes: p.memoryBytes / int64(p.shards)}, nil
	})
}

// measureClusterDisk takes what all teams have on the disks of the shards. A program
// with an engine of its own has to be stopped for that.
func (c *contestant) measureClusterDisk(ctx context.Context, r *report) error {
	if c.cluster == nil {
		return nil
	}
	endpoint, err := c.cluster.Endpoint()
	if err != nil {
		return err
	}
	client := clickhouse.Open(endpoint, clickhouse.ClientOptions{})
	defer func() { _ = client.Close() }()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	sizes, err := tables.NewTeams(client).StorageBytes(ctx)
	r.diskBytes, r.diskRows = sizes[c.server.TeamID].Bytes, sizes[c.server.TeamID].Rows
	return err
}
