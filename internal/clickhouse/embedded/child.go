package embedded

import (
	"errors"
	"fmt"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded/diskguard"
	"github.com/cairnstack/cairn/internal/disk"
)

// childQuery opens the native port; after it the engine waits at its prompt.
const childQuery = "SYSTEM START LISTEN TCP"

// childUmask keeps the engine's files to their owner, whatever the umask of the
// server is.
const childUmask = 0o077

// RunChild turns the calling process into the engine that StartEmbedded
// supervises; args are the library and the configuration file, as
// StartEmbedded appends them to EmbeddedOptions.ChildArgs. It returns when
// standard input ends, or with the reason why the engine can't run, which the
// caller prints to standard error before it exits with 1.
func RunChild(args []string) error {
	if len(args) != 2 {
		return errors.New("want two arguments: the engine library and its configuration")
	}
	// The pipe alone decides about the end: a signal to the whole process
	// group must not stop the engine before the server has drained.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	syscall.Umask(childUmask)
	engine, err := loadEngine(args[0], placeOf(filepath.Dir(args[1])))
	if err != nil {
		return err
	}
	if err := sitAtTerminal(); err != nil {
		return fmt.Errorf("give the engine a terminal: %w", err)
	}
	return engine.run("clickhouse", "--config-file", args[1], "--interactive", "--query", childQuery)
}

// engineLibrary holds the entry points of the loaded library.
type engineLibrary struct {
	setSignalHandlers func(enabled int32)
	queryCmdline      func(argc int32, argv unsafe.Pointer) unsafe.Pointer
	resultError       func(result unsafe.Pointer) string
}

// placeOf returns what says whether the engine's folder, in which the process
// was started, is still at its path.
func placeOf(dir string) func() error { return disk.NewPlace(dir).Check }

func loadEngine(path string, checkPlace func() error) (*engineLibrary, error) {
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
	return lib, guardWrites(handle, path, checkPlace)
}

// guardWrites keeps failed writes from the engine, which ignores them.
func guardWrites(library uintptr, path string, checkPlace func() error) error {
	const anchor = "chdb_query_cmdline"
	address, err := purego.Dlsym(library, anchor)
	if err != nil {
		return err
	}
	err = diskguard.Install(diskguard.Options{
		Path: path, Anchor: anchor, AnchorAddress: address, IsDisposable: isEngineText, CheckPlace: checkPlace,
	})
	if err != nil {
		return fmt.Errorf("guard the engine's writes: %w", err)
	}
	return nil
}

// isEngineText reports whether a file only tells what the engine did.
func isEngineText(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, engineLogFile) || name == historyFile
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
	_, err := l.query(args...)
	return err
}

// query runs the engine's command line, and returns its result.
func (l *engineLibrary) query(args ...string) (unsafe.Pointer, error) {
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
	result := l.queryCmdline(int32(len(args)), unsafe.Pointer(&argv[0]))
	if result == nil {
		return nil, errors.New("the engine ended without a result")
	}
	if message := l.resultError(result); message != "" {
		return nil, errors.New(message)
	}
	return result, nil
}
