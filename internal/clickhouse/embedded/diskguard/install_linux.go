//go:build amd64 || arm64

package diskguard

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// table is what the assembly reads, in its order.
type table struct {
	decide    uintptr
	originals [calls]uintptr
}

// hookTable returns the table of the hooks.
func hookTable() *table

// hookEntries returns the addresses of the hooks.
func hookEntries() *[calls]uintptr

// replaced returns the functions that hooks replace.
func replaced() map[string]call {
	return map[string]call{
		"write": callWrite, "pwrite": callPwrite, "pwrite64": callPwrite, "writev": callWritev,
		"fsync": callFsync, "fdatasync": callFdatasync,
	}
}

// errNothingReplaced says that a library writes in a way that is unknown here.
var errNothingReplaced = errors.New("the library does not import write and fdatasync")

// Install guards a library that is loaded; it must not run yet. It may be
// called once in a process.
func Install(opts Options) error {
	wanted := replaced()
	wanted[mkdirName] = callMkdir
	found, err := readImports(opts.Path, opts.Anchor, wanted)
	if err != nil {
		return fmt.Errorf("read %s: %w", opts.Path, err)
	}
	originals, err := originals()
	if err != nil {
		return err
	}
	g := &guard{isDisposable: opts.IsDisposable, stderr: os.Stderr}
	hooks := hookTable()
	hooks.originals = originals
	hooks.decide = purego.NewCallback(g.decide)
	mkdir, err := g.mkdirHook(opts.CheckPlace)
	if err != nil {
		return err
	}
	return patch(opts.AnchorAddress-uintptr(found.anchor), found.slots, mkdir)
}

// originals returns the functions that the hooks fall back to.
func originals() (addresses [calls]uintptr, err error) {
	for name, c := range replaced() {
		address, err := purego.Dlsym(purego.RTLD_DEFAULT, name)
		if err != nil {
			return addresses, fmt.Errorf("find the system's %s: %w", name, err)
		}
		addresses[c] = address
	}
	return addresses, nil
}

// patch points the slots of the library at base to the hooks.
func patch(base uintptr, slots []slot, mkdir uintptr) error {
	seen := map[call]bool{}
	for _, s := range slots {
		c, hook := replaced()[s.name], mkdir
		if s.name != mkdirName {
			hook, seen[c] = hookEntries()[c], true
		}
		if err := set(base+uintptr(s.address), hook, s.isReadOnly); err != nil {
			return fmt.Errorf("replace %s: %w", s.name, err)
		}
	}
	if !seen[callWrite] || !seen[callFdatasync] {
		return errNothingReplaced
	}
	return nil
}

// set stores a value in the library's memory.
func set(address, value uintptr, isReadOnly bool) error {
	at := *(*unsafe.Pointer)(unsafe.Pointer(&address)) // memory of the library, which never moves
	if !isReadOnly {
		atomic.StoreUintptr((*uintptr)(at), value)
		return nil
	}
	pageBytes := uintptr(os.Getpagesize())
	page := unsafe.Slice((*byte)(unsafe.Add(at, -int(address%pageBytes))), pageBytes)
	if err := unix.Mprotect(page, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return err
	}
	atomic.StoreUintptr((*uintptr)(at), value)
	return unix.Mprotect(page, unix.PROT_READ)
}
