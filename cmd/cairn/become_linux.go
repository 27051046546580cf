package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// become runs the program anew as another user, in the same process. It returns
// only when that fails, and then nothing else may be done. The kernel gives the
// new program the rights of the thread that starts it, so that no other thread
// needs to change its own.
func become(uid, gid int) error {
	runtime.LockOSThread()
	groups := [1]uint32{uint32(gid)}
	for _, call := range []struct {
		name   string
		trap   uintptr
		a1, a2 uintptr
	}{
		{"setgroups", syscall.SYS_SETGROUPS, uintptr(len(groups)), uintptr(unsafe.Pointer(&groups[0]))}, //nolint:gosec // as the call wants it
		{"setgid", syscall.SYS_SETGID, uintptr(gid), 0},
		{"setuid", syscall.SYS_SETUID, uintptr(uid), 0},
	} {
		if _, _, errno := syscall.RawSyscall(call.trap, call.a1, call.a2, 0); errno != 0 {
			return fmt.Errorf("%s: %w", call.name, errno)
		}
	}
	// Not by its path: the other user may not get there.
	return syscall.Exec("/proc/self/exe", os.Args, os.Environ()) //nolint:gosec // our own program with its own arguments
}
