// Command watchdog runs a test binary, for go test -exec, and ends it with the
// stacks of all goroutines when no test has begun, paused, gone on, ended or
// said anything for SilenceMax: a test that hangs is a finding, and must not
// hold up everything behind it until the time limit of its package.
//
// A binary in which the race detector itself crashed is run once more. So are tests
// that failed while others had the processors of this machine: what holds a program
// to its times says nothing of it there. A race and a panic stand whatever the
// machine does.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/patience"
)

// SilenceMax is how long no test may make progress.
const SilenceMax = 2 * time.Minute

// quitGrace is how long a binary may take to print its goroutines.
const quitGrace = 20 * time.Second

// A test is run once more where others had at least stolenMin of the processors, and
// no more than againMax failed: a machine is late here and there, code is wrong all
// over.
const (
	stolenMin = 0.05
	againMax  = 8
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: watchdog TEST-BINARY [FLAG]...")
		os.Exit(2)
	}
	w := watch{
		command: os.Args[1:], silenceMax: SilenceMax, out: os.Stdout, errors: os.Stderr,
		isRaced: hasRaceDetector(os.Args[1]), stolen: patience.Clock.Stolen,
	}
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
	isRaced     bool                         // the binary has the race detector
	stolen      func(patience.Clock) float64 // what others had of the processors
}

// attempt is how a run of the binary ended.
type attempt struct {
	code   int
	err    error
	failed []string // tests
	complaints
}

// run returns the exit code of the binary.
func (w watch) run() (int, error) {
	clock := patience.Start()
	first := w.once(w.command[1:])
	stolen := w.stolen(clock)
	switch {
	case w.isRaced && first.crashed:
		w.say("the race detector crashed; running the tests once more")
		again := w.once(w.command[1:])
		return again.code, again.err
	case stolen >= stolenMin && isLate(first):
		w.say("others had %.0f %% of the processors; running once more: %s", 100*stolen, strings.Join(first.failed, " "))
		again := w.once(only(first.failed, w.command[1:]))
		return again.code, again.err
	default:
		return first.code, first.err
	}
}

func (w watch) say(format string, values ...any) {
	_, _ = fmt.Fprintf(w.errors, "watchdog: "+format+"\n", values...)
}

// testsFailed is the exit code of a binary whose tests all came to their end, and
// some failed.
const testsFailed = 1

// isLate reports whether a slow machine can be why a run failed.
func isLate(a attempt) bool {
	return a.code == testsFailed && a.err == nil && !a.raced && 0 < len(a.failed) && len(a.failed) <= againMax
}

// only returns the arguments that run these tests and no others.
func only(tests, arguments []string) []string {
	rest := slices.DeleteFunc(slices.Clone(arguments), func(argument string) bool {
		return strings.HasPrefix(argument, "-test.run=") || strings.HasPrefix(argument, "-test.skip=")
	})
	return append(rest, "-test.run=^("+strings.Join(tests, "|")+")$")
}

// once runs the binary.
func (w watch) once(arguments []string) attempt {
	arguments, verbose := framed(arguments)
	ended := attempt{code: 1, complaints: complaints{to: w.errors}}
	cmd := exec.Command(w.command[0], arguments...) //nolint:noctx // the binary has its own time limit
	cmd.Stdin, cmd.Stderr = os.Stdin, &ended.complaints
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		ended.err = err
		return ended
	}
	defer forward(cmd.Process)()
	said := newTranscript(w.out, verbose)
	progress, done := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(done)
		copyLines(stdout, said, progress)
	}()
	silent := guard(cmd.Process, w.silenceMax, progress, done)
	<-done
	ended.code, ended.err = exitCode(cmd.Wait(), silent)
	ended.failed = said.failed
	return ended
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
// goroutines and end when it is silent for too long, but for the time that others
// had of it. It reports whether it was.
func guard(process *os.Process, silenceMax time.Duration, progress, done <-chan struct{}) (silent bool) {
	timer, clock := time.NewTimer(silenceMax), patience.Start()
	defer timer.Stop()
	for {
		select {
		case <-done:
			return false
		case <-progress:
			timer.Reset(silenceMax)
			clock = patience.Start()
		case <-timer.C:
			if left := silenceMax - clock.Elapsed(); left > 0 {
				timer.Reset(left)
				continue
			}
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
