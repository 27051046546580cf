// Command cairn is the observability stack and its cloud in one program.
package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancel(ctx)
	up := &hangup{act: end}
	ignore := up.listen()
	code := cli.Main(ctx, process(up))
	ignore()
	end()
	stop()
	os.Exit(code) //nolint:forbidigo // the one place that ends the program
}

// process gathers the outside world; nothing below main looks at it.
func process(up *hangup) cli.Process {
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
		OnReload:   up.setAct,

		SystemConfig: systemConfig(executable),
		Become:       become,
	}
}

// systemConfig returns the configuration of the machine's own installation,
// which is that of the program that a package has installed.
func systemConfig(executable string) string {
	if filepath.Dir(executable) != "/usr/bin" {
		return ""
	}
	return "/etc/cairn/cairn.yaml"
}
