package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// contestant is a running program that is asked by turns with others.
type contestant struct {
	run    *run
	server *server
	engine int
	source string // of its log records
	number int    // of the program
}

// startAll starts every program in a folder of its own.
func (a *attributes) startAll(ctx context.Context, folder string) (all []*contestant, err error) {
	for i, p := range a.programs {
		c, err := a.start(ctx, p.path, filepath.Join(a.dir, folder, fmt.Sprint(i)))
		if err != nil {
			return all, fmt.Errorf("%s: %w", p.path, err)
		}
		c.number = i
		all = append(all, c)
	}
	return all, nil
}

func (a *attributes) start(ctx context.Context, path, dir string) (*contestant, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	o := a.options
	o.cairn = path
	c := &contestant{run: &run{options: o, dir: dir}}
	var err error
	if c.server, err = c.run.startServer(ctx, withoutMetering); err != nil {
		return nil, err
	}
	if c.engine, err = childOf(c.server.command.Process.Pid); err != nil {
		return nil, errors.Join(err, c.server.stop())
	}
	if c.source, err = c.server.logSource(ctx); err != nil {
		return nil, errors.Join(err, c.server.stop())
	}
	return c, nil
}

func stopAll(all []*contestant) (err error) {
	for _, c := range all {
		err = errors.Join(err, c.server.stop())
	}
	return err
}
