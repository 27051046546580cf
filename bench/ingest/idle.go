package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// idleFor is how long a server does nothing before its memory is read.
const idleFor = 5 * time.Second

// measureIdle starts a server on an empty folder and prints how long that took
// and how much memory server and engine have then.
func measureIdle(ctx context.Context, o options, dir string) error {
	folder := filepath.Join(dir, "idle")
	if err := bootstrap(ctx, o.cairn, folder); err != nil {
		return err
	}
	begun := time.Now()
	s, err := resumeServer(ctx, o.cairn, folder, withoutMetering)
	if err != nil {
		return err
	}
	took := time.Since(begun)
	used, err := s.startCPU()
	if err != nil {
		return errors.Join(err, s.stop())
	}
	time.Sleep(idleFor)
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	own, ownErr := peak(s.command.Process.Pid)
	its, itsErr := peak(engine)
	_, _ = fmt.Fprintf(os.Stdout, "BenchmarkIdle\t1\t%.2f start-s\t%.2f start-cpu-s\t%d server-MiB\t%d engine-MiB\n", took.Seconds(), used.Seconds(), own>>20, its>>20)
	return errors.Join(ownErr, itsErr, s.stop())
}
