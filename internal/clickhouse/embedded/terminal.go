package embedded

import (
	"errors"
	"io"
	"os"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// endOfSession is what ends the engine's prompt, and with it the engine.
const endOfSession = "exit\n"

// sitAtTerminal replaces standard input by a terminal and ends the session
// there when the old input ends. The terminal is what makes the engine
// interactive, and only then does it survive a connection that fails its
// handshake: otherwise one wrong password, or one port scan, aborts it.
func sitAtTerminal() error {
	pipe, err := unix.Dup(int(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	unix.CloseOnExec(pipe)
	keyboard, terminal, err := openTerminal()
	if err != nil {
		return err
	}
	if err := unix.Dup2(int(terminal.Fd()), 0); err != nil {
		return err
	}
	go endWith(os.NewFile(uintptr(pipe), "parent"), keyboard)
	return terminal.Close()
}

// endWith types the end of the session when the parent's pipe ends.
func endWith(parent io.Reader, keyboard io.WriteCloser) {
	_, _ = io.Copy(io.Discard, parent)
	_, _ = io.WriteString(keyboard, endOfSession)
	_ = keyboard.Close()
}

// openTerminal returns both ends of a fresh pseudo-terminal.
func openTerminal() (keyboard, terminal *os.File, err error) {
	var libc struct {
		openpt           func(flags int32) int32
		grantpt, unlockt func(fd int32) int32
		ptsname          func(fd int32) string
	}
	err = bind(purego.RTLD_DEFAULT, []symbol{
		{"posix_openpt", &libc.openpt},
		{"grantpt", &libc.grantpt},
		{"unlockpt", &libc.unlockt},
		{"ptsname", &libc.ptsname},
	})
	if err != nil {
		return nil, nil, err
	}
	fd := libc.openpt(unix.O_RDWR | unix.O_NOCTTY)
	if fd < 0 || libc.grantpt(fd) != 0 || libc.unlockt(fd) != 0 {
		return nil, nil, errors.New("the system has no pseudo-terminal left (/dev/ptmx)")
	}
	name := libc.ptsname(fd)
	terminal, err = os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), name), terminal, nil
}
