// Command watchdog runs a test binary, for go test -exec, and ends it with the
// stacks of all goroutines when no test has begun, paused, gone on, ended or
// said anything for SilenceMax: a test that hangs is a finding, and must not
// hold up everything behind it until the time limit of its package.
//
// A binary in which the race detector itself crashed is run once more.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// SilenceMax is how long no test may make progress.
const SilenceMax = 2 * time.Minute

// quitGrace is how long a binary may take to print its goroutines.
const quitGrace = 20 * time.Second

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: watchdog TEST-BINARY [FLAG]...")
		os.Exit(2)
	}
	w := watch{command: os.Args[1:], silenceMax: SilenceMax, out: os.Stdout, errors: os.Stderr, isRaced: hasRaceDetector(os.Args[1])}
	code, err := w.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "watchdog:", err)
	}
	os.Exit(code)
}

// watch runs a test binary.
type watch struct {
	command     []string
	silenceMax  time.Duration
	out, errors io.Writer
	isRaced     bool // the binary has the race detector
}

// run returns the exit code of the binary.
func (w watch) run() (int, error) {
	crash := &crash{to: w.errors}
	code, err := w.once(crash)
	if !w.isRaced || !crash.found {
		return code, err
	}
	_, _ = fmt.Fprintln(w.errors, "watchdog: the race detector crashed; running the tests once more")
	return w.once(w.errors)
}

// once runs the binary and returns its exit code.
func (w watch) once(errors io.Writer) (int, error) {
	arguments, verbose := framed(w.command[1:])
	cmd := exec.Command(w.command[0], arguments...) //nolint:noctx // the binary has its own time limit
	cmd.Stdin, cmd.Stderr = os.Stdin, errors
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	defer forward(cmd.Process)()
	progress, done := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(done)
		copyLines(stdout, newTranscript(w.out, verbose), progress)
	}()
	silent := guard(cmd.Process, w.silenceMax, progress, done)
	<-done
	return exitCode(cmd.Wait(), silent)
}

// framed returns the arguments that make the binary mark what belongs to which
// test, and whether everything is to be shown, not only what failed.
func framed(arguments []string) (framed []string, verbose bool) {
	for _, argument := range arguments {
		if name, value, _ := strings.Cut(argument, "="); name == "-test.v" {
			verbose = value != "false"
			continue
		}
		framed = append(framed, argument)
	}
	return append([]string{"-test.v=test2json"}, framed...), verbose
}

// forward hands signals to the binary until the function that it returns is
// called.
func forward(process *os.Process) (end func()) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	go func() {
		for s := range signals {
			_ = process.Signal(s)
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

// guard waits for the end of the output, and makes the binary print its
// goroutines and end when it is silent for too long. It reports whether it was.
func guard(process *os.Process, silenceMax time.Duration, progress, done <-chan struct{}) (silent bool) {
	timer := time.NewTimer(silenceMax)
	defer timer.Stop()
	for {
		select {
		case <-done:
			return false
		case <-progress:
			timer.Reset(silenceMax)
		case <-timer.C:
			_ = process.Signal(syscall.SIGQUIT)
			kill := time.AfterFunc(quitGrace, func() { _ = process.Kill() })
			defer kill.Stop()
			<-done
			return true
		}
	}
}

func exitCode(err error, silent bool) (int, error) {
	if silent {
		return 1, fmt.Errorf("no test made progress for %s", SilenceMax)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

// copyLines writes the lines of a test binary to the transcript and rings for
// each.
func copyLines(from io.Reader, to *transcript, progress chan<- struct{}) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			to.line(line)
		}
		select {
		case progress <- struct{}{}:
		default:
		}
		if err != nil {
			to.end()
			return
		}
	}
}
