package clickhouse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// childQuery opens the native port; after it the engine waits at its prompt.
const childQuery = "SYSTEM START LISTEN TCP"

// endOfSession is what ends the prompt, and with it the engine.
const endOfSession = "exit\n"

// RunChild turns the calling process into the engine that StartEmbedded
// supervises; args are the library and the configuration file, as
// StartEmbedded appends them to EmbeddedOptions.ChildArgs. It returns when
// standard input ends, or with the reason why the engine can't run, which the
// caller prints to standard error and answers with exit code 1.
func RunChild(args []string) error {
	if len(args) != 2 {
		return errors.New("want two arguments: the engine library and its configuration")
	}
	// The pipe alone decides about the end: a signal to the whole process
	// group must not stop the engine before the server has drained.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	engine, err := loadEngine(args[0])
	if err != nil {
		return err
	}
	if err := sitAtTerminal(); err != nil {
		return fmt.Errorf("give the engine a terminal: %w", err)
	}
	return engine.run("clickhouse", "--config-file", args[1], "--interactive", "--query", childQuery)
}

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

// openTerminal answers both ends of a fresh pseudo-terminal.
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

// engineLibrary holds the entry points of the loaded library.
type engineLibrary struct {
	setSignalHandlers func(enabled int32)
	queryCmdline      func(argc int32, argv unsafe.Pointer) unsafe.Pointer
	resultError       func(result unsafe.Pointer) string
}

func loadEngine(path string) (*engineLibrary, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("load the engine library: %w", err)
	}
	lib := &engineLibrary{}
	err = bind(handle, []symbol{
		{"chdb_set_signal_handlers_enabled", &lib.setSignalHandlers},
		{"chdb_query_cmdline", &lib.queryCmdline},
		{"chdb_result_error", &lib.resultError},
	})
	if err != nil {
		return nil, fmt.Errorf("the engine library is of another version: %w", err)
	}
	return lib, nil
}

// symbol is a function of a library and the Go function to call it by.
type symbol struct {
	name string
	into any
}

func bind(library uintptr, symbols []symbol) error {
	for _, s := range symbols {
		address, err := purego.Dlsym(library, s.name)
		if err != nil {
			return err
		}
		purego.RegisterFunc(s.into, address)
	}
	return nil
}

// run hands the process over to the engine's command line.
func (l *engineLibrary) run(args ...string) error {
	var pins runtime.Pinner
	defer pins.Unpin()
	argv := make([]*byte, len(args)+1)
	for i, arg := range args {
		text := append([]byte(arg), 0)
		pins.Pin(&text[0])
		argv[i] = &text[0]
	}
	pins.Pin(&argv[0])
	l.setSignalHandlers(0)
	result := l.queryCmdline(int32(len(args)), unsafe.Pointer(&argv[0])) //nolint:gosec // a handful of arguments
	if result == nil {
		return errors.New("the engine ended without a result")
	}
	if message := l.resultError(result); message != "" {
		return errors.New(message)
	}
	return nil
}
