package embedded

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// outputWaitMax is how long the end of a dead child's output is waited for.
const outputWaitMax = time.Second

// engineProcess is one run of the child.
type engineProcess struct {
	cmd    *exec.Cmd
	stdin  *os.File // closing it asks the engine to stop
	output *output
	exited chan struct{}
}

// startProcess starts the child. The caller must keep its OS thread locked
// until the child is gone: on Linux the thread's end kills the child.
func startProcess(opts Options, configPath string, lock *os.File) (*engineProcess, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make the engine's pipe: %w", err)
	}
	defer func() { _ = read.Close() }()
	out := &output{logger: opts.Logger}
	args := append(append([]string{}, opts.ChildArgs...), opts.Library, configPath)
	// No context: the supervisor decides about the end, in its own order.
	cmd := exec.Command(opts.Executable, args...) //nolint:gosec,noctx // our own program; see above
	cmd.Dir = filepath.Dir(configPath)
	cmd.Env = append([]string{"TERM=dumb"}, opts.ChildEnv...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = read, out, out
	cmd.ExtraFiles = []*os.File{lock}
	cmd.SysProcAttr = childAttributes()
	cmd.WaitDelay = outputWaitMax
	if err := cmd.Start(); err != nil {
		_ = write.Close()
		return nil, fmt.Errorf("start the engine: %w", err)
	}
	p := &engineProcess{cmd: cmd, stdin: write, output: out, exited: make(chan struct{})}
	go p.wait()
	return p, nil
}

func (p *engineProcess) wait() {
	defer close(p.exited)
	_ = p.cmd.Wait() // how it ended is in cmd.ProcessState
	_ = p.stdin.Close()
}

// stop asks the engine to end and kills it when it has not after grace, or
// when hurry is closed.
func (p *engineProcess) stop(grace time.Duration, hurry <-chan struct{}) {
	_ = p.stdin.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.exited:
		return
	case <-timer.C:
	case <-hurry:
	}
	p.kill()
}

// kill ends the engine at once and waits until it is gone.
func (p *engineProcess) kill() {
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// reason explains in one line an end that nobody asked for; valid once exited
// is closed.
func (p *engineProcess) reason() error {
	state := p.cmd.ProcessState
	if message := p.output.exception(); message != "" {
		return fmt.Errorf("the engine ended: %s", message)
	}
	if state.ExitCode() > 0 {
		return fmt.Errorf("the engine ended (%s): %s", state, p.output.lastLine())
	}
	if line := p.output.guardLine(); line != "" {
		return fmt.Errorf("the engine ended (%s): %w: %s", state, clickhouse.ErrDiskGuard, line)
	}
	return fmt.Errorf("the engine ended (%s)", state)
}

// refusal returns why the engine sits at its prompt without a port, if so.
func (p *engineProcess) refusal() error {
	if message := p.output.exception(); message != "" {
		return fmt.Errorf("the engine can't listen: %s", message)
	}
	return nil
}
