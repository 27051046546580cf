// Command cairn is the observability stack and its cloud in one program.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	code := cli.Main(ctx, process())
	stop()
	os.Exit(code) //nolint:forbidigo // the one place that ends the program
}

// endings returns the signals that end the program in order. One that the
// caller ignores, as nohup does, stays ignored.
func endings() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// process gathers the outside world; nothing below main looks at it.
func process() cli.Process {
	executable, _ := os.Executable()
	return cli.Process{
		Args:       os.Args[1:],
		LookupEnv:  os.LookupEnv, //nolint:forbidigo // handed down from here
		Stdin:      os.Stdin,
		Stdout:     os.Stdout,
		Stderr:     os.Stderr,
		Executable: executable,
		Now:        time.Now,
		KeepOn:     func() { signal.Ignore(syscall.SIGPIPE) },
	}
}
