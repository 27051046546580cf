// Command shards runs a cluster of real engines for tests that are not written in Go. It
// prints the address of the cluster, then carries out the lines of its input, such as
// "kill 2" and "start 2", and prints each when it is done. At the end of its input it
// stops the engines.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/clustertest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// commandTimeMax is how long an engine may take to go or to come back.
const commandTimeMax = time.Minute

func main() {
	if len(os.Args) > 1 && os.Args[1] == enginetest.ChildArg {
		exit(embedded.RunChild(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdin, os.Stdout)
	stop()
	exit(err)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(ctx context.Context, in io.Reader, out io.Writer) error {
	dir, err := os.MkdirTemp("", "cairn-shards-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	cluster, err := clustertest.Start(ctx, dir, enginetest.Shards, enginetest.EmbeddedOptions)
	if err != nil {
		return err
	}
	defer cluster.Stop()
	if _, err := fmt.Fprintln(out, cluster.URL()); err != nil {
		return err
	}
	return obey(ctx, cluster, in, out)
}

// obey carries out the lines of in, one after the other.
func obey(ctx context.Context, cluster *clustertest.Cluster, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if err := carryOut(ctx, cluster, lines.Text()); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, lines.Text()); err != nil {
			return err
		}
	}
	return lines.Err()
}

func carryOut(ctx context.Context, cluster *clustertest.Cluster, line string) error {
	var verb string
	var number int
	if _, err := fmt.Sscanf(line, "%s %d", &verb, &number); err != nil || number < 1 || number > len(cluster.Shards) {
		return fmt.Errorf("%q is no command", line)
	}
	ctx, cancel := context.WithTimeout(ctx, commandTimeMax)
	defer cancel()
	shard := cluster.Shards[number-1]
	switch verb {
	case "kill":
		return shard.Kill(ctx)
	case "start":
		return shard.Start(ctx)
	}
	return fmt.Errorf("%q is no command", line)
}
