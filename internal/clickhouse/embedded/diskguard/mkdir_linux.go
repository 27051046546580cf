//go:build amd64 || arm64

package diskguard

import (
	"fmt"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// mkdirName is a function that is replaced by one in Go: it is called seldom.
const mkdirName = "mkdir"

// callMkdir stands for mkdir in the list of imports; no hook of the assembly has
// it.
const callMkdir = calls

// mkdirHook returns the address of the replacement, which ends the process
// instead of making a folder when the library's data is no longer at its path:
// the library would begin anew there.
func (g *guard) mkdirHook(check func() error) (uintptr, error) {
	original, err := purego.Dlsym(purego.RTLD_DEFAULT, mkdirName)
	if err != nil {
		return 0, fmt.Errorf("find the system's %s: %w", mkdirName, err)
	}
	return purego.NewCallback(func(path, mode uintptr) uintptr {
		if err := check(); err != nil {
			g.say(err.Error() + ": the engine is ended before it makes a folder")
			_ = unix.Kill(unix.Getpid(), unix.SIGKILL)
			select {} // the signal is on its way
		}
		result, _, _ := purego.SyscallN(original, path, mode) // sets errno
		return result
	}), nil
}
