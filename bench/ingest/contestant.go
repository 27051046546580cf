package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/testkit/clustertest"
)

// contestant is a running program that is asked by turns with others.
type contestant struct {
	run     *run
	server  *server
	engines processes
	cluster *clustertest.Cluster // nil: an engine of its own
	source  string               // of its log records
	number  int                  // of the program
}

// startAll starts every program in a folder of its own.
func (a *attributes) startAll(ctx context.Context, folder string) (all []*contestant, err error) {
	for i, p := range a.programs {
		c, err := a.start(ctx, p, filepath.Join(a.dir, folder, fmt.Sprint(i)))
		if err != nil {
			return all, fmt.Errorf("%s: %w", p.path, err)
		}
		c.number = i
		all = append(all, c)
	}
	return all, nil
}

func (a *attributes) start(ctx context.Context, p program, dir string) (*contestant, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	o := a.options
	o.cairn = p.path
	c := &contestant{run: &run{options: o, dir: dir}}
	if err := c.start(ctx, p); err != nil {
		return nil, errors.Join(err, c.stop())
	}
	return c, nil
}

func (c *contestant) start(ctx context.Context, p program) (err error) {
	settings := []string{withoutMetering}
	if p.memoryBytes > 0 {
		settings = append(settings, fmt.Sprint("CAIRN_ENGINE_MEMORY=", p.memoryBytes))
	}
	if p.shards > 0 {
		if c.cluster, err = startShards(ctx, p, c.run.dir); err != nil {
			return err
		}
		settings = append(settings, "CAIRN_CLICKHOUSE_URL="+c.cluster.URL())
	}
	if c.server, err = c.run.startServer(ctx, settings...); err != nil {
		return err
	}
	if c.engines, err = c.findEngines(); err != nil {
		return err
	}
	c.source, err = c.server.logSource(ctx)
	return err
}

func (c *contestant) findEngines() (processes, error) {
	if c.cluster != nil {
		return c.cluster.PIDs(), nil
	}
	engine, err := childOf(c.server.command.Process.Pid)
	return processes{engine}, err
}

func (c *contestant) stop() (err error) {
	if c.server != nil {
		err = c.server.stop()
	}
	if c.cluster != nil {
		c.cluster.Stop()
	}
	return err
}

func stopAll(all []*contestant) (err error) {
	for _, c := range all {
		err = errors.Join(err, c.stop())
	}
	return err
}
