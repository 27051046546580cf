package diskguard

import "syscall"

// call is a function that the guard replaces, in the order of the assembly.
type call uintptr

const (
	callWrite call = iota
	callPwrite
	callWritev
	callFsync
	callFdatasync
	calls // how many there are
)

// isSync reports whether the call makes earlier writes durable.
func (c call) isSync() bool { return c == callFsync || c == callFdatasync }

// verdict is what happens after a failed call.
type verdict int

const (
	pass verdict = iota // the library sees the failure
	wait                // the call is made again until it succeeds
	drop                // the library is told that it succeeded
	end                 // the process ends
)

// target is what a file descriptor stands for.
type target struct {
	mode         uint32 // as in stat
	isDisposable bool
}

// judge decides about a failed call. After a failed sync nobody knows what the
// disk has; a second one may succeed although the data is gone.
func judge(c call, errno syscall.Errno, to target) verdict {
	kind := to.mode & syscall.S_IFMT
	switch {
	case kind != syscall.S_IFREG && (!c.isSync() || kind != syscall.S_IFDIR):
		return pass
	case to.isDisposable:
		return drop
	case !c.isSync() && (errno == syscall.ENOSPC || errno == syscall.EDQUOT):
		return wait
	default:
		return end
	}
}

// String returns the name of the function.
func (c call) String() string {
	return [calls]string{"write", "pwrite", "writev", "fsync", "fdatasync"}[c]
}
